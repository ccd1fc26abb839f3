// The starter forms, in English and Hindi. Pure.

import type { Definition, Field, Settings } from './shape.ts'

export const starterNames = ['blank', 'contact', 'feedback', 'registration', 'lead'] as const
export type StarterName = (typeof starterNames)[number]

type Both = { en: string; hi: string }
const both = (en: string, hi: string): Both => ({ en, hi })

const name: Field = {
  key: 'name',
  type: 'short_text',
  label: both('Name', 'नाम'),
  required: true,
  map_to: 'display_name',
}
const email = (required: boolean): Field => ({
  key: 'email',
  type: 'email',
  label: both('Email address', 'ईमेल पता'),
  ...(required && { required }),
  map_to: 'email',
})
const phone = (required: boolean): Field => ({
  key: 'phone',
  type: 'phone',
  label: both('Mobile number', 'मोबाइल नंबर'),
  country: 'IN',
  ...(required && { required }),
  map_to: 'phone_number',
})
const consent = (channels: readonly string[]): Field => ({
  key: 'news',
  type: 'consent',
  label: both('Stay in touch', 'जुड़े रहें'),
  text: both(
    'You may email me news and offers. I can unsubscribe at any time.',
    'आप मुझे ईमेल से ख़बरें और ऑफ़र भेज सकते हैं। मैं इसे कभी भी बंद कर सकता/सकती हूँ।',
  ),
  channels,
})
const options = (...all: Both[]) => all.map((label) => ({ value: label.en, label }))

interface Starter {
  fields: readonly Field[]
  settings?: Partial<Settings>
}

/** `mail`: the channels that reach an email address. */
const starters = (mail: readonly string[]): Record<Exclude<StarterName, 'blank'>, Starter> => ({
  contact: {
    fields: [
      name,
      email(true),
      {
        key: 'message',
        type: 'long_text',
        label: both('How can we help?', 'हम कैसे मदद करें?'),
        required: true,
        max_length: 2000,
      },
    ],
    settings: {
      create_conversation: true,
      submit_label: both('Send message', 'संदेश भेजें'),
      thank_you: {
        title: both('Thank you', 'धन्यवाद'),
        text: both('We have your message and will answer soon.', 'आपका संदेश मिल गया। हम जल्द जवाब देंगे।'),
      },
    },
  },
  feedback: {
    fields: [
      {
        key: 'rating',
        type: 'rating',
        label: both('How was your experience?', 'आपका अनुभव कैसा रहा?'),
        max: 5,
        required: true,
      },
      {
        key: 'wrong',
        type: 'long_text',
        label: both('What went wrong?', 'क्या ठीक नहीं रहा?'),
        show_if: { field: 'rating', before: 4 },
      },
      {
        key: 'liked',
        type: 'multiple_choice',
        label: both('What did you like?', 'आपको क्या पसंद आया?'),
        options: options(
          both('Quality', 'गुणवत्ता'),
          both('Service', 'सेवा'),
          both('Price', 'क़ीमत'),
          both('Delivery', 'डिलीवरी'),
        ),
        show_if: { field: 'rating', after: 4 },
      },
      {
        key: 'recommend',
        type: 'scale',
        label: both('How likely are you to recommend us?', 'आप हमारी सिफ़ारिश करने की कितनी संभावना रखते हैं?'),
        min: 0,
        max: 10,
      },
      email(false),
    ],
  },
  registration: {
    fields: [
      name,
      email(true),
      phone(false),
      {
        key: 'seats',
        type: 'number',
        label: both('How many people?', 'कितने लोग?'),
        min: 1,
        max: 10,
        step: 1,
        default: 1,
        required: true,
      },
      {
        key: 'food',
        type: 'single_choice',
        label: both('Food', 'भोजन'),
        options: options(both('Vegetarian', 'शाकाहारी'), both('Jain', 'जैन'), both('Non-vegetarian', 'मांसाहारी')),
      },
      consent(mail),
    ],
    settings: { submit_label: both('Register', 'रजिस्टर करें') },
  },
  lead: {
    fields: [
      name,
      phone(true),
      {
        key: 'city',
        type: 'short_text',
        label: both('City', 'शहर'),
        map_to: { attribute: 'city' },
      },
      {
        key: 'interest',
        type: 'dropdown',
        label: both('What are you interested in?', 'आपकी रुचि किसमें है?'),
        options: options(both('A demo', 'डेमो'), both('Prices', 'क़ीमतें'), both('Something else', 'कुछ और')),
      },
      {
        key: 'time',
        type: 'single_choice',
        label: both('When may we call?', 'हम कब कॉल करें?'),
        options: options(both('Morning', 'सुबह'), both('Afternoon', 'दोपहर'), both('Evening', 'शाम')),
      },
      { key: 'campaign', type: 'hidden', label: both('Campaign', 'कैंपेन'), from: 'utm_campaign' },
    ],
    settings: { submit_label: both('Request a call', 'कॉल के लिए कहें') },
  },
})

/** In both languages, the console's first; a blank form only in that one. */
export function starterOf(starter: StarterName, language: 'en' | 'hi', mail: readonly string[]): Definition {
  if (starter === 'blank')
    return {
      fields: [{ key: 'answer', type: 'short_text', label: both('Your answer', 'आपका जवाब')[language] }],
      settings: { languages: [language], default_language: language },
    }
  const { fields, settings = {} } = starters(mail)[starter]
  const languages = language === 'en' ? ['en', 'hi'] : ['hi', 'en']
  return { fields, settings: { languages, default_language: language, ...settings } }
}

// Validation errors of answers for visitors, in English and Hindi.

import { renderIfPossible, type Texts } from '#kit/messages/texts.ts'
import type { AnswerFault } from './read-answer.ts'

export interface AnswerError {
  key: string
  code: AnswerErrorCode
  text: string
}

const plural = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`

const fileKinds: Record<'en' | 'hi', Record<string, string>> = {
  en: { image: 'image', pdf: 'PDF', document: 'document', spreadsheet: 'spreadsheet' },
  hi: { image: 'फ़ोटो', pdf: 'PDF', document: 'दस्तावेज़', spreadsheet: 'स्प्रेडशीट' },
}
const kindsIn = (language: 'en' | 'hi', types: readonly string[]): string =>
  types.map((type) => fileKinds[language][type] ?? type).join(', ')

const en = {
  required: 'Fill in this field.',
  choice_required: 'Choose an answer.',
  consent_required: 'Tick this box to continue.',
  file_required: 'Choose a file.',
  one_value: 'Give one answer.',
  too_long: ({ max }: { max: number }) => `Shorten this to ${plural(max, 'character')} or fewer.`,
  too_short: ({ min }: { min: number }) => `Enter at least ${plural(min, 'character')}.`,
  number: 'Enter a number in digits, such as 250.',
  too_small: ({ min }: { min: number }) => `Enter a number that is ${min} or more.`,
  too_large: ({ max }: { max: number }) => `Enter a number that is ${max} or less.`,
  step: ({ step }: { step: number }) => `Enter a multiple of ${step}.`,
  step_from: ({ step, min }: { step: number; min: number }) => `Enter ${min}, or ${min} plus a multiple of ${step}.`,
  email: 'Enter an email address such as name@company.example.',
  phone: 'Enter a phone number, with its country code if it is from another country.',
  phone_in: 'Enter a phone number of 10 digits, such as 98765 43210.',
  date: 'Enter a date such as 31-01-2026.',
  too_early: ({ date }: { date: string }) => `Enter ${date} or a later date.`,
  too_late: ({ date }: { date: string }) => `Enter ${date} or an earlier date.`,
  time: 'Enter a time such as 09:30.',
  time_too_early: ({ time }: { time: string }) => `Enter ${time} or a later time.`,
  time_too_late: ({ time }: { time: string }) => `Enter ${time} or an earlier time.`,
  not_an_option: 'Choose one of the answers shown.',
  too_few_choices: ({ min }: { min: number }) => `Choose at least ${plural(min, 'answer')}.`,
  too_many_choices: ({ max }: { max: number }) => `Choose at most ${plural(max, 'answer')}.`,
  too_many_files: ({ max }: { max: number }) => `Upload at most ${plural(max, 'file')}. Remove the others.`,
  file_too_large: ({ size }: { size: string }) => `This file is too large. Choose one of ${size} or less.`,
  file_type: ({ types }: { types: readonly string[] }) =>
    `This file has another type than its name says, or one that is not accepted. Accepted: ${kindsIn('en', types)}.`,
  file_empty: 'This file is empty. Choose another one.',
  file_failed: 'The file could not be stored. Try again.',
  pattern_letters: 'Use letters only.',
  pattern_digits: 'Use digits only.',
  pattern_letters_digits: 'Use letters and digits only.',
  pattern_pin_code: 'Enter a PIN code of 6 digits, such as 560001.',
  pattern_pan: 'Enter a PAN such as ABCPE1234F.',
  pattern_gstin: 'This GSTIN is not valid. Check it for a typo.',
  pattern_vehicle_number: 'Enter a vehicle number such as KA01AB1234.',
  pattern_url: 'Enter a web address such as https://company.example.',
}

export type AnswerErrorCode = keyof typeof en

const hi: Texts<typeof en> = {
  required: 'यह जानकारी भरें।',
  choice_required: 'कोई एक जवाब चुनें।',
  consent_required: 'आगे बढ़ने के लिए इस बॉक्स पर निशान लगाएँ।',
  file_required: 'फ़ाइल चुनें।',
  one_value: 'एक ही जवाब दें।',
  too_long: ({ max }) => `इसे छोटा करें: ज़्यादा से ज़्यादा ${max} अक्षर।`,
  too_short: ({ min }) => `कम से कम ${min} अक्षर लिखें।`,
  number: 'अंकों में संख्या लिखें, जैसे 250।',
  too_small: ({ min }) => `${min} या उससे बड़ी संख्या लिखें।`,
  too_large: ({ max }) => `${max} या उससे छोटी संख्या लिखें।`,
  step: ({ step }) => `${step} का गुणज लिखें।`,
  step_from: ({ step, min }) => `${min} लिखें, या ${min} में ${step} का गुणज जोड़कर लिखें।`,
  email: 'ईमेल पता लिखें, जैसे name@company.example।',
  phone: 'फ़ोन नंबर लिखें। दूसरे देश का हो, तो देश कोड के साथ।',
  phone_in: '10 अंकों का फ़ोन नंबर लिखें, जैसे 98765 43210।',
  date: 'तारीख लिखें, जैसे 31-01-2026।',
  too_early: ({ date }) => `${date} या उसके बाद की तारीख लिखें।`,
  too_late: ({ date }) => `${date} या उससे पहले की तारीख लिखें।`,
  time: 'समय लिखें, जैसे 09:30।',
  time_too_early: ({ time }) => `${time} या उसके बाद का समय लिखें।`,
  time_too_late: ({ time }) => `${time} या उससे पहले का समय लिखें।`,
  not_an_option: 'दिए गए जवाबों में से चुनें।',
  too_few_choices: ({ min }) => `कम से कम ${min} जवाब चुनें।`,
  too_many_choices: ({ max }) => `ज़्यादा से ज़्यादा ${max} जवाब चुनें।`,
  too_many_files: ({ max }) => `ज़्यादा से ज़्यादा ${max} फ़ाइलें दें। बाकी हटाएँ।`,
  file_too_large: ({ size }) => `फ़ाइल बहुत बड़ी है। ${size} या उससे छोटी फ़ाइल चुनें।`,
  file_type: ({ types }) =>
    `इस फ़ाइल का प्रकार उसके नाम से अलग है, या वह स्वीकार नहीं किया जाता। स्वीकार्य: ${kindsIn('hi', types)}।`,
  file_empty: 'यह फ़ाइल खाली है। दूसरी फ़ाइल चुनें।',
  file_failed: 'फ़ाइल सहेजी नहीं जा सकी। फिर से कोशिश करें।',
  pattern_letters: 'केवल अक्षर लिखें।',
  pattern_digits: 'केवल अंक लिखें।',
  pattern_letters_digits: 'केवल अक्षर और अंक लिखें।',
  pattern_pin_code: '6 अंकों का पिन कोड लिखें, जैसे 560001।',
  pattern_pan: 'PAN लिखें, जैसे ABCPE1234F।',
  pattern_gstin: 'यह GSTIN सही नहीं है। देखें कि लिखने में गलती तो नहीं हुई।',
  pattern_vehicle_number: 'गाड़ी का नंबर लिखें, जैसे KA01AB1234।',
  pattern_url: 'वेब पता लिखें, जैसे https://company.example।',
}

export const answerErrorTexts = { en, hi }

/** Languages without texts of ours read English. */
export function answerErrorText(language: string, { code, params }: AnswerFault): string {
  const texts = answerErrorTexts[language === 'hi' ? 'hi' : 'en']
  return renderIfPossible(texts[code], params) ?? texts.required
}

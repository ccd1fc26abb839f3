// Errors in the definition of a form.

import { count, listed, type Texts } from '../texts.ts'

const en = {
  form_key: 'Use a lowercase English letter, then lowercase letters, digits and _, at most 40 in all.',
  form_key_reserved: ({ key }: { key: string }) => `${key} has a meaning of its own here. Choose another key.`,
  form_property_for: ({ type }: { type: string }) => `A field of the type ${type} has no such property. Remove it.`,
  form_options_missing: ({ min, max }: { min: number; max: number }) => `Add options: at least ${min}, at most ${max}.`,
  form_too_many_options: ({ max }: { max: number }) =>
    `A form can have at most ${count(max, 'option')} in all its fields. Use a text field, or make two forms.`,
  form_too_many_pages: ({ max }: { max: number }) => `A form can have at most ${count(max, 'page')}.`,
  form_too_large: ({ kilobytes }: { kilobytes: number }) =>
    `The form is larger than ${kilobytes} kB. Shorten its texts, or make two forms.`,
  form_no_fields: 'Add at least one field that can be filled in.',
  form_page_empty: 'This page has no field. Add one, or remove the page break.',
  form_above_max: ({ max }: { max: number }) => `Must not be more than the maximum of ${max}.`,
  form_value_not_option: 'This is not one of the options of the field.',
  form_field_unknown: ({ key }: { key: string }) => `No field of the form has the key ${key}. Correct the key.`,
  form_field_not_earlier: ({ key }: { key: string }) =>
    `The field ${key} comes later. A condition can only use fields before it. Move the field up.`,
  form_field_not_comparable: ({ key, operators }: { key: string; operators: readonly string[] }) =>
    `The answer of ${key} cannot be compared like this. Use one of: ${listed(operators)}.`,
  form_jump_not_forward: 'A page can only lead to a later page, or to end.',
  form_default_not_valid: 'This default would not be accepted as an answer of the field.',
  form_text_without_default: ({ language }: { language: string }) =>
    `Add the text in the default language of the form, ${language}.`,
  form_language_missing: ({ language }: { language: string }) =>
    `The form is not in the language ${language}. Add it to the languages of the form, or remove this text.`,
  form_asks_for_secret: ({ field, secret }: { field: string; secret: string }) =>
    `The field ${field} seems to ask for ${secretIn('en', secret)}. A form may not ask for it, because forms are not made to protect it. Remove the field or change its text.`,
  form_accent_contrast: ({ contrast, needed, background }: { contrast: string; needed: string; background: string }) =>
    `Text in this colour is hard to read on ${background}: its contrast is ${contrast}, and ${needed} is needed. Choose ${background === '#ffffff' ? 'a darker' : 'a lighter'} colour.`,
  form_origin:
    'Enter the exact address of a site, such as https://www.shop.example: https, without a path and without *.',
  form_redirect: 'Enter an address that starts with https://, without a user name and password.',
  form_slug: ({ min, max }: { min: number; max: number }) =>
    `Use ${min} to ${max} lowercase English letters, digits and hyphens, with a letter or digit at both ends.`,
  form_slug_reserved: 'Samvad uses this address itself. Choose another one.',
  form_mapped_twice:
    'Another field is already stored in this place of the contact. Choose another place for one of them.',
  form_not_mappable: ({ target, types }: { target: string; types: readonly string[] }) =>
    `Only a field of this type can be stored as ${target}: ${listed(types)}.`,
  form_needs_address: ({ targets }: { targets: readonly string[] }) =>
    `This needs a field that is stored in the contact as: ${targets.join(' or ')}. Add the field, or remove this.`,
  form_needs_consent: 'This needs a consent field with a channel. Add the field, or remove this.',
  form_domain_not_valid:
    'Enter a host name such as forms.asha.example: without https://, a port or a path, and not an IP address.',
  form_domain_own: ({ domain }: { domain: string }) =>
    `${domain} is the address of this installation. Enter a domain of your own.`,
  form_domain_private: ({ domain }: { domain: string }) =>
    `${domain} cannot be reached from the internet. Enter a domain of your own.`,
  form_domain_public_suffix: ({ domain }: { domain: string }) =>
    `Anybody can register names under ${domain}. Enter a name that you have registered.`,
  form_template_channel: ({ channel }: { channel: string }) => `The template is for another channel than ${channel}.`,
}

const secrets = {
  en: {
    password: 'a password',
    card: 'card details',
    pin: 'a PIN',
    otp: 'a one-time password',
    aadhaar: 'an Aadhaar number',
    banking: 'access to a bank account',
    wallet_key: 'the secret key of a wallet',
  },
  hi: {
    password: 'पासवर्ड',
    card: 'कार्ड का ब्योरा',
    pin: 'पिन',
    otp: 'वन-टाइम पासवर्ड (OTP)',
    aadhaar: 'आधार नंबर',
    banking: 'बैंक खाते में लॉगिन की जानकारी',
    wallet_key: 'वॉलेट की गुप्त कुंजी',
  },
} as const

/** Data that a form must not ask for. */
export const formSecrets = Object.keys(secrets.en) as (keyof typeof secrets.en)[]

const secretIn = (language: 'en' | 'hi', secret: string): string =>
  (secrets[language] as Readonly<Record<string, string>>)[secret] ?? secret

const hi: Texts<typeof en> = {
  form_key: 'पहले छोटा अंग्रेज़ी अक्षर, फिर छोटे अक्षर, अंक और _ लिखें, कुल 40 तक।',
  form_key_reserved: ({ key }) => `यहाँ ${key} का अपना मतलब है। दूसरी कुंजी चुनें।`,
  form_property_for: ({ type }) => `${type} तरह के फ़ील्ड में यह नहीं होता। इसे हटाएँ।`,
  form_options_missing: ({ min, max }) => `विकल्प जोड़ें: कम से कम ${min}, ज़्यादा से ज़्यादा ${max}।`,
  form_too_many_options: ({ max }) =>
    `फ़ॉर्म के सब फ़ील्ड में कुल ${max} तक विकल्प हो सकते हैं। टेक्स्ट फ़ील्ड इस्तेमाल करें, या दो फ़ॉर्म बनाएँ।`,
  form_too_many_pages: ({ max }) => `फ़ॉर्म में ज़्यादा से ज़्यादा ${max} पेज हो सकते हैं।`,
  form_too_large: ({ kilobytes }) => `फ़ॉर्म ${kilobytes} kB से बड़ा है। टेक्स्ट छोटे करें, या दो फ़ॉर्म बनाएँ।`,
  form_no_fields: 'कम से कम एक ऐसा फ़ील्ड जोड़ें जो भरा जा सके।',
  form_page_empty: 'इस पेज पर कोई फ़ील्ड नहीं है। फ़ील्ड जोड़ें, या पेज ब्रेक हटाएँ।',
  form_above_max: ({ max }) => `यह अधिकतम ${max} से ज़्यादा नहीं हो सकता।`,
  form_value_not_option: 'यह फ़ील्ड के विकल्पों में नहीं है।',
  form_field_unknown: ({ key }) => `फ़ॉर्म के किसी फ़ील्ड की कुंजी ${key} नहीं है। कुंजी सुधारें।`,
  form_field_not_earlier: ({ key }) =>
    `फ़ील्ड ${key} बाद में आता है। शर्त में सिर्फ़ पहले आने वाले फ़ील्ड चलते हैं। उस फ़ील्ड को ऊपर ले जाएँ।`,
  form_field_not_comparable: ({ key, operators }) =>
    `${key} के जवाब की तुलना ऐसे नहीं हो सकती। इनमें से एक चुनें: ${listed(operators)}।`,
  form_jump_not_forward: 'पेज से सिर्फ़ बाद के किसी पेज पर, या end पर जा सकते हैं।',
  form_default_not_valid: 'यह डिफ़ॉल्ट इस फ़ील्ड के जवाब के रूप में नहीं चलेगा।',
  form_text_without_default: ({ language }) => `फ़ॉर्म की मुख्य भाषा (${language}) में भी टेक्स्ट लिखें।`,
  form_language_missing: ({ language }) => `फ़ॉर्म ${language} भाषा में नहीं है। इसे फ़ॉर्म की भाषाओं में जोड़ें, या यह टेक्स्ट हटाएँ।`,
  form_asks_for_secret: ({ field, secret }) =>
    `लगता है कि फ़ील्ड ${field} यह माँगता है: ${secretIn('hi', secret)}। फ़ॉर्म में इसे माँगना मना है, क्योंकि फ़ॉर्म इसे सुरक्षित रखने के लिए नहीं बने। फ़ील्ड हटाएँ या उसका टेक्स्ट बदलें।`,
  form_accent_contrast: ({ contrast, needed, background }) =>
    `${background} पर इस रंग का टेक्स्ट पढ़ना मुश्किल है: कंट्रास्ट ${contrast} है, ${needed} चाहिए। ${background === '#ffffff' ? 'इससे गहरा' : 'इससे हल्का'} रंग चुनें।`,
  form_origin: 'साइट का पूरा पता लिखें, जैसे https://www.shop.example: https के साथ, बिना पाथ और बिना *।',
  form_redirect: 'ऐसा पता लिखें जो https:// से शुरू हो, बिना यूज़र के नाम और पासवर्ड के।',
  form_slug: ({ min, max }) => `${min} से ${max} छोटे अंग्रेज़ी अक्षर, अंक और हाइफ़न लिखें; शुरू और आख़िर में अक्षर या अंक हो।`,
  form_slug_reserved: 'यह पता Samvad ख़ुद इस्तेमाल करता है। दूसरा चुनें।',
  form_mapped_twice: 'संपर्क में इस जगह पहले से दूसरा फ़ील्ड जाता है। एक के लिए दूसरी जगह चुनें।',
  form_not_mappable: ({ target, types }) => `${target} में सिर्फ़ इस तरह का फ़ील्ड जा सकता है: ${listed(types)}।`,
  form_needs_address: ({ targets }) =>
    `इसके लिए ऐसा फ़ील्ड चाहिए जो संपर्क में यहाँ जाता हो: ${targets.join(' या ')}। फ़ील्ड जोड़ें, या इसे हटाएँ।`,
  form_needs_consent: 'इसके लिए चैनल वाला सहमति का फ़ील्ड चाहिए। फ़ील्ड जोड़ें, या इसे हटाएँ।',
  form_domain_not_valid: 'होस्ट का नाम लिखें, जैसे forms.asha.example: बिना https://, पोर्ट और पाथ के; IP पता नहीं।',
  form_domain_own: ({ domain }) => `${domain} इस इंस्टॉलेशन का अपना पता है। अपना कोई डोमेन लिखें।`,
  form_domain_private: ({ domain }) => `${domain} तक इंटरनेट से नहीं पहुँचा जा सकता। अपना कोई डोमेन लिखें।`,
  form_domain_public_suffix: ({ domain }) => `${domain} के नीचे कोई भी नाम ले सकता है। वह नाम लिखें जो आपने लिया है।`,
  form_template_channel: ({ channel }) => `टेम्पलेट ${channel} के अलावा किसी और चैनल का है।`,
}

export const forms = { en, hi }

// Errors that any field can have: presence, type, length, format and time.

import { rupees } from '#kit/india/amounts.ts'
import { nameOfResource } from '../resources.ts'
import { count, listed, type Texts } from '../texts.ts'
import { nameTypes } from '../type-names.ts'

const en = {
  // Presence
  required: 'This field is required.',
  blank: 'Enter at least one visible character.',
  required_with: ({ other }: { other: string }) => `This field is required when ${other} is set.`,
  required_for: ({ value }: { value: string }) => `This field is required for ${value}.`,
  one_of_fields: ({ fields }: { fields: readonly string[] }) => `Send one of these fields: ${listed(fields)}.`,
  only_one_of_fields: ({ fields }: { fields: readonly string[] }) =>
    `Send only one of these fields: ${listed(fields)}.`,
  not_allowed_with: ({ other }: { other: string }) =>
    `This field cannot be combined with ${other}. Remove one of them.`,
  not_allowed: 'This field cannot be used here. Remove it.',
  only_for: ({ value }: { value: string }) => `This field is only for ${value}. Remove it.`,
  only_with: ({ other }: { other: string }) => `This can only be set together with ${other}. Set both or remove this.`,
  unknown_field: 'There is no field with this name. Correct the name or remove it.',
  unknown_parameter: 'There is no query parameter with this name. Correct the name or remove it.',
  no_body_expected: 'This operation takes no request body. Remove the field.',
  no_parameters_expected: 'This operation takes no query parameters. Remove it.',
  repeated: 'This was sent more than once. Send it once.',
  duplicate: 'This value appears twice. Remove one of them.',

  // Type
  wrong_type: ({ types }: { types: readonly string[] }) => `Must be ${nameTypes('en', types)}.`,
  amount_not_text: 'Send the amount as a string in quotes, such as "100.00".',
  not_an_id: ({ prefix }: { prefix: string }) => `Must be an ID that starts with ${prefix}_.`,
  not_one_of: ({ values }: { values: readonly string[] }) => `Must be one of: ${listed(values)}.`,
  not_a_file: 'Must be a file. Give the form part a file name.',
  one_file_only: 'Upload one file at a time.',
  only_a_file: 'This operation accepts only a file, in the field named file. Remove this field.',
  file_missing: 'Send the file as multipart/form-data in the field named file, with a file name.',
  file_not_allowed: 'A file cannot be uploaded in this field.',
  invalid: 'This value is not valid.',
  wrong_format: ({ format }: { format: string }) => `This value has the wrong format. Expected: ${format}`,

  // Length and size
  empty: 'This field cannot be empty.',
  too_short: ({ min }: { min: number }) => `Enter at least ${count(min, 'character')}.`,
  too_long: ({ max }: { max: number }) => `Enter at most ${count(max, 'character')}.`,
  too_few_items: ({ min }: { min: number }) => `Send at least ${count(min, 'item')}.`,
  repeated_items: 'Send each item only once.',
  too_many_items: ({ max }: { max: number }) => `Send at most ${count(max, 'item')}.`,
  too_many_fields: ({ max }: { max: number }) => `Send at most ${count(max, 'field')}.`,
  too_many_form_fields: ({ max }: { max: number }) =>
    `A form can have at most ${count(max, 'field')}. Send large requests as JSON.`,
  too_deep: ({ max }: { max: number }) => `Nest values at most ${count(max, 'level')} deep.`,
  too_small: ({ min }: { min: number }) => `Must be at least ${min}.`,
  too_large: ({ max }: { max: number }) => `Must be at most ${max}.`,
  amount_too_small: ({ min }: { min: string }) => `Enter at least ${rupees(min)}.`,
  amount_too_large: ({ max }: { max: string }) => `Enter at most ${rupees(max)}.`,

  // Form of a text
  too_many_brackets: ({ max }: { max: number }) => `Use at most ${count(max, 'pair')} of brackets in a field name.`,
  empty_brackets: 'Write the item number in these brackets, such as [0].',
  mixed_brackets: 'This field was sent both with and without brackets. Use one form.',
  idempotency_key_not_valid: ({ max }: { max: number }) => `Send one header of 1 to ${count(max, 'character')}.`,
  not_utf8: 'This text is not UTF-8. Encode it as UTF-8, such as %E0%A4%A8 in a URL.',
  character_not_in_line: ({ character }: { character: string }) =>
    `Remove the character ${character}. This field holds a single line.`,
  character_not_in_text: ({ character }: { character: string }) =>
    `Remove the character ${character}. Only line breaks and tabs are allowed as control characters.`,
  character_not_storable: ({ character }: { character: string }) =>
    `Remove the character ${character}. It cannot be stored.`,
  not_visible_ascii: 'Use only English letters, digits and punctuation, without spaces.',
  not_amount: ({ decimals }: { decimals: number }) =>
    `Enter an amount in digits with at most ${count(decimals, 'decimal')}, such as 1000.00.`,
  not_country: 'Enter a two-letter country code, such as IN.',
  email_without_at: 'Enter an email address with one @, such as name@company.example.',
  email_name_not_valid: ({ max }: { max: number }) =>
    `Before the @, use at most ${max} letters, digits and signs, without spaces.`,
  email_domain_not_valid: 'Enter a domain after the @, such as company.example.',

  // Time
  not_a_time: 'Enter a time with its time zone, such as 2026-01-31T09:30:00+05:30, or Unix seconds.',
  time_as_text: 'Send Unix seconds as a number without quotes, or send an ISO 8601 string.',
  time_in_milliseconds: 'This looks like milliseconds. Send Unix seconds.',
  time_like_a_date: 'This looks like a year or a date. Write a date as 2026-01-31, or send Unix seconds.',
  time_lost_plus: 'The + of the time zone is missing. Write it as %2B in a URL or form.',
  before_1970: 'Enter a time after 1970.',
  before_other: ({ other }: { other: string }) => `Must be later than ${other}.`,
  same_as_other: ({ other }: { other: string }) => `Must be different from ${other}.`,
  in_future: 'Enter a time in the past.',
  in_past: 'Enter a time in the future.',
  too_far_ahead: ({ days }: { days: number }) => `Enter a time within the next ${count(days, 'day')}.`,
  period_too_long: ({ days }: { days: number }) => `Choose a period of at most ${count(days, 'day')}.`,

  // Reference
  taken: 'This is already in use. Choose another one.',
  unknown_reference: ({ resource }: { resource: string }) =>
    `There is no such ${nameOfResource('en', resource)} in this organization.`,
  unknown_in_installation: ({ resource }: { resource: string }) =>
    `There is no such ${nameOfResource('en', resource)} in this installation.`,
  unknown_cursor: 'This row is not in the list. Use the ID of a row that the list returned.',
}

const hi: Texts<typeof en> = {
  required: 'इसे भरना ज़रूरी है।',
  blank: 'कम से कम एक अक्षर लिखें।',
  required_with: ({ other }) => `${other} देने पर इसे भरना ज़रूरी है।`,
  required_for: ({ value }) => `${value} के लिए इसे भरना ज़रूरी है।`,
  one_of_fields: ({ fields }) => `इनमें से एक भरें: ${listed(fields)}।`,
  only_one_of_fields: ({ fields }) => `इनमें से सिर्फ़ एक भरें: ${listed(fields)}।`,
  not_allowed_with: ({ other }) => `यह और ${other} साथ नहीं चल सकते। इनमें से एक हटाएँ।`,
  not_allowed: 'यह यहाँ नहीं चलता। इसे हटाएँ।',
  only_for: ({ value }) => `यह सिर्फ़ ${value} के लिए है। इसे हटाएँ।`,
  only_with: ({ other }) => `यह ${other} के साथ ही चलता है। दोनों भरें, या इसे हटाएँ।`,
  unknown_field: 'इस नाम का कोई फ़ील्ड नहीं है। नाम सुधारें या इसे हटाएँ।',
  unknown_parameter: 'इस नाम का कोई फ़िल्टर नहीं है। नाम सुधारें या इसे हटाएँ।',
  no_body_expected: 'इस अनुरोध में कोई फ़ील्ड नहीं भेजा जाता। इसे हटाएँ।',
  no_parameters_expected: 'यहाँ कोई फ़िल्टर नहीं चलता। इसे हटाएँ।',
  repeated: 'यह एक से ज़्यादा बार भेजा गया। एक ही बार भेजें।',
  duplicate: 'यह दो बार आया है। एक हटाएँ।',

  wrong_type: ({ types }) => `यहाँ यह चाहिए: ${nameTypes('hi', types)}।`,
  amount_not_text: 'राशि उद्धरण-चिह्नों में भेजें, जैसे "100.00"।',
  not_an_id: ({ prefix }) => `ऐसी आईडी दें जो ${prefix}_ से शुरू होती हो।`,
  not_one_of: ({ values }) => `इनमें से एक चुनें: ${listed(values)}।`,
  not_a_file: 'यहाँ फ़ाइल चाहिए, उसके नाम के साथ।',
  one_file_only: 'एक बार में एक ही फ़ाइल अपलोड करें।',
  only_a_file: 'यहाँ सिर्फ़ फ़ाइल भेजी जाती है, file नाम के फ़ील्ड में। यह फ़ील्ड हटाएँ।',
  file_missing: 'फ़ाइल multipart/form-data में, file नाम के फ़ील्ड में, उसके नाम के साथ भेजें।',
  file_not_allowed: 'यहाँ फ़ाइल नहीं दी जा सकती।',
  invalid: 'यह ठीक नहीं है।',
  wrong_format: ({ format }) => `यह सही रूप में नहीं है। ऐसे लिखें: ${format}`,

  empty: 'इसे ख़ाली नहीं छोड़ सकते।',
  too_short: ({ min }) => `कम से कम ${min} अक्षर लिखें।`,
  too_long: ({ max }) => `ज़्यादा से ज़्यादा ${max} अक्षर लिखें।`,
  too_few_items: ({ min }) => `कम से कम ${min} चुनें।`,
  repeated_items: 'हर चीज़ एक ही बार चुनें।',
  too_many_items: ({ max }) => `ज़्यादा से ज़्यादा ${max} चुन सकते हैं।`,
  too_many_fields: ({ max }) => `ज़्यादा से ज़्यादा ${max} फ़ील्ड हो सकते हैं।`,
  too_many_form_fields: ({ max }) => `फ़ॉर्म में ज़्यादा से ज़्यादा ${max} फ़ील्ड हो सकते हैं। इससे बड़ा अनुरोध JSON में भेजें।`,
  too_deep: ({ max }) => `एक के भीतर एक, ज़्यादा से ज़्यादा ${max} स्तर हो सकते हैं।`,
  too_small: ({ min }) => `${min} या इससे ज़्यादा लिखें।`,
  too_large: ({ max }) => `${max} या इससे कम लिखें।`,
  amount_too_small: ({ min }) => `कम से कम ${rupees(min)} लिखें।`,
  amount_too_large: ({ max }) => `ज़्यादा से ज़्यादा ${rupees(max)} लिखें।`,

  too_many_brackets: ({ max }) => `फ़ील्ड के नाम में ज़्यादा से ज़्यादा ${max} जोड़ी कोष्ठक हो सकते हैं।`,
  empty_brackets: 'इन कोष्ठकों में क्रम संख्या लिखें, जैसे [0]।',
  mixed_brackets: 'यह कोष्ठक के साथ और बिना, दोनों तरह भेजा गया। एक ही तरह भेजें।',
  idempotency_key_not_valid: ({ max }) => `एक ही हेडर भेजें, 1 से ${max} अक्षरों का।`,
  not_utf8: 'यह टेक्स्ट UTF-8 में नहीं है। UTF-8 में भेजें, जैसे URL में %E0%A4%A8।',
  character_not_in_line: ({ character }) => `${character} अक्षर हटाएँ। यहाँ एक ही पंक्ति हो सकती है।`,
  character_not_in_text: ({ character }) => `${character} अक्षर हटाएँ। यहाँ सिर्फ़ नई पंक्ति और टैब चलते हैं।`,
  character_not_storable: ({ character }) => `${character} अक्षर हटाएँ। यह सहेजा नहीं जा सकता।`,
  not_visible_ascii: 'सिर्फ़ अंग्रेज़ी अक्षर, अंक और चिह्न लिखें, बिना ख़ाली जगह।',
  not_amount: ({ decimals }) => `राशि अंकों में लिखें, दशमलव के बाद ज़्यादा से ज़्यादा ${decimals} अंक, जैसे 1000.00।`,
  not_country: 'देश का दो अक्षरों का कोड लिखें, जैसे IN।',
  email_without_at: 'ऐसा ईमेल पता लिखें जिसमें एक @ हो, जैसे name@company.example।',
  email_name_not_valid: ({ max }) => `@ से पहले ज़्यादा से ज़्यादा ${max} अक्षर, अंक और चिह्न लिखें, बिना ख़ाली जगह।`,
  email_domain_not_valid: '@ के बाद डोमेन लिखें, जैसे company.example।',

  not_a_time: 'समय टाइम ज़ोन के साथ लिखें, जैसे 2026-01-31T09:30:00+05:30।',
  time_as_text: 'Unix सेकंड बिना उद्धरण-चिह्नों के भेजें, या ISO 8601 में लिखें।',
  time_in_milliseconds: 'यह मिलीसेकंड लगता है। Unix सेकंड भेजें।',
  time_like_a_date: 'यह साल या तारीख़ लगती है। तारीख़ ऐसे लिखें: 2026-01-31।',
  time_lost_plus: 'टाइम ज़ोन का + छूट गया है। URL या फ़ॉर्म में उसे %2B लिखें।',
  before_1970: '1970 के बाद का समय दें।',
  before_other: ({ other }) => `इसका समय ${other} के बाद का होना चाहिए।`,
  same_as_other: ({ other }) => `यह ${other} से अलग होना चाहिए।`,
  in_future: 'बीता हुआ समय दें।',
  in_past: 'आगे का समय दें।',
  too_far_ahead: ({ days }) => `अगले ${days} दिनों के भीतर का समय दें।`,
  period_too_long: ({ days }) => `ज़्यादा से ज़्यादा ${days} दिनों की अवधि चुनें।`,

  taken: 'यह पहले से इस्तेमाल में है। कोई और चुनें।',
  unknown_reference: ({ resource }) => `इस संगठन में यह नहीं मिला: ${nameOfResource('hi', resource)}।`,
  unknown_in_installation: ({ resource }) => `इस इंस्टॉलेशन में यह नहीं मिला: ${nameOfResource('hi', resource)}।`,
  unknown_cursor: 'यह पंक्ति इस सूची में नहीं है। सूची से मिली किसी पंक्ति की आईडी दें।',
}

export const values = { en, hi }

// Errors in a template, in the values of its variables, and in its registration for SMS to India.

import { nameOfChannel, nameOfStatus } from '../names.ts'
import { count, type Texts } from '../texts.ts'

const en = {
  // A template in use
  language_not_valid: 'Enter a language code, such as en, hi or en_US.',
  template_for_channel: ({ channel }: { channel: string }) =>
    `This template is for ${nameOfChannel('en', channel)}. Choose that channel or another template.`,
  template_not_approved: 'This template has no approved version yet. Submit it for approval first.',
  template_not_usable: ({ status }: { status: string }) =>
    `This template is ${nameOfStatus('en', status)}. Choose an approved one.`,
  templates_too_large:
    'With this message the texts made from templates are too large for one request. Send it and those after it in another request.',

  // Its text
  name_not_lowercase: 'Use only lowercase English letters, digits and _.',
  not_a_variable: ({ found, max }: { found: string; max: number }) =>
    `“${found}” is not a variable. Write a name in double braces with English letters, digits and _ (at most ${max}), such as {{name}}, or a number, such as {{1}}.`,
  too_many_places: ({ max }: { max: number }) => `Use variables in at most ${count(max, 'place')}.`,
  too_many_variables: ({ max }: { max: number }) => `Use at most ${count(max, 'different variable')}.`,
  variables_mixed: 'Use either names or numbers for all variables: {{name}} or {{1}}.',
  variable_number_missing: ({ found, missing }: { found: number; missing: number }) =>
    `There is {{${found}}} but no {{${missing}}}. Number the variables from 1 without gaps.`,
  variable_in_markup: ({ variable }: { variable: string }) =>
    `{{${variable}}} is in a place where its value could become HTML code. Move it into text or into an attribute in quotes.`,
  variable_in_code: ({ variable, attribute }: { variable: string; attribute: string }) =>
    `{{${variable}}} is in the attribute ${attribute}, which runs code. Move it somewhere else.`,

  // Header, footer and buttons
  one_variable: 'Use at most one variable here.',
  emoji_or_formatting: 'Remove emoji and the characters * ~ `. WhatsApp does not accept them here.',
  no_variables_here: 'Remove the variable. WhatsApp accepts none here.',
  url_variable_at_end: 'Use at most one variable, at the end of the address.',
  code_or_variable: ({ max }: { max: number }) =>
    `Enter a code of at most ${count(max, 'character')}, or one variable and nothing else.`,
  too_many_of_type: ({ max }: { max: number }) => `Use at most ${count(max, 'button')} of this type.`,
  copy_code_for_marketing: 'Buttons that copy a code are only for marketing templates. Choose that category.',
  quick_replies_apart: 'Put all quick replies together, before or after the other buttons.',
  latitude_not_valid: 'Enter a latitude in decimal degrees from -90 to 90, such as 18.5204.',
  longitude_not_valid: 'Enter a longitude in decimal degrees from -180 to 180, such as 73.8567.',
  coordinate_or_variable: 'Enter decimal degrees, or one variable and nothing else.',
  location_for_category: 'Only marketing and utility templates can have a location. Choose one of these categories.',
  header_file_type: ({ types }: { types: string }) => `Choose a file of this type: ${types}.`,
  attachment_in_use: 'Another message or template has this file. Upload it again.',
  template_without_file: 'This template has no image, video or document in its header. Remove the attachment.',
  other_header_file: ({ type }: { type: string }) =>
    `The header of this template is of the type ${type}. Attach such a file, or none.`,

  // Values
  variable_missing: 'Enter a value for this variable.',
  variable_not_one_line: 'Remove line breaks and control characters: this variable is in a single line.',
  variable_not_a_link: 'Start this link with https://, mailto: or tel:.',
  variable_unknown: 'The template has no such variable. Remove it.',
  variables_too_long: ({ other, max }: { other: string; max: number }) =>
    `With these values ${other} is longer than ${max.toLocaleString('en-IN')} characters. Shorten them.`,

  // SMS to India (DLT)
  dlt_no_template: 'This text matches no approved template with a DLT ID. Use one, or register this text first.',
  dlt_nearest_template: ({ template, max }: { template: string; max: number }) =>
    `This text is close to the template ${template}, but differs from it. Write it the same way, with at most ${count(max, 'character')} for each variable, or choose that template.`,
  dlt_template_id_missing: 'This template has no DLT template ID. Add it and have the template approved again.',
  dlt_header_not_valid:
    'The header of this template is not a valid sender. Correct it and have the template approved again.',
  dlt_place_without_value: ({ place }: { place: string }) =>
    `The template still contains ${place}, which has no value. Send the complete text without choosing the template.`,
  dlt_value_too_long: ({ max }: { max: number }) =>
    `Enter at most ${count(max, 'character')}: an SMS to India allows no more for a variable.`,
}

const hi: Texts<typeof en> = {
  language_not_valid: 'भाषा का कोड लिखें, जैसे en, hi या en_US।',
  template_for_channel: ({ channel }) => `यह टेम्पलेट ${nameOfChannel('hi', channel)} का है। वही चैनल चुनें, या दूसरा टेम्पलेट।`,
  template_not_approved: 'इस टेम्पलेट का कोई वर्शन अभी मंज़ूर नहीं हुआ है। पहले इसे मंज़ूरी के लिए भेजें।',
  template_not_usable: ({ status }) => `यह टेम्पलेट ${nameOfStatus('hi', status)} है। कोई मंज़ूर टेम्पलेट चुनें।`,
  templates_too_large: 'इस संदेश के साथ टेम्पलेट से बने टेक्स्ट एक अनुरोध के लिए बहुत बड़े हैं। यह और इसके बाद के संदेश अलग अनुरोध में भेजें।',

  name_not_lowercase: 'सिर्फ़ छोटे अंग्रेज़ी अक्षर, अंक और _ लिखें।',
  not_a_variable: ({ found, max }) =>
    `“${found}” वेरिएबल नहीं है। दोहरे ब्रैकेट में अंग्रेज़ी अक्षरों, अंकों और _ वाला नाम लिखें (ज़्यादा से ज़्यादा ${max}), जैसे {{name}}, या कोई अंक, जैसे {{1}}।`,
  too_many_places: ({ max }) => `वेरिएबल ज़्यादा से ज़्यादा ${max} जगह लिखें।`,
  too_many_variables: ({ max }) => `ज़्यादा से ज़्यादा ${max} अलग वेरिएबल रखें।`,
  variables_mixed: 'सारे वेरिएबल या तो नाम से लिखें या अंक से: {{name}} या {{1}}।',
  variable_number_missing: ({ found, missing }) => `{{${found}}} है पर {{${missing}}} नहीं। वेरिएबल को 1 से लगातार अंक दें।`,
  variable_in_markup: ({ variable }) =>
    `{{${variable}}} ऐसी जगह है जहाँ उसकी वैल्यू HTML कोड बन सकती है। उसे टेक्स्ट में या उद्धरण-चिह्नों वाले एट्रिब्यूट में लिखें।`,
  variable_in_code: ({ variable, attribute }) =>
    `{{${variable}}} एट्रिब्यूट ${attribute} में है, जो कोड चलाता है। उसे कहीं और लिखें।`,

  one_variable: 'यहाँ ज़्यादा से ज़्यादा एक वेरिएबल लिखें।',
  emoji_or_formatting: 'इमोजी और * ~ ` चिह्न हटाएँ। WhatsApp यहाँ इन्हें नहीं लेता।',
  no_variables_here: 'वेरिएबल हटाएँ। WhatsApp यहाँ कोई वेरिएबल नहीं लेता।',
  url_variable_at_end: 'ज़्यादा से ज़्यादा एक वेरिएबल लिखें, और वह पते के आख़िर में हो।',
  code_or_variable: ({ max }) => `ज़्यादा से ज़्यादा ${max} अक्षरों का कोड लिखें, या सिर्फ़ एक वेरिएबल।`,
  too_many_of_type: ({ max }) => `इस तरह के ज़्यादा से ज़्यादा ${max} बटन रखें।`,
  copy_code_for_marketing: 'कोड कॉपी करने वाला बटन सिर्फ़ मार्केटिंग टेम्पलेट में चलता है। वह श्रेणी चुनें।',
  quick_replies_apart: 'सारे क्विक रिप्लाई बटन एक साथ रखें, बाक़ी बटनों से पहले या उनके बाद।',
  latitude_not_valid: 'अक्षांश दशमलव डिग्री में लिखें, -90 से 90 तक, जैसे 18.5204।',
  longitude_not_valid: 'देशांतर दशमलव डिग्री में लिखें, -180 से 180 तक, जैसे 73.8567।',
  coordinate_or_variable: 'दशमलव डिग्री लिखें, या सिर्फ़ एक वेरिएबल।',
  location_for_category: 'लोकेशन सिर्फ़ मार्केटिंग और यूटिलिटी टेम्पलेट में चलती है। इनमें से कोई श्रेणी चुनें।',
  header_file_type: ({ types }) => `इस तरह की फ़ाइल चुनें: ${types}।`,
  attachment_in_use: 'यह फ़ाइल किसी और संदेश या टेम्पलेट में है। इसे फिर से अपलोड करें।',
  template_without_file: 'इस टेम्पलेट के हेडर में कोई तस्वीर, वीडियो या दस्तावेज़ नहीं है। अटैचमेंट हटाएँ।',
  other_header_file: ({ type }) => `इस टेम्पलेट का हेडर ${type} का है। वैसी ही फ़ाइल जोड़ें, या कोई नहीं।`,

  variable_missing: 'इस वेरिएबल की वैल्यू भरें।',
  variable_not_one_line: 'नई पंक्तियाँ और कंट्रोल अक्षर हटाएँ: यह वेरिएबल एक ही पंक्ति में है।',
  variable_not_a_link: 'इस लिंक को https://, mailto: या tel: से शुरू करें।',
  variable_unknown: 'इस टेम्पलेट में ऐसा कोई वेरिएबल नहीं है। इसे हटाएँ।',
  variables_too_long: ({ other, max }) =>
    `इन वैल्यू से ${other} ${max.toLocaleString('en-IN')} अक्षरों से लंबा हो जाता है। इन्हें छोटा करें।`,

  dlt_no_template: 'यह टेक्स्ट DLT आईडी वाले किसी मंज़ूर टेम्पलेट का नहीं है। ऐसा टेम्पलेट लें, या पहले यह टेक्स्ट रजिस्टर करें।',
  dlt_nearest_template: ({ template, max }) =>
    `यह टेक्स्ट टेम्पलेट ${template} जैसा है, पर पूरा वैसा नहीं। वैसा ही लिखें, हर वेरिएबल में ज़्यादा से ज़्यादा ${max} अक्षर, या वही टेम्पलेट चुनें।`,
  dlt_template_id_missing: 'इस टेम्पलेट में DLT टेम्पलेट आईडी नहीं है। उसे जोड़कर फिर मंज़ूर कराएँ।',
  dlt_header_not_valid: 'इस टेम्पलेट का हेडर सही सेंडर आईडी नहीं है। उसे सुधारकर फिर मंज़ूर कराएँ।',
  dlt_place_without_value: ({ place }) => `टेम्पलेट में ${place} अब भी ख़ाली है। टेम्पलेट चुने बिना पूरा टेक्स्ट भेजें।`,
  dlt_value_too_long: ({ max }) => `ज़्यादा से ज़्यादा ${max} अक्षर लिखें: भारत के SMS में एक वेरिएबल में इतने ही चलते हैं।`,
}

export const templates = { en, hi }

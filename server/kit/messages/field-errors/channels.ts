// Errors in fields of channels: features of a channel, accounts and sender domains, and the sandbox.

import { count, listed, type Texts } from '../texts.ts'

const en = {
  // Channel features
  not_on_channel: 'This is not available on this channel. Remove it.',
  attachments_too_large: ({ size, max }: { size: number; max: number }) =>
    `The attachments have ${size} MB together. An email can have at most ${max} MB.`,
  one_attachment: 'A message on this channel can have one attachment. Send a message for each file.',
  attachment_too_large: ({ size, max }: { size: number; max: number }) =>
    `The file has ${size} MB. This channel takes files of this type up to ${max} MB.`,
  list_with_attachment: 'A list has no room for a file. Send the file as a separate message, or use buttons.',
  audio_with_buttons: 'Buttons can have an image, a video or a document above them. Send the audio file separately.',
  text_with_audio: 'An audio file is sent without text on this channel. Send the text as a separate message.',

  // Accounts: secrets, hosts, senders
  secret_again: ({ fields }: { fields: readonly string[] }) =>
    `Enter this again, because one of these has changed: ${listed(fields)}.`,
  callback_secret_unused: 'The callbacks are not verified with this secret. Remove it, or choose it for the callbacks.',
  callback_proof_required: 'Enter this: the callbacks are verified with it.',
  not_ascii: 'Use only English letters, digits, punctuation and spaces.',
  not_one_line: 'Enter a single line without control characters.',
  not_a_host: 'Enter a host name or an IP address.',
  host_not_public: 'This is not a public address. Ask the operator to allow its network.',
  sender_not_valid: 'Enter a sender such as Asha Textiles <hello@asha.example>.',
  sender_too_long: ({ max }: { max: number }) =>
    `A sender with letters can have at most ${count(max, 'character')}. Enter a shorter one or a number.`,
  not_a_domain: 'Enter a domain, such as asha.example.',
  address_of_other_domain: ({ domain }: { domain: string }) => `Enter an address that ends with @${domain}.`,
  dlt_tags_equal: 'The three tags must be different from each other.',

  // SMS gateways by HTTP
  gateway_url_not_valid: 'Enter the complete URL of the gateway, such as https://gateway.example/send.',
  url_without_https: 'Start the URL with https://.',
  url_with_password: 'Remove the user name and password from the URL. Use the placeholder {password} instead.',
  placeholder_in_host: 'Placeholders can be used only after the host name.',
  placeholder_unknown: ({ placeholder, known }: { placeholder: string; known: readonly string[] }) =>
    `There is no placeholder {${placeholder}}. Use one of: ${listed(known)}.`,
  placeholder_text_missing: 'Use the placeholder {text} in the URL or in the body.',
  not_a_header_line: 'Write a header as its name and value, such as Authorization: Bearer {password}.',
  not_a_header_name: 'Enter the name of an HTTP header, such as X-Signature.',
  header_reserved: ({ header }: { header: string }) => `The header ${header} is set automatically. Remove it.`,
  body_with_get: 'A GET request has no body. Put the values into the URL.',
  not_json: 'Enter valid JSON.',
  not_a_json_pointer: ({ example }: { example: string }) => `Enter a JSON pointer, such as ${example}.`,
  pointer_with_value: 'Enter both the JSON pointer and its expected value, or neither.',
  pointer_and_value_required: 'Enter the JSON pointer and its expected value.',
  incoming_without_id:
    'Enter where the ID or the time is. Without them a repeated message looks like the same text sent twice.',
  proof_without_body: 'A GET request has no body to sign. Verify it with a query parameter or a header.',
  status_listed_twice: ({ status }: { status: string }) => `The status ${status} is listed twice. Keep it in one list.`,

  // Sandbox
  mail_code_not_valid: 'Enter a mail server reply, such as 550 5.1.1, or only its status.',
  app_code_not_valid: 'Enter an error code of the Cloud API, such as 131047.',
  sms_code_not_valid: 'Enter a command status, such as ESME_RTHROTTLED or 0x58, or a receipt status, such as UNDELIV.',
  mail_failure_not_valid: 'Enter rejected, timeout or a mail server reply, such as 550 5.1.1.',
  app_failure_not_valid: 'Enter rejected, timeout or an error code of the Cloud API, such as 131047.',
  sms_failure_not_valid: 'Enter rejected, timeout or a command status, such as ESME_RTHROTTLED or 0x58.',
  code_for_success:
    'A code is only for undelivered and failed messages, or for a complaint about a delivered email. Remove it.',
  sms_too_many_parts: ({ max }: { max: number }) =>
    `This text is too long. An SMS can have at most ${count(max, 'part')}.`,
  no_reactions: 'This channel has no reactions. Choose another one.',
  message_without_buttons: 'This message has no buttons to press. Choose another message.',
  not_a_quick_reply: 'This message has no quick reply there. Choose a button of that type.',
}

const hi: Texts<typeof en> = {
  not_on_channel: 'यह इस चैनल पर नहीं चलता। इसे हटाएँ।',
  attachments_too_large: ({ size, max }) =>
    `सारे अटैचमेंट मिलाकर ${size} MB के हैं। एक ईमेल में ज़्यादा से ज़्यादा ${max} MB जा सकते हैं।`,
  one_attachment: 'इस चैनल पर एक संदेश में एक ही अटैचमेंट जाता है। हर फ़ाइल के लिए अलग संदेश भेजें।',
  attachment_too_large: ({ size, max }) => `यह फ़ाइल ${size} MB की है। इस चैनल पर ऐसी फ़ाइल ${max} MB तक ही जाती है।`,
  list_with_attachment: 'सूची वाले संदेश में फ़ाइल नहीं जाती। फ़ाइल अलग संदेश में भेजें, या बटन इस्तेमाल करें।',
  audio_with_buttons: 'बटन के ऊपर तस्वीर, वीडियो या दस्तावेज़ लग सकता है। ऑडियो फ़ाइल अलग भेजें।',
  text_with_audio: 'इस चैनल पर ऑडियो फ़ाइल बिना टेक्स्ट के जाती है। टेक्स्ट अलग संदेश में भेजें।',

  secret_again: ({ fields }) => `इसे फिर से भरें, क्योंकि इनमें से कुछ बदला है: ${listed(fields)}।`,
  callback_secret_unused: 'कॉलबैक की जाँच इस सीक्रेट से नहीं होती। इसे हटाएँ, या कॉलबैक के लिए यही चुनें।',
  callback_proof_required: 'इसे भरें: कॉलबैक की जाँच इसी से होती है।',
  not_ascii: 'सिर्फ़ अंग्रेज़ी अक्षर, अंक, चिह्न और ख़ाली जगह लिखें।',
  not_one_line: 'एक ही पंक्ति में लिखें, बिना कंट्रोल अक्षरों के।',
  not_a_host: 'होस्ट का नाम या IP पता लिखें।',
  host_not_public: 'यह सार्वजनिक पता नहीं है। संचालक से इसके नेटवर्क की अनुमति लें।',
  sender_not_valid: 'भेजने वाला ऐसे लिखें: Asha Textiles <hello@asha.example>।',
  sender_too_long: ({ max }) => `अक्षरों वाली सेंडर आईडी में ज़्यादा से ज़्यादा ${max} अक्षर हो सकते हैं। छोटा नाम या कोई नंबर लिखें।`,
  not_a_domain: 'डोमेन लिखें, जैसे asha.example।',
  address_of_other_domain: ({ domain }) => `ऐसा पता लिखें जो @${domain} पर ख़त्म हो।`,
  dlt_tags_equal: 'तीनों टैग एक-दूसरे से अलग होने चाहिए।',

  gateway_url_not_valid: 'गेटवे का पूरा URL लिखें, जैसे https://gateway.example/send।',
  url_without_https: 'URL को https:// से शुरू करें।',
  url_with_password: 'URL से यूज़रनेम और पासवर्ड हटाएँ। उनकी जगह प्लेसहोल्डर {password} लिखें।',
  placeholder_in_host: 'प्लेसहोल्डर सिर्फ़ होस्ट के नाम के बाद चलते हैं।',
  placeholder_unknown: ({ placeholder, known }) =>
    `{${placeholder}} नाम का कोई प्लेसहोल्डर नहीं है। इनमें से एक लिखें: ${listed(known)}।`,
  placeholder_text_missing: 'URL या बॉडी में प्लेसहोल्डर {text} लिखें।',
  not_a_header_line: 'हेडर का नाम और वैल्यू ऐसे लिखें: Authorization: Bearer {password}।',
  not_a_header_name: 'HTTP हेडर का नाम लिखें, जैसे X-Signature।',
  header_reserved: ({ header }) => `${header} हेडर अपने-आप जुड़ता है। इसे हटाएँ।`,
  body_with_get: 'GET अनुरोध में बॉडी नहीं होती। वैल्यू URL में लिखें।',
  not_json: 'सही JSON लिखें।',
  not_a_json_pointer: ({ example }) => `JSON पॉइंटर लिखें, जैसे ${example}।`,
  pointer_with_value: 'JSON पॉइंटर और उसकी वैल्यू दोनों भरें, या कोई नहीं।',
  pointer_and_value_required: 'JSON पॉइंटर और उसकी वैल्यू भरें।',
  incoming_without_id: 'बताएँ कि आईडी या समय कहाँ है। इनके बिना दोबारा आया संदेश नया लगेगा।',
  proof_without_body: 'GET अनुरोध में साइन करने के लिए बॉडी नहीं होती। उसकी जाँच क्वेरी या हेडर से करें।',
  status_listed_twice: ({ status }) => `स्थिति ${status} दो बार लिखी है। इसे एक ही सूची में रखें।`,

  mail_code_not_valid: 'मेल सर्वर का जवाब लिखें, जैसे 550 5.1.1, या सिर्फ़ उसका कोड।',
  app_code_not_valid: 'Cloud API का एरर कोड लिखें, जैसे 131047।',
  sms_code_not_valid: 'command_status लिखें, जैसे ESME_RTHROTTLED या 0x58, या रसीद की स्थिति, जैसे UNDELIV।',
  mail_failure_not_valid: 'rejected, timeout या मेल सर्वर का जवाब लिखें, जैसे 550 5.1.1।',
  app_failure_not_valid: 'rejected, timeout या Cloud API का एरर कोड लिखें, जैसे 131047।',
  sms_failure_not_valid: 'rejected, timeout या command_status लिखें, जैसे ESME_RTHROTTLED या 0x58।',
  code_for_success: 'कोड सिर्फ़ न पहुँचे और विफल संदेशों का होता है, या पहुँचे हुए ईमेल की शिकायत का। इसे हटाएँ।',
  sms_too_many_parts: ({ max }) => `यह टेक्स्ट बहुत लंबा है। एक SMS में ज़्यादा से ज़्यादा ${max} हिस्से हो सकते हैं।`,
  not_a_quick_reply: 'इस संदेश में वहाँ कोई क्विक रिप्लाई नहीं है। उसी तरह का बटन चुनें।',
  no_reactions: 'इस चैनल पर प्रतिक्रियाएँ नहीं होतीं। कोई और चैनल चुनें।',
  message_without_buttons: 'इस संदेश में दबाने के लिए कोई बटन नहीं है। कोई और संदेश चुनें।',
}

export const channels = { en, hi }

// Errors in fields of webhooks, events, exports, search and notifications, and in URLs.

import { count, listed, type Texts } from '../texts.ts'

const en = {
  // URLs
  not_a_url: ({ example }: { example: string }) => `Enter an address such as ${example}.`,
  url_not_https: 'Enter an address that starts with https://.',
  url_with_extras: 'Enter the address without a user name, password, query or fragment.',

  // Webhooks and events
  webhook_url_with_password: 'Enter the address without a user name or password. Check the signature instead.',
  network_not_reachable: 'This address is in a network that this installation does not call. Use a public address.',
  http_only_for_networks:
    'Enter an address that starts with https://. Only IP addresses in allowed networks can use http://.',
  network_format: 'Enter a network such as 10.1.0.0/16 or fd00::/8, or an IP address.',
  event_type_unknown: ({ type }: { type: string }) =>
    `${type} is not an event type. Choose a type from the list of webhook events.`,
  event_type_filter_unknown: 'Use an event type such as message.sent, all of one resource such as message.*, or *.',
  replay_too_large: ({ max }: { max: number }) =>
    `This period has more than ${count(max, 'event')}. Replay it in shorter periods.`,
  object_id_format: 'Enter the ID of an object, such as msg_01jd3v9k7he2n8q4x5c6t7w8yz.',
  event_not_stored: 'This event is not stored. Use the ID of an event that the list returned.',

  // Exports, usage and search
  permission_needed: ({ permission }: { permission: string }) => `This requires the permission ${permission}.`,
  format_of_export: ({ format }: { format: string }) =>
    `This kind of export is always a .${format} file. Choose this format.`,
  filter_only_for_contacts: 'Only an export of contacts can be filtered. Remove this field.',
  usage_dimension_unknown: ({ value, values }: { value: string; values: readonly string[] }) =>
    `"${value}" is not a dimension. Choose from: ${listed(values)}, separated by commas.`,
  usage_dimension_repeated: 'This names a dimension twice. Name each one once.',
  usage_day_and_month: 'Choose either day or month, not both.',
  not_a_day_in_india: 'Usage is counted by the day in India. Send a date, such as 2026-10-01.',

  // Notifications
  quiet_hours_empty: 'Choose a different time from the start. To receive nothing, switch the channels off.',
  push_key_format: ({ bytes, key }: { bytes: number; key: string }) =>
    `Must be ${bytes} bytes in base64url, as getKey('${key}') returns them.`,
  push_point_not_on_curve: ({ key }: { key: string }) =>
    `Must be a point of the curve P-256, as getKey('${key}') returns it.`,
  push_subscription_expired: 'This subscription has expired. Subscribe the browser again.',
  code_wrong: ({ left }: { left: number }) => `This code is wrong. You have ${count(left, 'try', 'tries')} left.`,
  code_wrong_last: 'This code is wrong, and you have no tries left. Request a new code.',
}

const hi: Texts<typeof en> = {
  not_a_url: ({ example }) => `ऐसा पता लिखें: ${example}`,
  url_not_https: 'ऐसा पता लिखें जो https:// से शुरू होता हो।',
  url_with_extras: 'पता बिना यूज़र के नाम, पासवर्ड, क्वेरी और # वाले हिस्से के लिखें।',

  webhook_url_with_password: 'पता बिना यूज़र के नाम और पासवर्ड के लिखें। उनकी जगह हस्ताक्षर जाँचें।',
  network_not_reachable: 'यह पता ऐसे नेटवर्क का है जहाँ यह इंस्टॉलेशन कॉल नहीं करता। कोई सार्वजनिक पता दें।',
  http_only_for_networks: 'ऐसा पता लिखें जो https:// से शुरू होता हो। http:// सिर्फ़ अनुमत नेटवर्क के IP पतों के लिए चलता है।',
  network_format: 'नेटवर्क लिखें, जैसे 10.1.0.0/16 या fd00::/8, या IP पता।',
  event_type_unknown: ({ type }) => `${type} नाम का कोई इवेंट नहीं है। वेबहुक के इवेंट की सूची में से चुनें।`,
  event_type_filter_unknown: 'इवेंट का नाम दें, जैसे message.sent, किसी चीज़ के सारे इवेंट, जैसे message.*, या *।',
  replay_too_large: ({ max }) => `इस अवधि में ${max} से ज़्यादा इवेंट हैं। छोटी अवधियों में दोबारा भेजें।`,
  object_id_format: 'किसी चीज़ की आईडी दें, जैसे msg_01jd3v9k7he2n8q4x5c6t7w8yz।',
  event_not_stored: 'यह इवेंट अब सहेजा हुआ नहीं है। सूची से मिले किसी इवेंट की आईडी दें।',

  permission_needed: ({ permission }) => `इसके लिए ${permission} अनुमति चाहिए।`,
  format_of_export: ({ format }) => `इस तरह का एक्सपोर्ट हमेशा .${format} फ़ाइल में होता है। यही चुनें।`,
  filter_only_for_contacts: 'फ़िल्टर सिर्फ़ संपर्कों के एक्सपोर्ट में चलता है। इसे हटाएँ।',
  usage_dimension_unknown: ({ value, values }) => `"${value}" नहीं चलता। इनमें से चुनें, बीच में कॉमा लगाकर: ${listed(values)}।`,
  usage_dimension_repeated: 'इसमें एक नाम दो बार आया है। हर नाम एक ही बार लिखें।',
  usage_day_and_month: 'day और month में से एक चुनें, दोनों नहीं।',
  not_a_day_in_india: 'इस्तेमाल भारत के दिनों के हिसाब से गिना जाता है। तारीख़ दें, जैसे 2026-10-01।',

  quiet_hours_empty: 'शुरू होने के समय से अलग समय चुनें। कोई सूचना न चाहिए तो चैनल बंद करें।',
  push_key_format: ({ bytes, key }) => `base64url में ${bytes} बाइट भेजें, जैसे getKey('${key}') से मिलते हैं।`,
  push_point_not_on_curve: ({ key }) => `P-256 कर्व का बिंदु भेजें, जैसा getKey('${key}') से मिलता है।`,
  push_subscription_expired: 'इस ब्राउज़र की सूचनाओं की अवधि ख़त्म हो चुकी है। ब्राउज़र में सूचनाएँ फिर से चालू करें।',
  code_wrong: ({ left }) => `यह कोड ग़लत है। आप ${left} बार और कोशिश कर सकते हैं।`,
  code_wrong_last: 'यह कोड ग़लत है, और अब कोई कोशिश बाक़ी नहीं है। नया कोड मँगाएँ।',
}

export const integrations = { en, hi }

// Reasons for refusing requests about webhooks, events, exports, search and notifications.

import { count, type Texts } from '../texts.ts'

const en = {
  // Webhooks and events
  too_many_webhook_endpoints: ({ max }: { max: number }) =>
    `The organization already has ${count(max, 'webhook endpoint')}. Delete one first.`,
  webhook_endpoint_disabled: 'This webhook endpoint is not enabled and receives nothing. Enable it first.',
  too_many_webhook_tests: 'Too many webhook endpoints are being tested. Try again in a second.',
  unknown_event: ({ field }: { field: string }) =>
    `${field} is not a stored event. Use the ID of an event that the list returned.`,
  too_many_streams: 'Too many event streams are open. Try again in a few seconds.',
  installation_fenced: 'This installation is fenced and sends nothing. Run samvad fence status to see why.',

  // Exports, usage and search
  too_many_unfinished_exports: ({ max }: { max: number }) =>
    `The organization already has ${count(max, 'unfinished export')}. Wait for one to finish, or cancel one.`,
  too_many_stored_exports: ({ max }: { max: number }) =>
    `The organization has ${count(max, 'export')}. Delete some, or wait until they expire.`,
  export_permission_missing: ({ permission }: { permission: string }) =>
    `This export requires the permission ${permission}.`,
  too_many_export_downloads: 'Too many exports are being downloaded. Try again in a second.',
  export_link_over: 'This download link is not valid or has expired. Open the export again for a new link.',
  export_withdrawn:
    'This export was withdrawn, because a contact that may be in it was deleted. Create it again for the same period.',
  usage_by_organization: 'Only operators can see usage by organization. Group it in another way.',
  search_permission_missing: ({ permission }: { permission: string }) =>
    `This search requires the permission ${permission}.`,

  // Notifications
  too_many_push_subscriptions: ({ max }: { max: number }) =>
    `You already receive notifications in ${count(max, 'browser')}. Delete one first.`,
  too_many_pushes: 'Too many browser notifications are being sent. Try again in a second.',
  notification_sms_not_set_up:
    'This installation has no shared SMS account, so it cannot send notifications by SMS. Ask its operator to set one up.',
  too_many_codes: ({ max }: { max: number }) =>
    `You requested ${count(max, 'code')} within 24 hours. Try again tomorrow.`,
  too_many_codes_to_number: 'Too many codes were sent to this number within 24 hours. Try again tomorrow.',
  too_many_codes_in_installation: 'This installation sent too many codes within 24 hours. Try again tomorrow.',
  number_verified: 'This number is already verified.',
  code_not_sent_yet: 'The code has not been sent yet. Wait a moment.',
  code_wrong_too_often: 'The code was entered wrong too often. Request a new code.',
  code_expired: 'The code has expired. Request a new code.',
  code_not_sent: 'The code could not be sent. Request a new code.',
  code_replaced: 'This code was already used or replaced by another one. Request a new code.',
}

const hi: Texts<typeof en> = {
  too_many_webhook_endpoints: ({ max }) => `संगठन के पास पहले से ${max} वेबहुक एंडपॉइंट हैं। पहले एक हटाएँ।`,
  webhook_endpoint_disabled: 'यह वेबहुक एंडपॉइंट चालू नहीं है, इसलिए इसे कुछ नहीं भेजा जाता। पहले इसे चालू करें।',
  too_many_webhook_tests: 'बहुत सारे वेबहुक एंडपॉइंट की जाँच चल रही है। एक सेकंड बाद फिर कोशिश करें।',
  unknown_event: ({ field }) => `${field} का इवेंट सहेजा हुआ नहीं है। सूची से मिले किसी इवेंट की आईडी दें।`,
  too_many_streams: 'बहुत सारी इवेंट स्ट्रीम खुली हैं। कुछ सेकंड बाद फिर कोशिश करें।',
  installation_fenced: 'इस इंस्टॉलेशन से भेजना रोका गया है। कारण देखने के लिए samvad fence status चलाएँ।',

  too_many_unfinished_exports: ({ max }) =>
    `संगठन के ${max} एक्सपोर्ट पहले से बन रहे हैं। किसी एक के पूरा होने तक रुकें, या एक रद्द करें।`,
  too_many_stored_exports: ({ max }) => `संगठन के ${max} एक्सपोर्ट सहेजे हुए हैं। कुछ हटाएँ, या उनके ख़त्म होने तक रुकें।`,
  export_permission_missing: ({ permission }) => `इस एक्सपोर्ट के लिए ${permission} अनुमति चाहिए।`,
  too_many_export_downloads: 'बहुत सारे एक्सपोर्ट डाउनलोड हो रहे हैं। एक सेकंड बाद फिर कोशिश करें।',
  export_link_over: 'यह डाउनलोड लिंक मान्य नहीं है, या ख़त्म हो चुका है। नए लिंक के लिए एक्सपोर्ट फिर से खोलें।',
  export_withdrawn:
    'यह एक्सपोर्ट वापस ले लिया गया, क्योंकि इसमें शायद शामिल एक संपर्क हटाया गया। उसी अवधि का एक्सपोर्ट फिर से बनाएँ।',
  usage_by_organization: 'संगठन के हिसाब से उपयोग सिर्फ़ संचालक देख सकते हैं। किसी और तरह से देखें।',
  search_permission_missing: ({ permission }) => `इस खोज के लिए ${permission} अनुमति चाहिए।`,

  too_many_push_subscriptions: ({ max }) => `आपको पहले से ${max} ब्राउज़रों में सूचनाएँ मिल रही हैं। पहले एक हटाएँ।`,
  too_many_pushes: 'ब्राउज़र की बहुत सारी सूचनाएँ भेजी जा रही हैं। एक सेकंड बाद फिर कोशिश करें।',
  notification_sms_not_set_up:
    'इस इंस्टॉलेशन में सबके लिए SMS खाता नहीं है, इसलिए SMS से सूचनाएँ नहीं जा सकतीं। संचालक से सेट अप करने को कहें।',
  too_many_codes: ({ max }) => `आपने 24 घंटे में ${max} कोड मँगाए। कल फिर कोशिश करें।`,
  too_many_codes_to_number: 'इस नंबर पर 24 घंटे में बहुत सारे कोड भेजे गए। कल फिर कोशिश करें।',
  too_many_codes_in_installation: 'इस इंस्टॉलेशन से 24 घंटे में बहुत सारे कोड भेजे गए। कल फिर कोशिश करें।',
  number_verified: 'इस नंबर की पुष्टि पहले ही हो चुकी है।',
  code_not_sent_yet: 'कोड अभी भेजा नहीं गया है। थोड़ा रुकें।',
  code_wrong_too_often: 'बहुत बार ग़लत कोड डाला गया। नया कोड मँगाएँ।',
  code_expired: 'कोड की अवधि ख़त्म हो चुकी है। नया कोड मँगाएँ।',
  code_not_sent: 'कोड भेजा नहीं जा सका। नया कोड मँगाएँ।',
  code_replaced: 'यह कोड इस्तेमाल हो चुका है, या इसकी जगह दूसरा आ चुका है। नया कोड मँगाएँ।',
}

export const integrations = { en, hi }

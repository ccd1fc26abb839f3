// Reasons for refusing requests about messaging: contacts, conversations, messages, imports, attachments.

import { rupees } from '#kit/india/amounts.ts'
import { nameOfChannel, nameOfStatus, nameOfSuppression } from '../names.ts'
import { count, listed, type Texts } from '../texts.ts'

const en = {
  // Contacts
  contact_unnamed: 'A contact needs a name, an email address, a phone number or an app ID.',
  list_in_campaigns: ({ campaigns }: { campaigns: readonly string[] }) =>
    `These campaigns use this contact list: ${listed(campaigns)}. Delete or cancel them, or wait until they are completed.`,
  list_in_segments: ({ segments }: { segments: readonly string[] }) =>
    `Segments use this contact list: ${listed(segments)}. Change or delete them first.`,
  segment_too_slow: 'Evaluating the filter took too long. Try again in a moment, or use fewer conditions.',
  contact_changed_meanwhile: 'One of the contacts was changed at the same time. Check both and try again.',

  // Conversations and search
  conversation_with_one: 'A conversation is with exactly one contact or one group.',
  conversation_of_other: 'This conversation belongs to another user. Assign it to yourself first.',
  no_member_sees_conversations:
    'Nobody would be left who can see conversations. Give another member a role that includes conversations first.',
  search_too_slow:
    'The search took too long. Add a word or write more of the last one. The same search may also work in a moment.',

  // Sending: recipients
  too_many_recipients: ({ max }: { max: number }) =>
    `A request can reach at most ${max.toLocaleString('en-IN')} recipients. Send this message and those after it in another request.`,
  too_many_recipients_of_group: ({ max }: { max: number }) =>
    `A message can reach at most ${max.toLocaleString('en-IN')} recipients. Write to a smaller group.`,
  group_without_members: 'The group has no members. Add contacts to it first.',
  contact_without_address: ({ channel }: { channel: string }) =>
    `The contact has no address for ${nameOfChannel('en', channel)}. Add one to the contact.`,
  contact_unsubscribed: ({ channel }: { channel: string }) =>
    `The contact has unsubscribed from ${nameOfChannel('en', channel)}. Nothing can be sent there.`,
  contact_stopped_marketing: ({ channel }: { channel: string }) =>
    `The contact has stopped marketing messages in ${nameOfChannel('en', channel)}. Other messages can still be sent.`,
  address_suppressed: ({ channel, cause }: { channel: string; cause: string }) =>
    `The ${nameOfChannel('en', channel)} address of the contact is on the suppression list: ${nameOfSuppression('en', cause)}.`,
  session_closed: 'The 24-hour session will be closed when this message is sent. Use an approved template.',
  reaction_session_closed:
    'The contact has not written in the last 24 hours and would not see the reaction. Send an approved template instead.',

  // Sending: content and price
  item_not_an_object: 'Each message must be an object with named fields.',
  channel_not_set_up: ({ channel }: { channel: string }) =>
    `The organization has no account for ${nameOfChannel('en', channel)} yet. Set one up first.`,
  not_sold: ({ channel, price_list }: { channel: string; price_list: string }) =>
    `The price list ${price_list} has no price for this kind of ${nameOfChannel('en', channel)} message. Contact the operator.`,
  template_changing: 'The template is being changed. Try again in a second.',
  template_not_approved: ({ template }: { template: string }) =>
    `The template ${template} has no approved version yet. Submit it for approval first.`,
  template_not_usable: ({ template, status }: { template: string; status: string }) =>
    `The template ${template} is ${nameOfStatus('en', status)}. Use an approved one.`,
  template_exists: ({ template, language, channel }: { template: string; language: string; channel: string }) =>
    `There already is a template ${template} in ${language} for ${nameOfChannel('en', channel)}. Change that one, or choose another name.`,
  template_status: ({ status }: { status: string }) =>
    `This is not possible while the template is ${nameOfStatus('en', status)}.`,
  template_decided_by_provider: 'The provider of the channel decides on this template and has not approved it.',
  balance_awaits_credit:
    "The balance is too low until the month's credit for the cheaper tier arrives. Send again in a minute.",
  price_above_balance: ({ price, balance }: { price: string; balance: string }) =>
    `This costs ${rupees(price)} and the balance is ${rupees(balance)}. Recharge the wallet and send again.`,
  price_above_available: ({ price, available, reserved }: { price: string; available: string; reserved: string }) =>
    `This costs ${rupees(price)}. ${rupees(available)} is available, because campaigns have reserved ${rupees(reserved)}. Recharge the wallet and send again.`,
  session_message_later:
    'A session message can be moved to an earlier time, not to a later one. Delete it and send it again.',
  charge_at_volume_price:
    'This charge was made at volume prices, which are recalculated every month. Grant a credit instead of a refund.',
  charge_not_sent:
    'Messages of this charge are not sent yet, or their outcome is unknown (GET /v1/deliveries?outcome=unknown). Those that are never sent are refunded automatically. Try again when all are sent.',

  // Messages and deliveries
  message_of_contact: 'A message from a contact cannot be edited.',
  message_already_sent: 'The message is sent or being sent. Write another one instead.',
  message_of_template: 'The text comes from a template and cannot be edited. Delete the message and send another one.',
  message_retried: 'The message was already tried and is retried automatically. Its time cannot be changed.',
  message_sent_meanwhile: 'The message was sent in the meantime. It was not deleted.',
  message_of_user: 'Whether the contact has read this message is reported by the channel.',
  delivery_sent_in_part:
    'A part of this message was already sent and stays paid. Settle the delivery as sent, or have it sent again.',
  delivery_final: ({ status }: { status: string }) =>
    `The outcome of this delivery is already known: ${nameOfStatus('en', status)}. It cannot be settled differently.`,

  // Inbound messages
  quarantined_assigned: 'This message is already assigned to an organization. It is processed there.',
  quarantined_assigned_to_other: 'This message is already assigned to another organization.',
  quarantined_not_owned: 'This message belongs to no organization yet. Assign it to one or discard it.',
  inbound_owned: 'This message already belongs to an organization. Release it or discard it.',

  // Pictures and files
  too_many_pictures: 'Too many pictures are being loaded. Try again in a moment.',
  picture_limit: ({ max }: { max: number }) =>
    `You have loaded ${max} pictures within a minute. Wait before loading more.`,
  picture_not_found: 'The message has no picture with this number.',
  picture_status: ({ status }: { status: number }) =>
    `The picture cannot be shown: its server responded with ${status}.`,
  picture_redirects: 'The picture cannot be shown: its address redirects too often.',
  picture_redirect_refused: 'The picture cannot be shown: its address redirects to one that is not allowed.',
  picture_not_an_image: 'The picture cannot be shown: the file is not a supported image.',
  picture_while_fenced: 'The picture cannot be shown: this installation is fenced and sends nothing out.',
  picture_too_slow: 'The picture cannot be shown: its server took too long.',
  picture_unreachable: 'The picture cannot be shown: its server could not be reached.',
  picture_too_large: ({ megabytes }: { megabytes: number }) =>
    `The picture cannot be shown: it is larger than ${megabytes} MB.`,
  too_many_uploads: 'Too many files are being uploaded. Try again in a moment.',
  too_many_downloads: 'Too many files are being downloaded. Try again in a moment.',
  file_link_not_found: 'There is no file at this link, or it was deleted. Request a new link.',
  original_not_found:
    'This message has no original. Only a received email has one, and not if its provider sent it in fields or it arrived before originals were stored.',

  // Imports
  imports_running: ({ max }: { max: number }) =>
    `The organization has ${count(max, 'import')} in progress. Wait until one ends, or cancel one.`,
  imports_stored: ({ max }: { max: number }) =>
    `The organization has ${count(max, 'import')}. Delete some, or wait until they expire.`,
  import_running: 'The import is still in progress. Cancel it first.',
  import_ended: 'The import ended before it was cancelled. It was not deleted.',
  import_may_hold_contact:
    'An import in progress may contain this contact. Wait until it ends, or cancel it. Nothing was deleted.',
}

const hi: Texts<typeof en> = {
  contact_unnamed: 'संपर्क का नाम, ईमेल पता, फ़ोन नंबर या ऐप आईडी ज़रूरी है।',
  list_in_campaigns: ({ campaigns }) =>
    `ये कैंपेन इस संपर्क सूची का इस्तेमाल करते हैं: ${listed(campaigns)}। इन्हें हटाएँ या रद्द करें, या पूरा होने का इंतज़ार करें।`,
  list_in_segments: ({ segments }) => `ये सेगमेंट इस संपर्क सूची का इस्तेमाल करते हैं: ${listed(segments)}। पहले उन्हें बदलें या हटाएँ।`,
  segment_too_slow: 'फ़िल्टर के हिसाब से संपर्क चुनने में ज़्यादा समय लग गया। थोड़ी देर में फिर कोशिश करें, या शर्तें कम करें।',
  contact_changed_meanwhile: 'इसी समय इनमें से एक संपर्क बदला गया। दोनों को देखकर फिर कोशिश करें।',

  conversation_with_one: 'बातचीत ठीक एक संपर्क या एक समूह के साथ होती है।',
  conversation_of_other: 'यह बातचीत किसी और यूज़र की है। पहले इसे अपने नाम करें।',
  no_member_sees_conversations: 'इसके बाद बातचीत देखने वाला कोई नहीं रहेगा। पहले किसी और सदस्य को बातचीत देखने वाली भूमिका दें।',
  search_too_slow: 'खोज में बहुत समय लगा। एक शब्द और जोड़ें या आख़िरी शब्द पूरा लिखें। थोड़ी देर में यही खोज भी चल सकती है।',

  too_many_recipients: ({ max }) =>
    `एक अनुरोध ज़्यादा से ज़्यादा ${max.toLocaleString('en-IN')} लोगों तक पहुँच सकता है। यह और इसके बाद के संदेश अलग अनुरोध में भेजें।`,
  too_many_recipients_of_group: ({ max }) =>
    `एक संदेश ज़्यादा से ज़्यादा ${max.toLocaleString('en-IN')} लोगों तक पहुँच सकता है। छोटे समूह को लिखें।`,
  group_without_members: 'इस समूह में कोई सदस्य नहीं है। पहले संपर्क जोड़ें।',
  contact_without_address: ({ channel }) =>
    `${nameOfChannel('hi', channel)} के लिए इस संपर्क का कोई पता नहीं है। संपर्क में पता जोड़ें।`,
  contact_unsubscribed: ({ channel }) =>
    `संपर्क ने ${nameOfChannel('hi', channel)} अनसब्सक्राइब किया है। वहाँ कुछ नहीं भेजा जा सकता।`,
  contact_stopped_marketing: ({ channel }) =>
    `संपर्क ने ${nameOfChannel('hi', channel)} पर मार्केटिंग के संदेश बंद किए हैं। दूसरे संदेश भेजे जा सकते हैं।`,
  address_suppressed: ({ channel, cause }) =>
    `संपर्क का ${nameOfChannel('hi', channel)} पता रोक-सूची में है: ${nameOfSuppression('hi', cause)}।`,
  session_closed: 'यह संदेश भेजे जाने तक 24 घंटे का सेशन बंद हो चुका होगा। कोई मंज़ूर टेम्पलेट भेजें।',
  reaction_session_closed: 'संपर्क ने पिछले 24 घंटों में कुछ नहीं लिखा, इसलिए प्रतिक्रिया उसे नहीं दिखेगी। कोई मंज़ूर टेम्पलेट भेजें।',

  item_not_an_object: 'हर संदेश नाम वाले फ़ील्ड के साथ भेजें।',
  channel_not_set_up: ({ channel }) =>
    `संगठन के पास ${nameOfChannel('hi', channel)} का कोई खाता अभी नहीं है। पहले खाता जोड़ें।`,
  not_sold: ({ channel, price_list }) =>
    `क़ीमत सूची ${price_list} में इस तरह के ${nameOfChannel('hi', channel)} संदेश की क़ीमत नहीं है। संचालक से संपर्क करें।`,
  template_changing: 'टेम्पलेट अभी बदला जा रहा है। एक सेकंड बाद फिर कोशिश करें।',
  template_not_approved: ({ template }) => `टेम्पलेट ${template} का कोई वर्शन अभी मंज़ूर नहीं हुआ है। पहले उसे मंज़ूरी के लिए भेजें।`,
  template_not_usable: ({ template, status }) => `टेम्पलेट ${template} ${nameOfStatus('hi', status)} है। कोई मंज़ूर टेम्पलेट लें।`,
  template_exists: ({ template, language, channel }) =>
    `${nameOfChannel('hi', channel)} के लिए ${language} में टेम्पलेट ${template} पहले से है। उसे बदलें, या कोई और नाम दें।`,
  template_status: ({ status }) => `टेम्पलेट ${nameOfStatus('hi', status)} है, इसलिए अभी यह नहीं हो सकता।`,
  template_decided_by_provider: 'इस टेम्पलेट पर फ़ैसला चैनल का प्रदाता करता है, और उसने अभी मंज़ूर नहीं किया है।',
  balance_awaits_credit: 'सस्ते स्लैब का इस महीने का क्रेडिट आने तक बैलेंस कम है। एक मिनट बाद फिर भेजें।',
  price_above_balance: ({ price, balance }) =>
    `इसका ख़र्च ${rupees(price)} है और बैलेंस ${rupees(balance)}। वॉलेट रिचार्ज करके फिर भेजें।`,
  price_above_available: ({ price, available, reserved }) =>
    `इसका ख़र्च ${rupees(price)} है। अभी ${rupees(available)} ख़र्च किए जा सकते हैं, क्योंकि ${rupees(reserved)} कैंपेन के लिए अलग रखे हैं। वॉलेट रिचार्ज करके फिर भेजें।`,
  session_message_later: 'सेशन का संदेश पहले भेजा जा सकता है, तय समय के बाद नहीं। इसे हटाकर फिर से भेजें।',
  charge_at_volume_price: 'यह पैसा वॉल्यूम क़ीमतों से कटा था, जिनका हिसाब हर महीने दोबारा होता है। रिफ़ंड की जगह क्रेडिट दें।',
  charge_not_sent:
    'इस भुगतान के कुछ संदेश अभी भेजे नहीं गए, या उनका नतीजा पता नहीं है (GET /v1/deliveries?outcome=unknown)। जो कभी नहीं जाएँगे उनका पैसा अपने-आप लौट आएगा। सबके जाने के बाद फिर कोशिश करें।',

  message_of_contact: 'संपर्क का लिखा संदेश बदला नहीं जा सकता।',
  message_already_sent: 'यह संदेश जा चुका है या जा रहा है। दूसरा संदेश लिखें।',
  message_of_template: 'यह टेक्स्ट टेम्पलेट का है और बदला नहीं जा सकता। इस संदेश को हटाकर दूसरा भेजें।',
  message_retried: 'यह संदेश भेजने की कोशिश हो चुकी है और अपने-आप दोबारा होगी। इसका समय बदला नहीं जा सकता।',
  message_sent_meanwhile: 'इस बीच संदेश भेजा जा चुका है। उसे हटाया नहीं गया।',
  message_of_user: 'संपर्क ने यह संदेश पढ़ा या नहीं, यह चैनल बताता है।',
  delivery_sent_in_part: 'इस संदेश का एक हिस्सा जा चुका है और उसका पैसा नहीं लौटेगा। डिलीवरी को भेजा गया मानें, या फिर से भिजवाएँ।',
  delivery_final: ({ status }) =>
    `इस डिलीवरी का नतीजा पहले से पता है: ${nameOfStatus('hi', status)}। इसे बदला नहीं जा सकता।`,

  quarantined_assigned: 'यह संदेश पहले ही एक संगठन को दिया जा चुका है। वहीं इस पर काम हो रहा है।',
  quarantined_assigned_to_other: 'यह संदेश पहले ही किसी और संगठन को दिया जा चुका है।',
  quarantined_not_owned: 'यह संदेश अभी किसी संगठन का नहीं है। इसे किसी संगठन को दें या हटा दें।',
  inbound_owned: 'यह संदेश पहले से एक संगठन का है। इसे आगे बढ़ाएँ या हटा दें।',

  too_many_pictures: 'बहुत सारी तस्वीरें लोड हो रही हैं। थोड़ी देर में फिर कोशिश करें।',
  picture_limit: ({ max }) => `आपने एक मिनट में ${max} तस्वीरें लोड कीं। थोड़ा रुककर और लोड करें।`,
  picture_not_found: 'इस संदेश में इस नंबर की कोई तस्वीर नहीं है।',
  picture_status: ({ status }) => `तस्वीर नहीं दिखाई जा सकती: उसके सर्वर ने ${status} जवाब दिया।`,
  picture_redirects: 'तस्वीर नहीं दिखाई जा सकती: उसका पता बार-बार आगे भेजता है।',
  picture_redirect_refused: 'तस्वीर नहीं दिखाई जा सकती: उसका पता ऐसी जगह भेजता है जिसकी अनुमति नहीं है।',
  picture_not_an_image: 'तस्वीर नहीं दिखाई जा सकती: फ़ाइल ऐसी तस्वीर नहीं है जो यहाँ चलती हो।',
  picture_while_fenced: 'तस्वीर नहीं दिखाई जा सकती: इस इंस्टॉलेशन पर रोक लगी है, इसलिए बाहर से कुछ नहीं लाया जाता।',
  picture_too_slow: 'तस्वीर नहीं दिखाई जा सकती: उसके सर्वर ने बहुत देर लगाई।',
  picture_unreachable: 'तस्वीर नहीं दिखाई जा सकती: उसके सर्वर तक पहुँचा नहीं जा सका।',
  picture_too_large: ({ megabytes }) => `तस्वीर नहीं दिखाई जा सकती: वह ${megabytes} MB से बड़ी है।`,
  too_many_uploads: 'बहुत सारी फ़ाइलें अपलोड हो रही हैं। थोड़ी देर में फिर कोशिश करें।',
  too_many_downloads: 'बहुत सारी फ़ाइलें डाउनलोड हो रही हैं। थोड़ी देर में फिर कोशिश करें।',
  file_link_not_found: 'इस लिंक पर कोई फ़ाइल नहीं है, या वह हटाई जा चुकी है। नया लिंक लें।',
  original_not_found:
    'इस संदेश की मूल कॉपी नहीं है। वह सिर्फ़ आए हुए ईमेल की होती है, और तब नहीं जब प्रदाता ने सिर्फ़ फ़ील्ड भेजे हों या ईमेल मूल कॉपी सहेजना शुरू होने से पहले का हो।',

  imports_running: ({ max }) => `संगठन के ${max} इंपोर्ट चल रहे हैं। एक के पूरा होने का इंतज़ार करें, या एक रद्द करें।`,
  imports_stored: ({ max }) => `संगठन के ${max} इंपोर्ट हैं। कुछ हटाएँ, या उनकी अवधि पूरी होने का इंतज़ार करें।`,
  import_running: 'इंपोर्ट अभी चल रहा है। पहले उसे रद्द करें।',
  import_ended: 'इंपोर्ट रद्द होने से पहले ही पूरा हो गया। उसे हटाया नहीं गया।',
  import_may_hold_contact:
    'चल रहे किसी इंपोर्ट में यह संपर्क हो सकता है। उसके पूरा होने का इंतज़ार करें, या उसे रद्द करें। कुछ हटाया नहीं गया।',
}

export const messaging = { en, hi }

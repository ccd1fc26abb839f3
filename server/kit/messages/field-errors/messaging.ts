// Errors in fields of messaging: contacts, conversations, messages, attachments.

import { nameOfChannel, timeInIndia } from '../names.ts'
import { count, type Texts } from '../texts.ts'

const en = {
  // Contacts and groups
  phone_without_country_code: 'Start with + and the country code, such as +919876543210.',
  phone_lost_plus: 'The + of the country code is missing. Write it as %2B in a URL or form.',
  phone_not_valid: 'This phone number does not exist. Check the country code and the digits.',
  not_web_address: 'Enter a web address that starts with https:// or http://.',
  url_with_credentials: 'Remove the user name and password from the address.',
  merge_same_contact: 'This is the same contact. Choose the contact to merge into it.',
  merge_too_many_attributes: ({ max }: { max: number }) =>
    `Together the contacts have more than ${count(max, 'custom field')}. Remove some first.`,
  merge_too_many_addresses: ({ max }: { max: number }) =>
    `These contacts cannot be merged: together they have more than ${count(max, 'earlier address', 'earlier addresses')}.`,
  group_full: ({ max }: { max: number }) =>
    `A group can have at most ${count(max, 'member')}. Create another group for the rest.`,
  too_many_conditions: ({ max }: { max: number }) => `Use at most ${count(max, 'condition')} in one filter.`,
  not_date_or_number: 'Enter a number, or a date such as 2026-01-31.',

  // Conversations, inbox, search
  user_without_conversations:
    'The role of this user does not include conversations. Change the role or choose another user.',
  conversation_of_other: 'This conversation belongs to another user. Assign it to yourself first.',
  not_all_or_id: ({ prefix }: { prefix: string }) => `Must be all, or an ID that starts with ${prefix}_.`,
  only_own_conversations: 'You can see only your own conversations. Remove this filter.',
  not_in_conversation: 'This message is not in this conversation. Choose one of its messages.',
  filter_requires: ({ other, value }: { other: string; value: string }) =>
    `This filter works only when ${other} is ${value}.`,
  search_without_words: 'Enter at least one letter, digit or emoji.',
  search_too_many_words: ({ max }: { max: number }) => `Search for at most ${count(max, 'word')}.`,

  // Messages
  too_many_recipients: ({ max }: { max: number }) =>
    `With this message the request would reach more than ${max.toLocaleString('en-IN')} recipients.`,
  channel_not_set_up: ({ channel }: { channel: string }) =>
    `There is no account for ${nameOfChannel('en', channel)} yet. Set one up first.`,
  not_sold: ({ price_list }: { price_list: string }) =>
    `The price list ${price_list} has no price for these messages. Contact the operator.`,
  attachment_sent: 'This file was already sent with another message. Upload it again.',
  later_than_session: 'A session message cannot be sent later than planned. Choose an earlier time.',
  quiet_hours: ({ time }: { time: string }) =>
    `Choose ${timeInIndia('en', time)} or another time between 10:00 and 21:00 in India.`,
  not_one_emoji: 'Enter exactly one emoji.',
  too_many_rows: ({ max }: { max: number }) => `All sections together can have at most ${count(max, 'row')}.`,
  duplicate_id: 'Two entries have this ID, or the same title and no ID. Give each entry a different ID.',
  section_without_title: 'Give every section a title, because the list has several sections.',
  spaces_around: 'Remove the spaces at the beginning and at the end.',
  quoted_not_sent: 'This message was not sent to the contact, so it cannot be quoted. Choose another message.',
  quoted_on_other_channel: ({ channel }: { channel: string }) =>
    `Only a message on ${nameOfChannel('en', channel)} can be quoted here. Choose another message.`,

  // Attachments
  file_empty: 'This file is empty. Choose another one.',
  attachments_full: ({ megabytes }: { megabytes: number }) =>
    `There is no room for this file: the organization can store ${megabytes} MB of attachments. Delete messages with attachments first.`,
  file_in_use: 'This file is already part of a message or an import. Upload it again.',
  file_gone: 'This file no longer exists. Upload it again.',
}

const hi: Texts<typeof en> = {
  phone_without_country_code: 'पहले + और देश का कोड लिखें, जैसे +919876543210।',
  phone_lost_plus: 'देश के कोड का + छूट गया है। URL या फ़ॉर्म में उसे %2B लिखें।',
  phone_not_valid: 'ऐसा कोई फ़ोन नंबर नहीं होता। देश का कोड और अंक जाँचें।',
  not_web_address: 'ऐसा वेब पता लिखें जो https:// या http:// से शुरू होता हो।',
  url_with_credentials: 'पते से यूज़रनेम और पासवर्ड हटाएँ।',
  merge_same_contact: 'यह वही संपर्क है। वह संपर्क चुनें जिसे इसमें मिलाना है।',
  merge_too_many_attributes: ({ max }) => `दोनों संपर्कों के कस्टम फ़ील्ड मिलाकर ${max} से ज़्यादा हैं। पहले कुछ हटाएँ।`,
  merge_too_many_addresses: ({ max }) => `ये संपर्क मिलाए नहीं जा सकते: दोनों के पुराने पते मिलाकर ${max} से ज़्यादा हैं।`,
  group_full: ({ max }) => `एक समूह में ज़्यादा से ज़्यादा ${max} सदस्य हो सकते हैं। बाक़ी के लिए दूसरा समूह बनाएँ।`,
  too_many_conditions: ({ max }) => `एक फ़िल्टर में ज़्यादा से ज़्यादा ${max} शर्तें रखें।`,
  not_date_or_number: 'कोई संख्या लिखें, या तारीख़, जैसे 2026-01-31।',

  user_without_conversations: 'इस यूज़र की भूमिका में बातचीत देखना शामिल नहीं है। भूमिका बदलें या किसी और को चुनें।',
  conversation_of_other: 'यह बातचीत किसी और यूज़र की है। पहले इसे अपने नाम करें।',
  not_all_or_id: ({ prefix }) => `all लिखें, या ${prefix}_ से शुरू होने वाली आईडी दें।`,
  only_own_conversations: 'आप सिर्फ़ अपनी बातचीत देख सकते हैं। यह फ़िल्टर हटाएँ।',
  not_in_conversation: 'यह संदेश इस बातचीत का नहीं है। इसी बातचीत का कोई संदेश चुनें।',
  filter_requires: ({ other, value }) => `यह फ़िल्टर तभी चलता है जब ${other} में ${value} हो।`,
  search_without_words: 'कम से कम एक अक्षर, अंक या इमोजी लिखें।',
  search_too_many_words: ({ max }) => `ज़्यादा से ज़्यादा ${max} शब्द लिखें।`,

  too_many_recipients: ({ max }) =>
    `इस संदेश के साथ अनुरोध ${max.toLocaleString('en-IN')} से ज़्यादा लोगों तक पहुँचेगा, जो एक बार में नहीं हो सकता।`,
  channel_not_set_up: ({ channel }) => `${nameOfChannel('hi', channel)} का कोई खाता अभी नहीं है। पहले खाता जोड़ें।`,
  not_sold: ({ price_list }) => `क़ीमत सूची ${price_list} में ऐसे संदेशों की क़ीमत नहीं है। संचालक से संपर्क करें।`,
  attachment_sent: 'यह फ़ाइल किसी और संदेश के साथ जा चुकी है। इसे फिर से अपलोड करें।',
  later_than_session: 'सेशन का संदेश तय समय के बाद नहीं जा सकता। पहले का समय चुनें।',
  quiet_hours: ({ time }) => `${timeInIndia('hi', time)} का समय चुनें, या भारत में सुबह 10 से रात 9 बजे के बीच का कोई और समय।`,
  not_one_emoji: 'ठीक एक इमोजी लिखें।',
  too_many_rows: ({ max }) => `सारे सेक्शन मिलाकर ज़्यादा से ज़्यादा ${max} विकल्प रखें।`,
  duplicate_id: 'दो विकल्पों की यही आईडी है, या शीर्षक एक ही है और आईडी नहीं दी गई। हर विकल्प को अलग आईडी दें।',
  section_without_title: 'हर सेक्शन को शीर्षक दें, क्योंकि सूची में एक से ज़्यादा सेक्शन हैं।',
  spaces_around: 'शुरू और अंत की ख़ाली जगह हटाएँ।',
  quoted_not_sent: 'यह संदेश संपर्क को भेजा नहीं गया, इसलिए इसका हवाला नहीं दिया जा सकता। कोई और संदेश चुनें।',
  quoted_on_other_channel: ({ channel }) =>
    `यहाँ सिर्फ़ ${nameOfChannel('hi', channel)} के संदेश का हवाला दिया जा सकता है। कोई और संदेश चुनें।`,

  file_empty: 'यह फ़ाइल ख़ाली है। कोई और चुनें।',
  attachments_full: ({ megabytes }) =>
    `इस फ़ाइल के लिए जगह नहीं है: संगठन ${megabytes} MB तक अटैचमेंट रख सकता है। पहले कुछ अटैचमेंट वाले संदेश हटाएँ।`,
  file_in_use: 'यह फ़ाइल पहले से किसी संदेश या इंपोर्ट में है। इसे फिर से अपलोड करें।',
  file_gone: 'यह फ़ाइल अब नहीं है। इसे फिर से अपलोड करें।',
}

export const messaging = { en, hi }

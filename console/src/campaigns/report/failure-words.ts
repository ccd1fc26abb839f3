import type { Cause } from './causes.ts'

type Explained = readonly [title: string, advice: string]

const en = {
  failures: 'Not delivered',
  failuresDetail:
    'Messages that failed before they were sent are refunded. Messages that were sent and didn’t arrive stay charged.',
  noFailures: 'Every message that was sent is on its way or has arrived.',
  skipped: 'Left out',
  skippedDetail: 'Contacts of the audience that don’t receive it. They aren’t charged.',
  noSkipped: 'Nobody was left out.',
  showThem: 'Show',
  causes: {
    no_address: [
      'Address doesn’t exist',
      'Correct the address in the contact, or remove it from the list. Email addresses that bounced are suppressed already.',
    ],
    not_reached: [
      'Phone or mailbox not reachable',
      'The phone was off, out of reach or full until the provider gave up. Try again on another day or channel.',
    ],
    blocked: [
      'Blocked by the network or country',
      'The number is on a do-not-disturb list, or may not receive this kind of message. Use another channel.',
    ],
    unsubscribed: [
      'Unsubscribed before it was sent',
      'They aren’t written to on this channel any more. Nothing to do.',
    ],
    suppressed: [
      'On the suppression list',
      'Remove the address from the suppression list only if you know that it works again.',
    ],
    held: [
      'Held back by WhatsApp',
      'Meta limits how much marketing a person gets. Wait a day at least, then write to those who answer you.',
    ],
    template: [
      'Template doesn’t fit',
      'The template was paused, or its text or variables differ from what was approved. Compare it with the provider’s version.',
    ],
    content: [
      'Content not accepted',
      'A file, a value or the length wasn’t accepted. Open a message to see what the provider said, and correct the template.',
    ],
    account: [
      'Channel account refused',
      'Check the channel account: its access, its payment at the provider and its credits there.',
    ],
    throttled: [
      'Too fast for the provider',
      'The provider took no more messages for too long. Duplicate the campaign with a lower rate per minute.',
    ],
    session: ['Session was closed', 'The contact didn’t write in the last 24 hours. Use an approved template.'],
    refused: ['Refused by the provider', 'Open a message to see what the provider said.'],
    duplicate: ['Address used by another recipient', 'The other recipient got the message. Merge the two contacts.'],
    cancelled: ['Withdrawn before it was sent', 'The charge was refunded.'],
    unknown: ['Other', 'Open a message to see what the provider said.'],
  } satisfies Record<Cause, Explained> as Record<Cause, Explained>,
  reasons: {
    recipient_unreachable: ['No address on this channel', 'Add an email address or phone number to these contacts.'],
    recipient_unsubscribed: ['Unsubscribed', 'They asked for no more messages on this channel.'],
    recipient_suppressed: ['On the suppression list', 'Messages to their address bounced, or they complained.'],
    consent_missing: [
      'No consent to promotional messages',
      'Record their consent in the contact, or ask for it in a message that isn’t promotional.',
    ],
    duplicate_address: [
      'Same address as another recipient',
      'Each address gets the campaign once. Merge the contacts.',
    ],
    content_invalid: [
      'Message can’t be filled in',
      'A value of the contact doesn’t fit into the message: for example, it is too long.',
    ],
    content_refused: ['Message not allowed on this channel', 'The filled-in message breaks a rule of the channel.'],
    contact_deleted: ['Contact was deleted', 'The contact was deleted after the start.'],
    list_left: ['Left the list', 'The contact was removed from the list after the start.'],
    excluded: ['Excluded', 'The contact is on a list that you excluded.'],
  } as Record<string, Explained>,
}

const hi: typeof en = {
  failures: 'जो नहीं पहुँचे',
  failuresDetail: 'जो संदेश भेजे जाने से पहले विफल हुए, उनके पैसे लौटा दिए गए। जो भेजे गए पर नहीं पहुँचे, उनके पैसे कटे रहते हैं।',
  noFailures: 'भेजा गया हर संदेश रास्ते में है या पहुँच गया है।',
  skipped: 'जिन्हें नहीं भेजा गया',
  skippedDetail: 'चुने गए लोगों में से वे संपर्क जिन्हें यह नहीं मिलेगा। उनका कोई पैसा नहीं लगता।',
  noSkipped: 'कोई नहीं छूटा।',
  showThem: 'देखें',
  causes: {
    no_address: ['पता मौजूद नहीं', 'संपर्क का पता सुधारें, या उसे सूची से हटाएँ। जिन ईमेल पतों से संदेश लौटे, वे रोक-सूची में आ चुके हैं।'],
    not_reached: [
      'फ़ोन या मेलबॉक्स तक नहीं पहुँचा',
      'फ़ोन बंद था, नेटवर्क में नहीं था या भरा हुआ था, और प्रदाता ने कोशिश छोड़ दी। किसी और दिन या चैनल पर भेजें।',
    ],
    blocked: ['नेटवर्क या देश ने रोका', 'नंबर DND में है, या उस पर ऐसे संदेश नहीं भेजे जा सकते। कोई और चैनल चुनें।'],
    unsubscribed: ['भेजे जाने से पहले अनसब्सक्राइब किया', 'इस चैनल पर उन्हें अब संदेश नहीं जाते। कुछ करने की ज़रूरत नहीं।'],
    suppressed: ['रोक-सूची में है', 'रोक-सूची से तभी हटाएँ जब पता फिर से चालू होने का पक्का पता हो।'],
    held: [
      'WhatsApp ने रोक लिया',
      'Meta तय करता है कि किसी को कितने प्रचार वाले संदेश मिलें। कम से कम एक दिन रुकें, फिर जवाब देने वालों को लिखें।',
    ],
    template: [
      'टेम्पलेट मेल नहीं खाता',
      'टेम्पलेट रोका गया है, या उसका टेक्स्ट या वेरिएबल मंज़ूर किए हुए से अलग है। प्रदाता के यहाँ वाले से मिलाएँ।',
    ],
    content: [
      'सामग्री स्वीकार नहीं हुई',
      'कोई फ़ाइल, मान या लंबाई स्वीकार नहीं हुई। प्रदाता ने क्या कहा, यह किसी संदेश में देखें और टेम्पलेट सुधारें।',
    ],
    account: ['चैनल के खाते ने मना किया', 'चैनल का खाता जाँचें: उसकी अनुमति, प्रदाता के यहाँ भुगतान और वहाँ का बैलेंस।'],
    throttled: ['प्रदाता के लिए बहुत तेज़', 'प्रदाता ने बहुत देर तक और संदेश नहीं लिए। कैंपेन की कॉपी बनाकर हर मिनट के संदेश कम रखें।'],
    session: ['सेशन बंद था', 'संपर्क ने पिछले 24 घंटे में नहीं लिखा था। मंज़ूर टेम्पलेट से भेजें।'],
    refused: ['प्रदाता ने मना किया', 'प्रदाता ने क्या कहा, यह किसी संदेश में देखें।'],
    duplicate: ['पता किसी और पाने वाले का है', 'दूसरे को संदेश मिल गया। दोनों संपर्क मिला दें।'],
    cancelled: ['भेजे जाने से पहले वापस लिया गया', 'कटे हुए पैसे लौटा दिए गए।'],
    unknown: ['बाक़ी', 'प्रदाता ने क्या कहा, यह किसी संदेश में देखें।'],
  },
  reasons: {
    recipient_unreachable: ['इस चैनल पर कोई पता नहीं', 'इन संपर्कों में ईमेल पता या फ़ोन नंबर जोड़ें।'],
    recipient_unsubscribed: ['अनसब्सक्राइब किया हुआ', 'उन्होंने इस चैनल पर और संदेश न भेजने को कहा है।'],
    recipient_suppressed: ['रोक-सूची में है', 'उनके पते से संदेश लौटे, या उन्होंने शिकायत की।'],
    consent_missing: ['प्रचार वाले संदेशों की सहमति नहीं', 'संपर्क में सहमति दर्ज करें, या ऐसे संदेश में माँगें जो प्रचार का न हो।'],
    duplicate_address: ['वही पता किसी और का भी है', 'हर पते को कैंपेन एक बार मिलता है। संपर्क मिला दें।'],
    content_invalid: ['संदेश भरा नहीं जा सका', 'संपर्क का कोई मान संदेश में नहीं बैठता: जैसे बहुत लंबा है।'],
    content_refused: ['इस चैनल पर संदेश की अनुमति नहीं', 'भरा हुआ संदेश चैनल का कोई नियम तोड़ता है।'],
    contact_deleted: ['संपर्क हटाया गया', 'शुरू होने के बाद संपर्क हटाया गया।'],
    list_left: ['सूची से निकल गया', 'शुरू होने के बाद संपर्क सूची से हटाया गया।'],
    excluded: ['बाहर रखा गया', 'संपर्क उस सूची में है जिसे आपने बाहर रखा।'],
  },
}

export const words = { en, hi }

// Why a contact in the audience does not receive a campaign, and the remedy.

const en = {
  reasons: {
    recipient_unreachable: 'No address for this channel.',
    recipient_unsubscribed: 'Unsubscribed.',
    recipient_suppressed: 'On the suppression list: bounced, complained, or added by your team.',
    consent_missing:
      'No consent recorded for marketing on this channel. Record it on the contact, or import the people again with their consent.',
    duplicate_address: 'Another chosen contact has the same address.',
    content_invalid: 'With this contact’s values the message is too long or invalid.',
    content_refused: 'The provider doesn’t take the message with this contact’s values.',
    contact_deleted: 'The contact was deleted.',
    list_left: 'Left the lists and segments after the start.',
    excluded: 'On an excluded list.',
  },
}

const hi: typeof en = {
  reasons: {
    recipient_unreachable: 'इस चैनल का पता नहीं है।',
    recipient_unsubscribed: 'अनसब्सक्राइब किया है।',
    recipient_suppressed: 'रोक-सूची में हैं: संदेश लौटा, शिकायत की, या आपकी टीम ने जोड़ा।',
    consent_missing: 'इस चैनल पर मार्केटिंग के लिए सहमति दर्ज नहीं है। उसे संपर्क के पेज पर दर्ज करें, या सहमति के साथ फिर इंपोर्ट करें।',
    duplicate_address: 'यही पता किसी और चुने गए संपर्क का भी है।',
    content_invalid: 'इस संपर्क की वैल्यू के साथ संदेश बहुत लंबा या ग़लत हो जाता है।',
    content_refused: 'इस संपर्क की वैल्यू के साथ प्रदाता संदेश नहीं लेता।',
    contact_deleted: 'संपर्क हटा दिया गया।',
    list_left: 'शुरू होने के बाद सूचियों और सेगमेंट से निकल गए।',
    excluded: 'छोड़ी गई सूची में हैं।',
  },
}

export const skipWords = { en, hi }

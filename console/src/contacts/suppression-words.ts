const en = {
  address: 'Address',
  reason: 'Reason',
  detail: 'Details',
  by: 'Added by',
  provider: 'Provider',
  noMatch: 'No addresses match these filters',
  noSuppressions: 'No suppressed addresses yet',
  noSuppressionsDetail:
    'Addresses appear here when messages to them bounce, when recipients complain, or when you add them. No messages are sent to them.',
  suppress: 'Add address',
  suppressTitle: 'New suppressed address',
  suppressDetail: 'No messages are sent to it on this channel until you remove it from the list.',
  unsuppress: (address: string) => `Remove ${address} from the suppression list?`,
  unsuppressDetail:
    'Messages can be sent to this address again. If messages bounce again or the recipient complains, your other messages may be delivered less reliably.',
  takeOff: 'Remove address',
  takenOff: 'Address removed from the suppression list',
  suppressedNow: 'Address added to the suppression list',
}

const hi: typeof en = {
  address: 'पता',
  reason: 'कारण',
  detail: 'ब्योरा',
  by: 'किसने जोड़ा',
  provider: 'प्रदाता',
  noMatch: 'इन फ़िल्टर से कोई पता नहीं मिला',
  noSuppressions: 'रोक-सूची में अभी कोई पता नहीं',
  noSuppressionsDetail: 'जिन पतों से संदेश लौट आए, जिनसे शिकायत आई या जिन्हें आप जोड़ेंगे, वे यहाँ दिखेंगे। इन पर कोई संदेश नहीं भेजा जाता।',
  suppress: 'पता जोड़ें',
  suppressTitle: 'रोक-सूची में नया पता',
  suppressDetail: 'जब तक आप इसे रोक-सूची से न हटाएँ, इस चैनल पर इसे कोई संदेश नहीं भेजा जाएगा।',
  unsuppress: (address) => `${address} को रोक-सूची से हटाएँ?`,
  unsuppressDetail: 'इस पते पर फिर संदेश भेजे जा सकेंगे। यहाँ से संदेश फिर लौटे या शिकायत आई, तो आपके बाक़ी संदेश भी कम पहुँच सकते हैं।',
  takeOff: 'पता हटाएँ',
  takenOff: 'पता रोक-सूची से हटा दिया गया',
  suppressedNow: 'पता रोक-सूची में जोड़ दिया गया',
}

export const suppressionWords = { en, hi }

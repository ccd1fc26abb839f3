const en = {
  address: 'Address',
  reason: 'Reason',
  detail: 'Detail',
  by: 'By',
  provider: 'Provider',
  noMatch: 'No address is like this',
  noSuppressions: 'No address is suppressed',
  noSuppressionsDetail: 'Addresses that bounced, complained or were put here by hand. Nothing is sent to them.',
  suppress: 'Add address',
  suppressTitle: 'Suppress an address',
  suppressDetail: 'Nothing is sent to it on this channel until it is taken off the list.',
  unsuppress: (address: string) => `Take ${address} off the list?`,
  unsuppressDetail:
    'Messages are sent to it again. If it bounces or complains again, it harms how others are delivered.',
  takeOff: 'Take off',
  takenOff: 'Taken off the list',
  suppressedNow: 'Suppressed',
}

const hi: typeof en = {
  address: 'पता',
  reason: 'कारण',
  detail: 'विवरण',
  by: 'किसने',
  provider: 'प्रदाता',
  noMatch: 'ऐसा कोई पता नहीं',
  noSuppressions: 'कोई पता रोका हुआ नहीं',
  noSuppressionsDetail: 'जो पते लौट आए, जिन्होंने शिकायत की, या जो हाथ से रखे गए। इन पर कुछ नहीं भेजा जाता।',
  suppress: 'पता जोड़ें',
  suppressTitle: 'पता रोकें',
  suppressDetail: 'जब तक इसे सूची से न हटाएँ, इस चैनल पर इसे कुछ नहीं भेजा जाता।',
  unsuppress: (address) => `${address} को सूची से हटाएँ?`,
  unsuppressDetail: 'इस पर फिर संदेश जाएँगे। यह फिर लौटे या शिकायत करे तो बाक़ी संदेशों की पहुँच बिगड़ती है।',
  takeOff: 'हटाएँ',
  takenOff: 'सूची से हटा दिया',
  suppressedNow: 'रोक दिया',
}

export const suppressionWords = { en, hi }

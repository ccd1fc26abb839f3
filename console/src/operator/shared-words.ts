const en = {
  detail: 'Sends the messages of organizations without their own account.',
  isSet: 'Set up',
  notSet: 'Not set up',
  notSetDetail:
    'Organizations without their own account use the channel’s sandbox. If the sandbox is off, they can’t send on this channel.',
  setUp: 'Set up account',
  change: 'Edit account',
  test: 'Test account',
  testPassed: 'Test passed',
  testFailed: 'Test failed',
  remove: 'Remove account',
  removeTitle: (name: string) => `Remove the shared ${name} account?`,
  removeDetail:
    'Organizations without their own account can’t send on this channel any more. No other account sends the queued messages. The sandbox does not come back.',
  removed: 'Account removed',
  saved: 'Account saved',
  replaced: 'Leave a secret blank to keep it.',
  firstTime:
    'This account will send the messages of all organizations without their own account. The channel’s sandbox turns off for good.',
  callbackUrl: 'Callback URL',
  incomingUrl: 'Callback URL for incoming messages',
  verifyToken: 'Verify token',
  enterThere: 'Enter these settings at your provider.',
  quarantine: 'Quarantine',
  quarantineDetail:
    'When somebody writes to a shared account and no organization has messaged them from it, the message goes to the waiting list.',
  openWaiting: 'Open waiting list',
}

const hi: typeof en = {
  detail: 'जिन संगठनों का अपना खाता नहीं है, उनके संदेश इससे जाते हैं।',
  isSet: 'सेट है',
  notSet: 'सेट नहीं है',
  notSetDetail: 'जिन संगठनों का अपना खाता नहीं है, वे इस चैनल के सैंडबॉक्स में हैं। सैंडबॉक्स बंद हो, तो वे इस चैनल पर नहीं भेज सकते।',
  setUp: 'खाता सेट करें',
  change: 'खाता बदलें',
  test: 'खाता जाँचें',
  testPassed: 'जाँच सफल रही',
  testFailed: 'जाँच विफल रही',
  remove: 'खाता हटाएँ',
  removeTitle: (name) => `${name} का साझा खाता हटाएँ?`,
  removeDetail:
    'जिन संगठनों का अपना खाता नहीं है, वे इस चैनल पर नहीं भेज पाएँगे। क़तार में रुके संदेश किसी दूसरे खाते से नहीं जाएँगे। सैंडबॉक्स दोबारा चालू नहीं होगा।',
  removed: 'खाता हटा दिया गया',
  saved: 'खाता सहेजा गया',
  replaced: 'कोई सीक्रेट वही रखना हो तो उसे ख़ाली छोड़ें।',
  firstTime: 'जिन संगठनों का अपना खाता नहीं है, उन सबके संदेश इसी खाते से जाएँगे। चैनल का सैंडबॉक्स हमेशा के लिए बंद हो जाएगा।',
  callbackUrl: 'कॉलबैक URL',
  incomingUrl: 'आने वाले संदेशों का कॉलबैक URL',
  verifyToken: 'वेरिफ़ाई टोकन',
  enterThere: 'ये सेटिंग अपने प्रदाता के यहाँ भरें।',
  quarantine: 'क्वारंटीन',
  quarantineDetail:
    'साझा खाते पर कोई ऐसा व्यक्ति लिखे जिसे किसी संगठन ने वहाँ से संदेश न भेजा हो, तो उसका संदेश प्रतीक्षा सूची में जाता है।',
  openWaiting: 'प्रतीक्षा सूची खोलें',
}

export const words = { en, hi }

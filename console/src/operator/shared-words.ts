const en = {
  detail: 'For organizations that have no account of their own.',
  isSet: 'Set up',
  notSet: 'Not set up',
  notSetDetail:
    'Organizations without an account of their own are in the sandbox of the channel; where that was switched off, their messages are refused.',
  setUp: 'Set up',
  change: 'Change',
  test: 'Test',
  testPassed: 'It can be used',
  testFailed: 'It cannot be used',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove the shared account of ${name}?`,
  removeDetail:
    'From now on messages of organizations without an account of their own are refused; what waits leaves by no other account. The sandbox does not come back.',
  removed: 'The account is removed',
  saved: 'The account is set',
  replaced: 'A secret that is left empty stays as it is.',
  firstTime:
    'From now on it carries the messages of all organizations without an account of their own, and the sandbox of the channel is off for good.',
  callbackUrl: 'Callback URL',
  incomingUrl: 'Address for what contacts write',
  verifyToken: 'Verify token',
  enterThere: 'To be entered at the provider.',
  quarantine: 'Messages of no organization',
  quarantineDetail:
    'What somebody writes to a shared account, to whom no organization had written from it, is in the waiting list.',
  openWaiting: 'Open the waiting list',
}

const hi: typeof en = {
  detail: 'जिन संगठनों का अपना खाता नहीं, उनके लिए।',
  isSet: 'तैयार',
  notSet: 'तैयार नहीं',
  notSetDetail: 'बिना अपने खाते वाले संगठन इस चैनल के सैंडबॉक्स में हैं; जहाँ वह बंद हो चुका, वहाँ उनके संदेश मना होते हैं।',
  setUp: 'तैयार करें',
  change: 'बदलें',
  test: 'जाँचें',
  testPassed: 'काम करता है',
  testFailed: 'काम नहीं करता',
  remove: 'हटाएँ',
  removeTitle: (name) => `${name} का साझा खाता हटाएँ?`,
  removeDetail: 'अब से बिना अपने खाते वाले संगठनों के संदेश मना होंगे; जो रुके हैं किसी और खाते से नहीं जाएँगे। सैंडबॉक्स नहीं लौटेगा।',
  removed: 'खाता हटा दिया',
  saved: 'खाता तैयार है',
  replaced: 'ख़ाली छोड़ा सीक्रेट जैसा है वैसा रहेगा।',
  firstTime: 'अब से बिना अपने खाते वाले सभी संगठनों के संदेश यही पहुँचाएगा, और चैनल का सैंडबॉक्स हमेशा के लिए बंद होगा।',
  callbackUrl: 'कॉलबैक URL',
  incomingUrl: 'संपर्क जो लिखें उसका पता',
  verifyToken: 'वेरिफ़ाई टोकन',
  enterThere: 'प्रदाता के यहाँ दर्ज करें।',
  quarantine: 'किसी संगठन के नहीं',
  quarantineDetail: 'साझा खाते पर ऐसे किसी का लिखा, जिसे किसी संगठन ने उससे नहीं लिखा था, प्रतीक्षा सूची में है।',
  openWaiting: 'प्रतीक्षा सूची खोलें',
}

export const words = { en, hi }

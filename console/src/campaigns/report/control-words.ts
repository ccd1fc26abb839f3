import { grouped } from '../../design/rupees.ts'

const en = {
  pause: 'Pause',
  pauseTitle: 'Pause this campaign?',
  pauseDetail: (waiting: number, reserved: string) =>
    `Sending stops within 2 seconds. ${grouped(waiting)} messages wait. ${reserved} stays reserved, so the campaign can go on at any time. Nothing is refunded.`,
  pauseScheduledDetail:
    'It won’t start at its time. Nothing is reserved or charged. Resume it to keep the time, or cancel it.',
  pauseAction: 'Pause campaign',
  paused: 'Campaign paused',
  resume: 'Resume',
  resumeTitle: 'Resume this campaign?',
  resumeAction: 'Resume campaign',
  resumed: 'Campaign resumed',
  resuming: 'Resuming or cancelling the campaign',
  recharging: 'Recharging the wallet',
  resumeDetail: (waiting: number, reserved: string) =>
    `Sending goes on with the ${grouped(waiting)} messages that wait. They are paid from the ${reserved} that is reserved.`,
  resumeScheduledDetail: 'It starts at its time, or at once if that time has passed.',
  resumeShort:
    'What the reserved credits don’t cover is taken from your available credits. If those are used up, it pauses again.',
  resumeReactions: 'The automatic stop for complaints and bounces is switched off for this campaign from then on.',
  resumeMax: 'Your spending limit is removed. The campaign may then cost more than the limit.',
  resumeAccount: 'The remaining messages are sent from the channel account that is set up now.',
  resumeRestored:
    'Messages that the original installation sent after the backup are sent again. Resume only if you’re sure that it sent none.',
  cancel: 'Cancel campaign',
  cancelTitle: 'Cancel this campaign?',
  cancelDetail: (waiting: number, reserved: string) =>
    `${grouped(waiting)} messages won’t be sent. ${reserved} that is reserved is available again immediately, and charges for messages that weren’t sent are refunded within a short time. Messages that were sent stay charged.`,
  cancelScheduledDetail: 'It won’t start. Nothing was reserved or charged.',
  cancelForGood: 'A cancelled campaign can’t be resumed.',
  cancelled: 'Campaign cancelled',
  duplicate: 'Duplicate',
  duplicated: 'Draft created',
  copyOf: (name: string) => `Copy of ${name}`,
  more: 'More actions',
  report: 'Download report',
  keys: 'Pause or resume the campaign',
  /** Why it is paused, what that means for the cost, and what to do. */
  why: {
    user: ['A member paused this campaign', 'Nothing is sent. What is reserved stays reserved. Resume it to go on.'],
    insufficient_balance: [
      'Your credits are used up',
      'Messages that are charged still leave; the others wait. Recharge, and the campaign goes on by itself.',
    ],
    template: [
      'The template can’t be used any more',
      'It was paused, rejected or deleted, so nothing is sent. Get the template approved again, then resume. What is reserved stays reserved.',
    ],
    account: [
      'The channel account was removed or replaced',
      'Nothing is sent, so that no contact hears from a sender they don’t know. Check the account, then resume to send from it.',
    ],
    complaints: [
      'Too many recipients complained',
      'At least 0.3% marked it as spam, so it was stopped to protect your sender’s reputation. Check whether everyone on these lists agreed to promotional messages before you resume.',
    ],
    bounces: [
      'Too many addresses don’t exist',
      'At least 8% of the messages bounced, so it was stopped to protect your sender’s reputation. Clean up the lists before you resume. The addresses that bounced are suppressed already.',
    ],
    restored: [
      'This installation was restored from a backup',
      'The original installation may have sent more than is recorded here. Find out before you resume, or recipients get it twice. You can also cancel it.',
    ],
    max_total: [
      'The spending limit is reached',
      'The next messages would cost more than you allowed. Messages that are charged still leave. Resume to remove the limit, or cancel the rest.',
    ],
    failed: [
      'Sending failed repeatedly',
      'An internal error kept the next messages from being prepared. Nothing was charged for them. Resume to try again. If it happens again, tell the operator.',
    ],
  } as Record<string, readonly [title: string, detail: string]>,
  fixes: {
    recharge: 'Recharge',
    template: 'Open template',
    account: 'Open channel settings',
    bounced: 'Show bounced messages',
    complained: 'Show complaints',
  },
}

const hi: typeof en = {
  pause: 'रोकें',
  pauseTitle: 'यह कैंपेन रोकें?',
  pauseDetail: (waiting, reserved) =>
    `2 सेकंड के अंदर भेजना रुक जाएगा। ${grouped(waiting)} संदेश इंतज़ार करेंगे। ${reserved} रिज़र्व रहेंगे, ताकि कैंपेन कभी भी आगे बढ़ सके। कोई रिफ़ंड नहीं होगा।`,
  pauseScheduledDetail:
    'यह अपने समय पर शुरू नहीं होगा। न कुछ रिज़र्व है, न कोई पैसा कटा है। समय बनाए रखने के लिए इसे चालू करें, या रद्द करें।',
  pauseAction: 'कैंपेन रोकें',
  paused: 'कैंपेन रोक दिया गया',
  resume: 'फिर चालू करें',
  resumeTitle: 'यह कैंपेन फिर चालू करें?',
  resumeAction: 'कैंपेन चालू करें',
  resumed: 'कैंपेन फिर चालू हुआ',
  resuming: 'कैंपेन फिर चलाने या रद्द करने',
  recharging: 'वॉलेट रिचार्ज करने',
  resumeDetail: (waiting, reserved) => `बचे हुए ${grouped(waiting)} संदेश भेजे जाएँगे। पैसे रिज़र्व ${reserved} में से कटेंगे।`,
  resumeScheduledDetail: 'यह अपने समय पर शुरू होगा। वह समय निकल चुका हो, तो तुरंत।',
  resumeShort: 'रिज़र्व राशि कम पड़ी, तो बाक़ी उपलब्ध बैलेंस से लिया जाएगा। वह भी ख़त्म हुआ, तो कैंपेन फिर रुक जाएगा।',
  resumeReactions: 'इसके बाद इस कैंपेन में शिकायतों और लौटे संदेशों पर अपने-आप रुकना बंद रहेगा।',
  resumeMax: 'आपकी तय की हुई ख़र्च की सीमा हट जाएगी। कैंपेन का ख़र्च उससे ज़्यादा हो सकता है।',
  resumeAccount: 'बाक़ी संदेश उस खाते से जाएँगे जो अभी चैनल में सेट है।',
  resumeRestored: 'बैकअप के बाद मूल इंस्टॉलेशन ने जो संदेश भेजे थे, वे दोबारा जाएँगे। तभी चालू करें जब पक्का हो कि उसने कुछ नहीं भेजा।',
  cancel: 'कैंपेन रद्द करें',
  cancelTitle: 'यह कैंपेन रद्द करें?',
  cancelDetail: (waiting, reserved) =>
    `${grouped(waiting)} संदेश नहीं भेजे जाएँगे। रिज़र्व ${reserved} तुरंत फिर उपलब्ध होंगे, और जो संदेश नहीं गए उनके कटे पैसे थोड़ी देर में लौट आएँगे। जो संदेश जा चुके हैं, उनके पैसे कटे रहेंगे।`,
  cancelScheduledDetail: 'यह शुरू नहीं होगा। न कुछ रिज़र्व था, न कोई पैसा कटा।',
  cancelForGood: 'रद्द किया गया कैंपेन फिर चालू नहीं हो सकता।',
  cancelled: 'कैंपेन रद्द किया गया',
  duplicate: 'कॉपी बनाएँ',
  duplicated: 'ड्राफ़्ट बन गया',
  copyOf: (name) => `${name} की कॉपी`,
  more: 'और विकल्प',
  report: 'रिपोर्ट डाउनलोड करें',
  keys: 'कैंपेन रोकें या फिर चालू करें',
  why: {
    user: ['किसी सदस्य ने यह कैंपेन रोका है', 'कुछ नहीं भेजा जा रहा। जो रिज़र्व है, वह रिज़र्व रहेगा। आगे बढ़ाने के लिए इसे फिर चालू करें।'],
    insufficient_balance: [
      'बैलेंस ख़त्म हो गया',
      'जिन संदेशों के पैसे कट चुके हैं, वे जा रहे हैं; बाक़ी इंतज़ार में हैं। रिचार्ज करते ही कैंपेन अपने-आप आगे बढ़ेगा।',
    ],
    template: [
      'टेम्पलेट अब इस्तेमाल नहीं हो सकता',
      'वह रोका गया, नामंज़ूर हुआ या हटाया गया, इसलिए कुछ नहीं भेजा जा रहा। टेम्पलेट फिर से मंज़ूर करवाएँ, फिर कैंपेन चालू करें। जो रिज़र्व है, वह रिज़र्व रहेगा।',
    ],
    account: [
      'चैनल का खाता हटाया या बदला गया',
      'कुछ नहीं भेजा जा रहा, ताकि किसी को अनजान पते से संदेश न मिले। खाता जाँच लें, फिर उससे भेजने के लिए चालू करें।',
    ],
    complaints: [
      'बहुत से लोगों ने शिकायत की',
      'कम से कम 0.3% ने इसे स्पैम बताया, इसलिए आपकी साख बचाने के लिए इसे रोका गया। चालू करने से पहले देख लें कि इन सूचियों के सब लोगों ने प्रचार वाले संदेशों की सहमति दी है।',
    ],
    bounces: [
      'बहुत से पते मौजूद नहीं हैं',
      'कम से कम 8% संदेश लौट आए, इसलिए आपकी साख बचाने के लिए इसे रोका गया। चालू करने से पहले सूचियाँ ठीक करें। जिन पतों से संदेश लौटे, वे रोक-सूची में आ चुके हैं।',
    ],
    restored: [
      'यह इंस्टॉलेशन बैकअप से लौटाया गया है',
      'हो सकता है कि मूल इंस्टॉलेशन ने यहाँ दर्ज से ज़्यादा संदेश भेजे हों। पहले पता करें, वरना लोगों को दो बार मिलेगा। चाहें तो इसे रद्द करें।',
    ],
    max_total: [
      'ख़र्च की सीमा पूरी हो गई',
      'अगले संदेशों का ख़र्च आपकी तय सीमा से ज़्यादा होगा। जिनके पैसे कट चुके हैं, वे जा रहे हैं। सीमा हटाने के लिए चालू करें, या बाक़ी रद्द करें।',
    ],
    failed: [
      'भेजना बार-बार विफल हुआ',
      'सिस्टम में गड़बड़ी से अगले संदेश तैयार नहीं हो पाए। उनका कोई पैसा नहीं कटा। फिर कोशिश के लिए चालू करें। दोबारा ऐसा हो, तो संचालक को बताएँ।',
    ],
  },
  fixes: {
    recharge: 'रिचार्ज करें',
    template: 'टेम्पलेट खोलें',
    account: 'चैनल की सेटिंग खोलें',
    bounced: 'लौटे हुए संदेश देखें',
    complained: 'शिकायतें देखें',
  },
}

export const words = { en, hi }

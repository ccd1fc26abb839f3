const en = {
  when: 'When',
  now: 'When I start it',
  later: 'At a set time',
  time: 'Start time',
  nowDetail: 'Sending begins as soon as you start the campaign on the last page.',
  laterDetail:
    'You still start it on the last page. Recipients are counted and the cost is reserved at the start time, not before.',
  inThePast: 'This time has passed. Choose a later time.',
  quiet: 'Quiet hours',
  quietOn: 'Send nothing at night',
  quietHint: 'What is due in these hours is sent when they end. Indian Standard Time.',
  from: 'From',
  to: 'Until',
  sameTimes: 'Choose an end that differs from the start.',
  rate: 'Speed',
  rateOn: 'Limit the number of messages per minute',
  rateHint:
    'For example, so that your team can keep up with the replies. Without a limit, sending is as fast as the channel allows.',
  perMinute: 'Messages per minute',
  perMinuteWrong: 'Enter a whole number between 1 and 10,00,000.',
  tracking: 'Opens and clicks',
  trackingOn: 'Count opens and clicks',
  trackingHint:
    'Links lead through this installation, and an invisible image is added. Opens are an estimate: some email programs load no images.',
  trackingNeedsHtml: 'This needs HTML: a text alone has no links to count. Add HTML to the message, or turn this off.',
}

const hi: typeof en = {
  when: 'कब',
  now: 'जब मैं शुरू करूँ',
  later: 'तय समय पर',
  time: 'शुरू होने का समय',
  nowDetail: 'आख़िरी पेज पर कैंपेन शुरू करते ही संदेश भेजे जाने लगेंगे।',
  laterDetail: 'इसे भी आख़िरी पेज पर आप ही शुरू करेंगे। लोगों की गिनती होगी और पैसे रोके जाएँगे तय समय पर ही, उससे पहले नहीं।',
  inThePast: 'यह समय निकल चुका है। आगे का समय चुनें।',
  quiet: 'शांत समय',
  quietOn: 'रात में कुछ न भेजें',
  quietHint: 'जो संदेश इस बीच भेजे जाने हैं, वे यह समय ख़त्म होने पर भेजे जाएँगे। भारतीय समय।',
  from: 'कब से',
  to: 'कब तक',
  sameTimes: 'ख़त्म होने का समय शुरू होने के समय से अलग चुनें।',
  rate: 'रफ़्तार',
  rateOn: 'हर मिनट के संदेशों की सीमा रखें',
  rateHint: 'जैसे, ताकि आपकी टीम जवाब सँभाल सके। सीमा न हो तो चैनल जितनी तेज़ी से भेज सकता है, उतनी तेज़ी से भेजा जाएगा।',
  perMinute: 'हर मिनट के संदेश',
  perMinuteWrong: '1 से 10,00,000 के बीच की पूरी संख्या लिखें।',
  tracking: 'खोलना और क्लिक',
  trackingOn: 'खोलना और क्लिक गिनें',
  trackingHint:
    'लिंक इस इंस्टॉलेशन से होकर जाएँगे, और एक न दिखने वाली तस्वीर जोड़ी जाएगी। खोलने की गिनती अंदाज़ा है: कुछ ईमेल प्रोग्राम तस्वीरें नहीं दिखाते।',
  trackingNeedsHtml: 'इसके लिए HTML चाहिए: सिर्फ़ टेक्स्ट में गिनने लायक लिंक नहीं होते। संदेश में HTML जोड़ें, या इसे बंद करें।',
}

export const deliveryWords = { en, hi }

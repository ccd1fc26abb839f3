import { grouped } from '../design/rupees.ts'

const en = {
  inForce: (list: string, month: string) =>
    `Price list: ${list}. Tiers count the messages of a calendar month, currently ${month}.`,
  messages: 'Messages per month',
  segments: 'Segments per month',
  price: 'Unit price',
  range: (from: number, to: number | null) =>
    to === null ? (from === 1 ? 'Any number' : `${grouped(from)} and above`) : `${grouped(from)} to ${grouped(to)}`,
  here: 'Current tier',
  soFar: (count: number, unit: string) => {
    const noun = unit === 'segment' ? 'segment' : 'message'
    return `${grouped(count)} ${count === 1 ? noun : `${noun}s`} so far`
  },
  toNext: (remaining: number, price: string) => `${grouped(remaining)} more to reach ${price} each`,
  cheapest: 'Lowest price reached',
  oneTier: 'Same price at any volume',
  volume:
    'Volume pricing: when you reach a cheaper tier, its price applies to the whole month, and the difference is credited to the wallet.',
  both: 'Session and template messages count toward the same tiers.',
  tax: 'Prices don’t include tax, which is charged when you recharge.',
  estimate: 'Cost estimate',
  estimateDetail: 'Based on current prices and on what you’ve sent this month so far.',
  what: 'Message type',
  count: 'Number of messages',
  countFault: 'Enter a whole number, such as 12,000.',
  text: 'SMS text',
  textHint: 'Long texts and characters outside the GSM alphabet can take more segments.',
  eachOf: (segments: number) => (segments === 1 ? 'Each SMS takes 1 segment.' : `Each SMS takes ${segments} segments.`),
  encodings: { gsm: 'GSM alphabet', ucs2: 'Unicode (UCS-2)' },
  tier: (tier: number) => `Tier ${tier}`,
  line: (from: number, to: number) => `${grouped(from)} to ${grouped(to)}`,
  lineCount: 'Quantity',
  credit: (tier: number) => `Credit for reaching tier ${tier}`,
}

const hi: typeof en = {
  inForce: (list, month) =>
    `क़ीमत सूची: ${list === 'Public prices' ? 'सार्वजनिक क़ीमतें' : list}। स्लैब महीने भर के संदेशों की गिनती से तय होते हैं, अभी ${month} चल रहा है।`,
  messages: 'महीने के संदेश',
  segments: 'महीने के सेगमेंट',
  price: 'एक की क़ीमत',
  range: (from, to) =>
    to === null ? (from === 1 ? 'कितने भी' : `${grouped(from)} और उससे ज़्यादा`) : `${grouped(from)} से ${grouped(to)}`,
  here: 'अभी का स्लैब',
  soFar: (count, unit) => (unit === 'segment' ? `अब तक ${grouped(count)} सेगमेंट` : `अब तक ${grouped(count)} संदेश`),
  toNext: (remaining, price) => `${grouped(remaining)} और भेजने पर हर एक ${price}`,
  cheapest: 'सबसे कम क़ीमत मिल रही है',
  oneTier: 'कितने भी भेजें, क़ीमत एक ही',
  volume: 'वॉल्यूम क़ीमत: सस्ते स्लैब में पहुँचते ही पूरे महीने पर वही क़ीमत लगती है, और अंतर की राशि वॉलेट में आ जाती है।',
  both: 'सेशन और टेम्पलेट वाले संदेश एक ही स्लैब में साथ गिने जाते हैं।',
  tax: 'क़ीमतों में टैक्स शामिल नहीं है। टैक्स रिचार्ज के समय लगता है।',
  estimate: 'ख़र्च का अनुमान',
  estimateDetail: 'अभी की क़ीमतों और इस महीने अब तक भेजे गए संदेशों के हिसाब से।',
  what: 'संदेश का प्रकार',
  count: 'कितने संदेश',
  countFault: 'पूरी संख्या लिखें, जैसे 12,000।',
  text: 'SMS का टेक्स्ट',
  textHint: 'टेक्स्ट लंबा हो या उसमें GSM अक्षरों के अलावा कोई अक्षर हो, तो ज़्यादा सेगमेंट लग सकते हैं।',
  eachOf: (segments) => `हर SMS में ${segments} सेगमेंट लगेंगे।`,
  encodings: { gsm: 'GSM अक्षर', ucs2: 'यूनिकोड (UCS-2)' },
  tier: (tier) => `स्लैब ${tier}`,
  line: (from, to) => `${grouped(from)} से ${grouped(to)}`,
  lineCount: 'संख्या',
  credit: (tier) => `स्लैब ${tier} में पहुँचने का क्रेडिट`,
}

export const words = { en, hi }

import { grouped } from '../design/rupees.ts'

const en = {
  inForce: (list: string, month: string) =>
    `${list}. Tiers count the messages of a calendar month; this one is ${month}.`,
  messages: 'Messages of the month',
  segments: 'Segments of the month',
  price: 'Price of each',
  range: (from: number, to: number | null) =>
    to === null ? `from ${grouped(from)}` : `${grouped(from)} to ${grouped(to)}`,
  here: 'You are here',
  soFar: (count: number, unit: string) =>
    unit === 'segment' ? `${grouped(count)} segments so far` : `${grouped(count)} messages so far`,
  toNext: (remaining: number, price: string) => `${grouped(remaining)} more until ${price} each`,
  cheapest: 'The cheapest tier is reached',
  oneTier: 'One price for all',
  volume: 'Volume price: who crosses into a cheaper tier gets the difference for the whole month back, as one credit.',
  both: 'Both kinds of app messages count together.',
  tax: 'Tax is paid with the recharge: these prices are what leaves the wallet.',
  estimate: 'What would it cost?',
  estimateDetail: 'If it were sent now, after what the month has seen already.',
  what: 'What',
  count: 'How many messages',
  countFault: 'Enter a whole number, such as 12,000.',
  text: 'Text of the SMS',
  textHint: 'Long texts, and those with letters outside of the GSM alphabet, take several segments.',
  eachOf: (segments: number) => (segments === 1 ? 'Each is one segment.' : `Each is ${segments} segments.`),
  encodings: { gsm: 'GSM alphabet', ucs2: 'All letters (UCS-2)' },
  tier: (tier: number) => `Tier ${tier}`,
  line: (from: number, to: number) => `${grouped(from)} to ${grouped(to)}`,
  lineCount: 'Count',
  credit: (tier: number) => `Tier ${tier} is reached: this comes back as a credit`,
}

const hi: typeof en = {
  inForce: (list, month) =>
    `${list === 'Public prices' ? 'सार्वजनिक दरें' : list}। स्तर एक महीने के संदेशों से बनते हैं; यह महीना ${month} है।`,
  messages: 'महीने के संदेश',
  segments: 'महीने के सेगमेंट',
  price: 'हर एक की दर',
  range: (from, to) => (to === null ? `${grouped(from)} से` : `${grouped(from)} से ${grouped(to)}`),
  here: 'आप यहाँ हैं',
  soFar: (count, unit) => (unit === 'segment' ? `अब तक ${grouped(count)} सेगमेंट` : `अब तक ${grouped(count)} संदेश`),
  toNext: (remaining, price) => `${grouped(remaining)} और, फिर हर एक ${price}`,
  cheapest: 'सबसे सस्ता स्तर आ चुका है',
  oneTier: 'सबकी एक ही दर',
  volume: 'मात्रा की दर: सस्ते स्तर पर पहुँचते ही पूरे महीने का अंतर एक क्रेडिट में लौटता है।',
  both: 'दोनों तरह के ऐप संदेश साथ गिने जाते हैं।',
  tax: 'कर रिचार्ज के साथ चुकाया जाता है: वॉलेट से यही दरें कटती हैं।',
  estimate: 'कितना ख़र्च आएगा?',
  estimateDetail: 'यदि अभी भेजा जाए, इस महीने के अब तक के संदेशों के बाद।',
  what: 'क्या',
  count: 'कितने संदेश',
  countFault: 'पूरी संख्या लिखें, जैसे 12,000।',
  text: 'SMS का पाठ',
  textHint: 'लंबे पाठ, और जिनमें GSM वर्णमाला से बाहर के अक्षर हों, कई सेगमेंट लेते हैं।',
  eachOf: (segments) => `हर एक में ${segments} सेगमेंट।`,
  encodings: { gsm: 'GSM वर्णमाला', ucs2: 'सब अक्षर (UCS-2)' },
  tier: (tier) => `स्तर ${tier}`,
  line: (from, to) => `${grouped(from)} से ${grouped(to)}`,
  lineCount: 'संख्या',
  credit: (tier) => `स्तर ${tier} आ जाता है: इतना क्रेडिट लौटता है`,
}

export const words = { en, hi }

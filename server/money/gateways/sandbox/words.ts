// What the pages of the sandbox gateway say, in the languages of our pages.

import type { Worded } from '#edge/language.ts'
import type { FailureReason, PaymentMethod } from '../rules.ts'
import type { RefundRow } from './refund-queries.ts'
import type { MandateState } from './rules.ts'

export interface Words {
  site: string
  gateway: string
  testMoney: string
  methods: Readonly<Record<PaymentMethod, string>>
  failures: Readonly<Record<FailureReason, string>>
  /** Of what cannot be done any more: refusals, by how they are said. */
  over: (refusal: string) => string
  order: (id: string) => string
  pay: (total: string) => string
  paid: string
  paidBy: (method: string) => string
  payment: (id: string) => string
  failed: (reason: string) => string
  payWith: string
  letItFail: string
  console: string
  orderNote: string
  debits: (most: string, until: string) => string
  alsoAllows: (debits: string) => string
  allowed: (debits: string) => string
  choose: string
  refund: (amount: string, status: RefundRow['status']) => string
  letArrive: string
  letFail: string
  mandate: string
  upTo: (most: string) => string
  mandateName: (id: string, method: string, until: string) => string
  willSucceed: string
  willFail: (reason: string) => string
  letSucceed: string
  mandateIs: (state: MandateState) => string
  resume: string
  pause: string
  cancel: string
  cancelled: string
  mandateNote: string
}

const refundsInEnglish = {
  pending: 'on its way to the bank; it arrives within a minute',
  processed: 'arrived',
  failed: 'failed',
}
const en: Words = {
  site: 'Sandbox gateway, test money',
  gateway: 'Sandbox gateway',
  testMoney: 'test money',
  methods: {
    upi: 'UPI',
    credit_card: 'Credit card',
    debit_card: 'Debit card',
    net_banking: 'Net banking',
    wallet: 'Wallet',
  },
  failures: {
    insufficient_funds: 'Insufficient funds',
    expired_card: 'Expired card',
    daily_limit_reached: 'Daily limit reached',
    bank_declined: 'Declined by the bank',
    gateway_error: 'Gateway error',
  },
  over: (refusal) => refusal,
  order: (id) => `Order ${id}`,
  pay: (total) => `Pay ${total}`,
  paid: 'Paid',
  paidBy: (method) => `Paid by ${method}`,
  payment: (id) => `Payment ${id}`,
  failed: (reason) => `Payment failed: ${reason.toLowerCase()}. You can try again.`,
  payWith: 'Pay with',
  letItFail: 'Or let it fail',
  console: 'Back to the console',
  orderNote:
    'This is test money: none moves here, and no card number is asked for. You choose what becomes of the payment.',
  debits: (most, until) => `automatic debits of up to ${most} each, until ${until}`,
  alsoAllows: (debits) => `Paying also allows ${debits}.`,
  allowed: (debits) => `Allowed: ${debits}.`,
  choose: 'Choose what becomes of them',
  refund: (amount, status) => `Refund of ${amount}: ${refundsInEnglish[status]}`,
  letArrive: 'Let it arrive',
  letFail: 'Let it fail',
  mandate: 'Mandate',
  upTo: (most) => `Up to ${most}`,
  mandateName: (id, method, until) => `Mandate ${id}, given with ${method}, until ${until}`,
  willSucceed: 'Debits will succeed',
  willFail: (reason) => `Debits will fail: ${reason.toLowerCase()}`,
  letSucceed: 'Let them succeed',
  mandateIs: (state) => `The mandate is ${state}`,
  resume: 'Resume',
  pause: 'Pause',
  cancel: 'Cancel',
  cancelled: 'Cancelled',
  mandateNote: 'This is test money: none moves here. You choose what becomes of the automatic debits.',
}

const overInHindi: Record<string, string> = {
  'This order was paid already.': 'इस ऑर्डर का भुगतान हो चुका है।',
  'This refund has ended already.': 'यह रिफ़ंड पूरा हो चुका है।',
  'This mandate is cancelled.': 'यह मैंडेट रद्द हो चुका है।',
}
const refundsInHindi = {
  pending: 'बैंक के रास्ते में; एक मिनट में पहुँचेगा',
  processed: 'पहुँच गया',
  failed: 'विफल',
}
const statesInHindi: Record<MandateState, string> = { active: 'चालू', paused: 'रुका हुआ', cancelled: 'रद्द' }
const hi: Words = {
  site: 'सैंडबॉक्स गेटवे, परीक्षण राशि',
  gateway: 'सैंडबॉक्स गेटवे',
  testMoney: 'परीक्षण राशि',
  methods: {
    upi: 'UPI',
    credit_card: 'क्रेडिट कार्ड',
    debit_card: 'डेबिट कार्ड',
    net_banking: 'नेट बैंकिंग',
    wallet: 'वॉलेट',
  },
  failures: {
    insufficient_funds: 'खाते में पैसे कम हैं',
    expired_card: 'कार्ड की अवधि समाप्त है',
    daily_limit_reached: 'दिन की सीमा पूरी हो गई',
    bank_declined: 'बैंक ने मना किया',
    gateway_error: 'गेटवे में गड़बड़ी',
  },
  over: (refusal) => overInHindi[refusal] ?? 'यह अब नहीं हो सकता।',
  order: (id) => `ऑर्डर ${id}`,
  pay: (total) => `${total} चुकाएँ`,
  paid: 'भुगतान हो गया',
  paidBy: (method) => `भुगतान हो गया: ${method}`,
  payment: (id) => `भुगतान ${id}`,
  failed: (reason) => `भुगतान विफल हुआ: ${reason}। फिर कोशिश कर सकते हैं।`,
  payWith: 'भुगतान का तरीक़ा',
  letItFail: 'या विफल होने दें',
  console: 'कंसोल पर वापस',
  orderNote: 'यह परीक्षण राशि है: यहाँ कोई असली पैसा नहीं जाता, और कार्ड नंबर नहीं पूछा जाता। भुगतान का क्या हो, यह आप चुनते हैं।',
  debits: (most, until) => `${until} तक हर बार अधिकतम ${most} का ऑटो-डेबिट`,
  alsoAllows: (debits) => `भुगतान करने पर इसकी भी अनुमति होगी: ${debits}।`,
  allowed: (debits) => `अनुमति दी गई: ${debits}।`,
  choose: 'चुनें कि उनका क्या हो',
  refund: (amount, status) => `${amount} का रिफ़ंड: ${refundsInHindi[status]}`,
  letArrive: 'पहुँचने दें',
  letFail: 'विफल होने दें',
  mandate: 'मैंडेट',
  upTo: (most) => `अधिकतम ${most}`,
  mandateName: (id, method, until) => `मैंडेट ${id}, ${method} से दिया गया, ${until} तक`,
  willSucceed: 'डेबिट सफल होंगे',
  willFail: (reason) => `डेबिट विफल होंगे: ${reason}`,
  letSucceed: 'सफल होने दें',
  mandateIs: (state) => `मैंडेट ${statesInHindi[state]} है`,
  resume: 'फिर चालू करें',
  pause: 'रोकें',
  cancel: 'रद्द करें',
  cancelled: 'रद्द',
  mandateNote: 'यह परीक्षण राशि है: यहाँ कोई असली पैसा नहीं जाता। ऑटो-डेबिट का क्या हो, यह आप चुनते हैं।',
}

export const words: Worded<Words> = { en, hi }

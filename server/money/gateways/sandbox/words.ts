// Texts of the sandbox gateway's pages by language.

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

const refundsInEnglish: Record<RefundRow['status'], string> = {
  pending: 'pending, completes within a minute',
  processed: 'completed',
  failed: 'failed',
}
const statesInEnglish: Record<MandateState, string> = { active: 'active', paused: 'paused', cancelled: 'cancelled' }
const en: Words = {
  site: 'Sandbox payment gateway',
  gateway: 'Sandbox payment gateway',
  testMoney: 'Test money',
  methods: {
    upi: 'UPI',
    credit_card: 'Credit card',
    debit_card: 'Debit card',
    net_banking: 'Net banking',
    wallet: 'Mobile wallet',
  },
  failures: {
    insufficient_funds: 'Insufficient funds',
    expired_card: 'Expired card',
    daily_limit_reached: 'Daily limit reached',
    bank_declined: 'Declined by the bank',
    gateway_error: 'Gateway error',
  },
  order: (id) => `Order ${id}`,
  pay: (total) => `Pay ${total}`,
  paid: 'Paid',
  paidBy: (method) => `Paid by ${method}`,
  payment: (id) => `Payment ${id}`,
  failed: (reason) => `Payment failed: ${reason.toLowerCase()}. Try again.`,
  payWith: 'Payment method',
  letItFail: 'Or simulate a failure',
  console: 'Back to the console',
  orderNote:
    'This page uses test money. No real money moves, and no card number is needed. You choose whether the payment succeeds.',
  debits: (most, until) => `automatic payments of up to ${most} each, until ${until}`,
  alsoAllows: (debits) => `By paying, you also authorize ${debits}.`,
  allowed: (debits) => `Authorized: ${debits}.`,
  choose: 'Simulate automatic payments',
  refund: (amount, status) => `Refund of ${amount}: ${refundsInEnglish[status]}`,
  letArrive: 'Complete refund',
  letFail: 'Fail refund',
  mandate: 'Mandate',
  upTo: (most) => `Up to ${most}`,
  mandateName: (id, method, until) => `Mandate ${id} · ${method} · valid until ${until}`,
  willSucceed: 'The next automatic payments will succeed',
  willFail: (reason) => `The next automatic payments will fail: ${reason.toLowerCase()}`,
  letSucceed: 'Let payments succeed',
  mandateIs: (state) => `The mandate is ${statesInEnglish[state]}`,
  resume: 'Resume mandate',
  pause: 'Pause mandate',
  cancel: 'Cancel mandate',
  cancelled: 'This mandate is cancelled.',
  mandateNote: 'This page uses test money. No real money moves. You choose whether the automatic payments succeed.',
}

const refundsInHindi: Record<RefundRow['status'], string> = {
  pending: 'जारी है, एक मिनट में पूरा होगा',
  processed: 'पूरा हुआ',
  failed: 'विफल हुआ',
}
const statesInHindi: Record<MandateState, string> = { active: 'चालू', paused: 'रुका हुआ', cancelled: 'रद्द' }
const hi: Words = {
  site: 'सैंडबॉक्स पेमेंट गेटवे',
  gateway: 'सैंडबॉक्स पेमेंट गेटवे',
  testMoney: 'टेस्ट राशि',
  methods: {
    upi: 'UPI',
    credit_card: 'क्रेडिट कार्ड',
    debit_card: 'डेबिट कार्ड',
    net_banking: 'नेट बैंकिंग',
    wallet: 'मोबाइल वॉलेट',
  },
  failures: {
    insufficient_funds: 'खाते में पैसे कम हैं',
    expired_card: 'कार्ड की अवधि ख़त्म',
    daily_limit_reached: 'दिन की सीमा पूरी',
    bank_declined: 'बैंक ने मंज़ूर नहीं किया',
    gateway_error: 'गेटवे में गड़बड़ी',
  },
  order: (id) => `ऑर्डर ${id}`,
  pay: (total) => `${total} चुकाएँ`,
  paid: 'भुगतान हो गया',
  paidBy: (method) => `${method} से भुगतान हो गया`,
  payment: (id) => `भुगतान ${id}`,
  failed: (reason) => `भुगतान विफल हुआ: ${reason}। फिर कोशिश करें।`,
  payWith: 'भुगतान का तरीक़ा',
  letItFail: 'या भुगतान विफल करके देखें',
  console: 'कंसोल पर वापस जाएँ',
  orderNote: 'यहाँ टेस्ट राशि चलती है। असली पैसा नहीं कटता और कार्ड नंबर नहीं लगता। भुगतान सफल हो या विफल, आप चुनें।',
  debits: (most, until) => `${until} तक हर बार ${most} तक का ऑटो-पेमेंट`,
  alsoAllows: (debits) => `भुगतान करके आप इसकी भी अनुमति देते हैं: ${debits}।`,
  allowed: (debits) => `अनुमति दी गई: ${debits}।`,
  choose: 'ऑटो-पेमेंट आज़माएँ',
  refund: (amount, status) => `${amount} का रिफ़ंड: ${refundsInHindi[status]}`,
  letArrive: 'रिफ़ंड पूरा करें',
  letFail: 'रिफ़ंड विफल करें',
  mandate: 'मैंडेट',
  upTo: (most) => `${most} तक`,
  mandateName: (id, method, until) => `मैंडेट ${id} · ${method} · ${until} तक मान्य`,
  willSucceed: 'अगले ऑटो-पेमेंट सफल होंगे',
  willFail: (reason) => `अगले ऑटो-पेमेंट विफल होंगे: ${reason}`,
  letSucceed: 'ऑटो-पेमेंट सफल होने दें',
  mandateIs: (state) => `मैंडेट ${statesInHindi[state]} है`,
  resume: 'मैंडेट फिर चालू करें',
  pause: 'मैंडेट रोकें',
  cancel: 'मैंडेट रद्द करें',
  cancelled: 'यह मैंडेट रद्द हो चुका है।',
  mandateNote: 'यहाँ टेस्ट राशि चलती है। असली पैसा नहीं कटता। ऑटो-पेमेंट सफल हों या विफल, आप चुनें।',
}

export const words: Worded<Words> = { en, hi }

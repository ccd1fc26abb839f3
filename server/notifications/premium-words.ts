// Notices about the premium plan, in English and Hindi.

import type { FailureReason } from '#money/gateways/rules.ts'
import type { EndReason } from '#money/subscriptions/states.ts'
import type { Facts, Said } from './facts.ts'

type PremiumType =
  | 'subscription.pending'
  | 'subscription.activated'
  | 'subscription.payment_due'
  | 'subscription.renewed'
  | 'subscription.grace_started'
  | 'subscription.grace_reminder'
  | 'subscription.cancelled'
  | 'subscription.resumed'
  | 'subscription.ended'
type PremiumTexts = Readonly<Record<PremiumType, (facts: Facts) => Said>>

const isDebit = (facts: Facts) => facts.is('payment.kind', 'debit')
const isNewPrice = (facts: Facts) =>
  facts.has('previous_total') && facts.text('previous_total') !== facts.text('payment.total')

// --- English ---------------------------------------------------------------------------------------------------------

const endings: Record<EndReason, string> = {
  cancelled: 'The plan was cancelled.',
  not_paid: 'No payment was received in time.',
  first_payment_missing: 'The first payment was not made.',
  sandbox_ended: 'It was paid with test money, and a real payment gateway is set up now.',
}
const payHere = (facts: Facts) =>
  facts.has('payment.checkout_url') ? ` Pay here: ${facts.address('payment.checkout_url')}` : ''
const newPrice = (facts: Facts) =>
  isNewPrice(facts)
    ? ` The price has changed from ${facts.rupees('previous_total')} to ${facts.rupees('payment.total')}.`
    : ''
/** Why the first attempt failed; empty for an unpaid link. */
const because = (facts: Facts, words: Record<FailureReason, string>) =>
  facts.has('failure_reason') ? `${facts.word('failure_reason', words)} ` : ''

export const premiumInEnglish = (failures: Record<FailureReason, string>): PremiumTexts => ({
  'subscription.pending': (facts) => ({
    title: `Premium awaiting payment of ${facts.rupees('payment.total')}`,
    text: `Premium starts when the first payment is received.${payHere(facts)}`,
  }),
  'subscription.activated': (facts) => ({
    title: 'Premium started',
    text: `Premium is paid until ${facts.time('current_period.to')}. You are notified 24 hours before each monthly payment.`,
  }),
  'subscription.payment_due': (facts) => ({
    title: isDebit(facts)
      ? `${facts.rupees('payment.total')} will be debited for premium`
      : `Pay ${facts.rupees('payment.total')} to keep premium`,
    text: `${
      isDebit(facts)
        ? `This amount will be debited at ${facts.time('payment.due_at')} for the next month. To prevent this, cancel the plan before then.`
        : `The next month must be paid by ${facts.time('payment.due_at')}.`
    }${newPrice(facts)}${isDebit(facts) ? '' : payHere(facts)}`,
  }),
  'subscription.renewed': (facts) => ({
    title: 'Premium renewed',
    text: `${facts.rupees('payment.total')} was received. Premium is paid until ${facts.time('current_period.to')}.`,
  }),
  'subscription.grace_started': (facts) => ({
    title: 'Premium not paid: grace period started',
    text: `${because(facts, failures)}Premium stays on until ${facts.time('grace_until')}. Without a payment, the plan is free after that.${
      facts.has('next_attempt_at') ? ` The payment is next retried at ${facts.time('next_attempt_at')}.` : ''
    }${payHere(facts)}`,
  }),
  'subscription.grace_reminder': (facts) => ({
    title: `Pay ${facts.rupees('payment.total')} to keep premium`,
    text: `Premium stays on until ${facts.time('grace_until')}. Without a payment, the plan is free after that.${payHere(facts)}`,
  }),
  'subscription.cancelled': (facts) => ({
    title: 'Premium cancelled',
    text: facts.is('status', 'cancelling')
      ? `Premium stays on until ${facts.time('current_period.to')} and will not be debited again. You can resume it until then.`
      : 'Nothing will be debited for premium.',
  }),
  'subscription.resumed': (facts) => ({
    title: 'Premium resumed',
    text: `The plan continues. The next payment is due at ${facts.time('next_debit_at')}.`,
  }),
  'subscription.ended': (facts) => ({
    title: facts.is('end_reason', 'first_payment_missing') ? 'Premium did not start' : 'Premium ended',
    text: `${facts.word('end_reason', endings)}${
      facts.is('end_reason', 'first_payment_missing')
        ? ' You can subscribe again at any time.'
        : ' The plan is now free: custom domains lead to the hosted page, and forms show our name again. Nothing was deleted; paying again restores everything.'
    }`,
  }),
})

// --- Hindi -----------------------------------------------------------------------------------------------------------

const endingsInHindi: Record<EndReason, string> = {
  cancelled: 'प्लान रद्द कर दिया गया था।',
  not_paid: 'समय पर कोई भुगतान नहीं मिला।',
  first_payment_missing: 'पहला भुगतान नहीं हुआ।',
  sandbox_ended: 'इसका भुगतान परीक्षण के पैसे से हुआ था, और अब असली पेमेंट गेटवे जुड़ गया है।',
}
const payHereInHindi = (facts: Facts) =>
  facts.has('payment.checkout_url') ? ` यहाँ भुगतान करें: ${facts.address('payment.checkout_url')}` : ''
const newPriceInHindi = (facts: Facts) =>
  isNewPrice(facts) ? ` क़ीमत ${facts.rupees('previous_total')} से बदलकर ${facts.rupees('payment.total')} हो गई है।` : ''

export const premiumInHindi = (failures: Record<FailureReason, string>): PremiumTexts => ({
  'subscription.pending': (facts) => ({
    title: `प्रीमियम के लिए ${facts.rupees('payment.total')} का भुगतान बाक़ी है`,
    text: `पहला भुगतान मिलते ही प्रीमियम शुरू होगा।${payHereInHindi(facts)}`,
  }),
  'subscription.activated': (facts) => ({
    title: 'प्रीमियम शुरू हुआ',
    text: `प्रीमियम का भुगतान ${facts.time('current_period.to')} तक हो चुका है। हर महीने के भुगतान से 24 घंटे पहले आपको सूचना मिलेगी।`,
  }),
  'subscription.payment_due': (facts) => ({
    title: isDebit(facts)
      ? `प्रीमियम के ${facts.rupees('payment.total')} काटे जाएँगे`
      : `प्रीमियम जारी रखने के लिए ${facts.rupees('payment.total')} चुकाएँ`,
    text: `${
      isDebit(facts)
        ? `अगले महीने के लिए यह राशि ${facts.time('payment.due_at')} पर काटी जाएगी। इसे रोकने के लिए उससे पहले प्लान रद्द करें।`
        : `अगले महीने का भुगतान ${facts.time('payment.due_at')} तक करें।`
    }${newPriceInHindi(facts)}${isDebit(facts) ? '' : payHereInHindi(facts)}`,
  }),
  'subscription.renewed': (facts) => ({
    title: 'प्रीमियम का नवीनीकरण हुआ',
    text: `${facts.rupees('payment.total')} मिल गए। प्रीमियम का भुगतान ${facts.time('current_period.to')} तक हो चुका है।`,
  }),
  'subscription.grace_started': (facts) => ({
    title: 'प्रीमियम का भुगतान नहीं हुआ: मोहलत शुरू',
    text: `${because(facts, failures)}प्रीमियम ${facts.time('grace_until')} तक चालू रहेगा। भुगतान न मिलने पर उसके बाद प्लान मुफ़्त हो जाएगा।${
      facts.has('next_attempt_at') ? ` अगली कोशिश ${facts.time('next_attempt_at')} पर होगी।` : ''
    }${payHereInHindi(facts)}`,
  }),
  'subscription.grace_reminder': (facts) => ({
    title: `प्रीमियम जारी रखने के लिए ${facts.rupees('payment.total')} चुकाएँ`,
    text: `प्रीमियम ${facts.time('grace_until')} तक चालू रहेगा। भुगतान न मिलने पर उसके बाद प्लान मुफ़्त हो जाएगा।${payHereInHindi(facts)}`,
  }),
  'subscription.cancelled': (facts) => ({
    title: 'प्रीमियम रद्द हुआ',
    text: facts.is('status', 'cancelling')
      ? `प्रीमियम ${facts.time('current_period.to')} तक चालू रहेगा और आगे पैसे नहीं कटेंगे। तब तक आप इसे फिर जारी कर सकते हैं।`
      : 'प्रीमियम के लिए कोई पैसे नहीं कटेंगे।',
  }),
  'subscription.resumed': (facts) => ({
    title: 'प्रीमियम फिर जारी हुआ',
    text: `प्लान आगे चलेगा। अगला भुगतान ${facts.time('next_debit_at')} पर है।`,
  }),
  'subscription.ended': (facts) => ({
    title: facts.is('end_reason', 'first_payment_missing') ? 'प्रीमियम शुरू नहीं हुआ' : 'प्रीमियम ख़त्म हुआ',
    text: `${facts.word('end_reason', endingsInHindi)}${
      facts.is('end_reason', 'first_payment_missing')
        ? ' आप कभी भी फिर सब्सक्राइब कर सकते हैं।'
        : ' प्लान अब मुफ़्त है: आपके डोमेन होस्ट किए गए पेज पर ले जाते हैं, और फ़ॉर्म पर फिर हमारा नाम दिखता है। कुछ भी हटाया नहीं गया; भुगतान करते ही सब लौट आएगा।'
    }`,
  }),
})

// Notices about refunds, in English and Hindi.

import type { Facts, Said } from './facts.ts'
import type { NoticeType } from './kinds.ts'

type RefundTexts = Readonly<Record<Extract<NoticeType, `refund.${string}`>, (facts: Facts) => Said>>

/** The refunded amount including tax; an earlier version stored only the amount without it. */
const sum = (facts: Facts) => facts.rupees(facts.has('total') ? 'total' : 'amount')
const isForPremium = (facts: Facts) => facts.has('subscription_payment_id')
const isCheck = (facts: Facts) => facts.is('reason', 'payment_method_check')

// --- English ---------------------------------------------------------------------------------------------------------

const to = (facts: Facts) => (facts.is('destination', 'source') ? 'the original payment method' : 'the wallet')
const expected = (facts: Facts) => {
  const [from, by] = [facts.text('expected_from'), facts.text('expected_by')]
  return from === by ? ` Expect it on ${by}.` : ` Expect it between ${from} and ${by}.`
}

export const refundsInEnglish: RefundTexts = {
  'refund.requested': (facts) => ({
    title: `Refund of ${sum(facts)} requested`,
    text: `${facts.has('requested_by') ? facts.text('requested_by') : 'A member'} requested a refund to ${to(facts)}. It is awaiting approval.`,
  }),
  'refund.approved': (facts) => ({
    title: `Refund of ${sum(facts)} approved`,
    text: `An operator approved the refund. The money will be returned to ${to(facts)}.${facts.has('expected_by') ? expected(facts) : ''}`,
  }),
  'refund.started': (facts) => ({
    title: `Refund of ${sum(facts)} started`,
    text: `${isCheck(facts) ? 'This payment authorized your new payment method.' : 'This payment for premium was not needed: the month is paid for, or the plan was cancelled.'} The money is returned to the original payment method; you need not do anything.${facts.has('expected_by') ? expected(facts) : ''}`,
  }),
  'refund.processing': (facts) => ({
    title: `Refund of ${sum(facts)} in progress`,
    text: `The payment gateway is returning the money to ${to(facts)}.`,
  }),
  'refund.completed': (facts) => ({
    title: `Refund of ${sum(facts)} completed`,
    text: `The money was returned to ${to(facts)}.`,
  }),
  'refund.rejected': (facts) => ({
    title: `Refund of ${sum(facts)} rejected`,
    text: `An operator rejected the request.${facts.has('decision_note') ? ` Reason: ${facts.text('decision_note')}` : ''}`,
  }),
  'refund.failed': (facts) => ({
    title: `Refund of ${sum(facts)} failed`,
    text: `The payment gateway could not return the money. ${isForPremium(facts) ? 'Contact the operator.' : 'The amount is back in the wallet.'}`,
  }),
}

// --- Hindi -----------------------------------------------------------------------------------------------------------

const toInHindi = (facts: Facts) => (facts.is('destination', 'source') ? 'भुगतान के मूल तरीक़े में' : 'वॉलेट में')
const expectedInHindi = (facts: Facts) => {
  const [from, by] = [facts.text('expected_from'), facts.text('expected_by')]
  return from === by ? ` पैसे ${by} को मिलने चाहिए।` : ` पैसे ${from} और ${by} के बीच मिलने चाहिए।`
}

export const refundsInHindi: RefundTexts = {
  'refund.requested': (facts) => ({
    title: `${sum(facts)} का रिफ़ंड माँगा गया`,
    text: `${facts.has('requested_by') ? facts.text('requested_by') : 'एक सदस्य'} ने पैसे ${toInHindi(facts)} लौटाने का अनुरोध किया। मंज़ूरी बाक़ी है।`,
  }),
  'refund.approved': (facts) => ({
    title: `${sum(facts)} का रिफ़ंड मंज़ूर हुआ`,
    text: `ऑपरेटर ने रिफ़ंड मंज़ूर किया। पैसे ${toInHindi(facts)} लौटाए जाएँगे।${facts.has('expected_by') ? expectedInHindi(facts) : ''}`,
  }),
  'refund.started': (facts) => ({
    title: `${sum(facts)} का रिफ़ंड शुरू हुआ`,
    text: `${isCheck(facts) ? 'इस भुगतान से आपके नए भुगतान के तरीक़े को मंज़ूरी मिली।' : 'प्रीमियम के इस भुगतान की ज़रूरत नहीं थी: महीने का भुगतान हो चुका है, या प्लान रद्द हो गया था।'} पैसे भुगतान के मूल तरीक़े में लौटाए जा रहे हैं; आपको कुछ नहीं करना है।${facts.has('expected_by') ? expectedInHindi(facts) : ''}`,
  }),
  'refund.processing': (facts) => ({
    title: `${sum(facts)} का रिफ़ंड जारी है`,
    text: `पेमेंट गेटवे पैसे ${toInHindi(facts)} लौटा रहा है।`,
  }),
  'refund.completed': (facts) => ({
    title: `${sum(facts)} का रिफ़ंड पूरा हुआ`,
    text: `पैसे ${toInHindi(facts)} लौटा दिए गए।`,
  }),
  'refund.rejected': (facts) => ({
    title: `${sum(facts)} का रिफ़ंड नामंज़ूर हुआ`,
    text: `ऑपरेटर ने अनुरोध नामंज़ूर किया।${facts.has('decision_note') ? ` कारण: ${facts.text('decision_note')}` : ''}`,
  }),
  'refund.failed': (facts) => ({
    title: `${sum(facts)} का रिफ़ंड विफल हुआ`,
    text: `पेमेंट गेटवे पैसे नहीं लौटा सका। ${isForPremium(facts) ? 'ऑपरेटर से संपर्क करें।' : 'राशि वॉलेट में वापस आ गई है।'}`,
  }),
}

// Reasons for refusing requests about money: recharges, refunds and payment gateways.

import { rupees } from '#kit/india/amounts.ts'
import type { Texts } from '../texts.ts'

const statusInHindi: Readonly<Record<string, string>> = {
  created: 'बना हुआ',
  pending: 'पेंडिंग',
  succeeded: 'सफल',
  completed: 'पूरा',
  failed: 'विफल',
  requested: 'फ़ैसले के इंतज़ार में',
  approved: 'मंज़ूर',
  processing: 'जारी',
  rejected: 'नामंज़ूर',
  active: 'चालू',
  paused: 'रुका हुआ',
  cancelled: 'रद्द',
}

const en = {
  // Recharges
  recharge_not_failed: ({ status }: { status: string }) =>
    `This recharge is ${status}. Only a failed recharge can be retried.`,
  recharge_gateway_off: ({ gateway }: { gateway: string }) =>
    `The payment gateway ${gateway} of this recharge is switched off. Make a new recharge.`,
  billing_email_missing:
    'The payment gateway requires an email address. Add it to the billing profile, then recharge again.',
  billing_phone_missing:
    'The payment gateway requires a phone number. Add it to the billing profile, then recharge again.',
  legal_name_not_printable:
    'Invoices cannot show the name in the billing profile. Enter a legal name there, then recharge again.',

  // Refunds
  refund_gateway_off: ({ gateway }: { gateway: string }) =>
    `The payment gateway ${gateway} of this payment is switched off. Ask the operator to switch it on.`,
  refund_not_requested: ({ status }: { status: string }) =>
    `This refund is ${status}. Only a requested refund can be approved or rejected.`,
  refund_overtaken:
    'A dispute or another refund has since taken part of this payment. Reject this request, and request a refund of the rest.',
  refund_exceeds_balance: ({ balance, amount, max }: { balance: string; amount: string; max: string }) =>
    `The balance is ${rupees(balance)}, and this refund takes ${rupees(amount)} from it. At most ${rupees(max)} can be refunded to the account that paid.`,
  nothing_left_to_refund: 'All of this was already refunded, or another refund of it is in progress.',
  recharge_not_paid: 'This recharge was not paid, so there is nothing to refund.',
  subscription_payment_not_paid: 'This payment was not made, so there is nothing to refund.',
  subscription_not_cancelled: 'This subscription is not cancelled, so there is nothing to resume.',
  nothing_to_cancel: 'There is no subscription to cancel.',
  no_payment_due: 'No payment of the subscription is due.',
  no_payment_method_to_change:
    'Nothing will be debited for this subscription, so there is no payment method to change. Subscribe or resume first.',
  mandate_not_possible:
    'The payment gateway cannot debit this plan by itself. Each month is paid at a payment link, with any payment method.',
  recharge_without_payment: ({ status }: { status: string }) =>
    `This recharge is ${status} and has no captured payment to refund.`,

  // Payment gateways
  payment_while_fenced:
    'Payments are paused: this installation was copied or restored, and reaches no payment gateway until its operator runs samvad fence lift. Then try again.',
  gateway_not_set_up: 'No payment gateway is set up. Ask the operator of this installation to set one up.',
  gateway_webhook_forged: 'The signature of this webhook is missing, wrong or too old.',
  gateway_webhook_not_readable: ({ problem }: { problem: string }) =>
    `This webhook does not have the expected form: ${problem}.`,

  // The sandbox gateway
  order_paid: 'This order is already paid.',
  order_of_other_amount: 'This order has another amount.',
  payment_not_captured: 'This payment was not captured.',
  receipt_of_other_amount: 'This receipt belongs to a refund of another amount.',
  refund_exceeds_payment: 'This refund would exceed the payment.',
  refund_settled: 'This refund is already settled.',
  mandate_cancelled: 'This mandate is already cancelled.',
  mandate_not_active: ({ status }: { status: string }) =>
    `This mandate is ${status}. Only an active one can be charged.`,
  mandate_expired: 'This mandate has expired.',
  mandate_exceeded: ({ max }: { max: string }) => `This mandate allows at most ${rupees(max)} at once.`,
}

const hi: Texts<typeof en> = {
  recharge_not_failed: ({ status }) =>
    `यह रिचार्ज ${statusInHindi[status] ?? status} है। सिर्फ़ विफल रिचार्ज दोबारा किया जा सकता है।`,
  recharge_gateway_off: ({ gateway }) => `इस रिचार्ज का पेमेंट गेटवे ${gateway} बंद है। नया रिचार्ज करें।`,
  billing_email_missing: 'पेमेंट गेटवे के लिए ईमेल पता ज़रूरी है। उसे बिलिंग प्रोफ़ाइल में भरें, फिर दोबारा रिचार्ज करें।',
  billing_phone_missing: 'पेमेंट गेटवे के लिए फ़ोन नंबर ज़रूरी है। उसे बिलिंग प्रोफ़ाइल में भरें, फिर दोबारा रिचार्ज करें।',
  legal_name_not_printable: 'बिलिंग प्रोफ़ाइल का नाम इनवॉइस पर नहीं छप सकता। वहाँ क़ानूनी नाम भरें, फिर दोबारा रिचार्ज करें।',

  refund_gateway_off: ({ gateway }) => `इस भुगतान का पेमेंट गेटवे ${gateway} बंद है। संचालक से उसे चालू करने को कहें।`,
  refund_not_requested: ({ status }) =>
    `इस रिफ़ंड की स्थिति "${statusInHindi[status] ?? status}" है। फ़ैसला सिर्फ़ माँगे गए रिफ़ंड पर होता है।`,
  refund_overtaken:
    'इस बीच किसी विवाद या दूसरे रिफ़ंड ने इस भुगतान का कुछ हिस्सा ले लिया है। यह अनुरोध नामंज़ूर करें, और बाक़ी का रिफ़ंड माँगें।',
  refund_exceeds_balance: ({ balance, amount, max }) =>
    `बैलेंस ${rupees(balance)} है, और यह रिफ़ंड उसमें से ${rupees(amount)} लेता है। भुगतान वाले खाते में ज़्यादा से ज़्यादा ${rupees(max)} वापस जा सकते हैं।`,
  nothing_left_to_refund: 'यह पूरा वापस हो चुका है, या इसका दूसरा रिफ़ंड जारी है।',
  recharge_not_paid: 'इस रिचार्ज का भुगतान नहीं हुआ, इसलिए रिफ़ंड के लिए कुछ नहीं है।',
  subscription_payment_not_paid: 'यह भुगतान नहीं हुआ, इसलिए रिफ़ंड के लिए कुछ नहीं है।',
  subscription_not_cancelled: 'यह सब्सक्रिप्शन रद्द नहीं है, इसलिए फिर शुरू करने के लिए कुछ नहीं है।',
  nothing_to_cancel: 'रद्द करने के लिए कोई सब्सक्रिप्शन नहीं है।',
  no_payment_due: 'सब्सक्रिप्शन का कोई भुगतान बाक़ी नहीं है।',
  no_payment_method_to_change:
    'इस सब्सक्रिप्शन के लिए आगे पैसे नहीं कटेंगे, इसलिए भुगतान का तरीक़ा बदलने की ज़रूरत नहीं है। पहले सब्सक्राइब करें या इसे फिर जारी करें।',
  mandate_not_possible: 'पेमेंट गेटवे इस प्लान के पैसे ख़ुद नहीं काट सकता। हर महीने का भुगतान लिंक पर किसी भी तरीक़े से होता है।',
  recharge_without_payment: ({ status }) =>
    `यह रिचार्ज ${statusInHindi[status] ?? status} है। इसमें रिफ़ंड के लिए कोई भुगतान नहीं है।`,

  payment_while_fenced:
    'भुगतान रुके हुए हैं: यह इंस्टॉलेशन कॉपी या रीस्टोर किया गया है, और संचालक के samvad fence lift चलाने तक किसी पेमेंट गेटवे से नहीं जुड़ता। उसके बाद फिर कोशिश करें।',
  gateway_not_set_up: 'कोई पेमेंट गेटवे सेट अप नहीं है। इस इंस्टॉलेशन के संचालक से सेट अप करने को कहें।',
  gateway_webhook_forged: 'इस वेबहुक के हस्ताक्षर नहीं हैं, ग़लत हैं या बहुत पुराने हैं।',
  gateway_webhook_not_readable: ({ problem }) => `यह वेबहुक सही रूप में नहीं है: ${problem}`,

  order_paid: 'इस ऑर्डर का भुगतान हो चुका है।',
  order_of_other_amount: 'इस ऑर्डर की राशि अलग है।',
  payment_not_captured: 'यह भुगतान पूरा नहीं हुआ था।',
  receipt_of_other_amount: 'यह रसीद दूसरी राशि के रिफ़ंड की है।',
  refund_exceeds_payment: 'यह रिफ़ंड भुगतान से ज़्यादा हो जाएगा।',
  refund_settled: 'यह रिफ़ंड पूरा या विफल हो चुका है।',
  mandate_cancelled: 'यह मैंडेट पहले ही रद्द हो चुका है।',
  mandate_not_active: ({ status }) => `यह मैंडेट ${statusInHindi[status] ?? status} है। पैसा सिर्फ़ चालू मैंडेट से कट सकता है।`,
  mandate_expired: 'इस मैंडेट की अवधि ख़त्म हो चुकी है।',
  mandate_exceeded: ({ max }) => `इस मैंडेट से एक बार में ज़्यादा से ज़्यादा ${rupees(max)} कट सकते हैं।`,
}

export const money = { en, hi }

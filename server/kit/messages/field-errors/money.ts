// Errors in fields of money.

import { rupees } from '#kit/india/amounts.ts'
import { listed, type Texts } from '../texts.ts'

const en = {
  // Billing profile
  gstin_format: 'Enter the 15 characters of the GSTIN, such as 27AAPFU0939F1ZV.',
  gstin_state_unknown: ({ state }: { state: string }) =>
    `This GSTIN starts with ${state}, which is not the code of a state. Check it for a typo.`,
  gstin_check_digit: "This GSTIN's check digit is wrong. Check it for a typo.",
  gstin_other_state: ({ gstin_state, state, other }: { gstin_state: string; state: string; other: string }) =>
    `This GSTIN belongs to state ${gstin_state}, but ${other} is ${state}. Both must be the same.`,
  state_not_of_gstin: ({ gstin_state }: { gstin_state: string }) =>
    `Your GSTIN belongs to state ${gstin_state}. Choose this state or change the GSTIN.`,
  phone_without_country: 'Enter the number with + and the country code, such as +91 98123 45678.',
  character_not_on_invoice: ({ character, code_point }: { character: string; code_point: string }) =>
    `Invoices cannot show "${character}" (${code_point}). Write it in Latin or Devanagari letters.`,
  missing_in_billing_profile: 'The payment gateway requires this. Add it to the billing profile, then try again.',

  // Recharges
  recharge_too_small: ({ min }: { min: string }) => `Enter at least ${rupees(min)}. Tax is added on top.`,
  recharge_too_small_with_tax: ({ min, credit }: { min: string; credit: string }) =>
    `Enter at least ${rupees(min)}, so that at least ${rupees(credit)} is added to the balance after tax.`,
  recharge_too_large: ({ max }: { max: string }) => `Enter at most ${rupees(max)}. For more, make several recharges.`,
  bank_only_for_net_banking: 'A bank can only be chosen for net banking. Remove it.',
  monthly_limit_below_amount: ({ min }: { min: string }) =>
    `The monthly limit must cover at least one recharge. Set it to at least ${rupees(min)}.`,
  mandate_below_total: ({ min }: { min: string }) => `Enter at least ${rupees(min)}, the cost of a recharge with tax.`,

  // Refunds and credits
  amount_not_positive: 'Enter an amount above ₹0.00.',
  refund_too_large: ({ max }: { max: string }) => `At most ${rupees(max)} can still be refunded.`,
  refund_only_to_source: 'This payment can only be refunded to the account that paid it.',
  refund_only_to_wallet: 'A charge can only be refunded to the wallet. To get money out, refund a recharge.',
  recharge_paid_twice: 'This recharge was paid more than once. Choose the transaction of the payment to refund.',
  transaction_not_refundable: ({ kind }: { kind: string }) =>
    `This transaction is a ${kind}. Only deductions and recharges can be refunded.`,
  credit_too_large: ({ max }: { max: string }) => `Enter at most ${rupees(max)}. For more, grant several credits.`,

  // Statements and lists
  month_not_over: ({ month, from }: { month: string; from: string }) =>
    `The statement of ${month} can be created from ${from} (India time).`,
  month_without_usage: ({ month }: { month: string }) => `Nothing was used in ${month}, so there is no statement.`,
  csv_has_no_pages: 'A CSV file contains all rows. Remove this parameter.',
  amount_needs_kind: ({ kinds }: { kinds: readonly string[] }) =>
    `To filter by amount, also choose one of these kinds: ${listed(kinds)}.`,

  // Price lists
  last_tier_has_end: 'The last tier has no end. Leave this blank.',
  tier_without_end: 'Every tier except the last needs an end.',
  tier_not_after_previous: ({ previous }: { previous: number }) =>
    `Must be greater than ${previous}, where the previous tier ends.`,
  tier_price_rises: 'With volume pricing, a tier cannot cost more than the previous one.',
  prices_in_past: 'Prices cannot start in the past. Leave this blank to start now.',

  // Payment gateways
  secret_to_enter_again: 'The account or its address has changed. Enter this again.',
}

const hi: Texts<typeof en> = {
  gstin_format: 'GSTIN के पूरे 15 अक्षर लिखें, जैसे 27AAPFU0939F1ZV।',
  gstin_state_unknown: ({ state }) => `यह GSTIN ${state} से शुरू होता है, जो किसी राज्य का कोड नहीं है। टाइपिंग की ग़लती देख लें।`,
  gstin_check_digit: 'GSTIN का आख़िरी अक्षर बाक़ी अक्षरों से मेल नहीं खाता। टाइपिंग की ग़लती देख लें।',
  gstin_other_state: ({ gstin_state, state, other }) =>
    `यह GSTIN राज्य ${gstin_state} का है, पर ${other} में ${state} है। दोनों एक ही होने चाहिए।`,
  state_not_of_gstin: ({ gstin_state }) => `आपका GSTIN राज्य ${gstin_state} का है। यही राज्य चुनें, या GSTIN बदलें।`,
  phone_without_country: 'नंबर + और देश के कोड के साथ लिखें, जैसे +91 98123 45678।',
  character_not_on_invoice: ({ character, code_point }) =>
    `इनवॉइस पर "${character}" (${code_point}) नहीं छप सकता। इसे अंग्रेज़ी या देवनागरी अक्षरों में लिखें।`,
  missing_in_billing_profile: 'पेमेंट गेटवे के लिए यह ज़रूरी है। बिलिंग प्रोफ़ाइल में भरें, फिर दोबारा कोशिश करें।',

  recharge_too_small: ({ min }) => `कम से कम ${rupees(min)} लिखें। टैक्स अलग से लगेगा।`,
  recharge_too_small_with_tax: ({ min, credit }) =>
    `कम से कम ${rupees(min)} लिखें, ताकि टैक्स कटने के बाद बैलेंस में कम से कम ${rupees(credit)} जुड़ें।`,
  recharge_too_large: ({ max }) => `ज़्यादा से ज़्यादा ${rupees(max)} लिखें। इससे ज़्यादा के लिए कई रिचार्ज करें।`,
  bank_only_for_net_banking: 'बैंक सिर्फ़ नेट बैंकिंग के लिए चुना जाता है। इसे हटाएँ।',
  monthly_limit_below_amount: ({ min }) => `महीने की सीमा में कम से कम एक रिचार्ज आना चाहिए। कम से कम ${rupees(min)} रखें।`,
  mandate_below_total: ({ min }) => `कम से कम ${rupees(min)} लिखें। टैक्स के साथ एक रिचार्ज इतने का होता है।`,

  amount_not_positive: '₹0.00 से ज़्यादा राशि लिखें।',
  refund_too_large: ({ max }) => `अब ज़्यादा से ज़्यादा ${rupees(max)} वापस हो सकते हैं।`,
  refund_only_to_source: 'इस भुगतान का पैसा उसी खाते में वापस जा सकता है जिससे भुगतान हुआ था।',
  refund_only_to_wallet: 'कटा हुआ पैसा सिर्फ़ वॉलेट में वापस आता है। पैसा बाहर पाने के लिए किसी रिचार्ज का रिफ़ंड माँगें।',
  recharge_paid_twice: 'इस रिचार्ज का भुगतान एक से ज़्यादा बार हुआ। जिस भुगतान का रिफ़ंड चाहिए उसका लेन-देन चुनें।',
  transaction_not_refundable: ({ kind }) =>
    `इस तरह के लेन-देन (${kind}) का रिफ़ंड नहीं होता। रिफ़ंड सिर्फ़ कटौती और रिचार्ज का होता है।`,
  credit_too_large: ({ max }) => `ज़्यादा से ज़्यादा ${rupees(max)} लिखें। इससे ज़्यादा के लिए कई क्रेडिट दें।`,

  month_not_over: ({ month, from }) => `${month} का उपयोग स्टेटमेंट ${from} (भारतीय समय) से बन सकता है।`,
  month_without_usage: ({ month }) => `${month} में कुछ इस्तेमाल नहीं हुआ, इसलिए कोई स्टेटमेंट नहीं है।`,
  csv_has_no_pages: 'CSV फ़ाइल में सारी पंक्तियाँ आती हैं। इसे हटाएँ।',
  amount_needs_kind: ({ kinds }) => `राशि से खोजने के लिए लेन-देन का प्रकार भी चुनें, इनमें से एक: ${listed(kinds)}।`,

  last_tier_has_end: 'आख़िरी स्लैब की कोई सीमा नहीं होती। इसे ख़ाली छोड़ें।',
  tier_without_end: 'आख़िरी को छोड़कर हर स्लैब की सीमा लिखना ज़रूरी है।',
  tier_not_after_previous: ({ previous }) => `${previous} से ज़्यादा लिखें, क्योंकि पिछला स्लैब वहाँ तक है।`,
  tier_price_rises: 'वॉल्यूम क़ीमत में किसी स्लैब की क़ीमत पिछले स्लैब से ज़्यादा नहीं हो सकती।',
  prices_in_past: 'क़ीमतें बीते समय से लागू नहीं हो सकतीं। अभी से लागू करने के लिए इसे ख़ाली छोड़ें।',

  secret_to_enter_again: 'खाता या उसका पता बदल गया है। इसे फिर से लिखें।',
}

export const money = { en, hi }

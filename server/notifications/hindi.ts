// Notices in Hindi.

import { channelTitlesIn } from '#channels/words.ts'
import { reportReasonsIn } from '#forms/pages/words.ts'
import type { PauseReason } from '#messaging/campaigns/rules.ts'
import type { GraceOutcome, LimitName, LinkReason } from '#money/auto-recharge/rules.ts'
import type { ClaimKind, ClaimStatus } from '#money/claims/rules.ts'
import type { MandateStatus } from '#money/gateways/providers/gateway.ts'
import type { Invoice } from '#money/invoices/schema.ts'
import type { FailureReason } from '#money/wallet/rules.ts'
import type { ExportKind } from '#reporting/exports/rules.ts'
import type { OffReason } from '#webhooks/schema.ts'
import type { Facts, Texts } from './facts.ts'
import { premiumInHindi } from './premium-words.ts'
import { refundsInHindi } from './refund-words.ts'
import { summaryIn } from './summary.ts'
import { summaryInHindi } from './summary-words.ts'

const failures: Record<FailureReason, string> = {
  insufficient_funds: 'खाते या कार्ड में पर्याप्त पैसे नहीं थे।',
  expired_card: 'कार्ड की अवधि ख़त्म हो चुकी है।',
  daily_limit_reached: 'भुगतान के इस तरीक़े की दिन भर की सीमा पूरी हो गई।',
  bank_declined: 'बैंक ने भुगतान मंज़ूर नहीं किया।',
  gateway_error: 'पेमेंट गेटवे भुगतान पूरा नहीं कर सका।',
}
const linkReasons: Record<LinkReason, string> = {
  no_mandate: 'ऑटो-पेमेंट के लिए कोई मैंडेट नहीं है।',
  mandate_maximum: 'राशि मैंडेट की सीमा से ज़्यादा है।',
  debit_maximum: 'राशि ऑटो-पेमेंट की सीमा से ज़्यादा है।',
  mandates_unavailable: 'इस पेमेंट गेटवे पर मैंडेट की सुविधा नहीं है।',
}
const limits: Record<LimitName, string> = {
  hourly_limit: 'एक घंटे में ऑटो-रिचार्ज की सीमा पूरी हो गई है।',
  daily_limit: 'एक दिन में ऑटो-रिचार्ज की सीमा पूरी हो गई है।',
  monthly_limit: 'एक महीने में ऑटो-रिचार्ज की सीमा पूरी हो गई है।',
  gateway_unavailable: 'कोई पेमेंट गेटवे उपलब्ध नहीं है।',
  recharge_refused: 'पेमेंट गेटवे यह रिचार्ज नहीं ले रहा है।',
}
const graceOutcomes: Record<GraceOutcome, string> = {
  paid: 'भुगतान मिल गया। ऑटो-रिचार्ज पहले की तरह चलेगा।',
  funded: 'वॉलेट रिचार्ज हो गया। ऑटो-रिचार्ज पहले की तरह चलेगा।',
  mandate_renewed: 'नया मैंडेट मिल गया। ऑटो-रिचार्ज पहले की तरह चलेगा।',
  disabled: 'ऑटो-रिचार्ज बंद कर दिया गया।',
  switched_off: 'कोई भुगतान नहीं मिला, इसलिए ऑटो-रिचार्ज बंद कर दिया गया।',
}
const mandateStatuses: Record<MandateStatus, string> = {
  pending: 'पुष्टि के इंतज़ार में',
  active: 'चालू',
  paused: 'रुका हुआ',
  cancelled: 'रद्द',
  expired: 'ख़त्म',
  rejected: 'नामंज़ूर',
}
const invoiceKinds: Record<Invoice['kind'], string> = {
  recharge: 'इनवॉइस',
  subscription: 'इनवॉइस',
  usage: 'उपयोग स्टेटमेंट',
  credit_note: 'क्रेडिट नोट',
}
const pauseReasons: Record<PauseReason, string> = {
  user: 'किसी सदस्य ने इसे रोका।',
  insufficient_balance: 'बैलेंस कम है। रिचार्ज होते ही यह फिर चलेगा।',
  template: 'इसका टेम्पलेट अब इस्तेमाल नहीं हो सकता।',
  account: 'चैनल का खाता हटा दिया गया या बदल गया।',
  complaints: 'बहुत से लोगों ने इसे स्पैम बताया।',
  bounces: 'बहुत से पते मौजूद नहीं हैं।',
  restored: 'इंस्टॉलेशन बैकअप से बहाल हुआ है। पहले प्रदाता से पता करें कि क्या जा चुका है, फिर कैंपेन को चलाएँ या रद्द करें।',
  max_total: 'इसका ख़र्च तय सीमा से ज़्यादा हो जाता।',
  failed: 'कई बार सिस्टम में गड़बड़ी हुई।',
}
const exportKinds: Record<ExportKind, string> = {
  statement: 'खाते का स्टेटमेंट',
  log: 'संदेश लॉग',
  transactions: 'लेन-देन की सूची',
  contacts: 'संपर्कों की सूची',
}
const offReasons: Record<OffReason, string> = {
  gone: 'एंडपॉइंट ने जवाब दिया कि वह अब मौजूद नहीं है (410 Gone)',
  failing: 'एंडपॉइंट ने कई दिनों से कोई इवेंट नहीं लिया',
  no_access: 'जिसने एंडपॉइंट बनाया था, उसके पास अब अनुमति नहीं है',
}
const channels = channelTitlesIn('hi')
const claims: Record<ClaimStatus, string> = {
  open: 'भुगतान करने वाले के बैंक ने विवाद दर्ज किया है।',
  action_required: 'बैंक को और सबूत चाहिए।',
  under_review: 'बैंक सबूत देख रहा है।',
  won: 'बैंक ने विवाद ख़ारिज कर दिया, और भुगतान बना रहेगा।',
  lost: 'बैंक ने विवाद सही माना, और पैसे भुगतान करने वाले को लौट गए।',
  closed: 'विवाद बंद हो गया है।',
  pending: 'रिफ़ंड पर काम चल रहा है।',
  processed: 'भुगतान करने वाले को पैसे लौट गए।',
  failed: 'पैसे भुगतान करने वाले तक नहीं पहुँचे।',
}
const deductions: Record<ClaimKind, (total: string) => string> = {
  dispute: (total) => `बैंक ने ${total} का विवाद सही माना, इसलिए उसका क्रेडिट काटा गया।`,
  gateway_refund: (total) => `पेमेंट गेटवे पर ${total} का रिफ़ंड हुआ, इसलिए उसका क्रेडिट काटा गया।`,
}

const organizationOf = (facts: Facts) =>
  `${facts.text('organization_name')}${facts.is('is_priority', true) ? ' (प्राथमिक सहायता)' : ''}`
const isForPremium = (facts: Facts) => facts.is('purpose', 'subscription') || facts.has('subscription_payment_id')
const debiting = (facts: Facts) => (isForPremium(facts) ? 'प्रीमियम' : 'ऑटो-रिचार्ज')
const payHere = (facts: Facts) => (facts.has('checkout_url') ? ` यहाँ भुगतान करें: ${facts.address('checkout_url')}` : '')
const canRespond = (facts: Facts) =>
  facts.has('respond_by') && (facts.is('status', 'open') || facts.is('status', 'action_required'))

export const hindi: Texts = {
  'recharge.completed': (facts) => ({
    title: `${facts.rupees('amount')} का रिचार्ज पूरा हुआ`,
    text: `वॉलेट में ${facts.rupees('amount')} जमा हुए। आपने ${facts.rupees('total')} चुकाए, जिसमें ${facts.rupees('tax')} टैक्स है।`,
  }),
  'payment.failed': (facts) => ({
    title: `${facts.rupees('total')} का भुगतान विफल हुआ`,
    text: `${facts.word('failure_reason', failures)}${isForPremium(facts) ? '' : ' वॉलेट में कुछ जमा नहीं हुआ।'}${payHere(facts)}`,
  }),
  'recharge.payment_requested': (facts) => ({
    title: `${facts.rupees('total')} के रिचार्ज का भुगतान बाक़ी है`,
    text: `इस ऑटो-रिचार्ज का भुगतान आपको ख़ुद करना होगा।${facts.has('reason') ? ` ${facts.word('reason', linkReasons)}` : ''}${payHere(facts)}`,
  }),
  'invoice.generated': (facts) => ({
    title: `${facts.word('kind', invoiceKinds)} ${facts.text('number')}`,
    text: `${facts.rupees('total')} का ${facts.word('kind', invoiceKinds)} ${facts.text('number')} जारी हुआ।`,
  }),
  'balance.low': (facts) => ({
    title: `बैलेंस ${facts.text('level')}% रह गया`,
    text: `${facts.rupees('of')} में से ${facts.rupees('balance')} बचे हैं। संदेश रुकने से पहले रिचार्ज करें।`,
  }),
  'balance.empty': (facts) => ({
    title: 'बैलेंस ख़त्म: संदेश भेजना रुक गया है',
    text: `${facts.rupees('balance')} में अगला संदेश नहीं भेजा जा सकता। संदेश फिर से भेजने के लिए वॉलेट रिचार्ज करें।`,
  }),
  'credit.granted': (facts) => ({
    title: `${facts.rupees('amount')} का क्रेडिट मिला`,
    text: `ऑपरेटर ने वॉलेट में ${facts.rupees('amount')} जमा किए: ${facts.text('description')}।`,
  }),
  'usage.monthly_summary': summaryIn(summaryInHindi),
  'enterprise_pricing.reached': (facts) => ({
    title: `${facts.text('organization_name')} एंटरप्राइज़ क़ीमतों के योग्य है`,
    text: `${facts.month('month', 'hi-IN-u-nu-latn')} में ${facts.word('channel', channels)} संदेशों की संख्या एंटरप्राइज़ क़ीमतों की सीमा तक पहुँच गई। इसे मंज़ूर या नामंज़ूर करें।`,
  }),
  'form.reported': (facts) => ({
    title: `किसी ने फ़ॉर्म ${facts.text('form_name')} की शिकायत की`,
    text: `${organizationOf(facts)}: ${facts.word('reason', reportReasonsIn('hi'))}।${facts.text('details') === '' ? '' : ` ${facts.text('details')}`}`,
  }),
  'domain.proof_missing': (facts) => ({
    title: `${facts.text('display_name')} का DNS रिकॉर्ड नहीं मिल रहा`,
    text: `${facts.time('proof_missing_until')} तक TXT रिकॉर्ड ${facts.text('record.name')} फिर से डालें। उसके बाद फ़ॉर्म इस डोमेन पर नहीं खुलेंगे।`,
  }),
  'domain.unverified': (facts) => ({
    title: `${facts.text('display_name')} अब वेरिफ़ाई नहीं है`,
    text: 'फ़ॉर्म अब इस डोमेन पर नहीं खुलते: इसका DNS रिकॉर्ड नहीं मिला, या किसी दूसरे संगठन ने इसे वेरिफ़ाई किया है। रिकॉर्ड डालें और डोमेन फिर से वेरिफ़ाई करें।',
  }),
  'mandate.given': (facts) => ({
    title: facts.has('replaced_id') ? 'भुगतान का तरीक़ा बदला' : 'मैंडेट मिल गया',
    text: `${
      facts.has('max_amount')
        ? `अब ${debiting(facts)} के लिए एक बार में ${facts.rupees('max_amount')} तक कट सकते हैं।`
        : `अब ${debiting(facts)} के लिए आपके खाते से पैसे कट सकते हैं।`
    }${facts.has('replaced_id') ? ' पहले वाला मैंडेट रद्द हो गया।' : ''}`,
  }),
  'mandate.updated': (facts) => ({
    title: facts.has('replaced_id') ? 'भुगतान का तरीक़ा बदला' : 'मैंडेट बदला',
    text: `${debiting(facts)} का मैंडेट अब ${facts.word('status', mandateStatuses)} है।${facts.has('replaced_id') ? ' पहले वाला मैंडेट रद्द हो गया।' : ''}`,
  }),
  'mandate.ended': (facts) => ({
    title: 'मैंडेट ख़त्म हुआ',
    text: `${debiting(facts)} का मैंडेट ${facts.word('status', mandateStatuses)} है। नया मैंडेट देने तक ${isForPremium(facts) ? 'प्रीमियम' : 'रिचार्ज'} का भुगतान आपको ख़ुद करना होगा।`,
  }),
  'auto_recharge.updated': (facts) => ({
    title: 'ऑटो-रिचार्ज बदला गया',
    text: facts.is('enabled', true)
      ? `बैलेंस ${facts.rupees('threshold')} से कम होते ही वॉलेट ${facts.rupees('amount')} से रिचार्ज होगा।`
      : 'ऑटो-रिचार्ज बंद है।',
  }),
  'auto_recharge.limited': (facts) => ({
    title: 'ऑटो-रिचार्ज रुका हुआ है',
    text: `बैलेंस तय सीमा से कम है। ${facts.word('reason', limits)} ऑटो-रिचार्ज ${facts.time('limited_until')} तक रुका रहेगा।`,
  }),
  'auto_recharge.debit_requested': (facts) => ({
    title: `${facts.rupees('total')} काटे जाएँगे`,
    text: `ऑटो-रिचार्ज के लिए यह राशि ${facts.time('debit_at')} पर काटी जाएगी।`,
  }),
  'auto_recharge.retry_scheduled': (facts) => ({
    title: 'ऑटो-रिचार्ज का भुगतान विफल हुआ',
    text: `अगली कोशिश ${facts.time('next_attempt_at')} पर होगी।`,
  }),
  'auto_recharge.switched_off': () => ({
    title: 'ऑटो-रिचार्ज बंद कर दिया गया',
    text: 'मोहलत के दौरान कोई भुगतान नहीं मिला। वॉलेट ख़ुद रिचार्ज करें, फिर नए मैंडेट के साथ ऑटो-रिचार्ज चालू करें।',
  }),
  'grace.started': (facts) => ({
    title: 'ऑटो-रिचार्ज का भुगतान विफल हुआ: मोहलत शुरू',
    text: `बैलेंस रहने तक आप संदेश भेज सकते हैं। भुगतान न मिलने पर ऑटो-रिचार्ज ${facts.time('grace_until')} पर बंद हो जाएगा।`,
  }),
  'grace.ended': (facts) => ({
    title: 'मोहलत ख़त्म हुई',
    text: facts.word('outcome', graceOutcomes),
  }),
  ...premiumInHindi(failures),
  'payment.disputed': (facts) => ({
    title: `${facts.rupees('total')} के भुगतान पर विवाद`,
    text: `${facts.word('status', claims)}${canRespond(facts) ? ` ${facts.time('respond_by')} तक पेमेंट गेटवे पर जवाब दें।` : ''}`,
  }),
  'payment.refunded_at_gateway': (facts) => ({
    title: `पेमेंट गेटवे पर ${facts.rupees('total')} का रिफ़ंड`,
    text: `यह रिफ़ंड पेमेंट गेटवे पर बनाया गया, इसे यहाँ मंज़ूर नहीं किया गया था। ${facts.word('status', claims)}`,
  }),
  'payment.taken_back': (facts) => ({
    title: isForPremium(facts)
      ? `प्रीमियम के ${facts.rupees('taken')} वापस लिए गए`
      : `वॉलेट से ${facts.rupees('taken')} काटे गए`,
    text: isForPremium(facts)
      ? `${facts.is('kind', 'dispute') ? 'बैंक ने विवाद सही माना' : 'पेमेंट गेटवे पर भुगतान का रिफ़ंड हुआ'}। क्रेडिट नोट जारी हुआ।`
      : `${deductions[facts.is('kind', 'dispute') ? 'dispute' : 'gateway_refund'](facts.rupees('total'))}${facts.is('shortfall', '0.00') ? '' : ` ${facts.rupees('shortfall')} और काटने थे, पर वॉलेट में उतने नहीं थे।`}`,
  }),
  ...refundsInHindi,
  'invitation.accepted': (facts) => ({
    title: 'आमंत्रण स्वीकार हुआ',
    text: `${facts.text('email')} अब संगठन के सदस्य हैं।`,
  }),
  'webhook_endpoint.switched_off': (facts) => ({
    title: 'वेबहुक एंडपॉइंट बंद कर दिया गया',
    text: `${facts.text('url')} पर अब इवेंट नहीं भेजे जाते: ${facts.word('switched_off_because', offReasons)}।`,
  }),
  'channel_account.failing': (facts) => ({
    title: `${facts.word('channel', channels)} संदेश नहीं जा रहे हैं`,
    text: `आपके खाते ने ${facts.time('failing_since')} से कोई संदेश नहीं लिया। क़तार के संदेश सुरक्षित हैं और फिर भेजे जाएँगे। खाता देखें और उसकी जाँच करें।${
      facts.text('health.error.detail') === ''
        ? ''
        : ` वजह: ${facts.explanation('hi', 'health.error.detail', 'health.error.details')}`
    }`,
  }),
  'channel_account.recovered': (facts) => ({
    title: `${facts.word('channel', channels)} संदेश फिर जा रहे हैं`,
    text: `आपका खाता फिर संदेश ले रहा है। ${facts.time('failing_since')} से उसने कोई संदेश नहीं लिया था।`,
  }),
  'channel_account.warned': (facts) => ({
    title: `${facts.word('channel', channels)} प्रदाता की चेतावनी`,
    text: `प्रदाता ने बताया: “${facts.text('detail')}”। प्रदाता के यहाँ अपना खाता देखें। पूरी जानकारी चैनल की सूचनाओं में है।`,
  }),
  'campaign.paused': (facts) => ({
    title: `कैंपेन रुक गया: ${facts.text('name')}`,
    text: facts.sentences('pause_reasons', pauseReasons),
  }),
  'campaign.completed': (facts) => ({
    title: `कैंपेन पूरा हुआ: ${facts.text('name')}`,
    text: 'जो संदेश भेजे जा सकते थे, वे सब भेज दिए गए।',
  }),
  'form.submitted': (facts) => ({
    title: `नया जवाब: ${facts.text('form_name')}`,
    text: 'किसी ने फ़ॉर्म भरा है।',
  }),
  'export.completed': (facts) => ({
    title: 'आपका एक्सपोर्ट तैयार है',
    text: `${facts.word('kind', exportKinds)}: ${facts.time('expires_at')} तक डाउनलोड करें।`,
  }),
  'export.failed': (facts) => ({
    title: 'आपका एक्सपोर्ट विफल हुआ',
    text: `${facts.word('kind', exportKinds)}: फ़ाइल नहीं बन सकी। छोटी अवधि चुनें या फिर कोशिश करें।`,
  }),
  'message.received': (facts) => {
    const { from, count } = facts.live
    return {
      title: from === null ? 'नया संदेश' : `${from} का नया संदेश`,
      text: count === 1 ? `${facts.word('channel', channels)}: बातचीत में 1 नया संदेश।` : `बातचीत में ${count} नए संदेश।`,
    }
  },
}

// Notices in Hindi.

import { channelNamesIn, messageIn, messagesIn } from '#channels/words.ts'
import type { Facts, Texts } from './facts.ts'
import { summaryIn } from './summary.ts'
import { summaryInHindi } from './summary-words.ts'

const failures = {
  insufficient_funds: 'खाते में पर्याप्त राशि या कार्ड की क्रेडिट सीमा बाक़ी नहीं थी',
  expired_card: 'कार्ड की अवधि समाप्त हो चुकी है',
  daily_limit_reached: 'भुगतान माध्यम की दैनिक सीमा पूरी हो गई',
  bank_declined: 'बैंक ने मना कर दिया',
  gateway_error: 'पेमेंट गेटवे भुगतान नहीं ले सका',
}
const linkReasons = {
  no_mandate: 'इसके लिए कोई मैंडेट नहीं है',
  mandate_maximum: 'राशि मैंडेट की सीमा से अधिक है',
  debit_maximum: 'इतनी राशि आपके बिना नहीं काटी जा सकती',
  mandates_unavailable: 'पेमेंट गेटवे मैंडेट नहीं लेता',
}
const limits = {
  hourly_limit: 'एक घंटे में रीचार्ज की सीमा',
  daily_limit: 'एक दिन में रीचार्ज की सीमा',
  monthly_limit: 'मासिक सीमा',
  gateway_unavailable: 'पेमेंट गेटवे का उत्तर न देना',
}
const graceOutcomes = {
  paid: 'भुगतान मिल गया है, और सब कुछ पहले की तरह चल रहा है।',
  funded: 'वॉलेट रीचार्ज हो गया है, और सब कुछ पहले की तरह चल रहा है।',
  mandate_renewed: 'नया मैंडेट मिल गया है, और सब कुछ पहले की तरह चल रहा है।',
  disabled: 'ऑटो-रीचार्ज बंद कर दिया गया।',
  switched_off: 'कोई भुगतान नहीं मिला, इसलिए ऑटो-रीचार्ज बंद कर दिया गया।',
}
const mandateStatuses = {
  pending: 'प्रतीक्षा में',
  active: 'सक्रिय',
  paused: 'रोका हुआ',
  cancelled: 'रद्द',
  expired: 'समाप्त',
  rejected: 'अस्वीकृत',
}
const invoiceKinds = {
  recharge: 'इनवॉइस',
  subscription: 'इनवॉइस',
  usage: 'उपयोग विवरण',
  credit_note: 'क्रेडिट नोट',
}
const exportKinds = { statement: 'विवरण', log: 'लॉग', transactions: 'लेन-देन की सूची' }
const offReasons = {
  gone: 'उसने उत्तर दिया कि वह अब नहीं है',
  failing: 'उसने कई दिनों से कुछ नहीं लिया',
  no_access: 'जिसने उसे बनाया, वह अब कुछ नहीं पढ़ सकता',
}
const channels = channelNamesIn('hi')
const message = messageIn('hi')
const messages = messagesIn('hi')

const disputes = {
  open: 'इसे भुगतान करने वाले के बैंक ने उठाया है।',
  action_required: 'बैंक और प्रमाण चाहता है।',
  under_review: 'बैंक प्रमाण देख रहा है।',
  won: 'विवाद जीत लिया गया।',
  lost: 'विवाद हार गए: भुगतान करने वाले को पैसे लौट गए।',
  closed: 'विवाद बंद हो गया।',
}
const gatewayRefunds = {
  pending: 'राशि रास्ते में है।',
  processed: 'भुगतान करने वाले को पैसे लौट गए।',
  failed: 'राशि भुगतान करने वाले तक नहीं पहुँची।',
}
const tookBack = { dispute: 'हारे हुए विवाद', gateway_refund: 'पेमेंट गेटवे पर हुई वापसी' }

const to = (facts: Facts) => (facts.is('destination', 'source') ? 'जहाँ से भुगतान हुआ था वहाँ' : 'वॉलेट में')
const payHere = (facts: Facts) => (facts.has('checkout_url') ? ` यहाँ भुगतान करें: ${facts.address('checkout_url')}` : '')
export const hindi: Texts = {
  'recharge.completed': (facts) => ({
    title: `${facts.rupees('amount')} का रीचार्ज पूरा हुआ`,
    text: `वॉलेट में ${facts.rupees('amount')} जमा हुए। भुगतान: ${facts.rupees('total')}, जिसमें ${facts.rupees('tax')} कर है।`,
  }),
  'payment.failed': (facts) => ({
    title: `${facts.rupees('total')} का भुगतान विफल रहा`,
    text: `कारण: ${facts.word('failure_reason', failures)}। कुछ भी जमा नहीं हुआ।${payHere(facts)}`,
  }),
  'recharge.payment_requested': (facts) => ({
    title: `${facts.rupees('total')} के रीचार्ज का भुगतान बाकी है`,
    text: `ऑटो-रीचार्ज का भुगतान आपको स्वयं करना है${facts.has('reason') ? `: ${facts.word('reason', linkReasons)}` : ''}।${payHere(facts)}`,
  }),
  'invoice.generated': (facts) => ({
    title: `${facts.word('kind', invoiceKinds)} ${facts.text('number')}`,
    text: `${facts.rupees('total')} का ${facts.word('kind', invoiceKinds)} ${facts.text('number')} जारी हुआ।`,
  }),
  'balance.low': (facts) => ({
    title: `बैलेंस ${facts.text('level')} प्रतिशत पर`,
    text: `${facts.rupees('of')} में से ${facts.rupees('balance')} बचे हैं। भेजना रुकने से पहले रीचार्ज करें।`,
  }),
  'balance.empty': (facts) => ({
    title: 'बैलेंस समाप्त: भेजना रुक गया है',
    text: `${facts.rupees('balance')} में कोई और संदेश नहीं भेजा जा सकता। रीचार्ज करें, फिर भेजना जारी रहेगा।`,
  }),
  'credit.granted': (facts) => ({
    title: `${facts.rupees('amount')} का क्रेडिट`,
    text: `वॉलेट में ${facts.rupees('amount')} जमा हुए: ${facts.text('description')}।`,
  }),
  'usage.monthly_summary': summaryIn(summaryInHindi),
  'enterprise_pricing.reached': (facts) => ({
    title: `${facts.text('organization_name')} एंटरप्राइज़ दर के योग्य है`,
    text: `${facts.text('month')} में इसके ${facts.word('channel', messages)} उतने हो गए जहाँ से एंटरप्राइज़ दर शुरू होती है। मंज़ूर या नामंज़ूर करें।`,
  }),
  'mandate.given': (facts) => ({
    title: 'मैंडेट दिया गया',
    text: `अब ऑटो-रीचार्ज अपने आप काटा जा सकता है${facts.has('max_amount') ? `, ${facts.rupees('max_amount')} तक` : ''}।`,
  }),
  'mandate.updated': (facts) => ({
    title: 'मैंडेट बदला',
    text: `ऑटो-रीचार्ज का मैंडेट अब ${facts.word('status', mandateStatuses)} है।`,
  }),
  'mandate.ended': (facts) => ({
    title: 'मैंडेट समाप्त',
    text: `ऑटो-रीचार्ज का मैंडेट ${facts.word('status', mandateStatuses)} है। मैंडेट के बिना भुगतान स्वयं करना होगा।`,
  }),
  'auto_recharge.updated': (facts) => ({
    title: 'ऑटो-रीचार्ज बदला',
    text: facts.is('enabled', true)
      ? `${facts.rupees('threshold')} से कम होने पर ${facts.rupees('amount')} का रीचार्ज होगा।`
      : 'यह बंद है।',
  }),
  'auto_recharge.limited': (facts) => ({
    title: 'ऑटो-रीचार्ज को रुकना होगा',
    text: `बैलेंस तय सीमा से कम है, पर ${facts.time('limited_until')} तक एक और रीचार्ज नहीं हो सकता: ${facts.word('reason', limits)}।`,
  }),
  'auto_recharge.debit_requested': (facts) => ({
    title: `${facts.rupees('total')} काटे जाएँगे`,
    text: `ऑटो-रीचार्ज की राशि ${facts.time('debit_at')} पर काटी जाएगी।`,
  }),
  'auto_recharge.retry_scheduled': (facts) => ({
    title: 'अपने आप होने वाला भुगतान विफल रहा',
    text: `${facts.time('next_attempt_at')} पर फिर प्रयास होगा।`,
  }),
  'auto_recharge.switched_off': () => ({
    title: 'ऑटो-रीचार्ज बंद कर दिया गया',
    text: 'छूट की अवधि बिना भुगतान के समाप्त हो गई। स्वयं रीचार्ज करें, और नए मैंडेट के साथ इसे फिर चालू करें।',
  }),
  'grace.started': (facts) => ({
    title: 'अपने आप होने वाला भुगतान विफल रहा',
    text: `बैलेंस रहने तक भेजना जारी रहेगा। भुगतान न होने पर ऑटो-रीचार्ज ${facts.time('grace_until')} पर बंद हो जाएगा।`,
  }),
  'grace.ended': (facts) => ({
    title: 'छूट की अवधि समाप्त हुई',
    text: facts.word('outcome', graceOutcomes),
  }),
  'payment.disputed': (facts) => ({
    title: `${facts.rupees('total')} के भुगतान पर विवाद`,
    text: `${facts.word('status', disputes)}${facts.has('respond_by') && (facts.is('status', 'open') || facts.is('status', 'action_required')) ? ` गेटवे पर ${facts.time('respond_by')} तक उत्तर दिया जा सकता है।` : ''}`,
  }),
  'payment.refunded_at_gateway': (facts) => ({
    title: `पेमेंट गेटवे पर ${facts.rupees('total')} की वापसी`,
    text: `यह गेटवे पर शुरू हुई, यहाँ स्वीकृत नहीं हुई थी। ${facts.word('status', gatewayRefunds)}`,
  }),
  'payment.taken_back': (facts) => ({
    title: `वॉलेट से ${facts.rupees('taken')} वापस लिए गए`,
    text: `${facts.rupees('total')} के ${facts.word('kind', tookBack)} के कारण क्रेडिट वापस लिया गया।${facts.is('shortfall', '0.00') ? '' : ` ${facts.rupees('shortfall')} और लेने थे, जो वॉलेट में नहीं थे।`}`,
  }),
  'refund.requested': (facts) => ({
    title: `${facts.rupees('amount')} की वापसी का अनुरोध`,
    text: `राशि ${to(facts)} लौटाने का अनुरोध हुआ, और स्वीकृति की प्रतीक्षा है।`,
  }),
  'refund.approved': (facts) => ({
    title: `${facts.rupees('amount')} की वापसी स्वीकृत`,
    text: `राशि ${to(facts)} लौटाई जाएगी।${facts.has('expected_by') ? ` ${facts.text('expected_from')} से ${facts.text('expected_by')} के बीच मिलनी चाहिए।` : ''}`,
  }),
  'refund.processing': (facts) => ({
    title: `${facts.rupees('amount')} की वापसी जारी`,
    text: `पेमेंट गेटवे से राशि ${to(facts)} लौटाने को कहा गया है।`,
  }),
  'refund.completed': (facts) => ({
    title: `${facts.rupees('amount')} की वापसी पूरी हुई`,
    text: `राशि ${to(facts)} लौटा दी गई।`,
  }),
  'refund.rejected': (facts) => ({
    title: `${facts.rupees('amount')} की वापसी अस्वीकृत`,
    text: facts.has('decision_note') ? `कारण: ${facts.text('decision_note')}` : 'अनुरोध अस्वीकार कर दिया गया।',
  }),
  'refund.failed': (facts) => ({
    title: `${facts.rupees('amount')} की वापसी विफल रही`,
    text: 'पेमेंट गेटवे भुगतान नहीं कर सका। राशि वॉलेट में वापस आ गई है।',
  }),
  'invitation.accepted': (facts) => ({
    title: 'आमंत्रण स्वीकार हुआ',
    text: `${facts.text('email')} अब सदस्य हैं।`,
  }),
  'webhook_endpoint.switched_off': (facts) => ({
    title: 'एक वेबहुक एंडपॉइंट बंद कर दिया गया',
    text: `${facts.text('url')} को अब सूचना नहीं भेजी जाएगी: ${facts.word('switched_off_because', offReasons)}।`,
  }),
  'channel_account.failing': (facts) => ({
    title: `${facts.word('channel', channels)} के संदेश नहीं जा रहे हैं`,
    text: `आपके अकाउंट ने ${facts.time('failing_since')} से कुछ नहीं लिया${
      facts.has('health.error.detail') ? `: ${facts.text('health.error.detail')}` : ''
    }। प्रतीक्षा में रखे संदेश सुरक्षित हैं और फिर भेजे जाएँगे; अकाउंट देखें और उसकी जाँच करें।`,
  }),
  'channel_account.recovered': (facts) => ({
    title: `${facts.word('channel', channels)} के संदेश फिर जा रहे हैं`,
    text: `आपके अकाउंट ने ${facts.time('failing_since')} से कुछ नहीं लिया था, और अब फिर संदेश ले रहा है।`,
  }),
  'channel_account.warned': (facts) => ({
    title: `${facts.word('channel', channels)} के प्रदाता ने आपके अकाउंट के बारे में चेतावनी दी है`,
    text: `प्रदाता का संदेश: ${facts.text('detail')}। प्रदाता के यहाँ अकाउंट देखें; चैनल की सूचनाओं में सब कुछ है।`,
  }),
  'export.completed': (facts) => ({
    title: 'आपका एक्सपोर्ट तैयार है',
    text: `${facts.word('kind', exportKinds)}: ${facts.time('expires_at')} तक डाउनलोड किया जा सकता है।`,
  }),
  'export.failed': (facts) => ({
    title: 'आपका एक्सपोर्ट विफल रहा',
    text: `${facts.word('kind', exportKinds)}: फ़ाइल नहीं बन सकी। छोटी अवधि चुनें, या फिर प्रयास करें।`,
  }),
  'message.received': (facts) => {
    const { from, count } = facts.live
    return {
      title: from === null ? 'नया संदेश' : `${from} का नया संदेश`,
      text: count === 1 ? `बातचीत में एक नया ${facts.word('channel', message)} आया है।` : `बातचीत में ${count} नए संदेश आए हैं।`,
    }
  },
}

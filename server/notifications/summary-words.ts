// Texts of the monthly summary, English and Hindi by the same keys.

import { kindNamesIn } from '#channels/words.ts'
import type { SummaryWords } from './summary.ts'

export const summaryInEnglish: SummaryWords = {
  locale: 'en-IN',
  title: (month) => `Summary for ${month}`,
  total: (messages, amount) =>
    messages === '1' ? `You sent 1 message for ${amount}.` : `You sent ${messages} messages for ${amount}.`,
  trend: {
    less: (percent, before, amount) => `You spent ${percent}% less than in ${before} (${amount}).`,
    more: (percent, before, amount) => `You spent ${percent}% more than in ${before} (${amount}).`,
    same: (before, amount) => `You spent as much as in ${before} (${amount}).`,
    other: (before, amount) => `You spent ${amount} in ${before}.`,
    nothing: (before) => `You spent nothing in ${before}.`,
  },
  breakdown: 'Spending by message type',
  kinds: { ...kindNamesIn('en'), unattributed: 'Refunds for several types' },
  line: (kind, messages, amount) => `${kind}: ${messages} for ${amount}`,
  nothingSent: 'No messages were sent.',
  tips: 'Ways to spend less',
  tip: {
    reply_in_session: (amount) =>
      `Reply within 24 hours of a contact's message instead of using a template: save up to ${amount}.`,
    next_tier: (amount, kind) =>
      `${kind}: a few more messages a month reach the next price tier. For the same number of messages, save up to ${amount}.`,
    addresses_that_bounce: (amount, kind) =>
      `${kind}: correct or remove the addresses that messages did not reach. They cost ${amount}.`,
    sms_encoding: (amount) => `Remove the one character that makes an SMS longer: save up to ${amount}.`,
    auto_recharge_headroom: (amount) => `Lower the auto-recharge threshold: ${amount} in the wallet was never needed.`,
  },
  noTips: 'No savings were found for this month.',
}

export const summaryInHindi: SummaryWords = {
  locale: 'hi-IN-u-nu-latn',
  title: (month) => `${month} का सार`,
  total: (messages, amount) =>
    messages === '1' ? `आपने 1 संदेश भेजा, ख़र्च ${amount}।` : `आपने ${messages} संदेश भेजे, ख़र्च ${amount}।`,
  trend: {
    less: (percent, before, amount) => `यह ख़र्च ${before} (${amount}) से ${percent}% कम है।`,
    more: (percent, before, amount) => `यह ख़र्च ${before} (${amount}) से ${percent}% ज़्यादा है।`,
    same: (before, amount) => `यह ख़र्च ${before} (${amount}) के बराबर है।`,
    other: (before, amount) => `${before} में ${amount} ख़र्च हुए थे।`,
    nothing: (before) => `${before} में कुछ ख़र्च नहीं हुआ था।`,
  },
  breakdown: 'संदेश के प्रकार के हिसाब से ख़र्च',
  kinds: { ...kindNamesIn('hi'), unattributed: 'कई प्रकार के संदेशों का रिफ़ंड' },
  line: (kind, messages, amount) => `${kind}: ${messages}, ख़र्च ${amount}`,
  nothingSent: 'कोई संदेश नहीं भेजा गया।',
  tips: 'ख़र्च कैसे घटाएँ',
  tip: {
    reply_in_session: (amount) => `संपर्क का संदेश आने के 24 घंटे के भीतर जवाब दें, तो टेम्पलेट नहीं लगेगा: ${amount} तक की बचत।`,
    next_tier: (amount, kind) =>
      `${kind}: महीने में थोड़े और संदेश भेजने पर अगला, सस्ता स्लैब मिलेगा। उतने ही संदेशों पर ${amount} तक की बचत।`,
    addresses_that_bounce: (amount, kind) =>
      `${kind}: जिन पतों पर संदेश नहीं पहुँचे, उन्हें ठीक करें या हटा दें। उन पर ${amount} ख़र्च हुए।`,
    sms_encoding: (amount) => `वह एक अक्षर हटाएँ जिससे SMS लंबा हो जाता है: ${amount} तक की बचत।`,
    auto_recharge_headroom: (amount) => `ऑटो-रिचार्ज की सीमा घटाएँ: वॉलेट के ${amount} की कभी ज़रूरत नहीं पड़ी।`,
  },
  noTips: 'इस महीने बचत की कोई गुंजाइश नहीं मिली।',
}

// The words of the monthly summary, English and Hindi by the same keys.

import { kindNamesIn } from '#channels/words.ts'
import type { SummaryWords } from './summary.ts'

export const summaryInEnglish: SummaryWords = {
  locale: 'en-IN',
  title: (month) => `Summary of ${month}`,
  total: (messages, amount) => `${messages === '1' ? '1 message was' : `${messages} messages were`} sent for ${amount}`,
  trend: {
    less: (percent, before, amount) => `, ${percent} % less than in ${before} (${amount})`,
    more: (percent, before, amount) => `, ${percent} % more than in ${before} (${amount})`,
    same: (before, amount) => `, as much as in ${before} (${amount})`,
    other: (before, amount) => `; in ${before} it was ${amount}`,
    nothing: (before) => `; nothing was spent in ${before}`,
  },
  end: '.',
  breakdown: 'What it was spent on',
  kinds: { ...kindNamesIn('en'), unattributed: 'Refunds for several kinds' },
  line: (kind, messages, amount) => `${kind}: ${messages} ${messages === '1' ? 'message' : 'messages'}, ${amount}`,
  nothingSent: 'Nothing was sent.',
  tips: 'How to spend less',
  tip: {
    reply_in_session: (amount) =>
      `Reply within 24 hours of a contact's message, before a template is needed: up to ${amount} less.`,
    next_tier: (amount, kind) =>
      `${kind}: a few more messages in a month reach the next price tier, up to ${amount} less for as many.`,
    addresses_that_bounce: (amount, kind) =>
      `${kind}: correct or leave out the addresses that messages did not reach. They cost ${amount}.`,
    sms_encoding: (amount) => `Leave out the one character that makes an SMS longer: up to ${amount} less.`,
    auto_recharge_headroom: (amount) =>
      `Lower the threshold of auto-recharge: ${amount} in the wallet were never needed.`,
  },
  noTips: 'Nothing was found that could have cost less.',
}

export const summaryInHindi: SummaryWords = {
  locale: 'hi-IN-u-nu-latn',
  title: (month) => `${month} का सारांश`,
  total: (messages, amount) => `${messages} संदेश भेजे गए, ख़र्च ${amount}`,
  trend: {
    less: (percent, before, amount) => `, ${before} (${amount}) से ${percent} % कम`,
    more: (percent, before, amount) => `, ${before} (${amount}) से ${percent} % अधिक`,
    same: (before, amount) => `, ${before} (${amount}) जितना ही`,
    other: (before, amount) => `; ${before} में ${amount}`,
    nothing: (before) => `; ${before} में कुछ ख़र्च नहीं हुआ था`,
  },
  end: '।',
  breakdown: 'किस पर ख़र्च हुआ',
  kinds: { ...kindNamesIn('hi'), unattributed: 'कई प्रकार के रिफ़ंड' },
  line: (kind, messages, amount) => `${kind}: ${messages} संदेश, ${amount}`,
  nothingSent: 'कुछ नहीं भेजा गया।',
  tips: 'ख़र्च कैसे घटाएँ',
  tip: {
    reply_in_session: (amount) => `संपर्क के संदेश के 24 घंटों के भीतर जवाब दें, तब टेम्पलेट की ज़रूरत नहीं: ${amount} तक कम।`,
    next_tier: (amount, kind) => `${kind}: महीने में थोड़े और संदेशों से सस्ती दर मिलती है, उतने ही संदेशों पर ${amount} तक कम।`,
    addresses_that_bounce: (amount, kind) =>
      `${kind}: जिन पतों पर संदेश नहीं पहुँचे उन्हें सुधारें या छोड़ दें। उन पर ${amount} ख़र्च हुए।`,
    sms_encoding: (amount) => `जो एक अक्षर SMS को लंबा करता है उसे न लिखें: ${amount} तक कम।`,
    auto_recharge_headroom: (amount) => `ऑटो-रीचार्ज की सीमा घटाएँ: वॉलेट में ${amount} की कभी ज़रूरत नहीं पड़ी।`,
  },
  noTips: 'ऐसा कुछ नहीं मिला जिस पर कम ख़र्च हो सकता था।',
}

// Texts of account emails in the language of the reader. A reader who did not make the change must see at once what to
// do.

import { escape } from '#edge/page.ts'
import { indianMoment } from '#kit/india/calendar.ts'
import type { Language } from '#people/identity/rules.ts'

export const letterKinds = [
  'password_reset',
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'address_asked',
  'address_confirm',
  'address_taken',
  'address_changed',
] as const
export type LetterKind = (typeof letterKinds)[number]

/** When it happened, and the details: the kind of factor, or the link. */
interface Facts {
  at: Date
  details: Record<string, string>
  /** The installation's public URL. */
  publicUrl: string
  language: Language
}

type Warning = Exclude<LetterKind, 'password_reset' | 'address_confirm' | 'address_taken' | 'address_changed'>
/** Mails that need no action from a person who did not request them. */
const ignorable: readonly LetterKind[] = ['password_reset', 'address_confirm', 'address_taken']

interface Words {
  /** The last sentence of a warning. */
  harm: string
  /** For a reset that somebody else requested. */
  unasked: string
  account: string
  on: (moment: string) => string
  factors: Readonly<Record<string, string>>
  subjects: Readonly<Record<LetterKind, string>>
  happened: Readonly<Record<Warning, (details: Record<string, string>, factor: string) => string>>
  /** Mails other than warnings: sentences, each a paragraph. */
  letters: Readonly<Record<Exclude<LetterKind, Warning>, (details: Record<string, string>, moment: string) => string[]>>
  links: Readonly<Partial<Record<LetterKind, string>>>
}

const en: Words = {
  harm: "If this wasn't you, change your password now, then check your active sessions and sign-in methods:",
  unasked: "If you didn't request this, you can ignore this email. Nothing will change.",
  account: 'Your account',
  on: (moment) => `This happened on ${moment}.`,
  factors: {
    totp: 'authenticator app',
    passkey: 'passkey',
    all: 'all second factors',
    since: 'all sign-in methods added since your email address changed, and all recovery codes',
  },
  subjects: {
    password_reset: 'Reset your password',
    password_changed: 'Your password was changed',
    factor_added: 'Sign-in method added',
    factor_removed: 'Sign-in method removed',
    recovery_codes_made: 'New recovery codes created',
    recovery_code_used: 'Recovery code used to sign in',
    address_asked: 'Email address change requested',
    address_confirm: 'Confirm your new email address',
    address_taken: 'This email address already has an account',
    address_changed: 'Your email address was changed',
  },
  happened: {
    password_changed: () => 'The password for your account was changed.',
    factor_added: (_, factor) => `A sign-in method was added to your account: ${factor}.`,
    factor_removed: (_, factor) => `A sign-in method was removed from your account: ${factor}.`,
    recovery_codes_made: () => 'New recovery codes were created for your account. The old codes no longer work.',
    recovery_code_used: ({ left }) =>
      `A recovery code was used to sign in to your account. Codes left: ${left ?? '0'}.`,
    address_asked: ({ email }) =>
      `Someone requested to change your email address to ${email ?? ''}. The change takes effect when the new address is confirmed.`,
  },
  letters: {
    password_reset: () => [
      'Someone, hopefully you, requested a password reset for your account.',
      'Use this link within an hour to set a new password. It works once. Setting a new password signs you out on all devices.',
    ],
    address_confirm: ({ name }) => [
      `${name ?? ''} wants to use this email address to sign in.`,
      'Confirm the address within a day, in a browser where you are already signed in. The link works once.',
    ],
    address_taken: () => [
      'Someone, hopefully you, tried to use this email address for another account. It already has its own account, so nothing was changed.',
    ],
    address_changed: ({ email }, moment) => [
      `You now sign in with ${email ?? ''}. The address was changed on ${moment}.`,
      "If this wasn't you, undo the change within 7 days. That ends all sessions, revokes your access tokens and resets your password; you then set a new one.",
    ],
  },
  links: {
    password_reset: 'Set a new password',
    address_confirm: 'Confirm email address',
    address_changed: 'Undo the change',
  },
}

const hi: Words = {
  harm: 'अगर यह आपने नहीं किया है, तो तुरंत अपना पासवर्ड बदलें। फिर देख लें कि आप कहाँ-कहाँ साइन इन हैं और साइन इन के कौन-से तरीक़े जुड़े हैं:',
  unasked: 'अगर यह अनुरोध आपका नहीं है, तो इस ईमेल पर ध्यान न दें। कुछ नहीं बदलेगा।',
  account: 'आपका खाता',
  on: (moment) => `समय: ${moment}।`,
  factors: {
    totp: 'ऑथेंटिकेटर ऐप',
    passkey: 'पासकी',
    all: 'दूसरी पुष्टि के सभी तरीक़े',
    since: 'ईमेल पता बदलने के बाद जोड़े गए सभी तरीक़े, और सभी रिकवरी कोड',
  },
  subjects: {
    password_reset: 'अपना पासवर्ड रीसेट करें',
    password_changed: 'आपका पासवर्ड बदला गया',
    factor_added: 'साइन इन का एक तरीक़ा जोड़ा गया',
    factor_removed: 'साइन इन का एक तरीक़ा हटाया गया',
    recovery_codes_made: 'नए रिकवरी कोड बनाए गए',
    recovery_code_used: 'रिकवरी कोड से साइन इन हुआ',
    address_asked: 'आपका ईमेल पता बदलने का अनुरोध',
    address_confirm: 'अपने नए ईमेल पते की पुष्टि करें',
    address_taken: 'इस ईमेल पते से पहले से खाता है',
    address_changed: 'आपका ईमेल पता बदला गया',
  },
  happened: {
    password_changed: () => 'आपके खाते का पासवर्ड बदला गया।',
    factor_added: (_, factor) => `आपके खाते में साइन इन का तरीक़ा जोड़ा गया: ${factor}।`,
    factor_removed: (_, factor) => `आपके खाते से साइन इन का तरीक़ा हटाया गया: ${factor}।`,
    recovery_codes_made: () => 'आपके खाते के नए रिकवरी कोड बनाए गए। पुराने कोड अब नहीं चलेंगे।',
    recovery_code_used: ({ left }) => `रिकवरी कोड से आपके खाते में साइन इन हुआ। बचे हुए कोड: ${left ?? '0'}।`,
    address_asked: ({ email }) =>
      `आपका ईमेल पता बदलकर ${email ?? ''} करने का अनुरोध मिला है। नए पते की पुष्टि होने पर ही बदलाव होगा।`,
  },
  letters: {
    password_reset: () => [
      'किसी ने, शायद आपने ही, आपके खाते का पासवर्ड रीसेट करने का अनुरोध किया है।',
      'एक घंटे के भीतर इस लिंक से नया पासवर्ड बनाएँ। लिंक एक ही बार चलेगा। नया पासवर्ड बनाते ही आप सभी डिवाइस से साइन आउट हो जाएँगे।',
    ],
    address_confirm: ({ name }) => [
      `${name ?? ''} अब से इस ईमेल पते से साइन इन करना चाहते हैं।`,
      'एक दिन के भीतर, उसी ब्राउज़र में पुष्टि करें जिसमें आप साइन इन हैं। लिंक एक ही बार चलेगा।',
    ],
    address_taken: () => [
      'किसी ने, शायद आपने ही, इस ईमेल पते को किसी दूसरे खाते में इस्तेमाल करना चाहा। इस पते से पहले से एक खाता है, इसलिए कुछ नहीं बदला।',
    ],
    address_changed: ({ email }, moment) => [
      `अब आप ${email ?? ''} से साइन इन करेंगे। पता ${moment} पर बदला गया।`,
      'अगर यह आपने नहीं किया है, तो 7 दिन के भीतर इसे वापस लें। इससे आपके सभी सेशन और एक्सेस टोकन ख़त्म हो जाएँगे और पासवर्ड भी हट जाएगा। फिर आप नया पासवर्ड बनाएँगे।',
    ],
  },
  links: {
    password_reset: 'नया पासवर्ड बनाएँ',
    address_confirm: 'ईमेल पते की पुष्टि करें',
    address_changed: 'बदलाव वापस लें',
  },
}

const words = { en, hi }

const isWarning = (kind: LetterKind): kind is Warning => kind in en.happened

interface Said {
  /** Sentences, each a paragraph. */
  says: readonly string[]
  link: { words: string; url: string } | null
}

function said(kind: LetterKind, { at, details, publicUrl, language }: Facts): Said {
  const w = words[language]
  const moment = indianMoment(at)
  if (!isWarning(kind)) {
    const link = w.links[kind]
    return { says: w.letters[kind](details, moment), link: link ? { words: link, url: details.url ?? '' } : null }
  }
  const { factor = '', name } = details
  const what = w.happened[kind](details, `${w.factors[factor] ?? factor}${name ? ` (“${name}”)` : ''}`)
  return {
    says: [`${what} ${w.on(moment)}`, w.harm],
    link: { words: w.account, url: `${publicUrl}/console/settings/profile` },
  }
}

export function letterOf(kind: LetterKind, facts: Facts): { subject: string; text: string; html: string } {
  const w = words[facts.language]
  const subject = w.subjects[kind]
  const { says, link } = said(kind, facts)
  const unasked = ignorable.includes(kind) ? [w.unasked] : []
  const anchor = link ? [`<a href="${escape(link.url)}">${escape(link.words)}</a>`] : []
  const paragraphs = [...says.map(escape), ...anchor, ...unasked.map(escape)].map((one) => `<p>${one}</p>`).join('\n')
  return {
    subject,
    text: `${[...says, ...(link ? [link.url] : []), ...unasked].join('\n\n')}\n`,
    html: mailPage(facts.language, subject, paragraphs),
  }
}

/** A mail of the program as a page; `content` is HTML. */
export const mailPage = (language: Language, title: string, content: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:34rem;margin:0 auto;padding:16px;overflow-wrap:anywhere">
${content}
</body></html>
`

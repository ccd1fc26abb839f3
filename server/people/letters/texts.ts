// What the letters say, in the language of whoever reads them. Plain: a person who did not do it must see at once what
// to do.

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

/** When it happened, and what it was: of a factor what it is, of a link the link. */
interface Facts {
  at: Date
  details: Record<string, string>
  /** Where the installation is. */
  publicUrl: string
  language: Language
}

type Warning = Exclude<LetterKind, 'password_reset' | 'address_confirm' | 'address_taken' | 'address_changed'>
/** Whoever gets them by mistake has nothing to do. */
const ignorable: readonly LetterKind[] = ['password_reset', 'address_confirm', 'address_taken']

interface Words {
  /** What a warning ends with. */
  harm: string
  /** A reset that was asked for by somebody else. */
  unasked: string
  account: string
  on: (moment: string) => string
  factors: Readonly<Record<string, string>>
  subjects: Readonly<Record<LetterKind, string>>
  happened: Readonly<Record<Warning, (details: Record<string, string>, factor: string) => string>>
  /** What is no warning: sentences, a paragraph each. */
  letters: Readonly<Record<Exclude<LetterKind, Warning>, (details: Record<string, string>, moment: string) => string[]>>
  links: Readonly<Partial<Record<LetterKind, string>>>
}

const en: Words = {
  harm: 'If this was not you, change your password at once, and look through your sessions and sign-in methods:',
  unasked: 'If it was not you, ignore this mail: nothing happens.',
  account: 'Your account',
  on: (moment) => `It was on ${moment}.`,
  factors: {
    totp: 'an authenticator app',
    passkey: 'a passkey',
    all: 'all your second factors',
    since: 'what was added since, and the recovery codes',
  },
  subjects: {
    password_reset: 'A new password',
    password_changed: 'Your password was changed',
    factor_added: 'A sign-in method was added',
    factor_removed: 'A sign-in method was removed',
    recovery_codes_made: 'New recovery codes',
    recovery_code_used: 'A recovery code was used',
    address_asked: 'Your address is to be changed',
    address_confirm: 'Confirm your new address',
    address_taken: 'This address has an account already',
    address_changed: 'Your address was changed',
  },
  happened: {
    password_changed: () => 'The password of your account was changed.',
    factor_added: (_, factor) => `Added to your account: ${factor}.`,
    factor_removed: (_, factor) => `Removed from your account: ${factor}.`,
    recovery_codes_made: () => 'New recovery codes were made for your account; the earlier ones are void.',
    recovery_code_used: ({ left }) => `Somebody signed in to your account with a recovery code. Left: ${left ?? '0'}.`,
    address_asked: ({ email }) =>
      `A change of your address to ${email ?? ''} was asked for. Nothing changes before it is confirmed there.`,
  },
  letters: {
    password_reset: () => [
      'Somebody, probably you, asked for a new password for your account.',
      'Set it here within an hour; the link works once. You are signed out everywhere when you do.',
    ],
    address_confirm: ({ name }) => [
      `${name ?? ''} asked to sign in with this address from now on.`,
      'Confirm it within a day, in a browser where you are signed in; the link works once.',
    ],
    address_taken: () => [
      'Somebody, probably you, wanted this address for another account. It has an account of its own, so nothing changed.',
    ],
    address_changed: ({ email }, moment) => [
      `You sign in with ${email ?? ''} from now on. It was changed on ${moment}.`,
      'If this was not you, undo it within 7 days. Your password, sessions and tokens end with it; you then set a new password.',
    ],
  },
  links: {
    password_reset: 'Set a new password',
    address_confirm: 'Confirm the address',
    address_changed: 'Undo it',
  },
}

const hi: Words = {
  harm: 'अगर यह आपने नहीं किया, तो तुरंत अपना पासवर्ड बदलें और देखें कि आप कहाँ-कहाँ साइन इन हैं और साइन इन के कौन-से तरीके जुड़े हैं:',
  unasked: 'अगर यह आपने नहीं माँगा, तो इस मेल पर ध्यान न दें: कुछ नहीं होगा।',
  account: 'आपका खाता',
  on: (moment) => `यह ${moment} पर हुआ।`,
  factors: {
    totp: 'ऑथेंटिकेटर ऐप',
    passkey: 'पासकी',
    all: 'दूसरे चरण के आपके सभी तरीके',
    since: 'उसके बाद जो जोड़ा गया, और रिकवरी कोड',
  },
  subjects: {
    password_reset: 'नया पासवर्ड',
    password_changed: 'आपका पासवर्ड बदला गया',
    factor_added: 'साइन इन का एक तरीका जोड़ा गया',
    factor_removed: 'साइन इन का एक तरीका हटाया गया',
    recovery_codes_made: 'नए रिकवरी कोड',
    recovery_code_used: 'एक रिकवरी कोड इस्तेमाल हुआ',
    address_asked: 'आपका पता बदलने को कहा गया है',
    address_confirm: 'अपना नया पता पक्का करें',
    address_taken: 'इस पते का खाता पहले से है',
    address_changed: 'आपका पता बदला गया',
  },
  happened: {
    password_changed: () => 'आपके खाते का पासवर्ड बदला गया।',
    factor_added: (_, factor) => `आपके खाते में जोड़ा गया: ${factor}।`,
    factor_removed: (_, factor) => `आपके खाते से हटाया गया: ${factor}।`,
    recovery_codes_made: () => 'आपके खाते के लिए नए रिकवरी कोड बनाए गए; पहले वाले अब नहीं चलेंगे।',
    recovery_code_used: ({ left }) => `किसी ने रिकवरी कोड से आपके खाते में साइन इन किया। बचे हुए कोड: ${left ?? '0'}।`,
    address_asked: ({ email }) => `आपका पता बदलकर ${email ?? ''} करने को कहा गया है। वहाँ पक्का होने तक कुछ नहीं बदलेगा।`,
  },
  letters: {
    password_reset: () => [
      'किसी ने, शायद आपने, आपके खाते के लिए नया पासवर्ड माँगा है।',
      'इसे एक घंटे के भीतर यहाँ बनाएँ; यह लिंक एक ही बार चलता है। ऐसा करते ही आप हर जगह से साइन आउट हो जाएँगे।',
    ],
    address_confirm: ({ name }) => [
      `${name ?? ''} अब से इस पते से साइन इन करना चाहते हैं।`,
      'एक दिन के भीतर इसे उस ब्राउज़र में पक्का करें जिसमें आप साइन इन हैं; यह लिंक एक ही बार चलता है।',
    ],
    address_taken: () => ['किसी ने, शायद आपने, यह पता किसी दूसरे खाते के लिए चाहा। इसका अपना खाता है, इसलिए कुछ नहीं बदला।'],
    address_changed: ({ email }, moment) => [
      `अब से आप ${email ?? ''} से साइन इन करेंगे। यह ${moment} पर बदला गया।`,
      'अगर यह आपने नहीं किया, तो 7 दिन के भीतर इसे वापस लें। इसके साथ आपका पासवर्ड, सत्र और टोकन ख़त्म हो जाएँगे; फिर आप नया पासवर्ड बनाएँगे।',
    ],
  },
  links: {
    password_reset: 'नया पासवर्ड बनाएँ',
    address_confirm: 'पता पक्का करें',
    address_changed: 'वापस लें',
  },
}

const words = { en, hi }

const isWarning = (kind: LetterKind): kind is Warning => kind in en.happened

interface Said {
  /** Sentences, a paragraph each. */
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
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:34rem;margin:0 auto;padding:16px">
${content}
</body></html>
`

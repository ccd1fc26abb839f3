// What the letters say. Plain: a person who did not do it must see at once what to do.

import { escape } from '#edge/page.ts'

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
}

interface Said {
  subject: string
  /** Sentences, a paragraph each. */
  says: string[]
  link?: { words: string; url: string }
}

const HARM = 'If this was not you, change your password at once, and look through your sessions and sign-in methods:'
const factorNames: Readonly<Record<string, string>> = {
  totp: 'an authenticator app',
  passkey: 'a passkey',
  all: 'all your second factors',
  since: 'what was added since, and the recovery codes',
}
const factorIn = ({ factor = '', name }: Record<string, string>): string =>
  `${factorNames[factor] ?? factor}${name ? ` (“${name}”)` : ''}`

const said: Readonly<Record<LetterKind, (facts: Facts) => Said>> = {
  password_reset: ({ details }) => ({
    subject: 'A new password',
    says: [
      'Somebody, probably you, asked for a new password for your account.',
      'Set it here within an hour; the link works once. You are signed out everywhere when you do.',
    ],
    link: { words: 'Set a new password', url: details.url ?? '' },
  }),
  password_changed: (facts) => warned('Your password was changed', 'The password of your account was changed.', facts),
  factor_added: (facts) =>
    warned('A sign-in method was added', `Added to your account: ${factorIn(facts.details)}.`, facts),
  factor_removed: (facts) =>
    warned('A sign-in method was removed', `Removed from your account: ${factorIn(facts.details)}.`, facts),
  recovery_codes_made: (facts) =>
    warned('New recovery codes', 'New recovery codes were made for your account; the earlier ones are void.', facts),
  recovery_code_used: (facts) =>
    warned(
      'A recovery code was used',
      `Somebody signed in to your account with a recovery code. Left: ${facts.details.left ?? '0'}.`,
      facts,
    ),
  address_asked: (facts) =>
    warned(
      'Your address is to be changed',
      `A change of your address to ${facts.details.email ?? ''} was asked for. Nothing changes before it is confirmed there.`,
      facts,
    ),
  address_confirm: ({ details }) => ({
    subject: 'Confirm your new address',
    says: [
      `${details.name ?? ''} asked to sign in with this address from now on.`,
      'Confirm it within a day, in a browser where you are signed in; the link works once.',
    ],
    link: { words: 'Confirm the address', url: details.url ?? '' },
  }),
  address_taken: () => ({
    subject: 'This address has an account already',
    says: [
      'Somebody, probably you, wanted this address for another account. It has an account of its own, so nothing changed.',
    ],
  }),
  address_changed: ({ details, at }) => ({
    subject: 'Your address was changed',
    says: [
      `You sign in with ${details.email ?? ''} from now on. It was changed on ${utc(at)}.`,
      'If this was not you, undo it within 7 days. Your password, sessions and tokens end with it; you then set a new password.',
    ],
    link: { words: 'Undo it', url: details.url ?? '' },
  }),
}

/** Whoever gets them by mistake has nothing to do. */
const ignorable: readonly LetterKind[] = ['password_reset', 'address_confirm', 'address_taken']

const utc = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const warned = (subject: string, what: string, { at, publicUrl }: Facts): Said => ({
  subject,
  says: [`${what} It was on ${utc(at)}.`, HARM],
  link: { words: 'Your account', url: `${publicUrl}/console/settings/profile` },
})

export function letterOf(kind: LetterKind, facts: Facts): { subject: string; text: string; html: string } {
  const { subject, says, link } = said[kind](facts)
  const unasked = ignorable.includes(kind) ? ['If it was not you, ignore this mail: nothing happens.'] : []
  const anchor = link ? [`<a href="${escape(link.url)}">${escape(link.words)}</a>`] : []
  const paragraphs = [...says.map(escape), ...anchor, ...unasked.map(escape)].map((one) => `<p>${one}</p>`).join('\n')
  return {
    subject,
    text: `${[...says, ...(link ? [link.url] : []), ...unasked].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:34rem;margin:0 auto;padding:16px">
${paragraphs}
</body></html>
`,
  }
}

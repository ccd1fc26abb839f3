// The invitation mail. The organization's name is untrusted text: cut to one short line, and escaped.

import { indianMoment } from '#kit/india/calendar.ts'
import type { Language } from '#people/identity/rules.ts'
import { mailPage } from '#people/letters/texts.ts'
import type { InvitationRow } from './queries.ts'
import { roleIn } from './words.ts'

const NAME_MAX = 80
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string)

export function shortLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return [...line].length > NAME_MAX ? `${[...line].slice(0, NAME_MAX - 1).join('')}…` : line
}

interface Words {
  subject: (name: string) => string
  title: string
  /** Plain text or HTML, like the parameters. */
  says: (inviter: string, name: string, role: string) => string
  accept: string
  /** In the plain text, before the link. */
  here: (until: string) => string
  /** In the HTML, after the link. */
  holds: (until: string) => string
  unknown: (name: string) => string
}

const en: Words = {
  subject: (name) => `Invitation to join ${name}`,
  title: 'Invitation',
  says: (inviter, name, role) => `${inviter} invited you to join ${name} with the role ${role}.`,
  accept: 'Accept invitation',
  here: (until) => `Accept the invitation by ${until}. The link works once:`,
  holds: (until) => `The link works once, until ${until}.`,
  unknown: (name) =>
    `If you don't know ${name}, you can ignore this email. Nothing will happen, and no one is notified that you read it.`,
}

const hi: Words = {
  subject: (name) => `${name} से जुड़ने का आमंत्रण`,
  title: 'आमंत्रण',
  says: (inviter, name, role) => `${inviter} ने आपको ${name} में ${role} की भूमिका के लिए आमंत्रित किया है।`,
  accept: 'आमंत्रण स्वीकार करें',
  here: (until) => `${until} तक आमंत्रण स्वीकार करें। लिंक एक ही बार चलेगा:`,
  holds: (until) => `लिंक एक ही बार, ${until} तक चलेगा।`,
  unknown: (name) =>
    `अगर आप ${name} को नहीं जानते, तो इस ईमेल पर ध्यान न दें। कुछ नहीं होगा, और किसी को पता नहीं चलेगा कि आपने इसे पढ़ा।`,
}

const words = { en, hi }
interface Given {
  language: Language
  organization: string
  /** The inviting user's name. */
  inviter: string
  role: string
  url: string
}

export function letterOf(
  { expires_at, role_name }: InvitationRow,
  { language, organization, inviter, role, url }: Given,
) {
  const w = words[language]
  const [name, as] = [shortLine(organization), roleIn(language, role_name) ?? shortLine(role)]
  const by = shortLine(inviter)
  const until = indianMoment(new Date(expires_at))
  const unknown = w.unknown(name)
  const paragraphs = [
    w.says(escape(by), `<strong>${escape(name)}</strong>`, escape(as)),
    `<a href="${escape(url)}">${w.accept}</a>`,
    `${w.holds(until)} ${escape(unknown)}`,
  ]
  return {
    subject: w.subject(name),
    text: `${w.says(by, name, as)}\n\n${w.here(until)}\n${url}\n\n${unknown}\n`,
    html: mailPage(language, w.title, paragraphs.map((one) => `<p>${one}</p>`).join('\n')),
  }
}

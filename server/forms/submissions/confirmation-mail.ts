// The mail with the confirmation link: from the installation's own sender, because it must be free, reach the address's
// owner, and not require the consent it asks for. The names of the organization and the form are untrusted text:
// shortened to one line each, and escaped.

import { escape } from '#edge/page.ts'
import { originOf } from '#forms/definitions/actions.ts'
import { ABOUT_PATH, madeWith } from '#forms/definitions/branding.ts'
import type { App } from '#kit/app.ts'
import { hashSecret } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianMoment } from '#kit/india/calendar.ts'
import type { SystemMail } from '#kit/system-mail.ts'
import { publicId } from '#kit/wire.ts'
import { hasPremium } from '#money/subscriptions/premium.ts'
import type { Language } from '#people/identity/rules.ts'
import { mailPage } from '#people/letters/texts.ts'
import * as organizations from '#people/organizations/actions.ts'
import * as queries from './confirmation-queries.ts'
import { addressHash, tokenOf } from './confirmations.ts'
import { readFields } from './contact.ts'
import type { SubmissionRow } from './queries.ts'
import { CONFIRMATION_VALID_MS, MAILS_OF_AN_ADDRESS_A_DAY_MAX, pauseAfter } from './rules.ts'
import { versionOf } from './versions.ts'

const MAILS_AT_ONCE = 10
/** Longer than handing over a mail takes. */
const LEASE_MS = 60_000
const DAY_MS = 24 * 3600 * 1000
const NAME_MAX = 80

interface Words {
  subject: (organization: string) => string
  /** Plain text or HTML, as the parameters are. */
  says: (organization: string, form: string) => string
  confirm: string
  here: (until: string) => string
  holds: (until: string) => string
  ignore: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: (organization) => `Confirm your email address for ${organization}`,
    says: (organization, form) =>
      `Someone, hopefully you, entered this email address in the form “${form}” of ${organization}.`,
    confirm: 'Confirm email address',
    here: (until) => `Confirm the address by ${until}:`,
    holds: (until) => `The link works until ${until}.`,
    ignore: "If this wasn't you, you can ignore this email. Nothing will be sent to you.",
  },
  hi: {
    subject: (organization) => `${organization} के लिए अपने ईमेल पते की पुष्टि करें`,
    says: (organization, form) => `किसी ने, शायद आपने ही, ${organization} के फ़ॉर्म “${form}” में यह ईमेल पता भरा है।`,
    confirm: 'ईमेल पते की पुष्टि करें',
    here: (until) => `${until} तक पते की पुष्टि करें:`,
    holds: (until) => `लिंक ${until} तक चलेगा।`,
    ignore: 'अगर यह आपने नहीं किया है, तो इस ईमेल पर ध्यान न दें। आपको कुछ नहीं भेजा जाएगा।',
  },
}

function shortLine(text: string): string {
  const letters = [...text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()]
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : letters.join('')
}

interface LetterFacts {
  organization: string
  form: string
  url: string
  until: Date
  /** The link of the "Made with" line; null with premium. */
  aboutUrl: string | null
}

export function letterOf(
  language: Language,
  { organization, form, url, until, aboutUrl }: LetterFacts,
): { subject: string; text: string; html: string } {
  const say = words[language]
  const [who, what] = [shortLine(organization), shortLine(form)]
  const moment = indianMoment(until)
  const subject = say.subject(who)
  const html = `<p>${say.says(escape(who), escape(what))}</p>
<p><a href="${escape(url)}">${say.confirm}</a></p>
<p>${say.holds(moment)}</p>
<p>${say.ignore}</p>${
    aboutUrl === null ? '' : `\n<p><small><a href="${escape(aboutUrl)}">${madeWith[language]}</a></small></p>`
  }`
  const made = aboutUrl === null ? '' : `\n${madeWith[language]}: ${aboutUrl}\n`
  const text = `${say.says(who, what)}\n\n${say.here(moment)}\n\n${url}\n\n${say.ignore}\n${made}`
  return { subject, text, html: mailPage(language, subject, html) }
}

/** Sends an organization's due mails; returns when the next one is due. */
export function createConfirmationMails(app: App, mail: SystemMail) {
  const { database, sealer, settings, clock, log } = app

  return async (organizationId: Uuid, signal: AbortSignal): Promise<Date | null> => {
    const due = await database.reads.rows<queries.DueMail>(queries.dueMails(organizationId, clock(), MAILS_AT_ONCE))
    for (const one of due) {
      if (signal.aborted) return clock()
      await send(organizationId, one)
    }
    return (await database.reads.row<{ due_at: Date | null }>(queries.nextMail(organizationId)))?.due_at ?? null
  }

  async function send(organizationId: Uuid, due: queries.DueMail): Promise<void> {
    const carrier = await mail.carrier()
    const at = clock()
    const lease = new Date(at.getTime() + LEASE_MS)
    const letter = await database.transaction(async (tx) => {
      const row = await tx.row<SubmissionRow & { mail_tries: number }>(queries.claimMail(organizationId, due, lease))
      if (!row) return null
      const version = await versionOf(tx, { ...row, org_id: organizationId })
      const email = version && readFields(version.definition, row.answers).email
      const until = new Date((row.processed_at ?? row.submitted_at).getTime() + CONFIRMATION_VALID_MS)
      const hash = email ? addressHash(sealer, organizationId, email) : null
      const since = new Date(at.getTime() - DAY_MS)
      const sent = hash && (await tx.row<{ mails: number }>(queries.mailsTo(organizationId, hash, since, row.id)))
      if (!version || !email || !hash || until <= at || (sent && sent.mails >= MAILS_OF_AN_ADDRESS_A_DAY_MAX)) {
        await tx.run(queries.endWaiting(organizationId, row.id))
        return null
      }
      const later = new Date(at.getTime() + pauseAfter(row.mail_tries))
      if (carrier === 'none') return { row, later, give: null }
      const token = tokenOf(sealer, organizationId, row.id)
      const { form_id, id: submission_id } = row
      const link = { hash: hashSecret(token), form_id, submission_id, address_hash: hash, expires_at: until }
      await tx.run(queries.keepLink(organizationId, link, at))
      const { name: organization } = await organizations.find(tx, organizationId)
      const origin = await originOf(tx, { organizationId }, form_id, settings.publicUrl)
      const url = `${origin}/f/confirm/${token}`
      const language: Language = row.language.startsWith('hi') ? 'hi' : 'en'
      const aboutUrl = (await hasPremium(tx, organizationId)) ? null : `${settings.publicUrl}${ABOUT_PATH}`
      const said = letterOf(language, { organization, form: version.name, url, until, aboutUrl })
      return { row, later, give: { to: email, ...said } }
    }, organizationId)
    if (!letter) return
    const { row, later, give } = letter
    const settle = (next: Date | null) =>
      database.transaction((tx) => tx.run(queries.settleMail(organizationId, row.id, lease, next)), organizationId)
    if (!give) {
      await settle(later)
      return
    }
    const messageName = publicId('sub', row.id)
    const { became } = await mail.send({ messageName, organizationId, at: row.submitted_at, ...give }, carrier)
    // The server's reply is not logged: it may contain the address.
    if (became !== 'sent') log.warn({ submission_id: messageName, outcome: became }, 'confirmation email not sent')
    await settle(became === 'deferred' ? later : null)
  }
}

// Sends invitation mails: all attempts have the same link and Message-ID, and continue while the invitation is valid.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { SystemMail } from '#kit/system-mail.ts'
import { publicId } from '#kit/wire.ts'
import * as users from '#people/identity/actions.ts'
import { LANGUAGE, type Language } from '#people/identity/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { roleGiven, roleLabel } from './actions.ts'
import { addressHash, keepLink } from './link.ts'
import { letterOf } from './mail.ts'
import type { InvitationRow } from './queries.ts'
import * as queries from './queries.ts'
import { LIMITS_COUNT_MS, MAIL_LEASE_MS, MAILS_OF_AN_ADDRESS_A_DAY_MAX, pauseAfter } from './rules.ts'

const MAILS_AT_ONCE = 10

export function invitationJobs(app: App, mail: SystemMail): Job[] {
  const job = perOrganization(app, 'invitation', async (organizationId) => {
    const { reads } = app.database
    const due = await reads.rows<InvitationRow>(queries.due(organizationId, app.clock(), MAILS_AT_ONCE))
    await Promise.all(due.map((row) => sendOne(app, mail, organizationId, row)))
    return (await reads.row<{ due_at: Date | null }>(queries.nextDue(organizationId, app.clock())))?.due_at ?? null
  })
  return [{ ...job, end: async () => mail.close() }]
}

async function sendOne(
  { database, settings, sealer, clock, log }: App,
  mail: SystemMail,
  org_id: Uuid,
  due: InvitationRow,
) {
  const carrier = await mail.carrier()
  const at = clock()
  const lease = new Date(at.getTime() + MAIL_LEASE_MS)
  const letter = await database.transaction(async (tx) => {
    const row = await tx.row<InvitationRow>(queries.claim(org_id, due, lease))
    if (!row) return null
    const role = await roleGiven(tx, org_id, row)
    // The inviting user has left or lost permissions in the meantime: the link would not work.
    if (!role) return { row, give: null }
    const since = new Date(at.getTime() - LIMITS_COUNT_MS)
    const sent = await tx.row<{ mails: bigint }>(queries.mailsTo(addressHash(sealer, row.email), since))
    if (carrier === 'none' || (sent && sent.mails >= MAILS_OF_AN_ADDRESS_A_DAY_MAX)) return { row, give: undefined }
    const link = { org_id, invitation_id: row.id, is_real: carrier === 'installation' }
    const token = await keepLink(tx, sealer, link, row.email, at)
    const { name } = await organizations.find(tx, org_id)
    const url = `${settings.publicUrl}/console/invitations/${token}`
    const inviter = await users.nameOf(tx, row.invited_by)
    const words = { language: await languageOf(tx, row, link.is_real), organization: name, inviter }
    return { row, give: letterOf(row, { ...words, role: await roleLabel(tx, org_id, row), url }) }
  }, org_id)
  if (!letter) return
  const { row, give } = letter
  const later = () => new Date(clock().getTime() + pauseAfter(row.mail_attempts))
  const settle = (next: Date | null) =>
    database.transaction((tx) => tx.run(queries.settleMail(org_id, row.id, lease, next)), org_id)
  if (!give) return settle(give === null ? null : later())

  const name = { messageName: publicId('invite', row.id), organizationId: org_id, to: row.email, at: row.created_at }
  const kept = carrier === 'sandbox' && row.by_operator ? await withOperator(database.reads, row) : {}
  const { became } = await mail.send({ ...name, ...kept, ...give }, carrier)
  // The server's reply is not logged: it may contain the address.
  if (became !== 'sent') log.warn({ invitation_id: name.messageName, outcome: became }, 'invitation email not sent')
  return settle(became === 'deferred' ? later() : null)
}

/**
 * The new organization has no members who could read its sandbox: the mail appears in the operator's sandbox, for that
 * operator only, and as an account email, because the invitation belongs to another organization.
 */
async function withOperator(reads: Tx, { id, invited_by }: InvitationRow) {
  const [home] = await organizations.ofUser(reads, invited_by)
  return home && { messageName: `letter-${id}`, organizationId: home.org_id as Uuid, onlyFor: invited_by }
}

/**
 * The invited person's language if known, otherwise the inviting user's. Sandbox mail is readable by the organization,
 * so it must not reveal that somebody has an account.
 */
async function languageOf(tx: Tx, { email, invited_by }: InvitationRow, isReal: boolean): Promise<Language> {
  const invited = isReal ? await users.personAt(tx, email) : null
  return invited?.language ?? (await users.personById(tx, invited_by))?.language ?? LANGUAGE
}

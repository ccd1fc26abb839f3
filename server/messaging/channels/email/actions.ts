// The carriers of email: of an organization's, and of the program's own.

import * as installation from '#installation/actions.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Settings } from '#kit/settings.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import { state } from '../accounts/actions.ts'
import type { AccountState, Carrier } from '../accounts/kind.ts'
import { type EmailSettings, emailCarrier, readSender } from './rules.ts'

export async function emailState(tx: Tx, organizationId: Uuid): Promise<AccountState<EmailSettings>> {
  return (await state(tx, organizationId, 'email')) as AccountState<EmailSettings>
}

/**
 * The carrier of the program's own mail, regardless of the organization's account: the account's owner could otherwise
 * read mail meant for others.
 */
export async function systemCarrier(tx: Tx, settings: Settings): Promise<Exclude<Carrier, 'organization'>> {
  const wasReal = (await installation.find(tx)).real_email_since !== null
  return emailCarrier(settings, { hasOwnAccount: false, wasReal }) as Exclude<Carrier, 'organization'>
}

/**
 * The sender name of an organization's mail: from its own account's sender, otherwise its name. Null when the
 * organization does not exist.
 */
export async function senderName(tx: Tx, organizationId: Uuid): Promise<string | null> {
  const [{ account }, organization] = await Promise.all([
    emailState(tx, organizationId),
    tx.row<{ name: string }>(organizationQueries.byId(organizationId)),
  ])
  const sender = account === null ? null : readSender(account.settings.from)
  return (sender && 'value' in sender && sender.value.name) || (organization?.name ?? null)
}

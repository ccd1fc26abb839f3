// Channel accounts: through whom an organization's messages leave. The password is sealed where it is stored, and never shown.

import { isIP } from 'node:net'
import * as audit from '#audit/actions.ts'
import { changes } from '#audit/rules.ts'
import * as installation from '#installation/actions.ts'
import * as organizationQueries from '#organizations/queries.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { MayReach } from '#kit/networks.ts'
import { absent, invalid } from '#kit/refusals.ts'
import { Remembered } from '#kit/remembered.ts'
import * as queries from './queries.ts'
import type { Settings } from '#kit/settings.ts'
import type { AccountTrace, EmailAccountRow, EmailSettings } from './queries.ts'
import { type ChannelName, type EmailCarrier, type EmailHistory, emailCarrier, readSender } from './rules.ts'
import type { NewEmailAccount } from './schema.ts'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i
const PORT_DEFAULT = 587
/** The port on which mail servers speak TLS from the first byte: RFC 8314 §3.3. */
const IMPLICIT_TLS_PORT = 465

/** Binds a sealed password to its row: copied to another organization's, it does not open. */
const placeOf = (organizationId: Uuid) => `channel_accounts:${organizationId}:email`

export interface EmailState {
  account: EmailAccountRow | null
  history: EmailHistory
}

/** The account as it is, and how the organization's mail has been carried so far. */
export async function emailState(tx: Tx, organizationId: Uuid): Promise<EmailState> {
  return (await emailStates(tx, [organizationId])).get(organizationId) as EmailState
}

/** The same of many organizations, of each that is asked for. */
export async function emailStates(tx: Tx, organizationIds: readonly Uuid[]): Promise<Map<Uuid, EmailState>> {
  const [traces, installed] = await Promise.all([
    tx.rows<AccountTrace & { org_id: Uuid }>(queries.accounts(organizationIds, 'email')),
    installation.find(tx),
  ])
  const traceOf = new Map(traces.map(({ org_id, ...trace }) => [org_id, trace]))
  return new Map(
    organizationIds.map((id) => {
      const trace = traceOf.get(id)
      const account = trace?.settings ? (trace as EmailAccountRow) : null
      const wasReal = trace !== undefined || installed.real_email_since !== null
      return [id, { account, history: { hasOwnAccount: account !== null, wasReal } }]
    }),
  )
}

/**
 * How the program's own mail leaves, whatever account an organization has of its own: its owner could read what is meant for somebody
 * else's eyes.
 */
export async function systemCarrier(tx: Tx, settings: Settings): Promise<Exclude<EmailCarrier, 'organization'>> {
  const wasReal = (await installation.find(tx)).real_email_since !== null
  return emailCarrier(settings, { hasOwnAccount: false, wasReal }) as Exclude<EmailCarrier, 'organization'>
}

export async function emailAccount(tx: Tx, organizationId: Uuid): Promise<EmailAccountRow | null> {
  return (await emailState(tx, organizationId)).account
}

/** What people know an organization's mail by: the name in its own account's sender, else its own. Null when there is no such organization. */
export async function senderName(tx: Tx, organizationId: Uuid): Promise<string | null> {
  const [{ account }, organization] = await Promise.all([
    emailState(tx, organizationId),
    tx.row<{ name: string }>(organizationQueries.byId(organizationId)),
  ])
  const sender = account === null ? null : readSender(account.settings.from)
  return (sender && 'value' in sender && sender.value.name) || (organization?.name ?? null)
}

/** The account as a whole is replaced; only the password may stay, and only with the server and user that it was given for. */
export async function setEmailAccount(
  tx: Tx,
  actor: Actor,
  input: NewEmailAccount,
  { sealer, mayReach }: { sealer: Sealer; mayReach: MayReach },
): Promise<EmailAccountRow> {
  const settings = checkedSettings(input, mayReach)
  const stored = (await tx.row<EmailAccountRow>(queries.lockAccount(actor.organizationId, 'email'))) ?? null
  const secret = input.password === undefined ? keptSecret(settings, stored) : seal(sealer, actor, input.password)
  if (settings.user === null && secret !== null) throw invalid('user', 'is needed beside a password')
  if (settings.user !== null && secret === null) throw invalid('password', 'is needed beside a user')
  const row = (await tx.row<EmailAccountRow>(
    queries.setAccount(actor.organizationId, 'email', settings, secret, actor.at),
  )) as EmailAccountRow
  // Accounts from before there was a reply_to have none.
  const changed = changes({ reply_to: null, ...stored?.settings }, settings)
  const isNewPassword = input.password !== undefined
  if (changed || isNewPassword) {
    const details = { ...changed, password_changed: isNewPassword }
    audit.record(tx, actor, actor, { action: 'channel_account.updated', object: 'email', details })
  }
  return row
}

function checkedSettings(input: NewEmailAccount, mayReach: MayReach): EmailSettings {
  const { host, port = PORT_DEFAULT, secure = port === IMPLICIT_TLS_PORT, user = null, from, reply_to = null } = input
  if (isIP(host) === 0 && !HOST_NAME.test(host)) throw invalid('host', 'must be a host name or an IP address')
  if (isIP(host) !== 0 && !mayReach(host))
    throw invalid('host', 'is not a public address; the operator can allow its network')
  if (user !== null && /\p{Cc}/u.test(user)) throw invalid('user', 'must be one line without control characters')
  const sender = readSender(from)
  if ('message' in sender) throw invalid('from', sender.message)
  const replyTo = reply_to === null ? null : readSender(reply_to)
  if (replyTo !== null && 'message' in replyTo) throw invalid('reply_to', replyTo.message)
  return { host, port, secure, user, from, reply_to }
}

// With another host a kept password would be told to whoever runs that host.
function keptSecret(settings: EmailSettings, stored: EmailAccountRow | null): Buffer | null {
  const isSame = (['host', 'port', 'user'] as const).every((name) => stored?.settings[name] === settings[name])
  if (isSame) return stored?.secret ?? null
  if (stored?.secret) throw invalid('password', 'give it again: host, port or user have changed')
  return null
}

function seal(sealer: Sealer, { organizationId }: Actor, password: string | null): Buffer | null {
  if (password === null) return null
  if (/[\0\r\n]/.test(password) || !password.isWellFormed()) throw invalid('password', 'must be one line')
  return sealer.seal(placeOf(organizationId), password)
}

/** Only for the connection itself. */
export function openPassword(sealer: Sealer, organizationId: Uuid, { secret }: EmailAccountRow): string | null {
  return secret === null ? null : sealer.open(placeOf(organizationId), secret)
}

/** Whether the key opens what is stored; true when nothing is. */
export async function keyOpensPasswords(tx: Tx, sealer: Sealer): Promise<boolean> {
  const row = await tx.row<EmailAccountRow & { org_id: Uuid }>(queries.anySealed())
  if (!row) return true
  try {
    openPassword(sealer, row.org_id, row)
    return true
  } catch {
    return false
  }
}

export async function removeEmailAccount(tx: Tx, actor: Actor): Promise<void> {
  if ((await tx.run(queries.removeAccount(actor.organizationId, 'email', actor.at))) === 0)
    throw absent('email account')
  audit.record(tx, actor, actor, { action: 'channel_account.removed', object: 'email' })
}

const ACCOUNTS_KEPT_MS = 3000
const ORGANIZATIONS_MAX = 10_000

/**
 * Whether an organization can send on a channel now; false is a channel_unavailable at acceptance. Cheap enough to ask for every
 * message: the database is asked only where an organization's own account decides, and then once in a while.
 */
export function createChannelAvailability(
  app: App,
): (organizationId: Uuid, channel: ChannelName) => boolean | Promise<boolean> {
  const carriers = new Remembered<EmailCarrier>(
    async (organizationId) => {
      const { history } = await emailState(app.database.reads, organizationId)
      return emailCarrier(app.settings, history)
    },
    { keptMs: ACCOUNTS_KEPT_MS, keysMax: ORGANIZATIONS_MAX },
  )

  const never = () => false
  // Whatever an organization had, somebody carries its mail.
  const isSure = emailCarrier(app.settings, { hasOwnAccount: false, wasReal: true }) !== 'none'
  const isAvailable: Record<ChannelName, (organizationId: Uuid) => boolean | Promise<boolean>> = {
    email(organizationId) {
      if (isSure) return true
      const carrier = carriers.get(organizationId)
      return carrier instanceof Promise ? carrier.then((one) => one !== 'none') : carrier !== 'none'
    },
    app: never,
    sms: never,
  }
  return (organizationId, channel) => isAvailable[channel](organizationId)
}

// Channel accounts: through whom an organization's messages leave, on any channel. What is secret is sealed where it
// is stored, and never shown.

import * as installation from '#installation/actions.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { togetherOrEach } from '#kit/database/shards.ts'
import type { Uuid } from '#kit/ids.ts'
import type { MayReach } from '#kit/networks.ts'
import { absent, invalid } from '#kit/refusals.ts'
import { Remembered } from '#kit/remembered.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import type { ChannelName } from '../channel.ts'
import { newCallbackKey } from './callback.ts'
import type { Account, AccountKind, AccountState, Carrier } from './kind.ts'
import { accountKinds } from './kinds.ts'
import type { AccountTrace } from './queries.ts'
import * as queries from './queries.ts'
import { placeOf } from './secrets.ts'

/** The account as it is, and how the organization's messages have been carried so far. */
export async function state(tx: Tx, organizationId: Uuid, channel: ChannelName): Promise<AccountState> {
  return (await states(tx, [organizationId], channel)).get(organizationId) as AccountState
}

/** The same of many organizations, of each that is asked for. */
export async function states(
  tx: Tx,
  organizationIds: readonly Uuid[],
  channel: ChannelName,
): Promise<Map<Uuid, AccountState>> {
  const [traces, installed] = await Promise.all([
    togetherOrEach(organizationIds, (ids) => tx.rows<AccountTrace & { org_id: Uuid }>(queries.accounts(ids, channel))),
    installation.find(tx),
  ])
  const ofAll = accountKinds[channel]?.wasReal(installed) ?? false
  const traceOf = new Map(traces.map(({ org_id, ...trace }) => [org_id, trace]))
  return new Map(
    organizationIds.map((id) => {
      const trace = traceOf.get(id)
      const account = trace?.settings ? (trace as Account) : null
      return [id, { account, history: { hasOwnAccount: account !== null, wasReal: trace !== undefined || ofAll } }]
    }),
  )
}

/** The account as a whole is replaced; only the secret may stay, and only with what it was given for. */
export async function set(
  tx: Tx,
  actor: Actor,
  channel: ChannelName,
  given: object,
  { sealer, mayReach }: { sealer: Sealer; mayReach: MayReach },
): Promise<Account> {
  const kind = kindOf(channel)
  const { organizationId, at } = actor
  const settings = kind.settingsOf(given, mayReach)
  const stored = (await tx.row<Account>(queries.lockAccount(organizationId, channel))) ?? null
  const isSame = stored !== null && isSameAccount(kind, settings, stored.settings)
  const secret = kind.secretOf(given)
  const isNewSecret = secret !== undefined
  const sealed = isNewSecret
    ? secret && sealer.seal(placeOf(organizationId, channel), secret)
    : keptSecret(kind, isSame, stored)
  kind.mustFit(settings, sealed !== null)
  const row = (await tx.row<Account>(
    queries.setAccount(
      organizationId,
      channel,
      { ...settings, ...(kind.isCalledBack ? callbackKeyOf(isSame ? stored.settings : {}) : {}) },
      sealed as Buffer | null,
      at,
    ),
  )) as Account
  const changed = changes({ ...kind.before, ...stored?.settings }, settings)
  if (changed || isNewSecret) {
    const details = { ...changed, [`${kind.secretField}_changed`]: isNewSecret }
    audit.record(tx, actor, actor, { action: 'channel_account.updated', object: channel, details })
  }
  return row
}

const valueOf = (settings: object, name: string): unknown => (settings as Record<string, unknown>)[name]

/** Whether what a secret is given for is as it was. */
const isSameAccount = (kind: AccountKind, settings: object, stored: object): boolean =>
  kind.secretGoesWith.every((name) => valueOf(stored, name) === valueOf(settings, name))

const callbackKeyOf = (stored: object) => ({ callback_key: valueOf(stored, 'callback_key') ?? newCallbackKey() })

function keptSecret(kind: AccountKind, isSame: boolean, stored: Account | null): Buffer | null {
  if (isSame) return stored?.secret ?? null
  if (!stored?.secret) return null
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(kind.secretGoesWith)
  throw invalid(kind.secretField, `give it again: ${list} have changed`)
}

export async function remove(tx: Tx, actor: Actor, channel: ChannelName): Promise<void> {
  if ((await tx.run(queries.removeAccount(actor.organizationId, channel, actor.at))) === 0)
    throw absent(kindOf(channel).noun)
  audit.record(tx, actor, actor, { action: 'channel_account.removed', object: channel })
}

function kindOf(channel: ChannelName): AccountKind {
  const kind = accountKinds[channel]
  if (!kind) throw new Error(`the channel ${channel} has no accounts`)
  return kind
}

/** Whether the key opens what is stored; true when nothing is. */
export async function keyOpensSecrets(tx: Tx, sealer: Sealer): Promise<boolean> {
  const row = await tx.row<{ org_id: Uuid; channel: string; secret: Buffer }>(queries.anySealed())
  if (!row) return true
  try {
    sealer.open(placeOf(row.org_id, row.channel), row.secret)
    return true
  } catch {
    return false
  }
}

const CARRIERS_KEPT_MS = 3000
const ORGANIZATIONS_MAX = 10_000

type IsAvailable = (organizationId: Uuid) => boolean | Promise<boolean>

/**
 * Whether an organization can send on a channel now; false is a channel_unavailable at acceptance. Cheap enough to ask
 * for every message: the database is asked only where an organization's own account decides, and then once in a while.
 */
export function createChannelAvailability(
  app: App,
): (organizationId: Uuid, channel: ChannelName) => boolean | Promise<boolean> {
  const never: IsAvailable = () => false
  const isAvailable = new Map(
    Object.entries(accountKinds).map(([name, kind]) => [name, availabilityOf(app, name as ChannelName, kind)]),
  )
  return (organizationId, channel) => (isAvailable.get(channel) ?? never)(organizationId)
}

function availabilityOf(app: App, channel: ChannelName, kind: AccountKind): IsAvailable {
  const { settings, database } = app
  // Whatever an organization had, somebody carries its messages.
  if (kind.carrierOf(settings, { hasOwnAccount: false, wasReal: true }) !== 'none') return () => true
  const carriers = new Remembered<Carrier>(
    async (organizationId) => kind.carrierOf(settings, (await state(database.reads, organizationId, channel)).history),
    { keptMs: CARRIERS_KEPT_MS, keysMax: ORGANIZATIONS_MAX },
  )
  return (organizationId) => {
    const carrier = carriers.get(organizationId)
    return carrier instanceof Promise ? carrier.then((one) => one !== 'none') : carrier !== 'none'
  }
}

// Channel accounts: the provider account of an organization on each channel. Secrets are stored encrypted and never
// shown.

import * as installation from '#installation/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { togetherOrEach } from '#kit/database/shards.ts'
import type { Uuid } from '#kit/ids.ts'
import type { MayReach } from '#kit/networks.ts'
import { absent, invalid } from '#kit/refusals.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import type { ChannelName } from '../channel.ts'
import { channels } from '../channels.ts'
import { newCallbackKey } from './callback.ts'
import type { Account, AccountKind, AccountState } from './kind.ts'
import { nameOfAccount } from './pins.ts'
import type { AccountTrace } from './queries.ts'
import * as queries from './queries.ts'
import { callbackPlaceOf, openCallbackSecret, openSecret, placeOf } from './secrets.ts'
import { FOR_ALL } from './shared.ts'

/** The current account, and how the organization's messages were carried so far. */
export async function state(tx: Tx, organizationId: Uuid, channel: ChannelName): Promise<AccountState> {
  return (await states(tx, [organizationId], channel)).get(organizationId) as AccountState
}

/** The same for many organizations. */
export async function states(
  tx: Tx,
  organizationIds: readonly Uuid[],
  channel: ChannelName,
): Promise<Map<Uuid, AccountState>> {
  const kind = channels[channel].account
  const owners = kind?.isShareable ? [...new Set([...organizationIds, FOR_ALL])] : organizationIds
  const [traces, installed] = await Promise.all([
    togetherOrEach(owners, (ids) => tx.rows<AccountTrace & { org_id: Uuid }>(queries.accounts(ids, channel))),
    installation.find(tx),
  ])
  const ofAll = kind?.wasReal(installed) ?? false
  const traceOf = new Map(traces.map(({ org_id, ...trace }) => [org_id, trace]))
  return new Map(
    organizationIds.map((id) => {
      const [trace, ofInstallation] = [traceOf.get(id), traceOf.get(FOR_ALL)]
      const [account, shared] = [accountIn(trace), accountIn(ofInstallation)]
      const wasReal = trace !== undefined || ofAll
      const history = { hasOwnAccount: account !== null, wasReal, isShared: shared !== null }
      return [id, { account, shared, history, since: later(trace?.since, ofInstallation?.since) }]
    }),
  )
}

const accountIn = (trace: AccountTrace | undefined): Account | null => (trace?.settings ? (trace as Account) : null)

const later = (one: Date | null | undefined, other: Date | null | undefined): Date | null =>
  !one || (other && other > one) ? (other ?? null) : one

/** Replaces the whole account. Only an omitted secret is kept, and only while `secretGoesWith` is unchanged. */
export async function set(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  channel: ChannelName,
  given: object,
  { sealer, mayReach }: { sealer: Sealer; mayReach: MayReach },
): Promise<Account> {
  const kind = kindOf(channel)
  const { organizationId, at } = scope
  const settings = kind.settingsOf(given, mayReach)
  const stored = (await tx.row<Account>(queries.lockAccount(organizationId, channel))) ?? null
  const isSame = stored !== null && areSame(nameOfAccount(kind), settings, stored.settings)
  const secret = kind.secretOf(given)
  const sealed =
    secret !== undefined
      ? secret && sealer.seal(placeOf(organizationId, channel), secret)
      : keptSecret(kind, stored !== null && areSame(kind.secretGoesWith, settings, stored.settings), stored)
  const isSameCallback = stored !== null && areSame(callbackGoesWith(kind), settings, stored.settings)
  const callbackSecret = kind.callbackSecretOf?.(given)
  const callbackSealed =
    callbackSecret !== undefined
      ? callbackSecret && sealer.seal(callbackPlaceOf(organizationId, channel), callbackSecret)
      : isSameCallback
        ? (stored.callback_secret ?? null)
        : null
  kind.mustFit(settings, sealed !== null, callbackSealed !== null)
  const account = {
    settings: { ...settings, ...(kind.isCalledBack ? callbackKeyOf(isSameCallback ? stored.settings : {}) : {}) },
    secret: sealed as Buffer | null,
    callback_secret: callbackSealed as Buffer | null,
    updated_at: at,
  }
  const changed = changes({ ...kind.before, ...stored?.settings }, settings)
  const isNewSecret =
    secret !== undefined && secret !== readable(() => stored && openSecret(sealer, organizationId, channel, stored))
  const isNewCallbackSecret =
    callbackSecret !== undefined &&
    callbackSecret !== readable(() => stored && openCallbackSecret(sealer, organizationId, channel, stored))
  if (stored !== null && !changed && !isNewSecret && !isNewCallbackSecret) return stored
  const row = (await tx.row<Account>(queries.setAccount(organizationId, channel, account, isSame))) as Account
  const told = isNewCallbackSecret ? { callback_secret_changed: true } : {}
  const details = { ...changed, [`${kind.secretField}_changed`]: isNewSecret, ...told }
  audit.record(tx, scope, doer, { action: 'channel_account.updated', object: channel, details })
  if (organizationId === FOR_ALL && kind.realSince) await installation.becomeReal(tx, kind.realSince, at)
  return row
}

/** The stored secret; undefined when its key is gone, so that any given secret counts as new. */
function readable(open: () => string | null): string | null | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

const valueOf = (settings: object, name: string): unknown => (settings as Record<string, unknown>)[name]

const areSame = (names: readonly string[], settings: object, stored: object): boolean =>
  names.every((name) => valueOf(stored, name) === valueOf(settings, name))

const callbackGoesWith = (kind: AccountKind): readonly string[] => kind.callbackGoesWith ?? nameOfAccount(kind)

const callbackKeyOf = (stored: object) => ({ callback_key: valueOf(stored, 'callback_key') ?? newCallbackKey() })

function keptSecret(kind: AccountKind, mayStay: boolean, stored: Account | null): Buffer | null {
  if (mayStay) return stored?.secret ?? null
  if (!stored?.secret) return null
  throw invalid(kind.secretField, 'secret_again', { fields: kind.secretGoesWith })
}

export async function remove(tx: Tx, scope: Scope, doer: audit.Doer, channel: ChannelName): Promise<void> {
  if ((await tx.run(queries.removeAccount(scope.organizationId, channel, scope.at))) === 0)
    throw absent(kindOf(channel).noun)
  audit.record(tx, scope, doer, { action: 'channel_account.removed', object: channel })
}

function kindOf(channel: ChannelName): AccountKind {
  const kind = channels[channel].account
  if (!kind) throw new Error(`the channel ${channel} has no accounts`)
  return kind
}

/** True when the key decrypts one account's stored secrets, or when none are stored. */
export async function keyOpensSecrets(tx: Tx, sealer: Sealer): Promise<boolean> {
  const row = await tx.row<Account & { org_id: Uuid; channel: string }>(queries.anySealed())
  if (!row) return true
  const { org_id, channel, secret, callback_secret } = row
  try {
    if (secret !== null) sealer.open(placeOf(org_id, channel), secret)
    if (callback_secret) sealer.open(callbackPlaceOf(org_id, channel), callback_secret)
    return true
  } catch {
    return false
  }
}

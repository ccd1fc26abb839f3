// The installation's accounts with payment gateways. Secrets are stored encrypted and never shown.

import { isDeepStrictEqual } from 'node:util'
import * as installation from '#installation/actions.ts'
import type { App } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { interval } from '#kit/interval.ts'
import { absent, invalid } from '#kit/refusals.ts'
import { enqueueWorkOfMany } from '#kit/work.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import { organizationsAt } from '../references.ts'
import type { AccountRow } from './queries.ts'
import * as queries from './queries.ts'
import { addressError, type GatewayName, kinds, plainAddress, sandboxGatewayIsOn } from './rules.ts'
import type { NewAccount } from './schema.ts'

/** Binds the encrypted secrets to their row: copied to another gateway's row, they cannot be decrypted. */
const placeOf = (name: GatewayName) => `gateway_accounts:${name}`

/** Only for calls to the gateway. */
export function openSecrets(sealer: Sealer, { name, secrets }: Pick<AccountRow, 'name' | 'secrets'>) {
  return JSON.parse(sealer.open(placeOf(name), secrets)) as Record<string, string>
}

export async function list(tx: Tx): Promise<AccountRow[]> {
  return tx.rows<AccountRow>(queries.all())
}

/** True when the key decrypts all stored secrets, or when there are none. */
export async function keyOpensSecrets(tx: Tx, sealer: Sealer): Promise<boolean> {
  try {
    for (const row of await list(tx)) openSecrets(sealer, row)
    return true
  } catch {
    return false
  }
}

/** Re-encrypts all secrets with the first key. Returns how many. */
export async function reseal(tx: Tx, sealer: Sealer): Promise<number> {
  await tx.run(queries.lock())
  const rows = await list(tx)
  for (const row of rows)
    await tx.run(queries.reseal(row.name, sealer.seal(placeOf(row.name), JSON.stringify(openSecrets(sealer, row)))))
  return rows.length
}

/** The account for new payments: the default if it is enabled, otherwise another enabled one. */
export function currentOf(accounts: readonly AccountRow[]): AccountRow | null {
  const on = accounts.filter(({ is_enabled }) => is_enabled)
  return on.find(({ is_default }) => is_default) ?? on[0] ?? null
}

/** Replaces the whole account. Only secrets may be omitted, and only while the account id and address are unchanged. */
export async function set(
  tx: Tx,
  { at, doer, sealer }: { at: Date; doer: audit.Doer; sealer: Sealer },
  name: GatewayName,
  input: NewAccount,
): Promise<AccountRow> {
  const { baseUrl } = kinds[name]
  const given = input.base_url ?? baseUrl
  const error = addressError(given)
  if (error) throw invalid('base_url', error)
  await tx.run(queries.lock())
  const all = await list(tx)
  const stored = all.find((one) => one.name === name) ?? null
  const account = { name, base_url: plainAddress(given), account_id: input.account }
  const secrets = secretsOf(sealer, account, input, stored)
  const known = stored ? knownSecrets(sealer, stored) : {}
  const others = all.filter((one) => one.name !== name)
  const is_default = input.is_default ?? stored?.is_default ?? !others.some((one) => one.is_default)
  const { is_enabled = true } = input
  const { base_url, account_id } = account
  const now = { base_url, account_id, is_enabled, is_default }
  if (stored && changes(stored, now) === null && isDeepStrictEqual(secrets, known)) return stored
  if (is_default) await tx.run(queries.clearDefault(name))
  const sealed = sealer.seal(placeOf(name), JSON.stringify(secrets))
  const row = await tx.row<AccountRow>(queries.set({ ...account, secrets: sealed, is_enabled, is_default }, at))
  if (!row) throw new Error('the gateway account was not stored')
  await endTestMode(tx, at)
  const secrets_changed = kinds[name].secrets.filter((field) => secrets[field] !== known[field])
  const details = { ...now, secrets_changed }
  audit.record(tx, { organizationId: audit.INSTALLATION, at }, doer, {
    action: 'gateway.updated',
    object: name,
    details,
  })
  return row
}

/** After the first account, enabled or not, the sandbox gateway is off for good, and its open payments end. */
async function endTestMode(tx: Tx, at: Date): Promise<void> {
  if ((await installation.find(tx)).real_gateway_since !== null) return
  await installation.becomeReal(tx, 'real_gateway_since', at)
  const organizationIds = await organizationsAt(tx, 'sandbox')
  const noticed = new Date(at.getTime() + NOTICED_EVERYWHERE_MS)
  for (const kind of ['settle_recharge', 'auto_recharge', 'subscription', 'refund'] as const)
    await tx.run(enqueueWorkOfMany(kind, organizationIds, noticed))
}

/** Empty when the stored secrets' key is gone: then all given ones count as new. */
function knownSecrets(sealer: Sealer, stored: AccountRow): Record<string, string> {
  try {
    return openSecrets(sealer, stored)
  } catch {
    return {}
  }
}

// With another address a kept secret would be sent to a different server.
function secretsOf(
  sealer: Sealer,
  account: Pick<AccountRow, 'name' | 'base_url' | 'account_id'>,
  input: NewAccount,
  stored: AccountRow | null,
): Record<string, string> {
  const { secrets: fields } = kinds[account.name]
  const isSame = stored?.base_url === account.base_url && stored.account_id === account.account_id
  const needsKept = fields.some((field) => input.secrets[field] === undefined)
  const kept: Record<string, string | undefined> = stored && isSame && needsKept ? openSecrets(sealer, stored) : {}
  const all = fields.map((field) => {
    const secret = input.secrets[field] ?? kept[field]
    if (secret !== undefined) return [field, secret] as const
    throw invalid(field, stored && !isSame ? 'secret_to_enter_again' : 'required')
  })
  return Object.fromEntries(all)
}

export async function remove(tx: Tx, { at, doer }: { at: Date; doer: audit.Doer }, name: GatewayName): Promise<void> {
  if ((await tx.run(queries.remove(name))) === 0) throw absent('gateway account')
  audit.record(tx, { organizationId: audit.INSTALLATION, at }, doer, { action: 'gateway.removed', object: name })
}

/** How long a process may use a stale account after a change elsewhere: less than the allowed 5 seconds. */
const ACCOUNTS_KEPT_MS = 3000

/** After this time every process uses a change. */
const NOTICED_EVERYWHERE_MS = 5000

/** The accounts, and when a real one was first configured. */
export interface KnownAccounts {
  accounts: AccountRow[]
  realGatewaySince: Date | null
}

interface Known {
  found: Promise<KnownAccounts>
  until: number
}
const known = new WeakMap<App, Known>()

/** Like `list`, cached for `ACCOUNTS_KEPT_MS`. */
export function knownAccounts(app: App): Promise<KnownAccounts> {
  const kept = known.get(app)
  if (kept && kept.until > performance.now()) return kept.found
  const found = look(app.database.reads)
  known.set(app, { found, until: performance.now() + interval('KEPT', ACCOUNTS_KEPT_MS) })
  // A failed lookup is not cached: the next caller repeats it.
  found.catch(() => known.delete(app))
  return found
}

async function look(reads: Tx): Promise<KnownAccounts> {
  const [accounts, { real_gateway_since: realGatewaySince }] = await Promise.all([
    list(reads),
    installation.find(reads),
  ])
  return { accounts, realGatewaySince }
}

/** After a change by this process, so that it takes effect here at once. */
export function forgetAccounts(app: App): void {
  known.delete(app)
}

/** True when wallets can be credited with test money at the moment. */
export async function isGatewaySandboxOn(app: App): Promise<boolean> {
  return sandboxGatewayIsOn(app.settings.sandbox, (await knownAccounts(app)).realGatewaySince)
}

/** The uncached state from the database, for callers that are about to pay. */
export async function isGatewaySandboxOnNow({
  settings,
  database,
}: {
  settings: App['settings']
  database: Pick<App['database'], 'reads'>
}): Promise<boolean> {
  const { real_gateway_since: since } = await installation.find(database.reads)
  return sandboxGatewayIsOn(settings.sandbox, since)
}

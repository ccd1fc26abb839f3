// Assigned accounts of deliveries. The account is assigned when the message is accepted, so that deleting or changing
// the account moves no delivery to another one or to the sandbox (spec 16.30).
//
// An assignment is a hash of the account's identifying fields (`secretGoesWith`): a new password does not change it,
// and an account that is removed and added again has the same one.

import { hash } from 'node:crypto'
import type { Uuid } from '#kit/ids.ts'
import { type Details, detailsOf } from '#kit/messages/details.ts'
import type { Settings } from '#kit/settings.ts'
import type { ChannelName } from '../channel.ts'
import { channels } from '../channels.ts'
import type { AccountKind, AccountState, Carrier } from './kind.ts'

/** Accepted for the sandbox, because the organization never had a real account. */
const SANDBOX = '00000000-0000-0000-0000-000000000001'
/** Accepted for the sandbox, because the setting makes it carry everything. */
const SANDBOX_BY_SETTING = '00000000-0000-0000-0000-000000000002'
const SHARED = 'installation'
/** The prefix of the ids of shared accounts, so that an index can cover them alone. */
const SHARED_PREFIX = 'ff'
const UUID_DIGITS = 32

/** The assignment id of an account; `owner`: an organization, or null for a shared account. */
export function accountPin(channel: ChannelName, owner: Uuid | null, settings: object): Uuid {
  const kind = channels[channel].account as AccountKind
  return nameOf(channel, owner, namedBy(kind, settings))
}

export const nameOfAccount = ({ namedBy, secretGoesWith }: AccountKind): readonly string[] => namedBy ?? secretGoesWith

/** The identifying fields of an account. */
function namedBy(kind: AccountKind, settings: object): unknown[] {
  const given = settings as Record<string, unknown>
  return nameOfAccount(kind).map((name) => given[name] ?? null)
}

function nameOf(channel: ChannelName, owner: Uuid | null, named: readonly unknown[]): Uuid {
  const digits = hash('sha256', JSON.stringify([channel, owner ?? SHARED, ...named])).slice(0, UUID_DIGITS)
  // Ids of organizations' own accounts never start with this prefix.
  const name = (owner === null ? SHARED_PREFIX : '00') + digits.slice(2)
  return name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** True for the id of a shared account. */
export const isSharedPin = (pin: Uuid): boolean => pin.startsWith(SHARED_PREFIX)

/** Cached per account state: a batch of hundreds computes the id once. */
const known = new WeakMap<AccountState, { carrier: Carrier; pin: Uuid | null }>()

/** The current carrier of an organization's messages and its assignment id; null when nobody carries them. */
export function pinOf(
  settings: Settings,
  organizationId: Uuid,
  channel: ChannelName,
  state: AccountState,
): { carrier: Carrier; pin: Uuid | null } {
  const found = known.get(state)
  if (found) return found
  const carrier = channels[channel].account?.carrierOf(settings, state.history) ?? 'none'
  const pin = pins[carrier](settings, organizationId, channel, state)
  known.set(state, { carrier, pin })
  return { carrier, pin }
}

type Pinning = (settings: Settings, organizationId: Uuid, channel: ChannelName, state: AccountState) => Uuid | null

const pins: Record<Carrier, Pinning> = {
  organization: (_, organizationId, channel, { account }) =>
    account && accountPin(channel, organizationId, account.settings),
  // The installation's mail server is one account whichever SAMVAD_SMTP_URL names: the operator is responsible for
  // both.
  installation: (_, __, channel, { shared }) => accountPin(channel, null, shared?.settings ?? {}),
  sandbox: ({ sandbox }) => pinOfSandbox(sandbox),
  none: () => null,
}

export const pinOfSandbox = (sandbox: Settings['sandbox']): Uuid => (sandbox === 'on' ? SANDBOX_BY_SETTING : SANDBOX)

/** The assignment and its time. `pin` is null for deliveries from before assignments existed. */
export interface Pinned {
  pin: Uuid | null
  acceptedAt: Date
}

/**
 * `fits`: the current account may send it. `waits`: for its own account. `ends`: it was accepted for the sandbox, which
 * no longer carries the channel.
 */
export type PinVerdict = { fits: true } | { waits: Details } | { ends: Details }

const FITS: PinVerdict = { fits: true }

/** spec 16.30 to 16.32. */
export function verdictOf(
  { pin, acceptedAt }: Pinned,
  now: { carrier: Carrier; pin: Uuid | null },
  state: Pick<AccountState, 'since'>,
): PinVerdict {
  if (pin === null || pin === now.pin) return FITS
  const isTest = pin === SANDBOX || pin === SANDBOX_BY_SETTING
  if (now.carrier === 'sandbox')
    return isTest ? FITS : { waits: [...OF_ANOTHER, ...detailsOf('sandbox_takes_other_messages')] }
  // The accepting process had not noticed the account change yet, because it caches accounts for some seconds.
  const isAfterChange = state.since != null && acceptedAt > state.since
  if (isAfterChange && pin !== SANDBOX_BY_SETTING && now.carrier !== 'none') return FITS
  if (isTest) return { ends: detailsOf('accepted_for_sandbox') }
  return { waits: now.carrier === 'none' ? [...OF_ANOTHER, ...detailsOf('no_account_now')] : OF_ANOTHER }
}

const OF_ANOTHER = detailsOf('accepted_for_other_account')

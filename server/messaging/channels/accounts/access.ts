// The account through which an organization can send on a channel, and its rules for messages: looked up for each
// message and cached for some seconds.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Remembered } from '#kit/remembered.ts'
import type { ChannelName } from '../channel.ts'
import { accountKinds, channels } from '../channels.ts'
import type { SendingRule } from '../sending-rules.ts'
import type { AccountKind, AccountState } from './kind.ts'
import { pinOf, pinOfSandbox } from './pins.ts'
import { type AccountReader, createAccountReader } from './reader.ts'

const LOOKS_KEPT_MS = 3000
const ORGANIZATIONS_MAX = 10_000

/**
 * Cheap enough to call for every message: the database is queried only where accounts decide (not with the sandbox on),
 * then at intervals, and once for concurrent callers.
 */
export interface ChannelAccess {
  /** The assigned account of a message accepted now (pins.ts); null: it is refused as `channel_unavailable`. */
  pinOf(organizationId: Uuid, channel: ChannelName): Uuid | null | Promise<Uuid | null>
  /** True when the organization can send on the channel now. */
  isAvailable(organizationId: Uuid, channel: ChannelName): boolean | Promise<boolean>
  /** The rules for its messages on the channel; null for none. */
  ruleOf(organizationId: Uuid, channel: ChannelName): SendingRule | null | Promise<SendingRule | null>
}

interface Look {
  pin: Uuid | null
  rule: SendingRule | null
}

const NOTHING: Look = { pin: null, rule: null }

export function createChannelAccess(app: App): ChannelAccess {
  const accountOf = createAccountReader(app)
  const looks = new Map(accountKinds().map(([name, kind]) => [name, lookOn(app, name, kind, accountOf)]))
  const asked =
    <Answer>(answer: (look: Look) => Answer) =>
    (organizationId: Uuid, channel: ChannelName): Answer | Promise<Answer> => {
      const look = looks.get(channel)?.(organizationId) ?? NOTHING
      return look instanceof Promise ? look.then(answer) : answer(look)
    }
  return {
    pinOf: asked(({ pin }) => pin),
    isAvailable: asked(({ pin }) => pin !== null),
    ruleOf: asked(({ rule }) => rule),
  }
}

function lookOn(
  { settings }: App,
  channel: ChannelName,
  kind: AccountKind,
  accountOf: AccountReader,
): (organizationId: Uuid) => Look | Promise<Look> {
  // With the sandbox on, it carries all messages, whatever accounts exist, and has no rules.
  if (kind.carrierOf(settings, { hasOwnAccount: true, wasReal: true }) === 'sandbox') {
    const taken = { pin: pinOfSandbox(settings.sandbox), rule: null }
    return () => taken
  }
  const remembered = new Remembered<Look>(
    async (organizationId, isAhead) => {
      const state = await accountOf(organizationId, channel, isAhead)
      return { pin: pinOf(settings, organizationId, channel, state).pin, rule: sendingRuleOf(settings, channel, state) }
    },
    { keptMs: LOOKS_KEPT_MS, keysMax: ORGANIZATIONS_MAX },
  )
  // A cached absence is not used: the account may just have been created.
  return (organizationId) => remembered.get(organizationId, ({ pin }) => pin !== null)
}

export const createChannelAvailability = (app: App): ChannelAccess['isAvailable'] =>
  createChannelAccess(app).isAvailable

/** True when accounts of the channel can have rules. */
export const mayHaveRule = (channel: ChannelName): boolean => channels[channel].account?.ruleOf !== undefined

/** The rules of the account that carries its messages; null for none. */
export function sendingRuleOf(
  settings: App['settings'],
  channel: ChannelName,
  state: AccountState,
): SendingRule | null {
  const kind = channels[channel].account
  if (!kind?.ruleOf) return null
  const carrier = kind.carrierOf(settings, state.history)
  const account = carrier === 'organization' ? state.account : carrier === 'installation' ? state.shared : null
  return account ? kind.ruleOf(account.settings) : null
}

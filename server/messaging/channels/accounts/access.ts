// Through which account an organization can send on a channel, and what that asks of a message: asked for each of them,
// and remembered for some seconds.

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
 * Cheap enough to ask for every message: the database is asked only where accounts decide, then once in a while, and
 * once for all who ask at the same moment.
 */
export interface ChannelAccess {
  /** The account that what is sent now will leave by (pins.ts); null is a channel_unavailable at acceptance. */
  pinOf(organizationId: Uuid, channel: ChannelName): Uuid | null | Promise<Uuid | null>
  /** Whether it can send on the channel now. */
  isAvailable(organizationId: Uuid, channel: ChannelName): boolean | Promise<boolean>
  /** What is asked of what it sends on it; null for nothing. */
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
  // Whatever an organization has or had, the sandbox takes its messages, and asks nothing of them.
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
  // One that has no account may have been given one just now.
  return (organizationId) => remembered.get(organizationId, ({ pin }) => pin !== null)
}

export const createChannelAvailability = (app: App): ChannelAccess['isAvailable'] =>
  createChannelAccess(app).isAvailable

/** Whether accounts of the channel ask anything. */
export const mayHaveRule = (channel: ChannelName): boolean => channels[channel].account?.ruleOf !== undefined

/** What the account that carries its messages asks of what leaves through it; null for nothing. */
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

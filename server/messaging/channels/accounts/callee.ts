// Resolves the called account from the request's address only, before the rest of the request is read.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Resource } from '#kit/messages/resources.ts'
import { absent } from '#kit/refusals.ts'
import type { ChannelName } from '../channel.ts'
import { channels } from '../channels.ts'
import { type CalledBack, createCallbacks, isCallbackOf } from './callback.ts'
import type { Account, AccountState } from './kind.ts'
import { createAccountReader } from './reader.ts'

/** A called callback address. */
export interface Called<Stored extends object> {
  address: CalledBack
  /** The verification token of the address. */
  verifyToken: string
  isVerifyToken(word: string): boolean
  /** The account of the address; null when it was removed or replaced. */
  account: Account<Stored> | null
  state: AccountState<Stored>
}

/** The organization whose account was called. */
export interface OfOrganization {
  organizationId: Uuid
}

/** Resolves path parameters; refuses unknown addresses. */
export type CalleeOf<Callee> = (parameters: Record<string, string>) => Promise<Callee & OfOrganization>

/** `calleeOf` returns the data that the channel needs about the account; null when it accepts no calls. */
export function createCallees<Stored extends object, Callee extends object>(
  app: App,
  channel: ChannelName,
  calleeOf: (called: Called<Stored>) => Callee | null,
): CalleeOf<Callee> {
  const callbacks = createCallbacks(app.sealer, () => app.settings.publicUrl)
  const stateOf = createAccountReader(app)

  async function find(token: string): Promise<(Callee & OfOrganization) | null> {
    const address = callbacks.read(token)
    if (address?.channel !== channel) return null
    const { organizationId } = address
    const state = (await stateOf(organizationId, channel)) as AccountState<Stored>
    const callee = calleeOf({
      address,
      verifyToken: callbacks.of(address).verifyToken,
      isVerifyToken: (word) => callbacks.isVerifyToken(word, address),
      account: state.account !== null && isCallbackOf(address, state.account.settings) ? state.account : null,
      state,
    })
    return callee && { ...callee, organizationId }
  }

  return async ({ token = '' }) => {
    const callee = await find(token)
    if (callee === null) throw absent(channels[channel].account?.noun as Resource)
    return callee
  }
}

// Callback URLs: the unguessable address at which a provider calls an account, so that everything received there
// belongs to that account. It contains an HMAC over the channel, the organization and a key in the account's settings:
// invalid addresses are recognized without a lookup, and an address stops working when its account is removed or
// replaced.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { type ChannelName, channelNames } from '../channel.ts'

/** Settings of an account with callbacks. Never shown. */
export interface Callable {
  callback_key: string
}

/** The account in an address. `isCallbackOf` checks that it is still current. */
export interface CalledBack {
  organizationId: Uuid
  channel: ChannelName
  key: string
}

/** The values to enter at the provider. */
export interface Callback {
  url: string
  /** The verification token, for providers that require one. */
  verifyToken: string
}

export interface Callbacks {
  of(account: CalledBack): Callback
  /** Null when the installation did not issue it. */
  read(token: string): CalledBack | null
  /** True when the token belongs to the address; compared in constant time. */
  isVerifyToken(word: string, account: CalledBack): boolean
}

const UUID_BYTES = 16
const KEY_BYTES = 16
const MAC_BYTES = 16
const BODY_BYTES = 1 + UUID_BYTES + KEY_BYTES
const TOKEN_CHARACTERS = Math.ceil(((BODY_BYTES + MAC_BYTES) * 4) / 3)
const ADDRESS = 'callback address'
const WORD = 'callback verify token'

export const newCallbackKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** The path of a channel's callbacks, for its routes. */
export const callbackPath = (channel: ChannelName): string => `/webhooks/channels/${channel}/:token`

/** `publicUrl` is read each time: with PORT=0 it is known only once the program listens. */
export function createCallbacks(sealer: Sealer, publicUrl: () => string): Callbacks {
  const macOf = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
  const made = (purpose: string, body: Buffer) => macOf(sealer.keyFor(purpose), body)
  /** Accepts the installation's earlier keys too: providers keep calling the address that was entered once. */
  const isMade = (purpose: string, body: Buffer, mac: Buffer) =>
    mac.length === MAC_BYTES && sealer.keysFor(purpose).some((key) => timingSafeEqual(mac, macOf(key, body)))
  return {
    of(account) {
      const body = bodyOf(account)
      const token = Buffer.concat([body, made(ADDRESS, body)]).toString('base64url')
      return {
        url: `${publicUrl()}${callbackPath(account.channel).replace(':token', token)}`,
        verifyToken: made(WORD, body).toString('base64url'),
      }
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Encoded again and compared, so that a token has only one valid spelling.
      if (token.length !== TOKEN_CHARACTERS || bytes.toString('base64url') !== token) return null
      const body = bytes.subarray(0, BODY_BYTES)
      if (!isMade(ADDRESS, body, bytes.subarray(BODY_BYTES))) return null
      const channel = channelNames[body[0] as number]
      if (channel === undefined) return null
      const key = body.subarray(1 + UUID_BYTES).toString('base64url')
      return { channel, organizationId: uuidAt(body, 1), key }
    },
    isVerifyToken: (word, account) => isMade(WORD, bodyOf(account), Buffer.from(word, 'base64url')),
  }
}

/** True when the address belongs to the account's current settings. */
export function isCallbackOf({ key }: Pick<CalledBack, 'key'>, settings: object | null): boolean {
  return settings !== null && (settings as Partial<Callable>).callback_key === key
}

function bodyOf({ channel, organizationId, key }: CalledBack): Buffer {
  const uuid = Buffer.from(organizationId.replaceAll('-', ''), 'hex')
  return Buffer.concat([Buffer.from([channelNames.indexOf(channel)]), uuid, Buffer.from(key, 'base64url')])
}

function uuidAt(bytes: Buffer, start: number): Uuid {
  const hex = bytes.toString('hex', start, start + UUID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

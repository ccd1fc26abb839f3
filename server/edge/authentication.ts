// Who calls: an access token, looked up by its hash. A result is kept for a moment, so that a revocation or a changed role
// holds everywhere within 5 seconds without anybody having to be told.

import { BlockList, isIP } from 'node:net'
import { authorityOfToken, type Authority } from '#access/actions.ts'
import { stopsWhileSuspended } from '#access/rules.ts'
import type { Actor, App } from '#kit/app.ts'
import { hashSecret } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusals.ts'

/** Shorter than the 5 seconds within which a revocation must hold. */
const AUTHORITY_KEPT_MS = 3000
const AUTHORITIES_MAX = 50_000
const HOW = 'Send the header "Authorization: Bearer ACCESS_TOKEN".'

interface Kept {
  authority: Promise<Authority | null>
  until: number
}

export type Authenticate = (header: string | undefined, address: string) => Promise<Actor>

export function createAuthenticate(app: App): Authenticate {
  const kept = new Map<string, Kept>()

  /** `header` names the bearer as it came: hashing it again with every request would cost more than the rest of this step. */
  function authorityOf(header: string, at: number): Promise<Authority | null> {
    const known = kept.get(header)
    if (known && known.until > at) return known.authority
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
    if (!token) throw new Refusal('unauthenticated', HOW)
    // Dropped whole when full: simple, bounded, and refilled by one indexed read for each token in use.
    if (kept.size >= AUTHORITIES_MAX) kept.clear()
    const authority = authorityOfToken(app.database.reads, hashSecret(token))
    kept.set(header, { authority, until: at + AUTHORITY_KEPT_MS })
    // A failed look-up is not kept: the next request asks again.
    authority.catch(() => kept.delete(header))
    return authority
  }

  return async (header, address) => {
    if (header === undefined) throw new Refusal('unauthenticated', HOW)
    const at = app.clock()
    // The monotonic clock, so that a step of the system's clock cannot keep a revoked token alive.
    const authority = await authorityOf(header, performance.now())
    if (!authority || (authority.expiresAt && authority.expiresAt <= at)) {
      throw new Refusal('unauthenticated', 'The access token is unknown, expired or revoked; make a new one.')
    }
    if (authority.allowedAddresses && !allows(authority.allowedAddresses, address)) {
      throw new Refusal(
        'address_denied',
        `The token may not be used from ${address}; add it to the token's allowed addresses.`,
      )
    }
    const { organizationId, userId, tokenId, permissions, isOperator, isSuspended } = authority
    return { organizationId, userId, tokenId, permissions, isOperator, isSuspended, at }
  }
}

/** 403 for what a suspended organization may not do. */
export function mustNotBeStopped(
  actor: Actor,
  { permission, method }: { permission: string | null; method: string },
): void {
  if (!actor.isSuspended || !stopsWhileSuspended(permission, method)) return
  throw new Refusal(
    'organization_suspended',
    'The organization is suspended: it may not send or recharge. Ask the operator of this installation.',
  )
}

const lists = new WeakMap<readonly string[], BlockList>()

function allows(allowed: readonly string[], address: string): boolean {
  let list = lists.get(allowed)
  if (!list) {
    list = new BlockList()
    for (const one of allowed) {
      const [network, bits] = one.split('/') as [string, string?]
      const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
      if (bits === undefined) list.addAddress(network, family)
      else list.addSubnet(network, Number(bits), family)
    }
    lists.set(allowed, list)
  }
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

// Who calls: an access token, looked up by its hash. A result is kept for a moment, so that a revocation or a changed
// role holds everywhere within 5 seconds without anybody having to be told.

import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Actor, App } from '#kit/app.ts'
import { hashSecret } from '#kit/crypto.ts'
import { gathered } from '#kit/gathered.ts'
import { withoutIpv6Wrapping } from '#kit/networks.ts'
import { notFresh, refusal } from '#kit/refusals.ts'
import { Remembered } from '#kit/remembered.ts'
import { type Authority, authoritiesOfTokens } from '#people/access/actions.ts'
import { stopsWhileSuspended } from '#people/access/rules.ts'
import { callerOf } from './caller.ts'
import type { Route } from './route.ts'

/** Shorter than the 5 seconds within which a revocation must hold. */
const AUTHORITY_KEPT_MS = 3000
const AUTHORITIES_MAX = 50_000
/** What `newSecret` makes of a token. Anything else is refused unseen: it costs no look-up and is kept nowhere. */
const BEARER = /^Bearer {1,8}(samvad_[A-Za-z0-9_-]{43})$/i
const HEADER_MAX = 80

/** Who makes a request; refuses it where nobody is known. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>

export function createAuthenticate(app: App): Authenticate {
  const read = gathered<string, Authority>((hashes) => authoritiesOfTokens(app.database.reads, hashes))
  /**
   * By the header as it came: hashing it again with every request would cost more than the rest of this step. Only
   * known ones stay: neither what somebody invents nor a failed look-up. By the monotonic clock, so that a step of the
   * system's clock cannot keep a revoked token alive.
   */
  const authorities = new Remembered<Authority | undefined>(
    async (header, isAhead) => read(hashSecret(tokenIn(header)).toString('hex'), isAhead),
    { keptMs: AUTHORITY_KEPT_MS, keysMax: AUTHORITIES_MAX },
  )

  return async (request) => {
    const { authorization: header } = request.headers
    if (header === undefined) throw refusal('unauthenticated', 'token_missing')
    const at = app.clock()
    const authority = await authorities.get(header)
    if (!authority || (authority.expiresAt && authority.expiresAt <= at)) {
      throw refusal('unauthenticated', 'token_not_valid')
    }
    const address = callerOf(request)
    if (authority.allowedAddresses && !allows(authority.allowedAddresses, address)) {
      throw refusal('address_denied', 'address_not_allowed', { address })
    }
    const { organizationId, userId, tokenId, permissions, actsAsPerson, isOperator, isSuspended } = authority
    const callerId = tokenId
    return { organizationId, userId, tokenId, callerId, permissions, actsAsPerson, isOperator, isSuspended, at }
  }
}

function tokenIn(header: string): string {
  const token = header.length <= HEADER_MAX ? BEARER.exec(header)?.[1] : undefined
  if (token === undefined)
    throw refusal('unauthenticated', /^Bearer /i.test(header) ? 'token_not_valid' : 'token_missing')
  return token
}

/** 403 for what a suspended organization may not do. */
export function mustNotBeStopped(
  actor: Actor,
  { permission, method }: { permission: string | null; method: string },
): void {
  if (!actor.isSuspended || !stopsWhileSuspended(permission, method)) return
  throw refusal('organization_suspended', 'organization_suspended')
}

/** 403 before the body is read, for what needs none of it to be refused. */
export function mustBeAdmitted(actor: Actor, route: Route): void {
  if (route.isOfPerson && !actor.actsAsPerson) throw refusal('permission_denied', 'person_only')
  mustNotBeStopped(actor, route)
  if (route.freshAuthentication === true && !isFresh(actor)) throw notFresh()
}

/** 403 where one of its fields asks a session's user to prove themselves anew; else the input as it is. */
export function askedFresh<I extends { body: unknown }>(actor: Actor, { freshAuthentication }: Route, input: I): I {
  const fields = freshAuthentication === true ? [] : (freshAuthentication ?? [])
  const given = input.body as Record<string, unknown> | undefined
  if (!isFresh(actor) && fields.some((field) => given?.[field] != null)) throw notFresh()
  return input
}

/** Tokens always are: a program has nobody to ask. */
const isFresh = ({ freshUntil, at }: Actor): boolean => freshUntil === undefined || at < freshUntil

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
  const plain = withoutIpv6Wrapping(address)
  const family = isIP(plain)
  // What a proxy wrote is not an address: whoever that is, it is none of the allowed.
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

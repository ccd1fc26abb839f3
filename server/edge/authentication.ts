// Authentication by access token, looked up by its hash. Results are cached for a moment, so that a revocation or a
// changed role takes effect everywhere within 5 seconds without notification.

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

/** Shorter than the 5 seconds within which a revocation must take effect. */
const AUTHORITY_KEPT_MS = 3000
const AUTHORITIES_MAX = 50_000
/** The format of `newSecret` for tokens. Anything else is refused without a lookup and is never cached. */
const BEARER = /^Bearer {1,8}(samvad_[A-Za-z0-9_-]{43})$/i
const HEADER_MAX = 80

/** Returns the actor of a request; refuses the request when there is none. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>

export function createAuthenticate(app: App): Authenticate {
  const read = gathered<string, Authority>((hashes) => authoritiesOfTokens(app.database.reads, hashes))
  /**
   * Keyed by the raw header: hashing it for every request would cost more than the rest of this step. Only valid tokens
   * are cached, neither invented ones nor failed lookups. Uses the monotonic clock, so that a step of the system clock
   * cannot keep a revoked token valid.
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

/** 403 for operations that a suspended organization may not use. */
export function mustNotBeStopped(
  actor: Actor,
  { permission, method }: { permission: string | null; method: string },
): void {
  if (!actor.isSuspended || !stopsWhileSuspended(permission, method)) return
  throw refusal('organization_suspended', 'organization_suspended')
}

/** 403 for reasons that do not depend on the body, before it is read. */
export function mustBeAdmitted(actor: Actor, route: Route): void {
  if (route.isOfPerson && !actor.actsAsPerson) throw refusal('permission_denied', 'person_only')
  mustNotBeStopped(actor, route)
  if (route.freshAuthentication === true && !isFresh(actor)) throw notFresh()
}

/** 403 when one of the body's fields requires a recent authentication of the session; otherwise the input unchanged. */
export function askedFresh<I extends { body: unknown }>(actor: Actor, { freshAuthentication }: Route, input: I): I {
  const fields = freshAuthentication === true ? [] : (freshAuthentication ?? [])
  const given = input.body as Record<string, unknown> | undefined
  if (!isFresh(actor) && fields.some((field) => given?.[field] != null)) throw notFresh()
  return input
}

/** Tokens always pass: a program cannot authenticate again. */
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
  // A proxy's header value that is not an address is never an allowed one.
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

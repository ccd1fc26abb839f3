// The authority of sessions and tokens: for requests, and for things handed out that outlive a request.

import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { togetherOrEach } from '#kit/database/shards.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Authority, authoritiesByTokenId, authorityOfToken, roleOf } from '#people/access/actions.ts'
import { permissionsOf } from '#people/access/rules.ts'
import type { SessionRow } from './queries.ts'
import * as queries from './queries.ts'

/** Of a token or a session. The organization is part of it because a session may move to another. */
export type Standing = Pick<Authority, 'organizationId' | 'permissions' | 'expiresAt'>

/** The token or session with which the actor acts. */
export const bearerIdOf = ({ tokenId, sessionId }: Actor): string => tokenId ?? (sessionId as string)

/** By token or session id; ended and expired sessions and revoked tokens are missing. */
export async function standingOf(tx: Tx, actors: readonly Actor[], at: Date): Promise<Map<string, Standing>> {
  const tokens = actors.flatMap(({ organizationId, tokenId }) =>
    tokenId === null ? [] : [{ organizationId, tokenId }],
  )
  const sessions = actors.flatMap(({ organizationId, sessionId }) =>
    sessionId === undefined ? [] : [{ organizationId, sessionId }],
  )
  const idsOf = Map.groupBy(sessions, ({ organizationId }) => organizationId)
  const [ofTokens, rows] = await Promise.all([
    tokens.length === 0 ? new Map<string, Standing>() : authoritiesByTokenId(tx, tokens),
    togetherOrEach([...idsOf.keys()], (organizationIds) =>
      tx.rows<SessionRow>(
        queries.byIds(
          organizationIds.flatMap((id) => idsOf.get(id)?.map(({ sessionId }) => sessionId) ?? []),
          organizationIds,
          at,
        ),
      ),
    ),
  ])
  return new Map([...ofTokens, ...rows.map((row): [string, Standing] => [row.id, standingIn(row)])])
}

interface Bearer {
  organizationId: Uuid
  /** The id of a token or a session. */
  bearerId: Uuid
  address: string
  at: Date
}

/**
 * For things that were handed out: null when their token or session has ended, or the token may not be used from this
 * address.
 */
export async function standingOfBearer(tx: Tx, { bearerId, ...bearer }: Bearer): Promise<Standing | null> {
  const ofToken = await authorityOfToken(tx, { ...bearer, tokenId: bearerId })
  if (ofToken) return ofToken
  const { organizationId, at } = bearer
  const row = await tx.row<SessionRow>(queries.byIds([bearerId], [organizationId], at))
  return row && row.org_id === organizationId ? standingIn(row) : null
}

const standingIn = (row: SessionRow): Standing => ({
  organizationId: row.org_id,
  permissions: permissionsOf(roleOf(row), row.is_operator),
  expiresAt: row.expires_at,
})

// Idempotency-Key: the first answer is kept in the same transaction as its effect, so a crash leaves both or neither.

import { createHmac } from 'node:crypto'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import { invalid, Refusal } from '#kit/refusals.ts'
import { type Statement, sql } from '#kit/sql.ts'
import type { Idempotency, Reply } from './route.ts'

export const IDEMPOTENCY_KEY_MAX = 255
export const IDEMPOTENCY_KEPT_MS = 24 * 3600 * 1000

export interface KeptAnswer {
  key: string
  fingerprint: Buffer
  status: number
  location: string | null
  body: string | null
}

/**
 * The key of a request, with what makes another request another: method, path (the same for all names of a route) and the body as
 * it came. Keyed, because a body can hold a password, and a plain hash of it could be guessed at leisure.
 */
export function idempotencyOf(
  secret: Buffer,
  header: string | string[] | undefined,
  method: string,
  path: string,
  body: Buffer | string,
): Idempotency | null {
  if (method !== 'POST' || header === undefined) return null
  if (typeof header !== 'string' || header.length === 0 || header.length > IDEMPOTENCY_KEY_MAX) {
    throw invalid('Idempotency-Key', `must be one header of 1 to ${IDEMPOTENCY_KEY_MAX} characters`)
  }
  const fingerprint = createHmac('sha256', secret).update(`${method} ${path}\n`).update(body).digest()
  return { key: header, fingerprint }
}

/** Does `work` once for a key, in the transaction `tx`; a second time its answer is replayed. */
export async function once(tx: Tx, actor: Actor, idempotency: Idempotency, work: () => Promise<Reply>): Promise<Reply> {
  const { tokenId } = actor
  const lock = await tx.row<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${tokenId} ${idempotency.key}`}, 0)) as taken`)
  if (!lock?.taken) throw inFlight()
  const kept = await tx.row<KeptAnswer>(keptAnswers(actor.organizationId, [tokenId], [idempotency.key], actor.at))
  if (kept) return replay(kept, idempotency)

  const reply = await work()
  tx.later(keepAnswers(actor.organizationId, actor.at, [{ tokenId, idempotency, reply }]))
  return reply
}

export function inFlight(): Refusal {
  return new Refusal(
    'idempotency_in_flight',
    'The first request with this Idempotency-Key has not been answered yet; wait for it.',
  )
}

export function replay(kept: KeptAnswer, idempotency: Idempotency): Reply {
  if (!kept.fingerprint.equals(idempotency.fingerprint)) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request; take a new key for a new request.',
    )
  }
  return {
    status: kept.status,
    body: kept.body === null ? undefined : JSON.parse(kept.body),
    ...(kept.location ? { location: kept.location } : {}),
    headers: { 'idempotency-replayed': 'true' },
  }
}

export function keptAnswers(organizationId: string, tokenIds: string[], keys: string[], at: Date): Statement {
  return sql`
    select token_id, key, fingerprint, status, location, body from idempotency_keys
     where org_id = ${organizationId} and (token_id, key) in (select * from unnest(${tokenIds}::uuid[], ${keys}::text[]))
       and created_at > ${new Date(at.getTime() - IDEMPOTENCY_KEPT_MS)}`
}

export function keepAnswers(
  organizationId: string,
  at: Date,
  answers: { tokenId: string; idempotency: Idempotency; reply: Reply }[],
): Statement {
  return sql`
    insert into idempotency_keys (org_id, token_id, key, fingerprint, status, location, body, created_at)
    select ${organizationId}, token_id, key, fingerprint, status, location, body, ${at}
      from unnest(${answers.map(({ tokenId }) => tokenId)}::uuid[], ${answers.map(({ idempotency }) => idempotency.key)}::text[],
                  ${answers.map(({ idempotency }) => idempotency.fingerprint)}::bytea[], ${answers.map(({ reply }) => reply.status)}::int[],
                  ${answers.map(({ reply }) => reply.location ?? null)}::text[],
                  ${answers.map(({ reply }) => (reply.body === undefined ? null : JSON.stringify(reply.body)))}::text[])
           as given (token_id, key, fingerprint, status, location, body)
    on conflict (org_id, token_id, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, location = excluded.location,
           body = excluded.body, created_at = excluded.created_at
     where idempotency_keys.created_at <= ${new Date(at.getTime() - IDEMPOTENCY_KEPT_MS)}`
}

/** As `keepAnswers`, and fails when one of the keys has been used meanwhile: then its first answer counts. */
export function guardedAnswers(...kept: Parameters<typeof keepAnswers>): Statement {
  return sql`with kept as (${keepAnswers(...kept)} returning key) select must_be(count(*), ${kept[2].length}) from kept`
}

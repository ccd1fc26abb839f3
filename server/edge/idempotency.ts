// Idempotency-Key: the first response is stored in the transaction of its effect, so that a crash leaves both or
// neither. It is deleted after 24 hours, and together with the object it shows: spec 3.14, 3.17.

import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { insertingForAll, notLeftOut, organizationAt, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import { isBeingDeleted } from '#kit/deletions.ts'
import type { Uuid } from '#kit/ids.ts'
import { invalid, Refusal, refusal } from '#kit/refusals.ts'
import type { Idempotency, Reply } from './route.ts'
import { shownBy } from './shown.ts'

export const IDEMPOTENCY_KEY_MAX = 255
export const IDEMPOTENCY_KEPT_MS = 24 * 3600 * 1000

export interface KeptAnswer {
  key: string
  fingerprint: Buffer
  status: number
  location: string | null
  body: string | null
  is_gone: boolean
}

/** For a request whose body is known only after reading it. */
export type IdempotencyMaker = (body: Buffer | string) => Idempotency | null

/**
 * The key of a request with a fingerprint of what distinguishes requests: method, path (the same for all aliases of a
 * route) and the raw body. Keyed, because a body can contain a password, which could be guessed from a plain hash.
 */
export function idempotencyOf(
  secrets: readonly Buffer[],
  header: string | string[] | undefined,
  method: string,
  path: string,
  body: Buffer | string,
): Idempotency | null {
  if (method !== 'POST' || header === undefined) return null
  if (typeof header !== 'string' || header.length === 0 || header.length > IDEMPOTENCY_KEY_MAX) {
    throw invalid('Idempotency-Key', 'idempotency_key_not_valid', { max: IDEMPOTENCY_KEY_MAX })
  }
  const [fingerprint, ...earlierFingerprints] = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${method} ${path}\n`).update(body).digest(),
  ) as [Buffer, ...Buffer[]]
  return { key: header, fingerprint, earlierFingerprints }
}

/** Runs `work` once per key, in the transaction `tx`; a repeated request gets the stored response. */
export async function once(tx: Tx, actor: Actor, idempotency: Idempotency, work: () => Promise<Reply>): Promise<Reply> {
  const { callerId } = actor
  const lock = await tx.row<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${callerId} ${idempotency.key}`}, 0)) as taken`)
  if (!lock?.taken) throw inFlight()
  const kept = await tx.row<KeptAnswer>(
    keptAnswers([actor.organizationId], [{ place: 1, callerId, key: idempotency.key }], actor.at),
  )
  if (kept) return replay(kept, idempotency)

  const reply = await work()
  tx.onCommit(keepAnswers([actor.organizationId], actor.at, [{ place: 1, callerId, idempotency, reply }], sql`true`))
  return reply
}

/**
 * The stored response, for a request whose effect takes several transactions and is idempotent: looked up before the
 * effect and stored after it (`once`).
 */
export async function answeredBefore(reads: Tx, actor: Actor, idempotency: Idempotency | null): Promise<Reply | null> {
  if (idempotency === null) return null
  const asked = { place: 1, callerId: actor.callerId, key: idempotency.key }
  const kept = await reads.row<KeptAnswer>(keptAnswers([actor.organizationId], [asked], actor.at))
  return kept ? replay(kept, idempotency) : null
}

/** How long a request waits for the first one with its key; after that it is refused with "try again". */
const IN_FLIGHT_WAIT_MS = 10_000
const LOOK_AGAIN_MS = 20
const LOOK_AGAIN_MAX_MS = 500
/** Maximum number of requests of a process that wait for a first one. */
const IN_FLIGHT_WAITING_MAX = 1000

let waiting = 0

/**
 * Repeats `attempt` while it is refused because the first request with its key is still running: nothing was done then.
 * Between attempts neither a connection nor a lock is held; the first request may run in another process, and when that
 * process dies, the next attempt becomes the first.
 */
export async function whenAnswered(attempt: () => Promise<Reply>, waitMs = IN_FLIGHT_WAIT_MS): Promise<Reply> {
  const start = performance.now()
  for (let pauseMs = LOOK_AGAIN_MS; ; pauseMs = Math.min(pauseMs * 2, LOOK_AGAIN_MAX_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'idempotency_in_flight') throw error
      const isLate = performance.now() - start + pauseMs > waitMs
      if (isLate || waiting >= IN_FLIGHT_WAITING_MAX) throw error
      waiting++
      await pause(pauseMs).finally(() => waiting--)
    }
  }
}

export function inFlight(): Refusal {
  return refusal('idempotency_in_flight', 'idempotency_in_flight')
}

export function replay(kept: KeptAnswer, idempotency: Idempotency): Reply {
  const { fingerprint, earlierFingerprints } = idempotency
  if (![fingerprint, ...earlierFingerprints].some((one) => kept.fingerprint.equals(one))) {
    throw refusal('idempotency_key_reused', 'idempotency_key_reused')
  }
  if (kept.is_gone) throw refusal('gone', 'idempotency_response_deleted')
  return {
    status: kept.status,
    body: kept.body === null ? undefined : JSON.parse(kept.body),
    ...(kept.location ? { location: kept.location } : {}),
    headers: { 'idempotency-replayed': 'true' },
  }
}

export interface AskedAnswer extends Placed {
  callerId: Uuid
  key: string
}

/** The stored responses for these keys, of one or several organizations. */
export function keptAnswers(organizationIds: readonly Uuid[], asked: readonly AskedAnswer[], at: Date): Statement {
  const given = rowsOf('given', asked, {
    place: ['int4', ({ place }) => place],
    token_id: ['uuid', ({ callerId }) => callerId],
    key: ['text', ({ key }) => key],
  })
  return sql`
    select given.place, found.* from ${given}
     cross join lateral (
       select k.token_id, k.key, k.fingerprint, k.status, k.location, k.body,
              k.is_gone or ${showsDeleted(organizationIds)} as is_gone
         from idempotency_keys k
        where k.org_id = ${organizationAt(organizationIds)} and k.token_id = given.token_id and k.key = given.key
          and k.created_at > ${new Date(at.getTime() - IDEMPOTENCY_KEPT_MS)} offset 0) found`
}

/** For the response `k`: an object it shows may be deleted before the response expires. */
const showsDeleted = (organizationIds: readonly Uuid[]): Statement => sql`
  exists (select from unnest(k.object_ids) as shown (id)
           where ${isBeingDeleted(organizationIds, sql`k.org_id`, sql`shown.id`)})`

export interface NewAnswer extends Placed {
  callerId: Uuid
  idempotency: Idempotency
  reply: Reply
}

/**
 * Stores responses of the organizations that meet the condition; the first response of a key is kept until it expires.
 */
export function keepAnswers(
  organizationIds: readonly Uuid[],
  at: Date,
  answers: readonly NewAnswer[],
  which: Statement = notLeftOut(),
): Statement {
  const { id, beside, condition } = insertingForAll(organizationIds, which)
  const given = rowsOf('given', answers, {
    place: ['int4', ({ place }) => place],
    token_id: ['uuid', ({ callerId }) => callerId],
    key: ['text', ({ idempotency }) => idempotency.key],
    fingerprint: ['bytea', ({ idempotency }) => idempotency.fingerprint],
    status: ['int4', ({ reply }) => reply.status],
    location: ['text', ({ reply }) => reply.location ?? null],
    body: ['text', ({ reply }) => (reply.body === undefined ? null : JSON.stringify(reply.body))],
    object_ids: ['text', ({ reply }) => plainArray(shownBy(reply.body))],
  })
  return sql`
    insert into idempotency_keys (org_id, token_id, key, fingerprint, status, location, body, object_ids, created_at)
    select ${id}, token_id, key, fingerprint, status, location, body, object_ids::uuid[], ${at}::timestamptz
      from ${beside} ${given}
     where ${condition}
    on conflict (org_id, token_id, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, location = excluded.location,
           body = excluded.body, object_ids = excluded.object_ids, is_gone = false, created_at = excluded.created_at
     where idempotency_keys.created_at <= ${new Date(at.getTime() - IDEMPOTENCY_KEPT_MS)}`
}

/**
 * In the transaction that deletes these objects: removes every response that shows one of them, a batch's completely.
 * The key stays used for the rest of its 24 hours, so that the request is not executed again. Called by the objects'
 * domains under their locks. Found by object ids alone, which are globally unique: an organization may have very many
 * responses, and all of them would be read.
 */
export function forgetAnswers(organizationId: Uuid, objectIds: Uuid[]): Statement {
  const here = (column: Statement) => onShard(column, [organizationId])
  return sql`
    update idempotency_keys k set body = null, location = null, object_ids = '{}', is_gone = true
      from (select org_id, token_id, key from (
              select org_id, token_id, key from idempotency_keys
               where object_ids && ${plainArray(objectIds)}::uuid[] ${here(sql`org_id`)} offset 0) shown
             where shown.org_id = ${organizationId} offset 0) shown
     where k.org_id = shown.org_id ${here(sql`k.org_id`)} and k.token_id = shown.token_id and k.key = shown.key`
}

/** Responses that showed a merged object now belong to the object it was merged into. Found by object id alone. */
export function passAnswersOn(organizationId: Uuid, merged: { from: Uuid; into: Uuid }[]): Statement {
  const here = (column: Statement) => onShard(column, [organizationId])
  const from = plainArray(merged.map((one) => one.from))
  return sql`
    update idempotency_keys k set object_ids = k.object_ids || g.into_id
      from (select org_id, token_id, key, object_ids as ids from idempotency_keys
             where object_ids && ${from}::uuid[] ${here(sql`org_id`)} offset 0) shown
      join ${rowsOf('g', merged, { from_id: ['uuid', (one) => one.from], into_id: ['uuid', (one) => one.into] })}
        on shown.ids @> array[g.from_id]
     where shown.org_id = ${organizationId} and k.org_id = shown.org_id ${here(sql`k.org_id`)}
       and k.token_id = shown.token_id and k.key = shown.key`
}

/** Organizations with responses from before `before`. */
export function organizationsWithOldAnswers(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select 1 from idempotency_keys k where k.org_id = o.id and k.created_at <= ${before})
     order by o.id limit ${limit}`
}

export function removeOldAnswers(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from idempotency_keys where org_id = ${organizationId} and (token_id, key) in (
      select token_id, key from idempotency_keys where org_id = ${organizationId} and created_at <= ${before}
       order by created_at limit ${limit} for update skip locked)`
}

/** Locks the responses that show one of these objects, to encrypt their secrets again. */
export function holdAnswers(organizationId: Uuid, objectIds: Uuid[]): Statement {
  return sql`
    select token_id, key, body from idempotency_keys
     where org_id = ${organizationId} and object_ids && ${plainArray(objectIds)}::uuid[] and body is not null
     order by token_id, key for update`
}

export function rewriteAnswer(organizationId: Uuid, callerId: Uuid, key: string, body: string): Statement {
  return sql`
    update idempotency_keys set body = ${body}
     where org_id = ${organizationId} and token_id = ${callerId} and key = ${key}`
}

// SQL of webhook endpoints.

import { type Page, pageById } from '#edge/paging.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { EndpointStatus, OffReason } from './schema.ts'

export interface EndpointRow {
  id: Uuid
  url: string
  description: string | null
  event_types: string[]
  user_id: Uuid
  permissions: string[]
  status: EndpointStatus
  switched_off_because: OffReason | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
  position: bigint
  told_types: string[]
  failing_since: Date | null
  failures: number
  rests_until: Date | null
  created_at: Date
  updated_at: Date
}

export type SecretRow = Pick<EndpointRow, 'id' | 'secret' | 'previous_secret'>

const columns = sql`
  id, url, description, event_types, user_id, permissions, status, switched_off_because, secret, previous_secret,
  previous_until, position, told_types, failing_since, failures, rests_until, created_at, updated_at`

export function list(organizationId: Uuid, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`select ${columns} from webhook_endpoints where org_id = ${organizationId} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from webhook_endpoints where org_id = ${organizationId} and id = ${id}`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from webhook_endpoints where org_id = ${organizationId} and id = ${id} for update`
}

/** Serializes the creation of endpoints within an organization. */
export function lockForNew(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints of ${organizationId}`}, 0))`
}

export function count(organizationId: Uuid): Statement {
  return sql`select count(*)::int4 as count from webhook_endpoints where org_id = ${organizationId}`
}

/** The organization's last event position. */
const head = (organizationId: Uuid) =>
  sql`coalesce((select h.position from event_heads h where h.org_id = ${organizationId}), 0)`

export interface NewEndpoint {
  id: Uuid
  url: string
  description: string | null
  eventTypes: readonly string[]
  userId: Uuid
  permissions: readonly string[]
  secret: Buffer
}

export function insert(organizationId: Uuid, at: Date, one: NewEndpoint): Statement {
  return sql`
    insert into webhook_endpoints (org_id, id, url, description, event_types, user_id, permissions, status, secret,
      position, told_from, created_at, updated_at)
    values (${organizationId}, ${one.id}, ${one.url}, ${one.description}, ${one.eventTypes}, ${one.userId},
            ${one.permissions}, 'enabled', ${one.secret}, ${head(organizationId)}, ${head(organizationId)}, ${at},
            ${at})
    returning ${columns}`
}

export interface Change {
  url: string
  description: string | null
  eventTypes: readonly string[]
  userId: Uuid
  permissions: readonly string[]
  status: EndpointStatus
}

/**
 * Results of calls in progress are no longer stored, because the address may have changed. `behind`: the new position
 * to continue from, if any.
 */
export function update(organizationId: Uuid, id: Uuid, at: Date, one: Change, behind: bigint | null): Statement {
  return sql`
    update webhook_endpoints
       set url = ${one.url}, description = ${one.description}, event_types = ${one.eventTypes},
           user_id = ${one.userId}, permissions = ${one.permissions}, status = ${one.status},
           switched_off_because = null, failing_since = null, failures = 0, rests_until = null, runner = null,
           position = greatest(position, ${behind}::bigint), told_from = greatest(position, ${behind}::bigint),
           told_types = '{}', updated_at = ${at}
     where org_id = ${organizationId} and id = ${id}
    returning ${columns}`
}

/** The position of the last event before `before`, by the time in its id; of the last of all for null. */
export function lastPosition(organizationId: Uuid, before: Date | null): Statement {
  if (before === null) return sql`select ${head(organizationId)} as position`
  return sql`
    select coalesce((select e.position from events e
                      where e.org_id = ${organizationId} and e.id < ${firstUuidAt(before)} and e.position is not null
                      order by e.id desc limit 1), 0) as position`
}

export function rotateSecret(organizationId: Uuid, id: Uuid, at: Date, secret: Buffer, until: Date): Statement {
  return sql`
    update webhook_endpoints
       set previous_secret = secret, previous_until = ${until}, secret = ${secret}, runner = null, updated_at = ${at}
     where org_id = ${organizationId} and id = ${id}
    returning ${columns}`
}

export function switchOff(organizationId: Uuid, id: Uuid, at: Date, because: OffReason): Statement {
  return sql`
    update webhook_endpoints set status = 'switched_off', switched_off_because = ${because}, updated_at = ${at}
     where org_id = ${organizationId} and id = ${id} and status <> 'switched_off'
    returning ${columns}`
}

export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from webhook_endpoints where org_id = ${organizationId} and id = ${id}`
}

export function holdSecrets(organizationId: Uuid): Statement {
  return sql`
    select id, secret, previous_secret from webhook_endpoints where org_id = ${organizationId} order by id for update`
}

export function setSecrets(organizationId: Uuid, id: Uuid, secret: Buffer, previous: Buffer | null): Statement {
  return sql`
    update webhook_endpoints set secret = ${secret}, previous_secret = ${previous}
     where org_id = ${organizationId} and id = ${id}`
}

/** The organizations among these with an enabled endpoint, to create work for. */
export function enabledAmong(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select g.org_id from unnest(${organizationIds}::uuid[]) as g (org_id)
     where exists (select from webhook_endpoints w where w.org_id = g.org_id and w.status = 'enabled')
     order by g.org_id`
}

// --- For the sender --------------------------------------------------------------------------------------------------

/** From now on only `runner` sends to the enabled endpoints. */
export function take(organizationId: Uuid, runner: Uuid): Statement {
  return sql`
    update webhook_endpoints set runner = ${runner} where org_id = ${organizationId} and status = 'enabled'
    returning ${columns}`
}

/** Locks those that still belong to the runner. */
export function holdOf(organizationId: Uuid, ids: readonly Uuid[], runner: Uuid): Statement {
  return sql`
    select id from webhook_endpoints
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and runner = ${runner} and status = 'enabled'
     order by id for update`
}

export interface Progress {
  position: bigint
  failingSince: Date | null
  failures: number
  restsUntil: Date | null
}

export function keepProgress(organizationId: Uuid, id: Uuid, one: Progress): Statement {
  return sql`
    update webhook_endpoints
       set position = greatest(position, ${one.position}), failing_since = ${one.failingSince},
           failures = ${one.failures}, rests_until = ${one.restsUntil}
     where org_id = ${organizationId} and id = ${id}`
}

/** All events of these types are sent from this position on; counted by the doctor. */
export function noteTold(organizationId: Uuid, id: Uuid, types: readonly string[], from: bigint): Statement {
  return sql`
    update webhook_endpoints set told_types = ${types}, told_from = greatest(position, ${from}::bigint)
     where org_id = ${organizationId} and id = ${id} and told_types <> ${types}::text[]`
}

export function networks(organizationId: Uuid): Statement {
  return sql`select networks from webhook_networks where org_id = ${organizationId}`
}

export function setNetworks(organizationId: Uuid, networks: readonly string[]): Statement {
  return sql`
    insert into webhook_networks (org_id, networks) values (${organizationId}, ${networks})
        on conflict (org_id) do update set networks = excluded.networks`
}

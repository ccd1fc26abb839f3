// SQL of web push: the installation's keys, and the browsers of members.

import { type Page, pageById } from '#edge/paging.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

// --- The keys --------------------------------------------------------------------------------------------------------

export interface KeysRow {
  public_key: string
  /** Sealed. */
  private_key: Buffer
}

export function keys(): Statement {
  return sql`select public_key, private_key from push_keys where id = 1`
}

/** No row changes when there are some. */
export function keepKeys({ public_key, private_key }: KeysRow, at: Date): Statement {
  return sql`
    insert into push_keys (id, public_key, private_key, created_at) values (1, ${public_key}, ${private_key}, ${at})
    on conflict (id) do nothing`
}

export function lockKeys(): Statement {
  return sql`select public_key, private_key from push_keys where id = 1 for update`
}

export function resealKeys(privateKey: Buffer): Statement {
  return sql`update push_keys set private_key = ${privateKey} where id = 1`
}

// --- Browsers --------------------------------------------------------------------------------------------------------

export interface SubscriptionRow {
  id: Uuid
  user_id: Uuid
  endpoint: string
  p256dh: string
  auth: string
  expires_at: Date | null
  created_at: Date
}

const columns = sql`id, user_id, endpoint, p256dh, auth, expires_at, created_at`

export function list(organizationId: Uuid, userId: Uuid, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select ${columns} from push_subscriptions where org_id = ${organizationId} and user_id = ${userId} ${where} ${tail}`
}

export function one(organizationId: Uuid, userId: Uuid, id: Uuid): Statement {
  return sql`
    select ${columns} from push_subscriptions
     where org_id = ${organizationId} and user_id = ${userId} and id = ${id}`
}

/** Those that have not expired. */
export function ofUser(organizationId: Uuid, userId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} from push_subscriptions
     where org_id = ${organizationId} and user_id = ${userId} and (expires_at is null or expires_at > ${at})
     order by id limit ${limit}`
}

/** Whoever adds one of an organization waits for who is just adding another. */
export function lockForNew(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`push subscriptions of ${organizationId}`}, 0))`
}

export function byEndpoint(organizationId: Uuid, endpointHash: Buffer): Statement {
  return sql`
    select ${columns} from push_subscriptions where org_id = ${organizationId} and endpoint_hash = ${endpointHash}`
}

export function count(organizationId: Uuid, userId: Uuid): Statement {
  return sql`
    select count(*)::int4 as count from push_subscriptions
     where org_id = ${organizationId} and user_id = ${userId}`
}

export interface NewSubscription extends Omit<SubscriptionRow, 'created_at'> {
  endpointHash: Buffer
}

export function insert(organizationId: Uuid, given: NewSubscription, at: Date): Statement {
  return sql`
    insert into push_subscriptions (org_id, id, user_id, endpoint, endpoint_hash, p256dh, auth, expires_at, created_at)
    values (${organizationId}, ${given.id}, ${given.user_id}, ${given.endpoint}, ${given.endpointHash},
            ${given.p256dh}, ${given.auth}, ${given.expires_at}, ${at})
    returning ${columns}`
}

/** The same browser of the same member, with what it is encrypted with now. */
export function renew(organizationId: Uuid, id: Uuid, given: Pick<SubscriptionRow, 'p256dh' | 'auth' | 'expires_at'>) {
  return sql`
    update push_subscriptions
       set p256dh = ${given.p256dh}, auth = ${given.auth}, expires_at = ${given.expires_at}
     where org_id = ${organizationId} and id = ${id}
    returning ${columns}`
}

export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from push_subscriptions where org_id = ${organizationId} and id = ${id}`
}

/** Its push service knows it no more; unless it was renewed since. */
export function forget(organizationId: Uuid, { id, p256dh, auth }: SubscriptionRow): Statement {
  return sql`
    delete from push_subscriptions
     where org_id = ${organizationId} and id = ${id} and p256dh = ${p256dh} and auth = ${auth}`
}

export function removeOfUser(organizationId: Uuid, userId: Uuid): Statement {
  return sql`delete from push_subscriptions where org_id = ${organizationId} and user_id = ${userId}`
}

// --- What has expired ------------------------------------------------------------------------------------------------

export function organizationsWithExpired(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from push_subscriptions s where s.org_id = o.id and s.expires_at < ${before})
     order by o.id limit ${limit}`
}

export function removeExpired(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from push_subscriptions where org_id = ${organizationId} and id in (
      select s.id from push_subscriptions s
       where s.org_id = ${organizationId} and s.expires_at < ${before} limit ${limit})`
}

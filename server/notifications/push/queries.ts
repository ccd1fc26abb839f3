// SQL of web push: the installation's keys, and the browsers of members.

import { type Page, pageById } from '#edge/paging.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

// --- The keys --------------------------------------------------------------------------------------------------------

export interface KeysRow {
  public_key: string
  /** Encrypted. */
  private_key: Buffer
}

export function keys(): Statement {
  return sql`select public_key, private_key from push_keys where id = 1`
}

/** Has no effect when keys exist already. */
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
  /** The console session that subscribed; null for a token. */
  session_id: Uuid | null
  /** The browser and system recorded for the session that subscribed. */
  browser: string | null
  system: string | null
  endpoint: string
  p256dh: string
  auth: string
  expires_at: Date | null
  created_at: Date
}

const ofSession = (column: Statement) =>
  sql`(select ${column} from sessions s where s.id = push_subscriptions.session_id)`

const columns = sql`
  id, user_id, session_id, ${ofSession(sql`s.browser`)} as browser, ${ofSession(sql`s.system`)} as system,
  endpoint, p256dh, auth, expires_at, created_at`

/** Neither expired nor of an ended session. */
const isAlive = (at: Date) => sql`(
  (expires_at is null or expires_at > ${at})
  and (session_id is null or exists (
    select from sessions s
     where s.id = push_subscriptions.session_id and s.revoked_at is null and s.expires_at > ${at})))`

export function list(organizationId: Uuid, userId: Uuid, at: Date, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select ${columns} from push_subscriptions
     where org_id = ${organizationId} and user_id = ${userId} and ${isAlive(at)} ${where} ${tail}`
}

export function one(organizationId: Uuid, userId: Uuid, id: Uuid): Statement {
  return sql`
    select ${columns} from push_subscriptions
     where org_id = ${organizationId} and user_id = ${userId} and id = ${id}`
}

/** A member's browsers that receive notices. */
export function ofUser(organizationId: Uuid, userId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} from push_subscriptions
     where org_id = ${organizationId} and user_id = ${userId} and ${isAlive(at)}
     order by id limit ${limit}`
}

/** Serializes new subscriptions of an organization until the transaction ends. */
export function lockForNew(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`push subscriptions of ${organizationId}`}, 0))`
}

export function byEndpoint(organizationId: Uuid, endpointHash: Buffer): Statement {
  return sql`
    select ${columns} from push_subscriptions where org_id = ${organizationId} and endpoint_hash = ${endpointHash}`
}

export function count(organizationId: Uuid, userId: Uuid, at: Date): Statement {
  return sql`
    select count(*)::int4 as count from push_subscriptions
     where org_id = ${organizationId} and user_id = ${userId} and ${isAlive(at)}`
}

export interface NewSubscription extends Omit<SubscriptionRow, 'created_at' | 'browser' | 'system'> {
  endpointHash: Buffer
}

export function insert(organizationId: Uuid, given: NewSubscription, at: Date): Statement {
  return sql`
    insert into push_subscriptions (org_id, id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, expires_at,
                                    created_at)
    values (${organizationId}, ${given.id}, ${given.user_id}, ${given.session_id}, ${given.endpoint},
            ${given.endpointHash}, ${given.p256dh}, ${given.auth}, ${given.expires_at}, ${at})
    returning ${columns}`
}

type Renewed = Pick<SubscriptionRow, 'session_id' | 'p256dh' | 'auth' | 'expires_at'>

/** Updates a browser's subscription with its current encryption keys. */
export function renew(organizationId: Uuid, id: Uuid, given: Renewed) {
  return sql`
    update push_subscriptions
       set session_id = ${given.session_id}, p256dh = ${given.p256dh}, auth = ${given.auth},
           expires_at = ${given.expires_at}
     where org_id = ${organizationId} and id = ${id}
    returning ${columns}`
}

export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from push_subscriptions where org_id = ${organizationId} and id = ${id}`
}

/** Removes a subscription that its push service has dropped, unless it was renewed since. */
export function forget(organizationId: Uuid, { id, p256dh, auth }: SubscriptionRow): Statement {
  return sql`
    delete from push_subscriptions
     where org_id = ${organizationId} and id = ${id} and p256dh = ${p256dh} and auth = ${auth}`
}

export function removeOfUser(organizationId: Uuid, userId: Uuid): Statement {
  return sql`delete from push_subscriptions where org_id = ${organizationId} and user_id = ${userId}`
}

// --- Expired --------------------------------------------------------------------------------------------------------

export function organizationsWithExpired(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from push_subscriptions where org_id = o.id and not ${isAlive(before)})
     order by o.id limit ${limit}`
}

export function removeExpired(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from push_subscriptions where org_id = ${organizationId} and id in (
      select id from push_subscriptions
       where org_id = ${organizationId} and not ${isAlive(before)} limit ${limit})`
}

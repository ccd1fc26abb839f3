// SQL of sender domains, their keys and their owners.

import { pageById } from '#edge/paging.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { DomainKey, RecordState } from './rules.ts'
import type { SenderDomainQuery } from './schema.ts'

export interface DomainRow {
  id: Uuid
  name: string
  proof: string
  /** The state of each record, by its name. */
  found: Record<string, RecordState> | null
  checked_at: Date | null
  created_at: Date
  /** The sender of mail through the installation's server. */
  sender: string | null
  /** The local parts (before the @) of the addresses that receive mail. */
  receives: readonly string[]
  /** Null until it is verified, and again when another organization has verified it. */
  proven_at: Date | null
}

export interface KeyRow extends DomainKey {
  domain_id: Uuid
}

const columns = sql`d.id, d.name, d.proof, d.found, d.checked_at, d.created_at, d.sender, d.receives, o.proven_at`
const sources = sql`
  sender_domains d left join sender_domain_owners o on o.name = d.name and o.org_id = d.org_id and o.domain_id = d.id`

export function list(organizationId: Uuid, query: SenderDomainQuery): Statement {
  const { where, tail } = pageById(query, sql`d.id`)
  return sql`select ${columns} from ${sources} where d.org_id = ${organizationId} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from ${sources} where d.org_id = ${organizationId} and d.id = ${id}`
}

export function byName(organizationId: Uuid, name: string): Statement {
  return sql`select ${columns} from ${sources} where d.org_id = ${organizationId} and d.name = ${name}`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id, name from sender_domains where org_id = ${organizationId} and id = ${id} for update`
}

export function count(organizationId: Uuid): Statement {
  return sql`select count(*)::int as count from sender_domains where org_id = ${organizationId}`
}

/** Returns no row when the organization has a domain with that name. */
export function insert(organizationId: Uuid, id: Uuid, name: string, proof: string, at: Date): Statement {
  return sql`
    insert into sender_domains (org_id, id, name, proof, created_at)
    values (${organizationId}, ${id}, ${name}, ${proof}, ${at}) on conflict (org_id, name) do nothing`
}

export function update(
  organizationId: Uuid,
  id: Uuid,
  { sender, receives }: Pick<DomainRow, 'sender' | 'receives'>,
): Statement {
  return sql`
    update sender_domains set sender = ${sender}, receives = ${receives}::text[]
     where org_id = ${organizationId} and id = ${id}`
}

/** An organization has only one sender. */
export function dropOtherSenders(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update sender_domains set sender = null
     where org_id = ${organizationId} and id <> ${id} and sender is not null`
}

/** The sender, of a domain that the organization has verified. */
export function provenSender(organizationId: Uuid): Statement {
  return sql`
    select d.sender from ${sources}
     where d.org_id = ${organizationId} and d.sender is not null and o.proven_at is not null limit 1`
}

export function remove(organizationId: Uuid, id: Uuid): Statement[] {
  return [
    sql`delete from sender_domain_keys where org_id = ${organizationId} and domain_id = ${id}`,
    sql`delete from sender_domains where org_id = ${organizationId} and id = ${id}`,
    sql`delete from sender_domain_owners where org_id = ${organizationId} and domain_id = ${id}`,
  ]
}

export function recordFound(organizationId: Uuid, id: Uuid, found: object, at: Date): Statement {
  return sql`
    update sender_domains set found = ${JSON.stringify(found)}::jsonb, checked_at = ${at}
     where org_id = ${organizationId} and id = ${id}`
}

// --- Owners ---------------------------------------------------------------------------------------------------------

export interface OwnerRow {
  org_id: Uuid
  domain_id: Uuid
  proof: string
}

export function owner(name: string): Statement {
  return sql`select org_id, domain_id, proof from sender_domain_owners where name = ${name}`
}

/**
 * Makes the organization the owner, also in place of the one with the proof `lost`, which is no longer in the DNS;
 * returns no row when another organization owns it.
 */
export function own(
  name: string,
  { organizationId, id, proof }: { organizationId: Uuid; id: Uuid; proof: string },
  lost: string | null,
  at: Date,
): Statement {
  return sql`
    insert into sender_domain_owners as o (name, org_id, domain_id, proof, proven_at)
    values (${name}, ${organizationId}, ${id}, ${proof}, ${at})
    on conflict (name) do update
       set proven_at = case when o.org_id = excluded.org_id and o.domain_id = excluded.domain_id
             then o.proven_at else excluded.proven_at end,
           org_id = excluded.org_id, domain_id = excluded.domain_id, proof = excluded.proof
     where o.org_id = excluded.org_id or o.proof = ${lost}
    returning name`
}

export function disown(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from sender_domain_owners where org_id = ${organizationId} and domain_id = ${id}`
}

// --- Keys -----------------------------------------------------------------------------------------------------------

/** Newest first. */
export function keys(organizationId: Uuid, domainIds: readonly Uuid[]): Statement {
  return sql`
    select domain_id, selector, public_key, seen_at, created_at from sender_domain_keys
     where org_id = ${organizationId} and domain_id = any(${domainIds}::uuid[])
     order by created_at desc, selector`
}

export function insertKey(
  organizationId: Uuid,
  domainId: Uuid,
  key: { selector: string; publicKey: string; sealed: Buffer },
  at: Date,
): Statement {
  return sql`
    insert into sender_domain_keys (org_id, domain_id, selector, public_key, private_key, created_at)
    values (${organizationId}, ${domainId}, ${key.selector}, ${key.publicKey}, ${key.sealed}, ${at})`
}

export function removeKeys(organizationId: Uuid, domainId: Uuid, selectors: readonly string[]): Statement {
  return sql`
    delete from sender_domain_keys
     where org_id = ${organizationId} and domain_id = ${domainId} and selector = any(${selectors}::text[])`
}

/** Records since when the found keys exist, and that the others do not. */
export function markSeen(organizationId: Uuid, domainId: Uuid, selectors: readonly string[], at: Date): Statement {
  return sql`
    update sender_domain_keys
       set seen_at = case when selector = any(${selectors}::text[]) then coalesce(seen_at, ${at}) end
     where org_id = ${organizationId} and domain_id = ${domainId}`
}

/** The key that signs the organization's mail of a domain, if it has verified the domain. */
export function signing(organizationId: Uuid, name: string): Statement {
  return sql`
    select k.domain_id, k.selector, k.private_key
      from sender_domain_owners o
      join sender_domain_keys k on k.org_id = ${organizationId} ${onShard(sql`k.org_id`, [organizationId])}
       and k.domain_id = o.domain_id
     where o.name = ${name} and o.org_id = ${organizationId} and k.seen_at is not null
     order by k.created_at desc, k.selector limit 1`
}

/** The encrypted keys of an organization, locked to be encrypted again. */
export function lockSealed(organizationId: Uuid): Statement {
  return sql`
    select domain_id, selector, private_key from sender_domain_keys where org_id = ${organizationId}
     order by domain_id, selector for update`
}

export function reseal(organizationId: Uuid, domainId: Uuid, selector: string, sealed: Buffer): Statement {
  return sql`
    update sender_domain_keys set private_key = ${sealed}
     where org_id = ${organizationId} and domain_id = ${domainId} and selector = ${selector}`
}

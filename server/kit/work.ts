// Due work: one row says "organization X has work of kind Y, not before Z". Domains write it in the transaction that
// creates the work; workers lease the rows in turn and claim the work itself per organization.

import type { Tx } from '#kit/database/database.ts'
import { insertingForAll, notLeftOut, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { areShards, onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from './ids.ts'

export const workKinds = [
  'dispatch',
  'campaigns',
  'arrivals',
  'sandbox_webhook',
  'settle_recharge',
  'auto_recharge',
  'subscription',
  'refund',
  'rerate',
  'invitation',
  'deletion',
  'hand_over',
  'merge',
  'contact_merge',
  'attachment_removal',
  'missing_attachments',
  'list_removal',
  'form_removal',
  'import',
  'export',
  'form_submissions',
  'form_mails',
  'form_domains',
  /** These two kinds belong to no organization: only the kind is announced. */
  'events',
  'letters',
  'webhooks',
  'notices',
  'notice_sends',
] as const
export type WorkKind = (typeof workKinds)[number]

/**
 * How long one worker leases an organization's work of a kind. If the worker is found dead, another one takes over at
 * once.
 */
export const WORK_LEASE_MS = 20_000

/**
 * New work makes the row due at its time or sooner. Under a lease the row becomes due before the lease ends, however
 * late the work is: the holder may have looked for the next work just before, and would delete the row. Citus allows
 * only immutable functions here: a time zone makes the subtraction one.
 */
const orSooner = sql`
    on conflict (kind, org_id) do update set due_at = least(excluded.due_at,
        ((due_work.lease_until at time zone 'UTC') - interval '1 millisecond') at time zone 'UTC')
     where due_work.due_at > excluded.due_at or due_work.due_at = due_work.lease_until`

export function enqueueWork(kind: WorkKind, organizationId: string, dueAt: Date): Statement {
  return sql`
    insert into due_work (kind, org_id, due_at) values (${kind}, ${organizationId}, ${dueAt})
    ${orSooner}`
}

/** For work of many organizations at once: in a transaction of the installation. */
export function enqueueWorkOfMany(kind: WorkKind, organizationIds: readonly string[], dueAt: Date): Statement {
  return sql`
    insert into due_work (kind, org_id, due_at)
      select ${kind}::text, org_id, ${dueAt}::timestamptz from unnest(${organizationIds}::uuid[]) as noted (org_id)
    ${orSooner}`
}

export interface EnqueuedWork extends Placed {
  kind: WorkKind
}

/**
 * For several organizations, in a transaction that may skip some; in the order of kind and id, in which all
 * transactions lock them.
 */
export function enqueueWorkOf(
  organizationIds: readonly string[],
  noted: readonly EnqueuedWork[],
  dueAt: Date,
): Statement {
  const { id, beside, condition } = insertingForAll(organizationIds, notLeftOut())
  const given = rowsOf('given', noted, { place: ['int4', ({ place }) => place], kind: ['word', ({ kind }) => kind] })
  return sql`
    insert into due_work (kind, org_id, due_at)
    select kind, ${id}, ${dueAt}::timestamptz
      from ${beside} ${given}
     where ${condition}
    ${orSooner}`
}

export interface DueLease {
  org_id: string
  /** The end of the lease; unchanged only while no new work was added. */
  due_at: Date
}

/** Kinds that wait while an organization is suspended: they stay due and are leased once it is resumed. */
const WAITING_WHILE_SUSPENDED: readonly WorkKind[] = ['dispatch', 'campaigns', 'auto_recharge', 'subscription']

/** A condition on due work: its organization is not suspended. */
export const mayWork = (): Statement =>
  sql`not exists (select from organizations o where o.id = due_work.org_id and o.suspended_at is not null)`

const whichOf = (kind: WorkKind): Statement =>
  WAITING_WHILE_SUSPENDED.includes(kind) ? sql`and ${mayWork()}` : nothing

/** Campaigns check this themselves: cancelled ones are refunded during a suspension too. */
const leasedWhichOf = (kind: WorkKind): Statement => (kind === 'campaigns' ? nothing : whichOf(kind))

/**
 * A condition: the first due rows that are not locked. On a distributed database no lock spans several machines: they
 * are read without one and taken only if still due. Null for none.
 */
async function firstDue(tx: Tx, kind: WorkKind, isDue: Statement, limit: number, which = nothing) {
  const found = sql`select org_id from due_work
    where kind = ${kind} and ${isDue} ${which} order by due_at limit ${limit}`
  if (!areShards()) return sql`org_id in (${found} for update skip locked)`
  const ids = (await tx.rows<{ org_id: string }>(found)).map(({ org_id }) => org_id)
  return ids.length === 0 ? null : sql`org_id = any(${ids}::uuid[]) and ${isDue}`
}

/** The worker that takes work; null where its death cannot be detected. */
export type WorkerId = Uuid | null

/** Leases up to `limit` organizations with due work. In a transaction of its own. */
export async function leaseDue(
  tx: Tx,
  kind: WorkKind,
  now: Date,
  limit: number,
  workerId: WorkerId = null,
): Promise<DueLease[]> {
  const leaseEnd = new Date(now.getTime() + WORK_LEASE_MS)
  const first = await firstDue(tx, kind, sql`due_at <= ${now}`, limit, whichOf(kind))
  if (!first) return []
  return tx.rows<DueLease>(sql`
    update due_work set due_at = ${leaseEnd}, worker_id = ${workerId}
     where kind = ${kind} and ${first} returning org_id, due_at`)
}

/**
 * Renews the leases of many organizations without waiting for locks. Returns those whose row is unchanged since it was
 * leased. `is_held`: the row is locked until the transaction ends; false while another transaction is adding work.
 * Later additions wait and change the row, so that it is not deleted. `is not distinct from` keeps the planner from an
 * index on `due_at`: work leased together shares that time, and each key would scan all of it.
 */
export function extendLeases(
  tx: Tx,
  kind: WorkKind,
  taken: readonly DueLease[],
  now: Date,
): Promise<(DueLease & { is_held: boolean })[]> {
  const leaseEnd = new Date(now.getTime() + WORK_LEASE_MS)
  const given = rowsOf('given', taken, {
    org_id: ['uuid', (one) => one.org_id],
    due_at: ['timestamptz', (one) => one.due_at],
  })
  const here = (column: Statement) =>
    onShard(
      column,
      taken.map(({ org_id }) => org_id),
    )
  return tx.rows(sql`
    with given as materialized (select * from ${given}),
    free as materialized (
      select w.org_id from given g
       cross join lateral (
         select org_id from due_work
          where kind = ${kind} and org_id = g.org_id ${here(sql`org_id`)}
            and due_at is not distinct from g.due_at for update skip locked) w),
    held as (
      update due_work w set due_at = ${leaseEnd} from free f
       where w.kind = ${kind} and w.org_id = f.org_id ${here(sql`w.org_id`)} returning w.org_id)
    select w.org_id, h.org_id is not null as is_held, ${leaseEnd}::timestamptz as due_at
      from given g
      join due_work w on w.kind = ${kind} and w.org_id = g.org_id ${here(sql`w.org_id`)}
        and w.due_at is not distinct from g.due_at
      left join held h on h.org_id = w.org_id`)
}

/**
 * Releases work of many organizations: deletes the row when nothing is left (`next` null), otherwise makes it due at
 * `next`. Work added in the meantime stays due.
 */
export function releaseLeases(kind: WorkKind, returned: readonly (DueLease & { next: Date | null })[]): Statement {
  const given = rowsOf('given', returned, {
    org_id: ['uuid', (one) => one.org_id],
    due_at: ['timestamptz', (one) => one.due_at],
    next: ['timestamptz', (one) => one.next],
  })
  const here = onShard(
    sql`w.org_id`,
    returned.map(({ org_id }) => org_id),
  )
  return sql`
    with given as materialized (select * from ${given}),
    done as (
      delete from due_work w using given g
       where w.kind = ${kind} and w.org_id = g.org_id ${here}
         and w.due_at is not distinct from g.due_at and g.next is null)
    update due_work w set due_at = g.next, worker_id = null
      from given g
     where w.kind = ${kind} and w.org_id = g.org_id ${here}
       and w.due_at is not distinct from g.due_at and g.next is not null`
}

/**
 * Unleased due work by kind: the number of organizations, and the earliest due time. Work of suspended organizations is
 * left out.
 */
export async function dueWork(reads: Tx, now: Date): Promise<{ kind: WorkKind; count: number; oldest: Date }[]> {
  const rows = await reads.rows<{ kind: WorkKind; count: bigint; oldest: Date }>(sql`
    select kind, count(*) as count, min(due_at) as oldest from due_work
     where due_at <= ${now} and (kind <> all(${WAITING_WHILE_SUSPENDED}::text[]) or ${mayWork()})
     group by kind`)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** True when unleased work is due: a worker may then end its turn with its current organization. */
export async function isMoreDue(reads: Tx, kind: WorkKind, now: Date): Promise<boolean> {
  const row = await reads.row<{ is_any: boolean }>(sql`
    select exists (
      select from due_work
       where kind = ${kind} and due_at <= ${now} and (lease_until is null or lease_until <= ${now})) as is_any`)
  return row?.is_any === true
}

// --- Exclusive leases. Dispatch uses none: it processes new work while it runs.

export interface Lease {
  org_id: string
  lease_id: string
}

/** Leases up to `limit` organizations with due, unleased work. Work added from now on stays due afterwards. */
export async function leaseWork(
  tx: Tx,
  kind: WorkKind,
  now: Date,
  limit: number,
  workerId: WorkerId = null,
): Promise<Lease[]> {
  const until = new Date(now.getTime() + WORK_LEASE_MS)
  const isFree = sql`due_at <= ${now} and (lease_until is null or lease_until <= ${now})`
  const first = await firstDue(tx, kind, isFree, limit, leasedWhichOf(kind))
  if (!first) return []
  return tx.rows<Lease>(sql`
    update due_work set lease_id = ${newUuid()}, lease_until = ${until}, due_at = ${until}, worker_id = ${workerId}
      where kind = ${kind} and ${first}
    returning org_id, lease_id`)
}

/** False when the lease has expired and another worker has it. */
export async function extendLease(tx: Tx, kind: WorkKind, { org_id, lease_id }: Lease, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + WORK_LEASE_MS)
  const held = await tx.run(sql`
    update due_work set lease_until = ${until}, due_at = case when due_at = lease_until then ${until} else due_at end
     where kind = ${kind} and org_id = ${org_id} and lease_id = ${lease_id}`)
  return held === 1
}

/**
 * Releases the lease: deletes the row when nothing is left (`next` null) and nothing was added, otherwise makes it due
 * at the earlier of both times.
 */
export async function releaseLease(
  tx: Tx,
  kind: WorkKind,
  { org_id, lease_id }: Lease,
  next: Date | null,
): Promise<void> {
  await tx.run(sql`
    delete from due_work
     where kind = ${kind} and org_id = ${org_id} and lease_id = ${lease_id} and due_at = lease_until
       and ${next}::timestamptz is null`)
  await tx.run(sql`
    update due_work set lease_id = null, lease_until = null, worker_id = null,
           due_at = case when due_at = lease_until then ${next} else least(due_at, ${next}) end
     where kind = ${kind} and org_id = ${org_id} and lease_id = ${lease_id}`)
}

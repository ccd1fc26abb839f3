// Due work: one row says "organization X has work of kind Y, not before Z". Domains note it in the transaction that
// makes the work, workers take the rows in turn, and claim what is behind them per organization.

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
  /** These two are noted for no organization: the kind alone is rung. */
  'events',
  'letters',
  'webhooks',
  'notices',
  'notice_sends',
] as const
export type WorkKind = (typeof workKinds)[number]

/** How long one worker holds an organization's work of a kind. If it is seen to be dead, another takes it at once. */
export const WORK_LEASE_MS = 20_000

/**
 * What is noted makes the row due at its time, or sooner. Where a lease runs, the row is due before its end, however
 * late the work is: whoever holds the lease may have looked for the next work just before, and would remove the row.
 * Citus allows only immutable functions here: a zone makes the subtraction one.
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

/** For what concerns many organizations at once: in a transaction of the installation's. */
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
 * Of several organizations, in a transaction that may leave some out; in the order of kind and id, as everybody locks
 * them.
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
  /** The end of the lease, which is also the proof that nobody noted more since. */
  due_at: Date
}

/** What a suspended organization does not do: it stays due, and is taken once the organization is resumed. */
const WAITING_WHILE_SUSPENDED: readonly WorkKind[] = ['dispatch', 'campaigns', 'auto_recharge', 'subscription']

/** A condition on due work: its organization is not suspended. */
export const mayWork = (): Statement =>
  sql`not exists (select from organizations o where o.id = due_work.org_id and o.suspended_at is not null)`

const whichOf = (kind: WorkKind): Statement =>
  WAITING_WHILE_SUSPENDED.includes(kind) ? sql`and ${mayWork()}` : nothing

/** Campaigns look themselves: what was cancelled is refunded meanwhile. */
const leasedWhichOf = (kind: WorkKind): Statement => (kind === 'campaigns' ? nothing : whichOf(kind))

/**
 * A condition: the first of the rows that are due, but for those that somebody else is just taking. Where
 * organizations are distributed no lock goes over several of them: they are looked for without one, and taken only if
 * they are still due. Null for none.
 */
async function firstDue(tx: Tx, kind: WorkKind, isDue: Statement, limit: number, which = nothing) {
  const found = sql`select org_id from due_work
    where kind = ${kind} and ${isDue} ${which} order by due_at limit ${limit}`
  if (!areShards()) return sql`org_id in (${found} for update skip locked)`
  const ids = (await tx.rows<{ org_id: string }>(found)).map(({ org_id }) => org_id)
  return ids.length === 0 ? null : sql`org_id = any(${ids}::uuid[]) and ${isDue}`
}

/** Who takes work: null where nobody can see whether it is alive. */
export type WorkerId = Uuid | null

/** Takes up to `limit` organizations whose work is due. In a transaction of its own. */
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
 * Begins the lease of work that was taken anew, of many organizations; nobody is waited for. Returns those whose work
 * was neither noted nor taken since: held from now until the transaction ends, or not, because somebody is just noting
 * more. What is noted from now on waits, and changes the row, so that it is not given away with it. Leases are
 * compared in a way that no index serves: what is taken together shares one, and would be found one by one among all.
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
 * Gives work of many organizations back: gone where nothing is left (`next` null), else due again at `next`. Work
 * noted meanwhile stays due.
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
 * What is due and taken by nobody, by kind: how many organizations, and since when the first of them. What waits until
 * an organization is resumed is left out.
 */
export async function dueWork(reads: Tx, now: Date): Promise<{ kind: WorkKind; count: number; oldest: Date }[]> {
  const rows = await reads.rows<{ kind: WorkKind; count: bigint; oldest: Date }>(sql`
    select kind, count(*) as count, min(due_at) as oldest from due_work
     where due_at <= ${now} and (kind <> all(${WAITING_WHILE_SUSPENDED}::text[]) or ${mayWork()})
     group by kind`)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Whether work is due that nobody works on: whoever has an organization's may end its turn for it. */
export async function isMoreDue(reads: Tx, kind: WorkKind, now: Date): Promise<boolean> {
  const row = await reads.row<{ is_any: boolean }>(sql`
    select exists (
      select from due_work
       where kind = ${kind} and due_at <= ${now} and (lease_until is null or lease_until <= ${now})) as is_any`)
  return row?.is_any === true
}

// --- Leases that nobody else gets while they are held. Dispatch has none: it takes what is noted while it runs.

export interface Lease {
  org_id: string
  lease_id: string
}

/**
 * Takes up to `limit` organizations whose work is due and that nobody works on. What is noted from now on stays due
 * behind it.
 */
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

/** False when it has run out and somebody else has it. */
export async function extendLease(tx: Tx, kind: WorkKind, { org_id, lease_id }: Lease, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + WORK_LEASE_MS)
  const held = await tx.run(sql`
    update due_work set lease_until = ${until}, due_at = case when due_at = lease_until then ${until} else due_at end
     where kind = ${kind} and org_id = ${org_id} and lease_id = ${lease_id}`)
  return held === 1
}

/**
 * Gives it back: gone when nothing is left (`next` null) and nothing was noted meanwhile, else due at the earlier of
 * the two.
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

// Due work: one row says "organization X has work of kind Y, not before Z". Domains note it in the transaction that makes the
// work, workers take the rows in turn, and claim what is behind them per organization.

import type { Tx } from './database.ts'
import { notLeftOut, type Placed } from './places.ts'
import { nothing, plainArray, type Statement, sql } from './sql.ts'

export type WorkKind =
  | 'dispatch'
  | 'sandbox_webhook'
  | 'settle_recharge'
  | 'auto_recharge'
  | 'refund'
  | 'rerate'
  | 'invitation'

/** How long one worker keeps an organization's work of a kind; after a crash another takes it then. */
export const WORK_LEASE_MS = 20_000

export function noteWork(kind: WorkKind, organizationId: string, dueAt: Date): Statement {
  return sql`
    insert into due_work (kind, org_id, due_at) values (${kind}, ${organizationId}, ${dueAt})
    on conflict (kind, org_id) do update set due_at = excluded.due_at where due_work.due_at > excluded.due_at`
}

/** For what concerns many organizations at once: in a transaction of the installation's. */
export function noteWorkOfMany(kind: WorkKind, organizationIds: readonly string[], dueAt: Date): Statement {
  return sql`
    insert into due_work (kind, org_id, due_at)
      select ${kind}, org_id, ${dueAt} from unnest(${organizationIds}::uuid[]) as noted (org_id)
    on conflict (kind, org_id) do update set due_at = excluded.due_at where due_work.due_at > excluded.due_at`
}

export interface NotedWork extends Placed {
  kind: WorkKind
}

/** Of several organizations, in a transaction that may leave some out; in the order of kind and id, as everybody locks them. */
export function noteWorkOf(organizationIds: readonly string[], noted: readonly NotedWork[], dueAt: Date): Statement {
  return sql`
    insert into due_work (kind, org_id, due_at)
    select kind, (${plainArray(organizationIds)}::uuid[])[place], ${dueAt}
      from unnest(${plainArray(noted.map(({ place }) => place))}::int4[], ${plainArray(noted.map(({ kind }) => kind))}::text[])
           as given (place, kind)
     where ${notLeftOut}
    on conflict (kind, org_id) do update set due_at = excluded.due_at where due_work.due_at > excluded.due_at`
}

export interface TakenWork {
  org_id: string
  /** The end of the lease, which is also the proof that nobody noted more since. */
  due_at: Date
}

/** What a suspended organization does not do: it stays due, and is taken once the organization is resumed. */
const WAITING_WHILE_SUSPENDED: readonly WorkKind[] = ['dispatch', 'auto_recharge']

/** Takes up to `limit` organizations whose work is due. The statement is a transaction of its own. */
export function takeWork(tx: Tx, kind: WorkKind, now: Date, limit: number): Promise<TakenWork[]> {
  const leaseEnd = new Date(now.getTime() + WORK_LEASE_MS)
  const mayWork = WAITING_WHILE_SUSPENDED.includes(kind)
    ? sql`and not exists (select from organizations o where o.id = due_work.org_id and o.suspended_at is not null)`
    : nothing
  return tx.rows<TakenWork>(sql`
    update due_work set due_at = ${leaseEnd}
     where kind = ${kind} and org_id in (
       select org_id from due_work where kind = ${kind} and due_at <= ${now} ${mayWork}
        order by due_at limit ${limit} for update skip locked)
    returning org_id, due_at`)
}

/**
 * Begins the lease of work that was taken anew, of many organizations; nobody is waited for. Returns those whose work was neither
 * noted nor taken since: held from now until the transaction ends, or not, because somebody is just noting more. What is noted from
 * now on waits, and changes the row, so that it is not given away with it. Leases are compared in a way that no index serves: what is
 * taken together shares one, and would be found one by one among all.
 */
export function extendWork(
  tx: Tx,
  kind: WorkKind,
  taken: readonly TakenWork[],
  now: Date,
): Promise<(TakenWork & { is_held: boolean })[]> {
  const leaseEnd = new Date(now.getTime() + WORK_LEASE_MS)
  return tx.rows(sql`
    with given as materialized (
      select * from unnest(${taken.map((one) => one.org_id)}::uuid[], ${taken.map((one) => one.due_at)}::timestamptz[]) as given (org_id, due_at)),
    free as materialized (
      select w.org_id from given g
       cross join lateral (
         select org_id from due_work
          where kind = ${kind} and org_id = g.org_id and due_at is not distinct from g.due_at for update skip locked) w),
    held as (
      update due_work w set due_at = ${leaseEnd} from free f where w.kind = ${kind} and w.org_id = f.org_id returning w.org_id)
    select w.org_id, h.org_id is not null as is_held, ${leaseEnd}::timestamptz as due_at
      from given g join due_work w on w.kind = ${kind} and w.org_id = g.org_id and w.due_at is not distinct from g.due_at
      left join held h on h.org_id = w.org_id`)
}

/** Gives work of many organizations back: gone where nothing is left (`next` null), else due again at `next`. Work noted meanwhile stays due. */
export function returnWork(kind: WorkKind, returned: readonly (TakenWork & { next: Date | null })[]): Statement {
  return sql`
    with given as materialized (
      select * from unnest(${returned.map((one) => one.org_id)}::uuid[], ${returned.map((one) => one.due_at)}::timestamptz[],
                           ${returned.map((one) => one.next)}::timestamptz[]) as given (org_id, due_at, next)),
    done as (
      delete from due_work w using given g
       where w.kind = ${kind} and w.org_id = g.org_id and w.due_at is not distinct from g.due_at and g.next is null)
    update due_work w set due_at = g.next
      from given g where w.kind = ${kind} and w.org_id = g.org_id and w.due_at is not distinct from g.due_at and g.next is not null`
}

/** What is due and taken by nobody, by kind: how many organizations, and since when the first of them. */
export async function dueWork(reads: Tx, now: Date): Promise<{ kind: WorkKind; count: number; oldest: Date }[]> {
  const rows = await reads.rows<{ kind: WorkKind; count: bigint; oldest: Date }>(sql`
    select kind, count(*) as count, min(due_at) as oldest from due_work where due_at <= ${now} group by kind`)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

// --- Leases that nobody else gets while they are held, whatever is noted meanwhile. ----------------------------------------------
// Dispatch has none: it takes what is noted while it runs, and is safe beside itself.

export interface Lease {
  org_id: string
  lease_id: string
}

/** Takes up to `limit` organizations whose work is due and that nobody works on. What is noted from now on stays due behind it. */
export function leaseWork(tx: Tx, kind: WorkKind, now: Date, limit: number): Promise<Lease[]> {
  const until = new Date(now.getTime() + WORK_LEASE_MS)
  return tx.rows<Lease>(sql`
    update due_work set lease_id = gen_random_uuid(), lease_until = ${until}, due_at = ${until}
     where kind = ${kind} and org_id in (
       select org_id from due_work where kind = ${kind} and due_at <= ${now} and (lease_until is null or lease_until <= ${now})
        order by due_at limit ${limit} for update skip locked)
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

/** Gives it back: gone when nothing is left (`next` null) and nothing was noted meanwhile, else due at the earlier of the two. */
export async function endLease(tx: Tx, kind: WorkKind, { org_id, lease_id }: Lease, next: Date | null): Promise<void> {
  await tx.run(sql`
    delete from due_work
     where kind = ${kind} and org_id = ${org_id} and lease_id = ${lease_id} and due_at = lease_until and ${next}::timestamptz is null`)
  await tx.run(sql`
    update due_work set lease_id = null, lease_until = null,
           due_at = case when due_at = lease_until then ${next} else least(due_at, ${next}) end
     where kind = ${kind} and org_id = ${org_id} and lease_id = ${lease_id}`)
}

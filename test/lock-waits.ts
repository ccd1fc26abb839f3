// Transactions that wait for a lock in this test's database only: tests share one PostgreSQL server.

import type { TestSamvad } from './harness.ts'

/** Number of transactions that wait for another; with `relation`, for a lock on that table. */
export async function lockWaits(samvad: Pick<TestSamvad, 'rows'>, relation: string | null = null): Promise<number> {
  const [row] = await samvad.rows<{ count: number }>(
    `select count(distinct l.pid)::int as count
       from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
      where not l.granted and ($1::text is null or l.relation = to_regclass($1))`,
    [relation],
  )
  return row?.count ?? 0
}

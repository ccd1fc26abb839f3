// Reading the statement with all filters: the right rows, each once, and no more rows read than needed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Statement } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { pricedChannels } from '#money/pricing/rules.ts'
import { casesOf } from '../../../test/cases.ts'
import { startSamvad } from '../../../test/harness.ts'
import { hasAmounts, transactions } from './reading-queries.ts'
import { transactionKinds, transactionStatuses } from './rules.ts'
import type { TransactionQuery } from './schema.ts'

// This test inserts rows of all kinds that no wallet would create.
const samvad = await startSamvad({}, { breaks: 'all' })
const { reads } = samvad.app.database
const CAMPAIGN = newUuid()
const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3600 * 1000
const AMOUNT = 5_000_000n

type Filters = Omit<TransactionQuery, 'limit' | 'starting_after' | 'ending_before'>

/** Every combination of the filters of spec 9.7. */
function combinations(periods: { from?: Date; to?: Date }[]): Filters[] {
  const optional = <T>(values: readonly T[]): (T | undefined)[] => [undefined, ...values]
  return optional(transactionKinds).flatMap((kind) =>
    optional(transactionStatuses).flatMap((status) =>
      optional(pricedChannels).flatMap((channel) =>
        optional([CAMPAIGN]).flatMap((campaign_id) =>
          (hasAmounts(kind) ? optional([AMOUNT]) : [undefined]).flatMap((amount) =>
            periods.map((period) => ({ kind, status, channel, campaign_id, amount, ...period })),
          ),
        ),
      ),
    ),
  )
}

/**
 * One in seven combinations; `npm run test:long` runs all. Seven is coprime to the lengths of the value lists, so that
 * any two values are combined.
 */
const PART = casesOf(1) > 1 ? 1 : 7
const someCombinations = (periods: { from?: Date; to?: Date }[]) =>
  combinations(periods).filter((_, index) => index % PART === 0)

const told = (filters: object) =>
  JSON.stringify(filters, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

interface Row {
  id: Uuid
  kind: string
  status: string
  channel: string | null
  campaign_id: Uuid | null
  /** In micro-rupees: JSON has no bigint. */
  amount: number
  at: number
}

/** Rows that share times, with ids in another order than the times. */
async function makeRows(organizationId: Uuid, count: number): Promise<Row[]> {
  const rows = Array.from({ length: count }, (_, n): Row => {
    const kind = n % 3 === 0 ? (transactionKinds[(n / 3) % 4] as string) : 'deduction'
    return {
      id: newUuid(),
      kind,
      status: kind === 'recharge' ? (transactionStatuses[n % 3] as string) : 'completed',
      channel: kind === 'recharge' || kind === 'credit' ? null : (pricedChannels[(n * 7) % 3] as string),
      campaign_id: kind === 'deduction' && n % 5 === 0 ? CAMPAIGN : null,
      // Refunds have either sign.
      amount: kind === 'deduction' ? -1 : Number(AMOUNT) * (1 + (n % 2)) * (kind === 'refund' && n % 4 < 2 ? -1 : 1),
      at: NOON + (((n * 37) % 23) - 11) * HOUR_MS,
    }
  })
  await samvad.rows(
    `insert into transactions (org_id, id, kind, status, amount_micros, counter_account, wallet_version,
                               balance_after_micros,
                               description, channel, campaign_id, created_at, completed_at)
     select $1, id, kind, status, amount, 'revenue:email', case when status = 'completed' then 1 end,
            case when status = 'completed' then 0 end, kind, channel, campaign_id, to_timestamp(at / 1000),
            case when status = 'completed' then now() end
       from jsonb_to_recordset($2::jsonb) as given (id uuid, kind text, status text, channel text, campaign_id uuid,
                                                    amount int8, at float8)`,
    [organizationId, JSON.stringify(rows)],
  )
  return rows
}

async function page(organizationId: Uuid, query: TransactionQuery): Promise<Uuid[]> {
  return (await reads.rows<{ id: Uuid }>(transactions(organizationId, query))).map(({ id }) => id)
}

/** All ids page by page, in reading order. */
async function walk(organizationId: Uuid, filters: Filters, cursor: 'starting_after' | 'ending_before', from?: Uuid) {
  const limit = 7
  const ids: Uuid[] = []
  let next = from
  for (;;) {
    const found = await page(organizationId, { ...filters, limit, ...(next ? { [cursor]: next } : {}) })
    ids.push(...found.slice(0, limit))
    if (found.length <= limit) return ids
    next = ids.at(-1)
  }
}

test('spec 9.7: a combination of filters gives the rows that match, page by page, forwards and backwards', async () => {
  const { organizationId } = samvad.company
  const rows = await makeRows(organizationId, 240)
  await makeRows((await samvad.newCompany('Neighbour')).organizationId, 30)
  const hour = (n: number) => new Date(NOON + n * HOUR_MS)
  const periods = [
    {},
    { from: hour(-3) },
    { to: hour(4) },
    { from: hour(-6), to: hour(6) },
    { from: hour(1), to: hour(2) },
  ]
  for (const filters of someCombinations(periods)) {
    const { kind, status, channel, campaign_id, amount, from, to } = filters
    const matching = rows.filter(
      (row) =>
        (kind ?? row.kind) === row.kind &&
        (status ?? row.status) === row.status &&
        (channel ?? row.channel) === row.channel &&
        (campaign_id ?? row.campaign_id) === row.campaign_id &&
        (amount === undefined || Math.abs(row.amount) === Number(amount)) &&
        (!from || row.at >= from.getTime()) &&
        (!to || row.at < to.getTime()),
    )
    const forwards = await walk(organizationId, filters, 'starting_after')
    assert.deepEqual(forwards.toSorted(), matching.map(({ id }) => id).toSorted(), told(filters))
    if (forwards.length === 0) continue
    // Backwards from the last one: the same in reverse order, without the last.
    const last = forwards.at(-1)
    const backwards = await walk(organizationId, filters, 'ending_before', last)
    assert.deepEqual([last, ...backwards], forwards.toReversed(), told(filters))
  }
})

test('spec 9.7: a cursor outside of the period gives the period from its end', async () => {
  const { organizationId } = await samvad.newCompany('Farida Motors')
  const rows = await makeRows(organizationId, 60)
  const hour = (n: number) => new Date(NOON + n * HOUR_MS)
  const period = { from: hour(-2), to: hour(3) }
  const all = await walk(organizationId, period, 'starting_after')
  assert.ok(all.length > 8)
  const newest = rows.toSorted((a, b) => b.at - a.at)[0]?.id
  const oldest = rows.toSorted((a, b) => a.at - b.at)[0]?.id
  assert.deepEqual(await walk(organizationId, period, 'starting_after', newest), all)
  assert.deepEqual(await walk(organizationId, period, 'starting_after', oldest), [])
  assert.deepEqual(await walk(organizationId, period, 'ending_before', oldest), all.toReversed())
  assert.deepEqual(await walk(organizationId, period, 'ending_before', newest), [])
})

// --- Rows read ------------------------------------------------------------------------------------------------------

interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** The number of rows that the plan's scans read. */
function looked(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + looked(one), 0)
  if (!/Scan/.test(node['Node Type']) || /Subquery|CTE/.test(node['Node Type'])) return below
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return below + (node['Actual Rows'] + removed) * node['Actual Loops']
}

async function lookedAt({ text, values }: Statement): Promise<number> {
  const [row] = await samvad.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json, timing off) ${text}`,
    values as unknown[],
  )
  return looked(row?.['QUERY PLAN'][0].Plan as PlanNode)
}

test('a page of 20,000 transactions looks at no more rows than a few pages have, whatever is filtered', async () => {
  const { organizationId } = await samvad.newCompany('Gauri Tours')
  const count = 20_000
  // An organization that sends a lot of email, few other messages, and seldom recharges.
  await samvad.rows(
    `insert into transactions (org_id, id, kind, status, amount_micros, counter_account, key, wallet_version,
                               balance_after_micros,
                               description, channel, campaign_id, created_at, completed_at)
     select $1, gen_random_uuid(), kind, status, 0, 'revenue:email',
            case when kind = 'refund' then 'reversal:' || n end,
            case when status = 'completed' then n end, case when status = 'completed' then 0 end, kind,
            case when kind in ('deduction', 'refund') then channel end,
            case when kind = 'deduction' and n % 500 = 9 then $3::uuid end,
            to_timestamp($4 + n), case when status = 'completed' then now() end
       from (select n, case when n % 2000 = 1 then 'recharge' when n % 400 = 2 then 'refund'
                            when n % 5000 = 3 then 'credit' else 'deduction' end as kind,
                    case when n % 4000 = 1 then 'failed' when n % 10000 = 2001 then 'pending'
                         else 'completed' end as status,
                    case when n % 1000 = 5 then 'sms' when n % 10 = 7 then 'app' else 'email' end as channel
               from generate_series(1, $2::int) n) made`,
    [organizationId, count, CAMPAIGN, NOON / 1000],
  )
  await samvad.rows('analyze transactions')
  const at = (n: number) => new Date(NOON + n * 1000)
  const periods = [
    {},
    { from: at(15_000) },
    { to: at(5000) },
    { from: at(4000), to: at(5000) },
    { from: at(2000), to: at(18_000) },
  ]
  const [middle] = await page(organizationId, { to: at(9000), limit: 1 })
  const limit = 10
  // Four channels with one row after the last; and rows of a kind, a campaign or a status that are filtered further.
  const LOOKED_MAX = 300
  for (const filters of someCombinations(periods)) {
    for (const cursor of [{}, { starting_after: middle }, { ending_before: middle }]) {
      const rows = await lookedAt(transactions(organizationId, { ...filters, ...cursor, limit }))
      assert.ok(rows <= LOOKED_MAX, `looks at ${rows} rows for ${told({ ...filters, ...cursor })}`)
    }
  }
})

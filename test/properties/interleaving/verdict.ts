// Compares the acknowledged results of clients with what is stored, and both with sending the messages one after
// another.

import { checkOneSnapshot, describe } from '#doctor/actions.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import type { Assembled } from '../../../server/program/app.ts'
import { uuidOf } from '../../harness.ts'
import { type Organization, oneAfterTheOther } from './organizations.ts'
import type { Told } from './senders.ts'

interface Stored {
  org_id: Uuid
  balance_micros: Micros
  version: bigint
  message_ids: Uuid[]
  charged_ids: Uuid[]
  charged_micros: Micros
  ledger_transactions: bigint
  /** Number of distinct versions in the transactions, and the last version. */
  versions: bigint
  last_version: bigint
  counted: bigint
  months: bigint
}

/** Violations as sentences; empty when all is well. */
export async function faultsOf(app: Assembled, told: Map<Organization, Told>): Promise<string[]> {
  const stored = new Map((await storedOf(app)).map((row) => [row.org_id, row]))
  const faults = [...told].flatMap(([organization, own]) => {
    const row = stored.get(organization.organizationId)
    const own_faults = row ? faultsOfOne(organization, own, row) : ['its wallet is gone']
    return own_faults.map((fault) => `${organization.name}: ${fault}`)
  })
  // Otherwise the doctor's plans would be made for the table sizes at the start.
  await app.database.pool.query('analyze')
  return [...faults, ...(await checkOneSnapshot(app.database)).flatMap(describe)]
}

function faultsOfOne(organization: Organization, { accepted, attempts }: Told, row: Stored): string[] {
  const ids = accepted.map((id) => uuidOf('msg', id)).toSorted()
  const expected = oneAfterTheOther(organization, attempts)
  const faults: string[] = []
  const compare = (what: string, is: unknown, shouldBe: unknown) => {
    if (String(is) !== String(shouldBe)) faults.push(`${what}: ${is} instead of ${shouldBe}`)
  }
  compare('accepted messages, each once', new Set(ids).size, ids.length)
  if (String(row.message_ids) !== String(ids))
    faults.push(`${ids.length} messages were accepted, and ${row.message_ids.length} others or more or less are stored`)
  if (String(row.charged_ids) !== String(ids))
    faults.push(
      `${ids.length} messages were accepted, and ${row.charged_ids.length} others or more or less are charged`,
    )
  compare('the number of the month', row.counted, ids.length)
  compare('the versions of the wallet that transactions made', row.versions, row.ledger_transactions)
  compare('the last version', row.last_version, row.version)
  compare('the number of transactions', row.ledger_transactions, row.version)
  // At the end of a month the counters restart, and the expected values below would be sums of two months.
  if (row.months > 1n) return faults
  compare(`of ${attempts} attempts, accepted`, ids.length, expected.accepted)
  compare('charged', formatMicros(row.charged_micros), formatMicros(expected.charged))
  compare('the balance', formatMicros(row.balance_micros), formatMicros(expected.balance))
  return faults
}

async function storedOf({ database }: Assembled): Promise<Stored[]> {
  const { rows } = await database.pool.query<Stored>(
    `select w.org_id, w.balance_micros, w.version, m.message_ids, d.charged_ids, d.charged_micros,
            t.ledger_transactions, t.versions, t.last_version, c.counted, c.months
       from wallets w
      cross join lateral (
        select coalesce(array_agg(id::text order by id), '{}') as message_ids from messages where org_id = w.org_id) m
      cross join lateral (
        select coalesce(array_agg(d.message_id::text order by d.message_id), '{}') as charged_ids,
               coalesce(sum(d.price_micros), 0)::bigint as charged_micros
          from deliveries d join transactions t on t.org_id = d.org_id and t.id = d.transaction_id
           and t.kind = 'deduction'
         where d.org_id = w.org_id) d
      cross join lateral (
        select count(*) as ledger_transactions, count(distinct wallet_version) as versions,
               coalesce(max(wallet_version), 0) as last_version
          from transactions where org_id = w.org_id and status = 'completed') t
      cross join lateral (
        select coalesce(sum(message_count), 0)::bigint as counted, count(*) as months
          from month_counters where org_id = w.org_id) c`,
  )
  return rows
}

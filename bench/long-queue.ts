// The worker's memory with a million messages waiting, compared with few. They are inserted by SQL, and the worker
// sends during the whole measurement.

import { environmentFor } from './channel-accounts.ts'
import { foundReachable, type Providers, withProviders } from './channels.ts'
import type { Organization } from './founding.ts'
import { childrenOf, isTold, residentMebibytesOf } from './processor-time.ts'
import { median } from './report.ts'
import type { Bench } from './rounds.ts'

/** Enough to last for the measurement: a worker without work uses less memory. */
const FEW = 60_000
const LOOK_EVERY_MS = 100
/** The first part is excluded: every start needs that memory. */
const WARM_PART = 0.3
const SECONDS_MIN = 15
const RATIO_AIM = 1.1
const BEGUN_WITHIN_MS = 120_000

/** `many`: number of waiting messages. */
export function measureLongQueue(bench: Bench, many: number): Promise<void> {
  if (!isTold) return Promise.resolve()
  return withProviders(async (providers) => {
    const [organization] = (await foundReachable(bench.at, 1, providers)) as [Organization]
    const few = await heldWhile(bench, providers, organization, FEW)
    const held = await heldWhile(bench, providers, organization, many)
    const add = (count: number, value: number) =>
      bench.add({
        what: `memory of the worker while ${count.toLocaleString('en-US')} SMS wait`,
        value,
        unit: 'MiB',
        aim: null,
        lessIsBetter: true,
      })
    add(FEW, few)
    add(many, held)
    bench.add({ what: '… ÷ while few wait', value: held / few, unit: '×', aim: RATIO_AIM, lessIsBetter: true })
  })
}

async function heldWhile(
  { at, seconds }: Bench,
  { app, sms }: Providers,
  organization: Organization,
  count: number,
): Promise<number> {
  await at.restart({ ...environmentFor(app), ROLES: 'api' })
  await fill(at.database, organization, count)
  await sms.forget()
  await at.restart({ ...environmentFor(app), ROLES: 'api,worker' })
  const [worker] = childrenOf(at.pid) as [number]
  await sms.reach({ taken: 1 }, BEGUN_WITHIN_MS)
  const samples: number[] = []
  const until = performance.now() + Math.max(SECONDS_MIN, 3 * seconds) * 1000
  while (performance.now() < until) {
    samples.push(residentMebibytesOf(worker))
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return median(samples.slice(Math.floor(samples.length * WARM_PART)))
}

/** Fills the queue with this many messages. They are not charged, because only the worker is measured. */
async function fill(
  database: Bench['at']['database'],
  { organizationId, userId }: Organization,
  count: number,
): Promise<void> {
  await database.query('delete from deliveries where org_id = $1', [organizationId])
  await database.query(
    `with given as (
       select row_number() over () as n, c.id as contact_id, c.phone_number, v.id as conversation_id
         from contacts c join conversations v on v.org_id = c.org_id and v.contact_id = c.id where c.org_id = $1),
     made as materialized (
       select uuidv7() as message_id, uuidv7() as delivery_id, g.* from generate_series(1, $3::int) s
         join given g on g.n = 1 + s % (select count(*) from given)),
     written as (
       insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
       select $1, message_id, conversation_id, 'outbound', 'sms', $2, 'It leaves today.', now() from made)
     insert into deliveries (org_id, id, message_id, conversation_id, contact_id, address, channel, kind, status,
                             price_micros, tier, month, month_number, transaction_id, due_at, created_at)
     select $1, delivery_id, message_id, conversation_id, contact_id, phone_number, 'sms', 'sms', 'queued', 0, 1,
            date_trunc('month', now())::date, 1, message_id, now(), now() from made`,
    [organizationId, userId, count],
  )
  await database.query(
    `insert into due_work (kind, org_id, due_at) values ('dispatch', $1, now())
     on conflict (kind, org_id) do update set due_at = now()`,
    [organizationId],
  )
  await database.query('vacuum analyze deliveries, messages')
}

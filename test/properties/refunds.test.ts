// spec 11.5: no interleaving of refunds returns more than was paid, and any order and repetition of a gateway's events
// about one gives the same ledger.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayRefundEvent } from '#money/gateways/providers/gateway.ts'
import fc, { SLOW_CASES } from '../cases.ts'
import { type Company, mustBeHealthy, startSamvad, type TestSamvad, testDatabase, uuidOf } from '../harness.ts'
import { balanceOf } from '../payments.ts'
import {
  approvedRefund,
  askForRefund,
  decideOn,
  eventOn,
  newOperator,
  paidRecharge,
  REFUNDS,
  refundNow,
  runJob,
  settleAs,
} from '../refunds.ts'

const connection = await testDatabase()
const silent = { SAMVAD_LOG_LEVEL: 'silent' }
const [samvad, other] = await Promise.all([startSamvad(silent, { connection }), startSamvad(silent, { connection })])
const operator = await newOperator(samvad)

type Step =
  | { does: 'asks'; paise: number }
  | { does: 'approves' | 'rejects'; which: number }
  | { does: 'pays out' }
  | { does: 'settles'; which: number; outcome: 'processed' | 'failed' }
  | { does: 'tells' }

const which = fc.nat({ max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('asks' as const), paise: fc.integer({ min: 1, max: 40_00 }) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('approves' as const), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rejects' as const), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pays out' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('settles' as const),
      which,
      outcome: fc.constantFrom('processed' as const, 'failed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('tells' as const) }) },
)

async function take(server: TestSamvad, company: Company, transaction_id: string, step: Step): Promise<void> {
  const { organizationId, token } = company
  const chosen = async (rank: number): Promise<any> => {
    const { body } = await server.request('GET', `${REFUNDS}?limit=100`, { token })
    return body.data[rank % Math.max(1, body.data.length)]
  }
  switch (step.does) {
    case 'asks': {
      const amount = `${Math.floor(step.paise / 100)}.${String(step.paise % 100).padStart(2, '0')}`
      const { status, text } = await askForRefund(server, { transaction_id, amount }, company)
      assert.ok([201, 402, 409, 422].includes(status), text)
      return
    }
    case 'approves':
    case 'rejects': {
      const refund = await chosen(step.which)
      if (!refund) return
      const decision = step.does === 'approves' ? 'approve' : 'reject'
      const json = step.does === 'approves' ? {} : { note: 'No.' }
      const { status, text } = await decideOn(server, operator, refund, decision, json, company)
      assert.ok([200, 402, 409].includes(status), text)
      return
    }
    case 'pays out':
      return runJob(server, 'refund')
    case 'tells':
      return runJob(server, 'sandbox_webhook')
    case 'settles':
      await server.rows(
        `update sandbox_gateway_refunds set status = $2, webhook_due_at = now() - interval '1 second'
          where org_id = $1 and status = 'pending'
            and id = (select id from sandbox_gateway_refunds
              where org_id = $1 and status = 'pending' order by id offset $3 limit 1)`,
        [organizationId, step.outcome, step.which % 3],
      )
  }
}

/** Completes everything in progress: the gateway processes it, and sends the events. */
async function finish({ organizationId }: Company): Promise<void> {
  await runJob(samvad, 'refund')
  await samvad.rows(
    `update sandbox_gateway_refunds
        set status = case when status = 'pending' then 'processed' else status end,
            webhook_due_at = now() - interval '1 second', webhook_delivered_at = null
      where org_id = $1`,
    [organizationId],
  )
  await samvad.rows(
    `insert into due_work (kind, org_id, due_at) values ('sandbox_webhook', $1, now() - interval '1 second')
     on conflict (kind, org_id) do update set due_at = excluded.due_at`,
    [organizationId],
  )
  await runJob(samvad, 'sandbox_webhook')
  await runJob(samvad, 'refund')
}

test('spec 11.5: whatever is asked, approved, paid out and settled at the same time, never more than was paid goes back', async () => {
  let runs = 0
  let completed = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 8 }),
      async (rounds) => {
        const company = await samvad.newCompany(`Company ${++runs}`)
        const recharge = await paidRecharge(samvad, '100.01', company)
        const { transaction_id } = recharge
        for (const round of rounds)
          await Promise.all(
            round.map((one, index) => take(index % 2 === 0 ? samvad : other, company, transaction_id, one)),
          )
        await mustBeHealthy(samvad.app.database)
        await finish(company)
        await mustBeHealthy(samvad.app.database)

        // Compares the gateway's book with the ledger.
        const [book] = await samvad.rows(
          `select coalesce(sum(amount_micros) filter (where status = 'processed'), 0)::int8 as processed,
                  count(*) filter (where status = 'pending') as pending,
                  (select coalesce(sum(amount_micros + tax_micros), 0)::int8 from refunds
                    where org_id = $1 and status = 'completed') as completed,
                  (select coalesce(sum(amount_micros), 0)::int8
                    from refunds where org_id = $1 and status = 'completed') as credit,
                  (select count(*) from refunds where org_id = $1 and status in ('approved', 'processing')) as under_way
             from sandbox_gateway_refunds where org_id = $1`,
          [company.organizationId],
        )
        assert.ok(book)
        assert.deepEqual([book.pending, book.under_way], [0n, 0n])
        assert.equal(book.completed, book.processed)
        assert.ok(book.processed <= 118_020_000n, 'never more than was paid')
        assert.equal(await balanceOf(samvad, company), rupees(100_010_000n - book.credit))
        if (book.completed > 0n) completed++
      },
    ),
    { numRuns: SLOW_CASES, examples: [[[[{ does: 'asks', paise: 10_00 }], [{ does: 'approves', which: 0 }]]]] },
  )
  assert.ok(completed > 0, 'some were completed')
})

const rupees = (micros: bigint): string =>
  `${micros / 1_000_000n}.${String((micros / 10_000n) % 100n).padStart(2, '0')}`

test('spec 11.5: fifty requests at once, over two servers, for a payment that covers ten of them', async () => {
  const company = await samvad.newCompany('Asha Mills')
  const { transaction_id } = await paidRecharge(samvad, '100.00', company)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      askForRefund(index % 2 === 0 ? samvad : other, { transaction_id, amount: '10.00' }, company),
    ),
  )
  // A wallet that many requests wait for may answer 503, and is asked again.
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => ![201, 409, 422, 503].includes(status)),
    [],
  )
  assert.ok(statuses.filter((status) => status === 201).length <= 10)
  const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body)
  assert.ok(taken.length > 0)
  const approvals = await Promise.all(
    taken.flatMap((refund) =>
      [samvad, other].map((server) => decideOn(server, operator, refund, 'approve', {}, company)),
    ),
  )
  assert.equal(approvals.filter(({ status }) => status === 200).length, taken.length)
  assert.equal(await balanceOf(samvad, company), rupees(100_000_000n - 10_000_000n * BigInt(taken.length)))
})

test('spec 11.10, 19.4: any order, repetition and delay of what a gateway says of a refund gives the same ledger', async () => {
  let runs = 0
  const told = fc.record({
    status: fc.constantFrom('pending', 'truth', 'failed' as const),
    source: fc.constantFrom('webhook' as const, 'fetched' as const),
    isNamed: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('processed' as const, 'failed' as const),
      fc.array(told, { maxLength: 12 }),
      fc.boolean(),
      async (truth, sequence, atOnce) => {
        const company = await samvad.newCompany(`Gateway ${++runs}`)
        const { transaction_id } = await paidRecharge(samvad, '1000.00', company)
        const refund = await approvedRefund(samvad, operator, { transaction_id, amount: '250.01' }, company)
        const say = async ({
          status,
          source,
          isNamed,
        }: {
          status: string
          source: 'webhook' | 'fetched'
          isNamed: boolean
        }) => {
          // The gateway's answer to a query is current; a webhook may be stale, or a false failure.
          const said = (
            status === 'truth' ? truth : status === 'failed' && source === 'fetched' ? truth : status
          ) as GatewayRefundEvent['status']
          const event = await eventOn(samvad, refund, said, company)
          await settleAs(samvad, isNamed ? event : { ...event, receipt: null }, source, company)
        }
        if (atOnce) await Promise.all(sequence.map(say))
        else for (const one of sequence) await say(one)
        await say({ status: 'truth', source: 'fetched', isNamed: true })

        assert.equal((await refundNow(samvad, refund, company)).status, truth === 'processed' ? 'completed' : 'failed')
        assert.equal(await balanceOf(samvad, company), truth === 'processed' ? '749.99' : '1000.00')
        const [count] = await samvad.rows(
          `select (select count(*)::int from transactions where org_id = $1) as transactions,
                  (select count(*)::int from invoices where org_id = $1 and kind = 'credit_note') as notes,
                  (select count(*)::int from events where org_id = $1 and object_id = $2
                    and type in ('refund.completed', 'refund.failed')) as ends`,
          [company.organizationId, uuidOf('rfnd', refund.id)],
        )
        assert.deepEqual(
          count,
          truth === 'processed' ? { transactions: 2, notes: 1, ends: 1 } : { transactions: 3, notes: 0, ends: 1 },
        )
      },
    ),
    { numRuns: SLOW_CASES },
  )
  await mustBeHealthy(samvad.app.database)
})

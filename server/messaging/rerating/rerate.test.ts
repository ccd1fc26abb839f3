// spec 8.6: under volume prices, crossing into a cheaper tier re-rates the month, as one credit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '#doctor/actions.ts'
import { newUuid } from '#kit/ids.ts'
import type { ClaimedRow } from '#messaging/dispatch/claim-queries.ts'
import { claim } from '#messaging/dispatch/claim-queries.ts'
import { record } from '#messaging/dispatch/outcomes.ts'
import type { AcceptedMessage } from '#messaging/sending/rules.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { bookRerates, newOperator, publish, senderOf, tiers } from '../../../test/prices.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const operator = await newOperator(samvad)
const TIERS = tiers('0.15', 10, '0.10', 20, '0.08')

/** A company with these volume prices for email and ₹100. */
async function bank(name: string) {
  const company = await samvad.newCompany(name)
  const list = await publish(samvad, operator, company.organizationId, { email: { mode: 'volume', tiers: TIERS } })
  const { conversationId } = await readyToSend(samvad, company, 100n)
  const sender = senderOf(samvad, company, conversationId)
  const emails = (count: number) => sender.send('email', Array<string>(count).fill('Namaste'))
  return { company, list, emails, who: person(samvad, company), balance: () => balanceOf(samvad, company) }
}

const remove = async (who: ReturnType<typeof person>, messages: AcceptedMessage[]) => {
  for (const { id } of messages) assert.equal((await who.delete(`/v1/messages/${publicId('msg', id)}`)).status, 204)
}
const rerates = ({ organizationId }: Company) =>
  samvad.rows(
    'select tier, up_to_number, price_micros, message_count, amount_micros from rerates where org_id = $1 order by tier',
    [organizationId],
  )
const credits = ({ organizationId }: Company) =>
  samvad.rows(`select * from transactions where org_id = $1 and kind = 'credit' order by wallet_version`, [
    organizationId,
  ])

test('spec 8.6: up to the border each costs its tier; the message behind it makes all before it cheaper, as one credit', async () => {
  const { company, list, emails, balance } = await bank('Bharat Bank')
  await emails(10)
  await bookRerates(samvad)
  assert.equal(await balance(), '98.50')
  assert.deepEqual(await rerates(company), [], 'the border itself is no crossing')

  await emails(1)
  assert.equal(await balance(), '98.40', 'charged at the tier of its own number')
  await bookRerates(samvad)
  assert.equal(await balance(), '98.90', '11 at 0.10')
  const [credit, ...more] = await credits(company)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [credit?.amount_micros, credit?.counter_account, credit?.channel, credit?.message_count, credit?.status],
    [500_000n, 'revenue:email', 'email', 10, 'completed'],
  )
  const month = (await samvad.rows('select month from rerates'))[0]?.month as string
  const told = {
    month: month.slice(0, 7),
    channel: 'email',
    kind: 'email',
    tier: 2,
    price: '0.10',
    price_list_id: list.id,
    message_count: 10,
    amount: '0.50',
    currency: 'INR',
    transaction_id: publicId('txn', credit?.id),
  }
  const events = await samvad.rows(`select object_id, payload from events where type = 'month.rerated'`)
  assert.deepEqual(events, [{ object_id: credit?.id, payload: told }])
  const audited = await samvad.rows(`select actor, object, details from audit_log where action = 'month.rerated'`)
  assert.deepEqual(audited, [{ actor: 'system', object: told.transaction_id, details: told }])

  await bookRerates(samvad)
  await emails(5)
  await bookRerates(samvad)
  assert.equal(await balance(), '98.40', 'within the tier nothing more happens: 16 at 0.10')
})

test('spec 8.8: what was reversed before the crossing is no part of it, what is reversed after gives back the new price', async () => {
  const { company, emails, who, balance } = await bank('Chandra Bank')
  const first = await emails(10)
  await remove(who, first.slice(0, 2))
  await emails(5)
  // Crossed but not booked yet: the credit will include it, so the refund is the new price only.
  await remove(who, first.slice(2, 4))
  await bookRerates(samvad)
  await remove(who, first.slice(4, 6))
  assert.deepEqual(await rerates(company), [
    { tier: 2, up_to_number: 10n, price_micros: 100_000n, message_count: 8, amount_micros: 400_000n },
  ])
  const given = await samvad.rows(
    `select amount_micros from transactions where org_id = $1 and kind = 'refund' order by wallet_version`,
    [company.organizationId],
  )
  assert.deepEqual(
    given.map(({ amount_micros }) => amount_micros),
    [150_000n, 150_000n, 100_000n, 100_000n, 100_000n, 100_000n],
  )
  assert.equal(await balance(), '99.10', '9 of 15 are left, at 0.10')

  await emails(10)
  await bookRerates(samvad)
  assert.equal(await balance(), '98.48', '19 are left of 25, at 0.08')
  assert.deepEqual(
    (await rerates(company)).map(({ tier, message_count }) => [tier, message_count]),
    [
      [2, 8],
      [3, 14],
    ],
  )
})

test('spec 8.8: a delivery that failed after the crossing is reversed at the new price', async () => {
  const { company, emails, balance } = await bank('Deccan Bank')
  await emails(11)
  await bookRerates(samvad)
  const { organizationId } = company
  const at = samvad.app.clock()
  await samvad.app.database.transaction(async (tx) => {
    const lease = { id: newUuid(), leaseUntil: new Date(at.getTime() + 60_000) }
    const claimed = await tx.rows<ClaimedRow>(claim([{ organizationId, free: 3 }], at, lease))
    const outcomes = claimed.map(({ id, lease_until, claim_id: claimId }) => ({
      organizationId,
      id,
      leaseUntil: lease_until,
      claimId,
      status: 'failed' as const,
      providerId: null,
      errorCode: 'refused',
      errorDetail: 'No such mailbox',
      dueAt: null,
      address: null,
    }))
    assert.equal((await record(tx, { organizationId, at }, outcomes)).length, 3)
  })
  assert.equal(await balance(), '99.20', '8 at 0.10')
})

test('spec 8.6: one step over two borders is one credit, and workers that meet book it once', async () => {
  const { company, emails, balance } = await bank('Eastern Bank')
  await emails(25)
  assert.equal(await balance(), '97.10', '10 at 0.15, 10 at 0.10, 5 at 0.08')
  await Promise.all([bookRerates(samvad), bookRerates(samvad), bookRerates(samvad)])
  assert.equal(await balance(), '98.00', '25 at 0.08')
  assert.equal((await credits(company)).length, 1)
  assert.deepEqual(await rerates(company), [
    { tier: 3, up_to_number: 20n, price_micros: 80_000n, message_count: 20, amount_micros: 900_000n },
  ])
})

test('spec 8.6: a worker that was killed between two steps leaves work for the next one', async () => {
  const { company, emails, balance } = await bank('Fort Bank')
  await emails(11)
  const noted = () =>
    samvad.rows(`select * from due_work where kind = 'rerate' and org_id = $1`, [company.organizationId])
  assert.equal((await noted()).length, 1, 'noted in the transaction that crossed')
  // Leased by a worker that ended: due again when the lease is over.
  await samvad.rows(`update due_work set due_at = now() + interval '20 seconds' where kind = 'rerate'`)
  await bookRerates(samvad)
  assert.equal(await balance(), '98.40', 'still its own')
  samvad.setClock(new Date(Date.now() + 21_000))
  await bookRerates(samvad)
  samvad.setClock(null)
  assert.equal(await balance(), '98.90')
  assert.deepEqual(await noted(), [])
})

test('spec 8.6: every month is re-rated by itself', async () => {
  const { emails, balance } = await bank('Ganga Bank')
  samvad.setClock(new Date('2034-05-31T23:59:59+05:30'))
  await emails(9)
  samvad.setClock(new Date('2034-06-01T00:00:00+05:30'))
  await emails(9)
  assert.equal(await balance(), '97.30')
  await emails(2)
  await bookRerates(samvad)
  samvad.setClock(null)
  assert.equal(await balance(), '97.55', '9 at 0.15 in May, 11 at 0.10 in June')
})

test('spec 8.6: when everything was taken back there is nothing to credit, and no transaction of nothing', async () => {
  const { company, emails, who, balance } = await bank('Hill Bank')
  await remove(who, await emails(10))
  await emails(1)
  await bookRerates(samvad)
  assert.equal(await balance(), '99.90')
  assert.deepEqual(await credits(company), [])
  assert.deepEqual(await rerates(company), [
    { tier: 2, up_to_number: 10n, price_micros: 100_000n, message_count: 0, amount_micros: 0n },
  ])
})

test('spec 8.6: under a graduated list nothing is ever re-rated, and under another volume list only what it priced', async () => {
  const { company, emails, balance } = await bank('Indus Bank')
  await emails(8)
  const { conversationId } = await readyToSend(samvad, company, 0n)
  await publish(samvad, operator, company.organizationId, {
    email: { mode: 'volume', tiers: tiers('0.20', 12, '0.05') },
  })
  // A process that has not cached the old list.
  const later = senderOf(samvad, company, conversationId)
  await later.send('email', Array<string>(6).fill('Namaste'))
  await bookRerates(samvad)
  // 8 at 0.15 under the first list; 6 under the second, numbers 9 to 14, finally at 0.05.
  assert.equal(await balance(), '98.50')
  await publish(samvad, operator, company.organizationId, { email: { tiers: tiers('0.10', 20, '0.01') } })
  await senderOf(samvad, company, conversationId).send('email', Array<string>(10).fill('Namaste'))
  await bookRerates(samvad)
  assert.equal(await balance(), '97.86', '6 at 0.10, 4 at 0.01')
})

test('spec 11.9: a charge at volume prices is not refunded besides its re-rate, which would give a share of it back twice', async () => {
  const { company, emails, who, balance } = await bank('Kaveri Bank')
  await emails(4)
  await samvad.rows(`update deliveries set status = 'sent' where org_id = $1`, [company.organizationId])
  const refund = async (more = '') => {
    const { body } = await who.get('/api/v1/billing/transactions?kind=deduction&limit=1')
    return who.post('/api/v1/billing/refunds', {
      transaction_id: body.data[0].id,
      reason: 'duplicate_charge',
      note: `Sent twice${more}`,
    })
  }
  assertRefused(await refund(), 409, 'conflict')
  assert.equal(await balance(), '99.40')
  // Under a graduated list the refund is allowed, once no process can still use the previous list.
  const later = new Date(samvad.app.clock().getTime() + 10_000)
  await publish(samvad, operator, company.organizationId, {}, { effective_from: Math.floor(later.getTime() / 1000) })
  samvad.setClock(new Date(later.getTime() + 10_000))
  const { conversationId } = await readyToSend(samvad, company, 0n)
  await senderOf(samvad, company, conversationId).send('email', ['Namaste'])
  await samvad.rows(`update deliveries set status = 'sent' where org_id = $1`, [company.organizationId])
  assert.equal((await refund(' again')).status, 201)
  samvad.setClock(null)
})

test('spec 19.10, T5, L8: the doctor finds a re-rate that is missing, wrong or not made, and a reversal that gave back too much', async () => {
  const { company, emails, who } = await bank('Jamuna Bank')
  const messages = await emails(11)
  await bookRerates(samvad)
  await remove(who, messages.slice(0, 1))
  const org = company.organizationId
  const found = (statement: string) => findingsAfter(statement)
  assert.deepEqual(await found('select 1'), [])
  assert.deepEqual(await found(`update rerates set amount_micros = amount_micros + 1 where org_id = '${org}'`), ['T5'])
  assert.deepEqual(await found(`update rerates set message_count = 9 where org_id = '${org}'`), ['T5'])
  assert.deepEqual(await found(`update rerates set transaction_id = null where org_id = '${org}'`), ['T5'])
  assert.deepEqual(
    await found(
      `update rerates set booked_at = null, message_count = null, amount_micros = null, transaction_id = null
        where org_id = '${org}'`,
    ),
    ['T5', 'U1'],
  )
  assert.deepEqual(await found(`update rerates set price_micros = 110000 where org_id = '${org}'`), ['L8', 'T5', 'U1'])
  assert.deepEqual(await found(`delete from rerates where org_id = '${org}'`), ['L8', 'T5', 'U1'])
  assert.deepEqual(await found(`update rerates set wallet_version = wallet_version + 100 where org_id = '${org}'`), [
    'L8',
    'T5',
    'U1',
  ])
  assert.deepEqual(
    await found(`update deliveries set volume_list_id = null where org_id = '${org}' and month_number = 11`),
    ['T2', 'T5'],
  )
})

/** The doctor's findings after this statement, which is rolled back. */
async function findingsAfter(statement: string): Promise<string[]> {
  const client = await samvad.app.database.pool.connect()
  const refuse = () => assert.fail('the doctor only reads rows')
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(statement)
    const rows = async <Row>({ text }: { text: string }) => (await client.query(text)).rows as Row[]
    return (await check({ rows, row: refuse, run: refuse, onCommit: refuse })).map(({ id }) => id)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

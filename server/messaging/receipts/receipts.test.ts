// Receipts of providers, through the entry point that all channels use.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { newUuid } from '#kit/ids.ts'
import { type Receipt, type ReportedStatus, reportedStatuses } from '#messaging/channels/arrivals/arrived.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { readyToSend, type Sending } from '../../../test/company.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { createReceiptTaker } from './taker.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const samvad = await startSamvad()
samvad.setClock(NOON)
const take = createReceiptTaker(samvad.app)
const asha = await readyToSend(samvad, samvad.company, 500n)
const banyan = await readyToSend(samvad, await samvad.newCompany('Banyan Books'), 500n)
const dispatcher = createDispatcher(samvad.app, {
  email: {
    send: async ({ deliveryId }) => ({ outcome: 'accepted', providerId: `of-the-provider-${deliveryId}` }),
    async close() {},
  },
})

interface Sent {
  id: Uuid
  organizationId: Uuid
  providerId: string
}

/** Sends so many messages; returns their deliveries in the order of `rowsOf`. */
async function leave({ company, conversationId }: Sending, count: number): Promise<Sent[]> {
  const message = { conversation_id: conversationId, channel: 'email', text: 'Hello' }
  const messages = Array.from({ length: count }, () => message)
  const { token, organizationId } = company
  const answer = await samvad.request('POST', '/v1/messages/batch', { token, json: { messages } })
  const ids: string[] = answer.body.data.map((one: { message: { id: string } }) => one.message.id)
  await dispatcher.run(new AbortController().signal)
  const rows = await samvad.rows<{ id: Uuid; provider_id: string; status: string; message_id: Uuid }>(
    'select id, provider_id, status, message_id from deliveries where org_id = $1 order by id',
    [organizationId],
  )
  const sent = rows.filter((row) => ids.includes(publicId('msg', row.message_id)))
  assert.deepEqual([sent.length, new Set(sent.map(({ status }) => status))], [count, new Set(['sent'])])
  return sent.map(({ id, provider_id }) => ({ id, organizationId, providerId: provider_id }))
}

/** With the provider's id, or with ours. */
function receipt(of: Sent, status: ReportedStatus, seconds = 1, by: 'provider' | 'us' = 'provider'): Receipt {
  const error = status === 'failed' || status === 'undelivered' ? { code: 'expired', detail: 'it took too long' } : null
  return {
    organizationId: of.organizationId,
    channel: 'email',
    delivery: by === 'us' ? { id: of.id } : { providerId: of.providerId },
    status,
    time: new Date(NOON.getTime() - 60_000 + seconds * 1000),
    error,
  }
}

const rowsOf = (sent: readonly Sent[]) =>
  samvad.rows<{ status: ReportedStatus; delivered_at: Date; read_at: Date; error_code: string; reversal_id: Uuid }>(
    `select status, delivered_at, read_at, error_code, reversal_id, ended_at
      from deliveries where id = any($1) order by id`,
    [sent.map(({ id }) => id)],
  )
const statusOf = async (sent: Sent) => (await rowsOf([sent]))[0]?.status

test('spec 7.9: a receipt by the id of the provider, or by ours, moves its delivery and the message on, with the time', async () => {
  const [one, other] = (await leave(asha, 2)) as [Sent, Sent]
  const balance = await balanceOf(samvad)
  assert.deepEqual(await take([receipt(one, 'delivered', 1), receipt(other, 'read', 2, 'us')]), [])
  const [first, second] = await rowsOf([one, other])
  assert.deepEqual([first?.status, first?.delivered_at.getTime()], ['delivered', NOON.getTime() - 59_000])
  assert.deepEqual([second?.status, second?.read_at.getTime()], ['read', NOON.getTime() - 58_000])
  assert.deepEqual(second?.delivered_at, second?.read_at, 'what was read had arrived')
  assert.equal(await balanceOf(samvad), balance)
})

test('spec 7.9: of an organization, a channel or a provider that it does not belong to, nothing is moved', async () => {
  const [one] = (await leave(asha, 1)) as [Sent]
  const foreign = { ...receipt(one, 'read'), organizationId: banyan.company.organizationId }
  const wrong = [
    foreign,
    { ...foreign, delivery: { id: one.id } },
    { ...receipt(one, 'read'), channel: 'sms' as const },
    { ...receipt(one, 'read', 1, 'us'), channel: 'sms' as const },
    { ...receipt(one, 'read'), delivery: { providerId: 'nobody' } },
    { ...receipt(one, 'read'), delivery: { id: newUuid() } },
  ]
  assert.equal((await take(wrong)).length, wrong.length, 'all are given back to who brought them')
  assert.equal(await statusOf(one), 'sent')
})

test("spec 7.9: a provider's id that several deliveries have moves none of them; ours moves its own", async () => {
  const [one, other, beside] = (await leave(asha, 3)) as [Sent, Sent, Sent]
  await samvad.rows('update deliveries set provider_id = $1 where id = any($2)', [
    one.providerId,
    [one.id, other.id, beside.id],
  ])
  const balance = await balanceOf(samvad)
  const [ofBanyan] = (await leave(banyan, 1)) as [Sent]
  const shared = [receipt(one, 'failed'), receipt(one, 'delivered')]
  assert.deepEqual(await take([...shared, receipt(ofBanyan, 'failed')]), shared)
  assert.deepEqual(
    (await rowsOf([one, other, beside])).map(({ status }) => status),
    ['sent', 'sent', 'sent'],
  )
  assert.deepEqual([await balanceOf(samvad), await statusOf(ofBanyan)], [balance, 'failed'])
  assert.deepEqual(await take([receipt(one, 'read', 1, 'us'), receipt(other, 'failed', 1, 'us')]), [])
  assert.deepEqual(
    (await rowsOf([one, other, beside])).map(({ status }) => status),
    ['read', 'failed', 'sent'],
  )
})

test("spec 7.9: what cannot be written of one organization is left, and the others' receipts are taken", async () => {
  const [one, late] = (await leave(asha, 2)) as [Sent, Sent]
  const [other, lost] = (await leave(banyan, 2)) as [Sent, Sent]
  await samvad.rows(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.org_id = '${asha.company.organizationId}' then raise exception 'not now'; end if; return new; end $$`)
  await samvad.rows('create trigger refuse before update on deliveries for each row execute function refuse()')
  const refused = [receipt(one, 'delivered'), receipt(late, 'failed')]
  try {
    const left = await take([...refused, receipt(other, 'delivered'), receipt(lost, 'failed')])
    assert.deepEqual(new Set(left), new Set(refused))
  } finally {
    await samvad.rows('drop trigger refuse on deliveries')
    await samvad.rows('drop function refuse')
  }
  assert.deepEqual(
    (await rowsOf([other, lost])).map(({ status }) => status),
    ['delivered', 'failed'],
  )
  assert.deepEqual(await take(refused), [])
})

test('spec 7.9: a receipt that is earlier than the answer of the provider is not lost: it is told to be too early', async () => {
  const [one] = (await leave(asha, 1)) as [Sent]
  await samvad.rows("update deliveries set status = 'sending', lease_until = now() + interval '1 day' where id = $1", [
    one.id,
  ])
  const early = receipt(one, 'delivered', 1, 'us')
  assert.deepEqual(await take([early]), [early])
  assert.equal(await statusOf(one), 'sending' as string)
  await samvad.rows("update deliveries set status = 'sent', lease_until = null where id = $1", [one.id])
  assert.deepEqual(await take([early]), [])
  assert.equal(await statusOf(one), 'delivered')
})

test('spec 7.10, 7.11: refused after all it is given back once; what did not arrive stays paid for', async () => {
  const [refused, lost] = (await leave(asha, 2)) as [Sent, Sent]
  const before = await balanceOf(samvad)
  for (let times = 0; times < 3; times++)
    assert.deepEqual(await take([receipt(refused, 'failed'), receipt(lost, 'undelivered')]), [])
  const [first, second] = await rowsOf([refused, lost])
  assert.deepEqual([first?.status, first?.error_code], ['failed', 'expired'])
  assert.deepEqual([second?.status, second?.error_code, second?.reversal_id], ['undelivered', 'expired', null])
  assert.equal(Number(await balanceOf(samvad)), Number((Number(before) + 0.15).toFixed(2)))
  // spec 7.13: a late success does not charge anything.
  await take([receipt(refused, 'delivered', 30)])
  assert.equal(await statusOf(refused), 'failed')
  assert.equal(Number(await balanceOf(samvad)), Number((Number(before) + 0.15).toFixed(2)))
})

test('spec 16.41: what arrived or was read has left: a failure heard later, or with it, changes nothing and gives nothing back', async () => {
  const sent = await leave(asha, 4)
  const [delivered, read, together, unheard] = sent as [Sent, Sent, Sent, Sent]
  const before = await balanceOf(samvad)
  await take([receipt(delivered, 'delivered', 1), receipt(read, 'read', 1)])
  const late = [receipt(delivered, 'failed', 2), receipt(read, 'failed', 2), receipt(unheard, 'failed', 2)]
  for (let times = 0; times < 2; times++) {
    assert.deepEqual(await take(late), [])
    // Whatever times the provider reports for the two.
    assert.deepEqual(await take([receipt(together, 'failed', 1), receipt(together, 'read', 5)]), [])
  }
  const rows = await rowsOf(sent)
  assert.deepEqual(
    rows.map(({ status, error_code, reversal_id }) => [status, error_code, reversal_id !== null]),
    [
      ['delivered', null, false],
      ['read', null, false],
      ['read', null, false],
      ['failed', 'expired', true],
    ],
  )
  assert.equal(Number(await balanceOf(samvad)), Number((Number(before) + 0.15).toFixed(2)), 'of one alone')
})

test('spec 14.2: message.delivered and message.read are written for an organization that asked for them, once each', async () => {
  const { organizationId } = asha.company
  const [one] = (await leave(asha, 1)) as [Sent]
  const [quiet] = (await leave(banyan, 1)) as [Sent]
  for (const type of ['message.delivered', 'message.read'])
    await samvad.rows('insert into event_subscriptions values ($1, $2, $3)', [organizationId, type, 'test'])
  for (const status of ['delivered', 'delivered', 'read', 'delivered', 'read'] as const)
    await take([receipt(one, status), receipt(quiet, status)])
  const events = await samvad.rows("select org_id, type, payload from events where type like 'message.%' order by id")
  await samvad.rows('delete from event_subscriptions where org_id = $1', [organizationId])
  assert.deepEqual(
    events.map(({ org_id, type, payload }) => [org_id, type, payload.delivery.id, payload.delivery.status]),
    [
      [organizationId, 'message.delivered', publicId('dlv', one.id), 'delivered'],
      [organizationId, 'message.read', publicId('dlv', one.id), 'read'],
    ],
  )
})

test('spec 7.9: receipts of many organizations are one statement, which waits for no wallet', async () => {
  const all = [...(await leave(asha, 20)), ...(await leave(banyan, 20))]
  const holder = await samvad.app.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from wallets for update')
  try {
    assert.deepEqual(await take(all.map((one) => receipt(one, 'delivered'))), [])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  assert.ok((await rowsOf(all)).every(({ status }) => status === 'delivered'))
})

test('spec 7.9: what is held is taken when it is free, and told to be left when it stays held', async () => {
  const [one] = (await leave(asha, 1)) as [Sent]
  const holder = await samvad.app.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from deliveries where id = $1 for update', [one.id])
  assert.equal((await take([receipt(one, 'read')])).length, 1)
  await holder.query('rollback')
  holder.release()
  assert.deepEqual(await take([receipt(one, 'read')]), [])
  assert.equal(await statusOf(one), 'read')
})

/** Statuses that a consistent provider may report for one message: up to read, or a failure. */
const story = fc.constantFrom<ReportedStatus[]>(
  [],
  ['delivered'],
  ['read'],
  ['delivered', 'read'],
  ['undelivered'],
  ['delivered', 'undelivered'],
  ['failed'],
)

test('spec 7.9: whatever the order, the repetition and the company in which receipts come, the end is the same', async () => {
  const MESSAGES = 4
  const stories = fc.array(story, { minLength: MESSAGES, maxLength: MESSAGES })
  await fc.assert(
    fc.asyncProperty(stories, fc.infiniteStream(fc.nat(1000)), async (told, choices) => {
      const choose = (most: number) => (choices.next().value as number) % most
      const ends: unknown[] = []
      for (const sending of [asha, banyan]) {
        const sent = await leave(sending, MESSAGES)
        const receipts = sent.flatMap((one, index) =>
          (told[index] as ReportedStatus[]).flatMap((status, step) =>
            Array.from({ length: 1 + choose(2) }, () => receipt(one, status, step, choose(2) ? 'us' : 'provider')),
          ),
        )
        const shuffled = receipts
          .map((one) => ({ one, at: choose(1000) }))
          .sort((left, right) => left.at - right.at)
          .map(({ one }) => one)
        while (shuffled.length > 0) assert.deepEqual(await take(shuffled.splice(0, 1 + choose(4))), [])
        const rows = await rowsOf(sent)
        ends.push(rows.map(({ reversal_id, ...row }) => ({ ...row, isGivenBack: reversal_id !== null })))
      }
      assert.deepEqual(ends[0], ends[1])
    }),
    { numRuns: SLOW_CASES },
  )
})

test('spec 7.9: also where a provider contradicts itself, what has ended stays', async () => {
  const some = fc.array(fc.constantFrom(...reportedStatuses), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(some, async (statuses) => {
      const [one] = (await leave(asha, 1)) as [Sent]
      let before: string | undefined = 'sent'
      for (const status of statuses) {
        await take([receipt(one, status)])
        const now = await statusOf(one)
        if (before === 'failed' || before === 'undelivered') assert.equal(now, before)
        if (before === 'read') assert.equal(now, before)
        if (before === 'delivered') assert.notEqual(now, 'failed')
        before = now
      }
    }),
    { numRuns: SLOW_CASES },
  )
})

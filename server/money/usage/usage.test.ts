// spec 19.10, U1: usage is counted with the send, and returned amounts are counted on the day of the delivery.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import type { Receipt } from '#messaging/channels/arrivals/arrived.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import { createReceiptTaker } from '#messaging/receipts/taker.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { bookRerates, newOperator, publish, senderOf, tiers } from '../../../test/prices.ts'
import { approvedRefund } from '../../../test/refunds.ts'
import { person } from '../../../test/story.ts'
import { usageJobs } from './jobs.ts'

const samvad = await startSamvad()
const operator = await newOperator(samvad)
const dispatcher = createDispatcher(samvad.app, {
  email: {
    send: async ({ deliveryId }) => ({ outcome: 'accepted', providerId: deliveryId }),
    async close() {},
  },
})
const DAY_MS = 24 * 3600_000

const used = ({ organizationId }: Company) =>
  samvad.rows(
    `select day::text, kind, user_id, campaign_id, price_list_id is not null as has_list,
            message_count::int as messages, delivery_count::int as deliveries, unit_count::int as units,
            amount_micros::int as amount, reversed_count::int as reversed,
            reversed_micros::int as reversed_amount, rerated_micros::int as rerated, refunded_micros::int as refunded,
            booked_back_micros::int as booked_back
       from daily_usage where org_id = $1 order by day, kind, user_id`,
    [organizationId],
  )

async function company(name: string, rupees = 100n) {
  const made = await samvad.newCompany(name)
  const { conversationId } = await readyToSend(samvad, made, rupees)
  const who = person(samvad, made)
  const draft = { conversation_id: conversationId, channel: 'email', text: 'Namaste' }
  return { company: made, conversationId, who, draft, send: () => who.make('/v1/messages', draft) }
}

test('spec 19.10, U1: one row for a day, kind and user, however many sends there were, and another for another day', async () => {
  const today = new Date('2026-05-04T18:00:00Z')
  samvad.setClock(today)
  const { company: asha, send, who, draft } = await company('Asha Mills')
  await Promise.all([send(), send(), send()])
  await who.post('/v1/messages/batch', { messages: [draft, draft, { ...draft, text: null }] })
  // Half past midnight in India.
  samvad.setClock(new Date('2026-05-04T19:00:00Z'))
  await send()
  const rest = {
    booked_back: 0,
    reversed: 0,
    reversed_amount: 0,
    rerated: 0,
    refunded: 0,
    campaign_id: null,
    has_list: true,
  }
  const own = { kind: 'email', user_id: asha.userId, ...rest }
  assert.deepEqual(await used(asha), [
    { day: '2026-05-04', messages: 5, deliveries: 5, units: 5, amount: 750_000, ...own },
    { day: '2026-05-05', messages: 1, deliveries: 1, units: 1, amount: 150_000, ...own },
  ])
  samvad.setClock(null)
})

test('spec 7.2: a message to a group is one message and a delivery for each member', async () => {
  const { company: bela, who } = await company('Bela Silks')
  const contacts = await Promise.all(
    ['a', 'b', 'c'].map((name) => who.make('/v1/contacts', { email: `${name}@customer.example` })),
  )
  const group = await who.make('/v1/groups', { name: 'Traders', contacts: contacts.map(({ id }) => id) })
  const talk = await who.make('/v1/conversations', { group_id: group.id })
  await who.make('/v1/messages', { conversation_id: talk.id, channel: 'email', text: 'Namaste' })
  const [row, ...more] = await used(bela)
  assert.deepEqual(more, [])
  assert.deepEqual([row?.messages, row?.deliveries, row?.units, row?.amount], [1, 3, 3, 450_000])
})

test('spec 7.10, 13.6: what is taken back is counted on the day of its delivery, as money on the day of its booking, and what was counted stays', async () => {
  const sent = new Date()
  const { company: chitra, who, send } = await company('Chitra Dairy')
  const [first] = [await send(), await send()]
  samvad.setClock(new Date(sent.getTime() + 2 * DAY_MS))
  assert.equal((await who.delete(`/v1/messages/${first.id}`)).status, 204)
  samvad.setClock(null)
  const [row, booked, ...more] = await used(chitra)
  assert.deepEqual(more, [])
  assert.equal(row?.day, indianDate(sent))
  const { day, messages, amount, reversed, booked_back } = booked as Record<string, unknown>
  assert.deepEqual([day, booked_back], [indianDate(new Date(sent.getTime() + 2 * DAY_MS)), 150_000])
  assert.deepEqual([messages, amount, reversed, row?.booked_back], [0, 0, 0, 0])
  assert.deepEqual([row?.messages, row?.deliveries, row?.amount], [2, 2, 300_000])
  assert.deepEqual([row?.reversed, row?.reversed_amount, row?.refunded], [1, 150_000, 0])
})

test('spec 8.7: a refund is counted where it is plain whose it was, as much as it brought, also in two parts', async () => {
  const { company: divya, send } = await company('Divya Steels')
  await send()
  await samvad.rows(`update deliveries set status = 'sent', due_at = null where org_id = $1`, [divya.organizationId])
  const path = '/api/v1/billing/transactions?kind=deduction'
  const [charge] = (await samvad.request('GET', path, { token: divya.token })).body.data
  await approvedRefund(samvad, operator, { transaction_id: charge.id, amount: '0.05' }, divya)
  assert.equal((await used(divya))[0]?.refunded, 50_000)
  await approvedRefund(samvad, operator, { transaction_id: charge.id, amount: '0.10' }, divya)
  const [row] = await used(divya)
  assert.deepEqual([row?.refunded, row?.booked_back, row?.reversed, row?.amount], [150_000, 150_000, 0, 150_000])
})

test('spec 8.6, 8.8: the credit of a re-rate is counted where the messages are that it makes cheaper, less what was taken back before', async () => {
  const { company: ekta, conversationId, who } = await company('Ekta Pharma', 10n)
  const sms = { mode: 'volume' as const, tiers: tiers('1.00', 3, '0.40') }
  await publish(samvad, operator, ekta.organizationId, { sms })
  const sender = senderOf(samvad, ekta, conversationId)
  const [first] = await sender.send('sms', ['one', 'two'])
  assert.equal((await who.delete(`/v1/messages/${publicId('msg', first?.id as Uuid)}`)).status, 204)
  await sender.send('sms', ['three', 'four'])
  await bookRerates(samvad)
  const [row] = await used(ekta)
  // Of 1.00, 1.00, 1.00 and 0.40 the first was reversed completely; the second and the third cost 0.40 now.
  assert.deepEqual(
    [row?.deliveries, row?.amount, row?.reversed_amount, row?.rerated, row?.booked_back],
    [4, 3_400_000, 1_000_000, 1_200_000, 2_200_000],
  )
})

test('spec 13.7: what became of deliveries is counted behind it, on the day of their acceptance, once, however many workers count', async () => {
  const { company: farida, send } = await company('Farida Stores')
  await send()
  await send()
  await send()
  await dispatcher.run(new AbortController().signal)
  const sent = await samvad.rows<{ id: Uuid }>('select id from deliveries where org_id = $1 order by id', [
    farida.organizationId,
  ])
  const receipt = (index: number, status: 'delivered' | 'read' | 'undelivered'): Receipt => ({
    organizationId: farida.organizationId,
    channel: 'email',
    delivery: { id: sent[index]?.id as Uuid },
    status,
    time: samvad.app.clock(),
    error: null,
  })
  const take = createReceiptTaker(samvad.app)
  await take([receipt(0, 'delivered'), receipt(1, 'undelivered'), receipt(2, 'delivered')])
  await take([receipt(0, 'read'), receipt(0, 'delivered'), receipt(2, 'undelivered')])
  const waiting = () => samvad.rows('select id from usage_outcomes where org_id = $1', [farida.organizationId])
  assert.ok((await waiting()).length > 0)
  const [job, other] = [...usageJobs(samvad.app), ...usageJobs(samvad.app)]
  const signal = new AbortController().signal
  await Promise.all([job?.run(signal), other?.run(signal), job?.run(signal)])
  assert.deepEqual(await waiting(), [])
  const [row] = await samvad.rows(
    'select delivered_count::int as delivered, failed_count::int as failed from daily_usage where org_id = $1',
    [farida.organizationId],
  )
  assert.deepEqual(row, { delivered: 1, failed: 2 })
})

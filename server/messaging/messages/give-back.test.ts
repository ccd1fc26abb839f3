// spec 7.10, 8.7: each act makes one refund transaction, and a price is the charge less its refunds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import type { ClaimedRow } from '#messaging/dispatch/claim-queries.ts'
import { claim } from '#messaging/dispatch/claim-queries.ts'
import { record } from '#messaging/dispatch/outcomes.ts'
import { alsoIn, readyToSend } from '../../../test/company.ts'
import { type Company, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { approvedRefund, newOperator } from '../../../test/refunds.ts'
import { person } from '../../../test/story.ts'
import { tell } from '../../../test/telling.ts'

const samvad = await startSamvad()
const operator = await newOperator(samvad)

async function company(name: string) {
  const made = await samvad.newCompany(name)
  const { conversationId } = await readyToSend(samvad, made, 100n)
  const who = person(samvad, made)
  const draft = { conversation_id: conversationId, channel: 'email', text: 'Ready' }
  const send = () => who.make('/v1/messages', draft)
  const batch = async (count: number): Promise<any[]> => {
    const answer = await who.post('/v1/messages/batch', { messages: Array.from({ length: count }, () => draft) })
    return answer.body.data.map(({ message }: any) => message)
  }
  /** Each in its own conversation, so that all of them are claimed at once. */
  const spread = async (count: number): Promise<void> => {
    const others = await alsoIn(samvad, { conversationId }, count)
    const messages = others.map((conversation_id) => ({ ...draft, conversation_id }))
    assert.equal((await who.post('/v1/messages/batch', { messages })).status, 200)
  }
  return { company: made, conversationId, who, send, batch, spread }
}

async function refundsOf({ token }: Company): Promise<any[]> {
  const { body } = await samvad.request('GET', '/api/v1/billing/transactions?kind=refund&limit=100', { token })
  return body.data
}

/** Records these errors for the next due deliveries in one step. */
async function fail({ organizationId }: Company, errorCodes: string[]): Promise<void> {
  const at = samvad.app.clock()
  await samvad.app.database.transaction(async (tx) => {
    const leaseUntil = new Date(at.getTime() + 60_000)
    const claimed = await tx.rows<ClaimedRow>(
      claim([{ organizationId, free: errorCodes.length }], at, { id: newUuid(), leaseUntil }),
    )
    const outcomes = claimed.map(({ id, lease_until, claim_id: claimId }, index) => ({
      organizationId,
      id,
      leaseUntil: lease_until,
      claimId,
      status: 'failed' as const,
      providerId: null,
      errorCode: errorCodes[index] as string,
      errorDetail: 'No',
      dueAt: null,
      address: null,
    }))
    assert.equal((await record(tx, { organizationId, at }, outcomes)).length, errorCodes.length)
  })
}

test('spec 7.10: deleting a conversation with a hundred waiting messages gives back one refund, in which each is found', async () => {
  const { company: asha, conversationId, who, send, batch } = await company('Asha Mills')
  const one = await send()
  await batch(98)
  await send()
  const before = await balanceOf(samvad, asha)
  assert.equal((await who.delete(`/v1/conversations/${conversationId}`)).status, 204)
  const [refund, ...more] = await refundsOf(asha)
  assert.deepEqual(more, [])
  assert.equal(before, '85.00')
  assert.equal(await balanceOf(samvad, asha), '100.00')
  assert.deepEqual(
    [refund.amount, refund.message_count, refund.reverses_id, refund.channel, refund.balance_after],
    ['15.00', 100, null, 'email', '100.00'],
    'of several charges, so it names none',
  )
  const rows = await samvad.rows(
    `select count(*)::int as count, sum(returned_micros)::int8 as micros from deliveries where org_id = $1
       and reversal_id = $2`,
    [asha.organizationId, uuidOf('txn', refund.id)],
  )
  assert.deepEqual(rows, [{ count: 100, micros: 15_000_000n }])
  assert.equal((await who.get(`/v1/messages/${one.id}`)).status, 404)
})

test('spec 7.10, 9.4: what is of one charge names it, and a deleted message is a refund of one', async () => {
  const { company: bela, conversationId, who, send, batch } = await company('Bela Silks')
  const message = await send()
  assert.equal((await who.delete(`/v1/messages/${message.id}`)).status, 204)
  await batch(7)
  assert.equal((await who.delete(`/v1/conversations/${conversationId}`)).status, 204)
  const charges = await samvad.request('GET', '/api/v1/billing/transactions?kind=deduction', { token: bela.token })
  const [whole, single] = await refundsOf(bela)
  assert.deepEqual([whole.amount, whole.message_count, whole.reverses_id], ['1.05', 7, charges.body.data[0].id])
  assert.deepEqual([single.amount, single.message_count, single.reverses_id], ['0.15', 1, charges.body.data[1].id])
})

test('spec 7.10: failures that are recorded together are one refund for each charge, and it names the charge', async () => {
  const { company: chitra, send, spread } = await company('Chitra Dairy')
  await spread(5)
  await send()
  await fail(chitra, ['refused', 'refused', 'bounced', 'refused', 'refused', 'refused'])
  const refunds = await refundsOf(chitra)
  assert.equal(refunds.length, 2)
  for (const { reverses_id } of refunds) assert.match(reverses_id, /^txn_/)
  assert.deepEqual(refunds.map(({ message_count, amount }) => [message_count, amount]).toSorted(), [
    [1, '0.15'],
    [5, '0.75'],
  ])
  assert.equal(await balanceOf(samvad, chitra), '100.00')
})

test('spec 8.7: the price of what was given back is 0.00, wherever it is shown; the statement keeps what was charged', async () => {
  const { company: divya, conversationId, who, send } = await company('Divya Steels')
  const [kept, lost] = [await send(), await send()]
  await samvad.rows(`update deliveries set due_at = now() + interval '1 day' where message_id = $1`, [
    uuidOf('msg', kept.id),
  ])
  await samvad.rows(
    `insert into event_subscriptions (org_id, event_type, subscriber) values ($1, 'message.failed', 'test')`,
    [divya.organizationId],
  )
  await fail(divya, ['refused'])
  const price = async (id: string) => (await who.get(`/v1/messages/${id}`)).body.price
  assert.deepEqual([await price(kept.id), await price(lost.id)], ['0.15', '0.00'])
  const list = await who.get(`/v1/messages?conversation_id=${conversationId}`)
  assert.deepEqual(
    list.body.data.map(({ price }: any) => price),
    ['0.00', '0.15'],
  )
  const { body } = await who.get(`/v1/messages/${lost.id}/deliveries`)
  const [refund] = await refundsOf(divya)
  assert.deepEqual([body.data[0].price, body.data[0].status, body.data[0].reversal_id], ['0.00', 'failed', refund.id])
  const [event] = await samvad.rows(`select payload from events where org_id = $1 and type = 'message.failed'`, [
    divya.organizationId,
  ])
  assert.deepEqual([event?.payload.price, event?.payload.delivery.price], ['0.00', '0.00'])
  const charges = await samvad.request('GET', '/api/v1/billing/transactions?kind=deduction', { token: divya.token })
  assert.deepEqual(
    charges.body.data.map(({ amount }: any) => amount),
    ['-0.15', '-0.15'],
  )
})

test('spec 8.7: a refund of a charge lowers the price of its message, where it is plain whose it was', async () => {
  const { company: ekta, who, send, batch } = await company('Ekta Pharma')
  const alone = await send()
  const several = await batch(2)
  await samvad.rows(`update deliveries set status = 'sent', due_at = null where org_id = $1`, [ekta.organizationId])
  const charges = await samvad.request('GET', '/api/v1/billing/transactions?kind=deduction', { token: ekta.token })
  const [ofBatch, ofOne] = charges.body.data
  const price = async ({ id }: { id: string }) => (await who.get(`/v1/messages/${id}`)).body.price
  await approvedRefund(samvad, operator, { transaction_id: ofOne.id, amount: '0.05' }, ekta)
  assert.equal(await price(alone), '0.10')
  await approvedRefund(samvad, operator, { transaction_id: ofBatch.id, amount: '0.10' }, ekta)
  assert.deepEqual(await Promise.all(several.map(price)), ['0.15', '0.15'], 'nobody can tell whose it was')
  await approvedRefund(samvad, operator, { transaction_id: ofBatch.id }, ekta)
  assert.deepEqual(await Promise.all(several.map(price)), ['0.00', '0.00'])
})

test('spec 14.6: whoever deletes what waits is told of each delivery as cancelled, without its content', async () => {
  const { who, conversationId } = await company('Cancelled Carts')
  await who.make('/v1/webhook_endpoints', { url: 'https://shop.example/', event_types: ['message.*'] })
  const told = async () => {
    await tell(samvad)
    return (await who.get('/v1/events?type=message.cancelled&limit=100')).body.data
  }
  const draft = { channel: 'email', subject: 'Secret', text: 'Secret words' }
  const contacts: string[] = []
  for (const name of ['a', 'b'])
    contacts.push((await who.make('/v1/contacts', { email: `${name}@farm.example`, display_name: 'Secret' })).id)
  const group = await who.make('/v1/groups', { name: 'Dealers', contacts })
  const ofGroup = await who.make('/v1/conversations', { group_id: group.id })
  const message = await who.make('/v1/messages', { ...draft, conversation_id: ofGroup.id })
  const deliveries = (await who.get(`/v1/messages/${message.id}/deliveries`)).body.data

  const mustBeBare = ({ data }: any, of: string) => {
    assert.deepEqual([data.id, data.delivery.status, data.delivery.price, data.text], [of, 'cancelled', '0.00', null])
    assert.ok(data.delivery.reversal_id !== null && data.delivery.contact_id === null)
    assert.ok(!JSON.stringify(data).includes('Secret') && !JSON.stringify(data).includes('farm.example'))
    return data.delivery.id
  }

  await who.delete(`/v1/contacts/${contacts[0]}`)
  const first = mustBeBare((await told())[0], message.id)
  await who.delete(`/v1/messages/${message.id}`)
  const second = mustBeBare((await told())[0], message.id)
  assert.deepEqual([first, second].toSorted(), deliveries.map(({ id }: any) => id).toSorted())
  const other = await who.make('/v1/messages', { ...draft, conversation_id: conversationId })
  await who.delete(`/v1/conversations/${conversationId}`)
  const all = await told()
  mustBeBare(all[0], other.id)
  assert.equal(all.length, 3)
  const types = (await who.get(`/v1/events?object_id=${message.id}&limit=100`)).body.data.map(({ type }: any) => type)
  assert.deepEqual(types, ['message.deleted', 'message.cancelled', 'message.cancelled', 'message.created'])
})

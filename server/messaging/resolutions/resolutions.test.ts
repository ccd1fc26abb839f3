// Deliveries with an unknown outcome: listed, and settled once, by a person or by a receipt.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { parseMicros } from '#kit/money.ts'
import type { SendResult } from '#messaging/channels/adapter.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import { createReceiptTaker } from '#messaging/receipts/taker.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { correspond, deliveriesOf, write } from '../../../test/mail-story.ts'
import { balanceOf } from '../../../test/payments.ts'
import { askForRefund } from '../../../test/refunds.ts'
import { assertRefused, type Person, person } from '../../../test/story.ts'
import { countUnknown } from './actions.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
/** The price of an email: ₹0.15. */
const PRICE = 150_000n
const samvad = await startSamvad()
samvad.setClock(NOON)
const { organizationId } = samvad.company
const asha = person(samvad)
await fund(samvad, organizationId, 1000n)
const taken = createReceiptTaker(samvad.app)
const unknown = (): SendResult => ({ outcome: 'unknown', detail: 'Connection closed unexpectedly' })
const LIST = '/v1/deliveries?outcome=unknown'
let contacts = 0

/** Sends everything that is due; returns the messages. */
async function dispatch(answer: () => SendResult | Promise<SendResult> = unknown): Promise<string[]> {
  const sent: string[] = []
  const send = async ({ deliveryId }: { deliveryId: string }) => {
    sent.push(deliveryId)
    return answer()
  }
  await createDispatcher(samvad.app, { email: { send, async close() {} } }).run(new AbortController().signal)
  return sent
}

const accepted = (): SendResult => ({ outcome: 'accepted', providerId: crypto.randomUUID() })

/** A message to a new contact, with an unknown outcome. */
async function lose(who: Person = asha) {
  const { contactId, conversationId } = await correspond(who, `customer${++contacts}@shop.example`)
  const message = await write(who, { conversationId })
  await dispatch()
  const { body } = await who.get(`/v1/messages/${message.id}/deliveries`)
  const [delivery] = body.data
  assert.deepEqual([delivery.status, delivery.error.code], ['sending', 'outcome_unknown'])
  return { message, delivery, contactId, conversationId }
}

const resolve = (delivery: { id: string }, as: string, who = asha) =>
  who.post(`/v1/deliveries/${delivery.id}/resolve`, { as })
const stored = async ({ id }: { id: string }) =>
  (await samvad.rows('select * from deliveries where id = $1', [uuidOf('dlv', id)]))[0]
const balance = async () => parseMicros(await balanceOf(samvad)) as bigint
const listed = async (who: Person = asha) => (await who.get(LIST)).body.data.map(({ id }: { id: string }) => id)
const audited = async ({ id }: { id: string }) =>
  (await asha.get(`/v1/audit_log?action=delivery.resolved&object=${id}`)).body.data

beforeEach(async () => {
  // Settles those of earlier tests.
  await samvad.rows(
    "update deliveries set status = 'sent', error_code = null where status = 'sending' and error_code = 'outcome_unknown'",
  )
})

test('spec 7.14: unknown deliveries are listed, page by page, for who sees their conversation', async () => {
  const agent = person(samvad, await samvad.newMember(organizationId, 'agent'))
  const viewer = person(samvad, await samvad.newMember(organizationId, 'viewer'))
  const neighbour = person(samvad, await samvad.newCompany('Banyan Books'))
  const [first, second, third] = [await lose(), await lose(agent), await lose()].map(({ delivery }) => delivery)
  const known = await write(asha, await correspond(asha, 'known@shop.example'))
  await dispatch(accepted)
  assert.deepEqual(await listed(), [third.id, second.id, first.id])
  assert.deepEqual(await listed(viewer), [third.id, second.id, first.id])
  assert.deepEqual(await listed(agent), [second.id])
  assert.deepEqual(await listed(neighbour), [])
  const page = (await asha.get(`${LIST}&limit=2`)).body
  assert.deepEqual([page.has_more, page.data.length], [true, 2])
  const next = (await asha.get(`${LIST}&limit=2&starting_after=${second.id}`)).body
  assert.deepEqual([next.has_more, next.data[0]], [false, first])
  // A delivery that was settled since is still a valid cursor.
  assert.equal((await resolve(second, 'sent', agent)).status, 200)
  assert.deepEqual((await asha.get(`${LIST}&starting_after=${second.id}`)).body.data, [first])
  assert.equal((await asha.get('/v1/deliveries')).status, 400)
  assertRefused(
    await asha.get(`${LIST}&starting_after=dlv_00000000000000000000000000`),
    400,
    'unknown_cursor',
    'starting_after',
  )
  assert.equal((await deliveriesOf(samvad, known))[0]?.status, 'sent')
  assert.deepEqual(await countUnknown(samvad.app.database.reads), { email: 2, app: 0, sms: 0 })
})

test('spec 7.14: found to have left, it is sent and stays paid for; saying so twice changes nothing, the opposite is a conflict', async () => {
  await samvad.rows("insert into event_subscriptions values ($1, 'message.sent', 'test')", [organizationId])
  const { delivery, message } = await lose()
  const before = await balance()
  const first = await resolve(delivery, 'sent')
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(first.body, { ...delivery, status: 'sent', error: null, sent_at: NOON.getTime() / 1000 })
  const second = await resolve(delivery, 'sent')
  assert.deepEqual([second.status, second.body], [200, first.body])
  assertRefused(await resolve(delivery, 'not_sent'), 409, 'conflict')
  assertRefused(await resolve(delivery, 'again'), 409, 'conflict')
  assertRefused(await resolve(delivery, 'perhaps'), 422, 'invalid_content', 'as')
  assert.equal(await balance(), before)
  assert.deepEqual(await listed(), [])
  const told = await samvad.rows("select payload from events where type = 'message.sent'")
  await samvad.rows('delete from event_subscriptions where org_id = $1', [organizationId])
  assert.deepEqual(
    told.map(({ payload }) => [payload.id, payload.delivery.status]),
    [[message.id, 'sent']],
  )
  const [entry, ...others] = await audited(delivery)
  assert.deepEqual([entry.details, others.length], [{ as: 'sent' }, 0])
})

test('spec 7.14, 7.10: found not to have left, it has failed and is given back once, however many say so at once', async () => {
  await samvad.rows("insert into event_subscriptions values ($1, 'message.failed', 'test')", [organizationId])
  const { delivery, message } = await lose()
  const before = await balance()
  const answers = await Promise.all(Array.from({ length: 8 }, () => resolve(delivery, 'not_sent')))
  for (const { status, body, text } of answers) {
    assert.equal(status, 200, text)
    assert.deepEqual([body.status, body.error.code, body.price], ['failed', 'not_sent', '0.00'])
  }
  assert.equal(await balance(), before + PRICE)
  assert.equal((await audited(delivery)).length, 1)
  assertRefused(await resolve(delivery, 'sent'), 409, 'conflict')
  assertRefused(await resolve(delivery, 'again'), 409, 'conflict')
  // A late success does not charge anything.
  const receipt = { organizationId, channel: 'email', delivery: { id: uuidOf('dlv', delivery.id) } } as const
  await taken([{ ...receipt, status: 'delivered', time: NOON, error: null }])
  assert.equal((await stored(delivery))?.status, 'failed')
  assert.equal(await balance(), before + PRICE)
  const told = await samvad.rows("select payload from events where type = 'message.failed'")
  await samvad.rows('delete from event_subscriptions where org_id = $1', [organizationId])
  assert.deepEqual(
    told.map(({ payload }) => payload.id),
    [message.id],
  )
})

test('spec 7.14: sent again it leaves once more, without another charge', async () => {
  const { delivery } = await lose()
  const before = await balance()
  const [one, other] = await Promise.all([resolve(delivery, 'again'), resolve(delivery, 'again')])
  assert.deepEqual([one.status, one.body.status, one.body.error], [200, 'queued', null])
  assert.deepEqual([other.status, other.body.status], [200, 'queued'])
  assertRefused(await resolve(delivery, 'not_sent'), 409, 'conflict')
  assert.deepEqual(await dispatch(accepted), [uuidOf('dlv', delivery.id)])
  const sent = await stored(delivery)
  assert.deepEqual([sent?.status, sent?.attempts, sent?.error_code], ['sent', 2, null])
  assert.equal(await balance(), before)
  assert.equal((await audited(delivery)).length, 1)
})

test('spec 7.14: only who sees the conversation and manages messages settles what is unknown in it', async () => {
  const agent = person(samvad, await samvad.newMember(organizationId, 'agent'))
  const fellow = person(samvad, await samvad.newMember(organizationId, 'agent'))
  const viewer = person(samvad, await samvad.newMember(organizationId, 'viewer'))
  const neighbour = person(samvad, await samvad.newCompany('Chandra Foods'))
  const { delivery } = await lose(agent)
  assertRefused(await resolve(delivery, 'not_sent', fellow), 404, 'not_found')
  assertRefused(await resolve(delivery, 'not_sent', neighbour), 404, 'not_found')
  assertRefused(await resolve(delivery, 'not_sent', viewer), 403, 'permission_denied')
  assert.equal((await stored(delivery))?.status, 'sending')
  // Any user with the permission may resolve them, not only the sender.
  assert.equal((await resolve(delivery, 'sent')).status, 200)
})

test('spec 7.13: a receipt settles what nobody knew: it arrived, or is given back', async () => {
  const [arrived, refused] = [await lose(), await lose()]
  const before = await balance()
  const receipt = { organizationId, channel: 'email', time: NOON } as const
  const of = ({ delivery }: typeof arrived) => ({ id: uuidOf('dlv', delivery.id) as Uuid })
  const error = { code: '550', detail: 'no such mailbox' }
  const left = await taken([
    { ...receipt, delivery: of(arrived), status: 'delivered', error: null },
    { ...receipt, delivery: of(refused), status: 'failed', error },
  ])
  assert.deepEqual(left, [])
  const [one, other] = [await stored(arrived.delivery), await stored(refused.delivery)]
  assert.deepEqual([one?.status, one?.error_code, one?.sent_at], ['delivered', null, NOON])
  assert.deepEqual([other?.status, other?.error_code, other?.sent_at], ['failed', '550', null])
  assert.equal(await balance(), before + PRICE)
  assert.equal((await resolve(arrived.delivery, 'sent')).body.status, 'delivered')
  assertRefused(await resolve(arrived.delivery, 'again'), 409, 'conflict')
  assertRefused(await resolve(refused.delivery, 'sent'), 409, 'conflict')
  assert.deepEqual(await listed(), [])
})

test('spec 7.17: what is deleted while nobody knows counts as sent: nothing is given back, and nobody is asked any more', async () => {
  const group = async () => {
    const [one, other] = [`g${++contacts}@shop.example`, `g${++contacts}@shop.example`]
    const ids = [await asha.make('/v1/contacts', { email: one }), await asha.make('/v1/contacts', { email: other })]
    const made = await asha.make('/v1/groups', { name: 'Weavers', contacts: ids.map(({ id }) => id) })
    const conversation = await asha.make('/v1/conversations', { group_id: made.id })
    const message = await write(asha, { conversationId: conversation.id })
    await dispatch()
    const { data } = (await asha.get(`/v1/messages/${message.id}/deliveries`)).body
    const delivery = data.find(({ contact_id }: { contact_id: string }) => contact_id === ids[0].id)
    return {
      delivery,
      other: data.find(({ id }: { id: string }) => id !== delivery.id),
      contactId: ids[0].id as string,
    }
  }
  const byMessage = await lose()
  const byConversation = await lose()
  const byContact = await lose()
  const inGroup = await group()
  const before = await balance()
  assert.equal((await asha.delete(`/v1/messages/${byMessage.message.id}`)).status, 204)
  assert.equal((await asha.delete(`/v1/conversations/${byConversation.conversationId}`)).status, 204)
  assert.equal((await asha.delete(`/v1/contacts/${byContact.contactId}`)).status, 204)
  assert.equal((await asha.delete(`/v1/contacts/${inGroup.contactId}`)).status, 204)
  for (const { delivery } of [byMessage, byConversation, byContact, inGroup]) {
    const row = await stored(delivery)
    assert.deepEqual([row?.status, row?.contact_id, row?.error_detail, row?.reversal_id], ['sent', null, null, null])
    assertRefused(
      await resolve(delivery, 'not_sent'),
      delivery === inGroup.delivery ? 409 : 404,
      delivery === inGroup.delivery ? 'conflict' : 'not_found',
    )
  }
  assert.equal(await balance(), before)
  assert.deepEqual(await listed(), [inGroup.other.id], 'the other member of the group is still unknown')
})

test('spec 7.17: deleted while it is on its way, and then lost, it counts as sent too', async () => {
  const { conversationId } = await correspond(asha, `customer${++contacts}@shop.example`)
  const message = await write(asha, { conversationId })
  const before = await balance()
  const [row] = await deliveriesOf(samvad, message)
  await dispatch(async () => {
    assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
    return unknown()
  })
  const [after] = await samvad.rows('select status, error_detail, lease_until from deliveries where id = $1', [row?.id])
  assert.deepEqual(after, { status: 'sent', error_detail: null, lease_until: null })
  assert.equal(await balance(), before)
  assert.deepEqual(await listed(), [])
})

test('spec 11.9: a charge is not refunded while nobody knows whether its message left, as it may yet be given back', async () => {
  const { delivery } = await lose()
  const ask = { transaction_id: delivery.transaction_id, amount: '0.15' }
  const refused = await askForRefund(samvad, ask)
  assertRefused(refused, 409, 'conflict')
  assert.equal(refused.body.reason, 'charge_not_sent')
  assert.equal((await resolve(delivery, 'sent')).status, 200)
  assert.equal((await askForRefund(samvad, ask)).status, 201)
})

test('spec 7.13: message.unknown is written for an organization that asked for it', async () => {
  await samvad.rows("insert into event_subscriptions values ($1, 'message.unknown', 'test')", [organizationId])
  const { message, delivery } = await lose()
  const told = await samvad.rows("select payload from events where type = 'message.unknown'")
  await samvad.rows('delete from event_subscriptions where org_id = $1', [organizationId])
  assert.deepEqual(
    told.map(({ payload }) => [payload.id, payload.delivery.id, payload.delivery.error.code]),
    [[message.id, delivery.id, 'outcome_unknown']],
  )
})

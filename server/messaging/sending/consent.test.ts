// spec 7.12: consent and the contact's address are checked at the moment of sending.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { correspond, deferred, delivered, deliveriesOf, until, write } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { balanceOf } from '../../../test/payments.ts'
import { person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
const NOON = new Date('2026-03-10T06:30:00Z')
samvad.setClock(NOON)

// Nothing is sent before the worker runs, so the tests can change things in between.
const ravi = await correspond(asha, 'ravi@farm.example')
const meera = await correspond(asha, 'meera@farm.example')
const anu = await correspond(asha, 'anu@farm.example')
const unsubscribed = await write(asha, ravi)
const moved = await write(asha, meera)
const unreachable = await write(asha, anu)
const before = await balanceOf(samvad)
for (const [{ contactId }, change] of [
  [ravi, { unsubscribed: { email: NOON.getTime() / 1000 } }],
  [meera, { email: 'meera@new.example' }],
  [anu, { email: null }],
] as const)
  assert.equal((await asha.put(`/v1/contacts/${contactId}`, change)).status, 200)
samvad.startWorker()

test('spec 7.12: who unsubscribed before it left gets nothing, and it is given back', async () => {
  const delivery = await delivered(samvad, unsubscribed, 'cancelled')
  assert.equal(delivery.error_code, 'recipient_unsubscribed')
  const { body } = await asha.get(`/v1/messages/${unsubscribed.id}`)
  assert.deepEqual([body.status, body.price, body.error.code], ['cancelled', '0.00', 'recipient_unsubscribed'])
})

test('spec 7.12: it goes to the address that the contact has by now, and says so', async () => {
  const delivery = await delivered(samvad, moved, 'sent')
  assert.equal(delivery.address, 'meera@new.example')
  const shown = await asha.get(`/v1/messages/${moved.id}/deliveries`)
  assert.equal(shown.body.data[0].address, 'meera@new.example')
})

test('spec 7.12: who has no address any more is not reached: it has failed, and is given back', async () => {
  const delivery = await delivered(samvad, unreachable, 'failed')
  assert.equal(delivery.error_code, 'recipient_unreachable')
})

test('spec 7.12: one mail in all, and one charge', async () => {
  const mails = await mailbox.waitFor(1)
  assert.deepEqual(
    mails.map(({ envelope }) => envelope.to),
    [['meera@new.example']],
  )
  assert.equal(before, '99.55')
  assert.equal(await balanceOf(samvad), '99.85')
})

test('spec 7.12: a retry asks anew: who unsubscribes between two tries gets nothing', async () => {
  mailbox.answer(() => ({ code: 451, text: 'come back' }))
  const kiran = await correspond(asha, 'kiran@farm.example')
  const message = await write(asha, kiran)
  await deferred(samvad, message)
  mailbox.answer(() => 'accept')
  const link = await asha.put(`/v1/contacts/${kiran.contactId}`, { unsubscribed: { email: NOON.getTime() / 1000 } })
  assert.equal(link.status, 200, link.text)
  samvad.setClock(new Date(NOON.getTime() + 60_000))
  samvad.app.wake('dispatch')
  const [delivery] = await until(
    () => deliveriesOf(samvad, message),
    ([first]) => first?.status === 'cancelled',
  )
  assert.equal(delivery?.error_code, 'recipient_unsubscribed')
  assert.deepEqual(
    mailbox.received.flatMap(({ envelope }) => envelope.to),
    ['meera@new.example'],
  )
})

test('spec 7.12: a member of a group who unsubscribed meanwhile is left out, and the others get theirs', async () => {
  const members = await Promise.all(
    ['one', 'two', 'three'].map((name) => asha.make('/v1/contacts', { email: `${name}@group.example` })),
  )
  const group = await asha.make('/v1/groups', { name: 'Traders', contacts: members.map(({ id }) => id) })
  const talk = await asha.make('/v1/conversations', { group_id: group.id })
  // Deferred until consent is withdrawn.
  mailbox.answer(() => ({ code: 451, text: 'come back' }))
  const message = await write(asha, { conversationId: talk.id })
  await until(
    () => deliveriesOf(samvad, message),
    (rows) => rows.length === 3 && rows.every(({ status, attempts }) => status === 'queued' && attempts === 1),
  )
  mailbox.answer(() => 'accept')
  const [, two] = members
  await asha.put(`/v1/contacts/${two.id}`, { unsubscribed: { email: NOON.getTime() / 1000 } })
  samvad.setClock(new Date(NOON.getTime() + 180_000))
  samvad.app.wake('dispatch')
  await until(
    () => deliveriesOf(samvad, message),
    (rows) => rows.every(({ status }) => status === 'sent' || status === 'cancelled'),
  )
  const rows = await samvad.rows('select status, address from deliveries where message_id = $1 order by address', [
    uuidOf('msg', message.id),
  ])
  assert.deepEqual(rows, [
    { status: 'sent', address: 'one@group.example' },
    { status: 'sent', address: 'three@group.example' },
    { status: 'cancelled', address: 'two@group.example' },
  ])
  assert.equal((await asha.get(`/v1/messages/${message.id}`)).body.price, '0.30')
})

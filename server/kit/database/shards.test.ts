// Statements for a distributed database have the same effect on a single PostgreSQL, which accepts them too. Citus
// itself is tested by hand, with SAMVAD_TEST_DATABASE_URL: docs/operating/citus.md.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { backlog, inHand, putOff } from '#messaging/dispatch/backlog.ts'
import { awaited } from '#money/recharges/awaited-queries.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { openRecharge } from '../../../test/payments.ts'
import { eventually } from '../../../test/program.ts'
import { person } from '../../../test/story.ts'
import { organizationAt } from './places.ts'
import { areShards, onShard, useShards } from './shards.ts'
import { sql } from './sql.ts'

const samvad = await startSamvad()
const asked = areShards()
const together = samvad.app.groupOf
useShards(true)
samvad.app.groupOf = (organizationId) => organizationId
after(() => {
  useShards(asked)
  samvad.app.groupOf = together
})

async function company(name: string) {
  const made = await samvad.newCompany(name)
  await fund(samvad, made.organizationId, 1n)
  const who = person(samvad, made)
  const contact = await who.make('/v1/contacts', { email: 'ravi@customer.example' })
  const conversation: string = (await who.make('/v1/conversations', { contact_id: contact.id })).id
  const send = (headers = {}, text = 'Ready') =>
    samvad.request('POST', '/v1/messages', {
      token: made.token,
      json: { conversation_id: conversation, channel: 'email', text },
      headers,
    })
  const balance = async () =>
    (await samvad.request('GET', '/api/v1/billing/balance', { token: made.token })).body.balance
  return { ...made, who, contact, conversation, send, balance }
}

test('sends of several organizations at once are each charged to their own wallet, and refused when it is empty', async () => {
  const [asha, bharat] = await Promise.all([company('Asha'), company('Bharat')])
  const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => (index % 2 ? asha : bharat).send()))
  // ₹1.00 covers six messages at ₹0.15.
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(
    [statuses.filter((one) => one === 201).length, statuses.filter((one) => one === 402).length],
    [12, 4],
  )
  assert.deepEqual([await asha.balance(), await bharat.balance()], ['0.10', '0.10'])
})

test('a send that is repeated with its key is charged once, and answered with what it was', async () => {
  const chetan = await company('Chetan')
  const key = { 'idempotency-key': 'order-1' }
  const answers = await Promise.all([chetan.send(key), chetan.send(key), chetan.send(key)])
  const ids = new Set(answers.map(({ body }) => body.id))
  assert.deepEqual([answers.map(({ status }) => status), ids.size], [[201, 201, 201], 1])
  assert.equal(await chetan.balance(), '0.85')
})

test('spec 17.12, 17.13: what is due, in hand and awaited is told of all organizations, as on one PostgreSQL', async () => {
  const suspended = await company('Suspended')
  await suspended.send()
  await samvad.rows('update organizations set suspended_at = now() where id = $1', [suspended.organizationId])
  await openRecharge(samvad, '500.00')
  const triedAgain = await company('Tried again')
  await triedAgain.send()
  await samvad.rows("update deliveries set put_off_at = now(), due_at = now() + interval '1 hour' where org_id = $1", [
    triedAgain.organizationId,
  ])
  const { reads } = samvad.app.database
  const tell = async () => {
    const now = new Date(Date.now() + 1000)
    return {
      ...(await backlog(reads, now)),
      hands: await inHand(reads, now),
      again: await putOff(reads, now),
      awaited: await reads.rows<{ count: bigint }>(awaited()),
    }
  }
  const told = await tell()
  useShards(false)
  const expected = await tell().finally(() => useShards(true))
  assert.deepEqual(told, expected)
  assert.deepEqual([told.count.email, told.awaited.map(({ count }) => Number(count))], [13, [1]])
  assert.ok(told.oldest.email !== undefined && told.oldest.sms === undefined)
  assert.deepEqual([told.again.email?.count, told.again.sms], [1, undefined])
})

test('what is due is taken, leaves, and is told of; what was taken is not taken again', async () => {
  const divya = await company('Divya')
  await samvad.rows("insert into event_subscriptions values ($1, 'message.sent', 'test')", [divya.organizationId])
  const sent = await divya.send()
  samvad.startWorker()
  await eventually('it has left', async () => {
    const { body } = await samvad.request('GET', `/v1/messages/${sent.body.id}`, { token: divya.token })
    return body.status === 'sent'
  })
  const events = await samvad.rows("select from events where org_id = $1 and type = 'message.sent'", [
    divya.organizationId,
  ])
  assert.equal(events.length, 1)
  await eventually('the work is given back', async () => {
    const due = await samvad.rows("select from due_work where org_id = $1 and kind = 'dispatch'", [
      divya.organizationId,
    ])
    return due.length === 0
  })
})

test('a conversation that is begun twice at once is one', async () => {
  const esha = await company('Esha')
  const contact = await esha.who.make('/v1/contacts', { email: 'sita@customer.example' })
  const begin = () =>
    samvad.request('POST', '/v1/conversations', { token: esha.token, json: { contact_id: contact.id } })
  const answers = await Promise.all([begin(), begin(), begin()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 201])
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
})

test('a token that nobody has leads to no organization', async () => {
  const answer = await samvad.request('GET', '/v1/conversations', { token: `samvad_${'0'.repeat(40)}` })
  assert.equal(answer.status, 401)
})

test('what a line sends is done as a whole or not at all, and a failure leaves the line as it was', async () => {
  const line = samvad.app.database.pipelinedConnection()
  const id = newUuid()
  const founds = sql`insert into organizations (id, name, created_at) values (${id}, 'Farah', now())`
  await assert.rejects(line.send([founds, sql`select 1 / 0`]), { code: '22012' })
  assert.deepEqual(await line.send([sql`select from organizations where id = ${id}`]), [[]])
})

test('a statement about several organizations is refused before it is sent', () => {
  const ids = [newUuid(), newUuid()]
  assert.throws(() => onShard(sql`org_id`, ids), /about one of them/)
  assert.throws(() => organizationAt(ids), /about one of them/)
})

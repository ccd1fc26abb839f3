// On-demand events are complete from the response that confirms the subscription, whatever was in progress at that
// time. The doctor verifies it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import pg from 'pg'
import { checkOneSnapshot } from '#doctor/actions.ts'
import { subscribedTypes } from '#events/actions.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Accepted } from '#messaging/sending/plan.ts'
import { createSender } from '#messaging/sending/send.ts'
import { jobsOf } from '#program/jobs.ts'
import { retentionJobs } from '#program/kept.ts'
import { startWorker } from '#worker/worker.ts'
import { alsoIn, readyToSend } from '../../test/company.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { startSamvad, uuidOf } from '../../test/harness.ts'
import { lockWaits } from '../../test/lock-waits.ts'
import { isLong } from '../../test/long-stories.ts'
import { startMailbox } from '../../test/mailbox.ts'
import { availableContext } from '../../test/prices.ts'
import { eventually } from '../../test/program.ts'
import { person } from '../../test/story.ts'
import { useUsualLimits } from '../../test/usual-limits.ts'

useUsualLimits(['lock'])

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const { app } = samvad
const DELIVERED = ['message.sent', 'message.delivered']
const url = 'https://shop.example/hook'

async function sender(name: string) {
  const company = await samvad.newCompany(name)
  const { conversationId } = await readyToSend(samvad, company, 1000n)
  const who = person(samvad, company)
  const write = (conversation = conversationId) =>
    who.make('/v1/messages', { conversation_id: conversation, channel: 'email', subject: 'Rice', text: 'It is ready' })
  const { organizationId, userId } = company
  return { ...who, organizationId, userId, conversationId, write }
}

const asksFor = async (organizationId: Uuid) =>
  samvad.rows<{ event_type: string; told_from: bigint; subscriber: string }>(
    'select event_type, told_from, subscriber from event_subscriptions where org_id = $1 order by event_type',
    [organizationId],
  )

const foundBroken = async () => (await checkOneSnapshot(app.database)).map(({ id }) => id)

/** A concurrent transaction that stays open until it is released. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client(samvad.connection)
  await client.connect()
  return client
}

const isWaiting = async () => (await lockWaits(samvad)) > 0

test('spec 14.25: an endpoint is answered for when whoever wrote down outcomes without it has ended', async () => {
  const asha = await sender('Asha Sarees')
  const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: hasAsked, resolve: noteAsked } = Promise.withResolvers<Map<Uuid, Set<string>>>()
  const ask = (tx: Parameters<typeof subscribedTypes>[0]) => subscribedTypes(tx, [asha.organizationId], DELIVERED)
  const writing = app.database.transaction(async (tx) => {
    noteAsked(await ask(tx))
    await isOver
  })
  assert.equal((await hasAsked).size, 0, 'it tells nobody')
  let isAnswered = false
  const creating = asha.make('/v1/webhook_endpoints', { url, event_types: ['message.*'] }).then((endpoint) => {
    isAnswered = true
    return endpoint
  })
  await eventually('it waits', isWaiting)
  // A concurrent emitter treats the subscription as existing, and does not wait.
  const asked = await app.database.transaction(ask)
  assert.deepEqual([...(asked.get(asha.organizationId) ?? [])], DELIVERED)
  assert.equal(isAnswered, false)
  letGo()
  await writing
  await creating
  assert.deepEqual(
    [...((await app.database.transaction(ask)).get(asha.organizationId) ?? [])].toSorted(),
    DELIVERED.toSorted(),
  )
})

test('spec 14.25: nor is it while a message is accepted that tells nobody; the next one is told', async () => {
  const asha = await sender('Bharat Beads')
  await asha.write()
  const client = await connected()
  after(() => client.end())
  await client.query('begin')
  await client.query('lock table messages in exclusive mode')
  const accepting = asha.write()
  await eventually('it is being written', isWaiting)
  let isAnswered = false
  const creating = asha.make('/v1/webhook_endpoints', { url, event_types: ['message.created'] }).then((endpoint) => {
    isAnswered = true
    return endpoint
  })
  await eventually('both wait', async () => (await lockWaits(samvad)) >= 2 || isAnswered)
  assert.equal(isAnswered, false)
  await client.query('commit')
  const [before] = await Promise.all([accepting, creating])
  const later = await asha.write()
  const told = await samvad.rows<{ id: string }>(
    "select payload ->> 'id' as id from events where org_id = $1 and type = 'message.created'",
    [asha.organizationId],
  )
  assert.deepEqual(told, [{ id: later.id }])
  assert.notEqual(before.id, later.id)
  const [asked] = await asksFor(asha.organizationId)
  // The wallet version after one credit and two messages.
  assert.equal(asked?.told_from, 3n)
})

test('spec 14.25: what was decided before, and is written behind the answer, is decided again', async () => {
  const asha = await sender('Decided Dyes')
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isDecided, resolve: noteDecided } = Promise.withResolvers<void>()
  const pipelinedConnection = () => {
    const connection = app.database.pipelinedConnection()
    const send = async (statements: Parameters<typeof connection.send>[0]) => {
      noteDecided()
      await isLetGo
      return connection.send(statements)
    }
    return { ...connection, send }
  }
  const slow = { ...app, database: { ...app.database, pipelinedConnection } }
  const { organizationId, userId, conversationId } = asha
  const at = app.clock()
  const actor = {
    organizationId,
    userId,
    tokenId: newUuid(),
    callerId: newUuid(),
    permissions: new Set<string>(),
    isOperator: false,
    at,
  }
  const conversation_id = uuidOf('conv', conversationId)
  const draft = { conversation_id, channel: 'email', subject: 'Rice', text: 'It is ready' } as const
  const accepting = createSender(slow, undefined, availableContext(app)).send(actor, [draft])
  await isDecided
  await asha.make('/v1/webhook_endpoints', { url, event_types: ['message.created'] })
  letGo()
  const [outcome] = await accepting
  const told = await samvad.rows<{ object_id: Uuid }>(
    "select object_id from events where org_id = $1 and type = 'message.created'",
    [organizationId],
  )
  assert.deepEqual(told, [{ object_id: (outcome as Accepted).message.id }])
})

/** Spreads concurrent calls over several turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await endOfTurn()
}

test('spec 14.25: endpoints begin while many send: W1 counts every message since, and finds none untold', async () => {
  const companies = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => sender(`${name} Weavers`)))
  for (let round = 0; round < (isLong ? 5 : 2); round++) {
    await Promise.all(
      companies.flatMap((asha) => [
        ...Array.from({ length: 12 }, async (_, n) => {
          await turns(5 * n)
          return asha.write()
        }),
        turns(20).then(async () => {
          for (const { id } of (await asha.get('/v1/webhook_endpoints')).body.data)
            assert.equal((await asha.delete(`/v1/webhook_endpoints/${id}`)).status, 204)
          return asha.make('/v1/webhook_endpoints', { url, event_types: ['message.created'] })
        }),
      ]),
    )
    assert.deepEqual(await foundBroken(), [])
  }
})

test('spec 14.25: W1 counts what became of every delivery, until its events go by their age', async () => {
  const asha = await sender('Counted Cottons')
  const conversations = await alsoIn(samvad, asha, 3)
  const endpoint = await asha.make('/v1/webhook_endpoints', { url, event_types: ['message.*'] })
  const worker = startWorker(
    app,
    app.alarm,
    jobsOf(app).filter(({ name }) => name !== 'clock steps' && name !== 'webhooks'),
  )
  try {
    for (const one of conversations) await asha.write(one)
    const events = (type: string) =>
      samvad.rows<{ id: Uuid }>('select id from events where org_id = $1 and type = $2', [asha.organizationId, type])
    await eventually('they are sent', async () => (await events('message.sent')).length === 3)
    assert.deepEqual(await foundBroken(), [])
    for (const type of ['message.sent', 'message.created']) {
      const [one] = await events(type)
      const kept = await samvad.rows<Record<string, unknown>>('select * from events where id = $1', [one?.id])
      await samvad.rows('delete from events where id = $1', [one?.id])
      assert.deepEqual(await foundBroken(), ['W1'], type)
      await samvad.rows(
        `insert into events (org_id, id, type, object_id, payload, created_at, position)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        ['org_id', 'id', 'type', 'object_id', 'payload', 'created_at', 'position'].map((name) => kept[0]?.[name]),
      )
    }
    assert.deepEqual(await foundBroken(), [])
  } finally {
    await worker.stop(GUARD_MS)
  }
  // They are old enough to be deleted.
  assert.equal((await asha.put(`/v1/webhook_endpoints/${endpoint.id}`, { status: 'paused' })).status, 200)
  samvad.setClock(new Date(Date.now() + 31 * 86_400_000))
  for (const job of retentionJobs(app)) while (await job.run(new AbortController().signal)) continue
  samvad.setClock(null)
  const left = await samvad.rows("select 1 from events where org_id = $1 and type = 'message.sent'", [
    asha.organizationId,
  ])
  assert.equal(left.length, 0)
  assert.deepEqual(await foundBroken(), [])
})

test('spec 14.25: what an endpoint is told of goes on when it is changed, and what it no longer asks for ends', async () => {
  const asha = await sender('Changed Chillies')
  const endpoint = await asha.make('/v1/webhook_endpoints', { url, event_types: ['message.created', 'message.sent'] })
  const [before] = await asksFor(asha.organizationId)
  await asha.write()
  const path = `/v1/webhook_endpoints/${endpoint.id}`
  assert.equal((await asha.put(path, { event_types: ['message.created', 'message.read'] })).status, 200)
  const rows = await asksFor(asha.organizationId)
  assert.deepEqual(
    rows.map(({ event_type, told_from }) => [event_type, told_from]),
    [
      ['message.created', before?.told_from],
      ['message.read', (before?.told_from ?? 0n) + 1n],
    ],
  )
})

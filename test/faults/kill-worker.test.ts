// spec 19.2: kill -9 of the worker while it sends mails. Verdicts compare the database with the mail server's log.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDatabase } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId, testDatabase, uuidOf } from '../harness.ts'
import { childrenOf, kill } from '../kills/processes.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { startHoldingMailServer, steps } from './holding-mail-server.ts'

const MAILS = 110
/**
 * Each mail has a separate conversation: one after a mail of unknown outcome would wait until its lease ends. Some are
 * spare, to replace those with such a mail after the first kill.
 */
const CONVERSATIONS = isLong ? 130 : MAILS
/** Deliveries of one organization in flight, each on a separate connection: the server holds all of them. */
const IN_HAND = 50
const RECHARGE = '1000.00'

const connection = await testDatabase()
const database = openDatabase(connection, 2)
const server = await startHoldingMailServer()
const dataDirectory = await newDataDirectory()
const environment = { DATABASE_URL: urlOf(connection), SAMVAD_SMTP_URL: server.url, SAMVAD_LOG_LEVEL: 'error' }
let samvad: Program
let conversationIds: string[]

before(async () => {
  samvad = await startProgram(dataDirectory, environment)
  // Only mails to contacts: notifications about money by mail are off.
  const types = Object.fromEntries(
    ['recharge.completed', 'invoice.generated', 'balance.low', 'balance.empty'].map((type) => [type, { email: false }]),
  )
  const { status, text } = await samvad.request('PUT', '/v1/notification_preferences', { json: { types } })
  assert.equal(status, 200, text)
  conversationIds = await makeConversations()
})

after(async () => {
  await samvad?.stop()
  await server.close()
  await database.close()
  await removeDataDirectory(dataDirectory)
})

interface Row {
  id: Uuid
  conversation_id: Uuid
  status: string
  attempts: number
  error_code: string | null
}

const rowsOf = async (messageIds: readonly string[]) =>
  (
    await database.pool.query<Row>(
      'select id, conversation_id, status, attempts, error_code from deliveries where message_id = any($1)',
      [messageIds],
    )
  ).rows

for (const [what, how] of [
  ['a worker that is killed', killWorker],
  ['a whole program that is killed and started again', killProgram],
] as const)
  test(`spec 19.2: ${what} costs nobody a mail: what never left is sent, once, and only the rest is unknown`, {
    skip: how === killProgram && onlyLong,
  }, async () => {
    server.hold(1)
    const [taken, unanswered] = [server.taken.length, server.unanswered.length]
    const messageIds = await send(MAILS)
    const stuck = await eventually('the server holds all that is in hand', async () => {
      const held = server.held()
      return steps.reduce((sum, step) => sum + held[step], 0) === IN_HAND && held
    })
    for (const step of steps) assert.ok(stuck[step] > 0, `${step}: ${stuck[step]}`)
    const sentBefore = server.taken.length - taken
    // Held connections get no answer all the same.
    server.hold(null)
    await how()
    server.readOn()

    const rows = await eventually('all others are sent', async () => {
      const all = await rowsOf(messageIds)
      return all.every(({ status }) => status === 'sent' || status === 'sending') &&
        all.filter(({ status }) => status === 'sending').length <= stuck.content + stuck.end
        ? all
        : undefined
    })
    const unknown = rows.filter(({ status }) => status === 'sending')
    assert.equal(unknown.length, stuck.content + stuck.end, 'of those whose content may have gone')
    assert.equal(rows.length, MAILS)
    assert.ok(
      rows.every(({ attempts }) => attempts === 1),
      'what never left was no try',
    )

    const arrived = server.taken.slice(taken)
    assert.equal(arrived.length, MAILS - unknown.length)
    assert.equal(new Set(arrived).size, arrived.length, 'each once')
    const unknownIds = new Set(unknown.map(({ id }) => id))
    for (const name of arrived) assert.ok(!unknownIds.has(deliveryOf(name)), `${name} arrived and is unknown`)
    for (const name of server.unanswered.slice(unanswered)) assert.ok(unknownIds.has(deliveryOf(name)), name)
    assert.ok(server.unanswered.length - unanswered >= stuck.end, 'the server had those')
    assert.ok(sentBefore + IN_HAND < MAILS, 'others were queued')
    const withUnknown = new Set(unknown.map(({ conversation_id }) => publicId('conv', conversation_id)))
    conversationIds = conversationIds.filter((id) => !withUnknown.has(id))
  })

test('spec 19.2: the journals of dead workers are read by whoever has their folder, and are its owner’s alone', async () => {
  const folder = join(dataDirectory, 'dispatch')
  const { stat } = await import('node:fs/promises')
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  const journals = (await readdir(folder)).filter((name) => name.endsWith('.journal'))
  assert.ok(journals.length > 0)
  for (const name of journals) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
})

async function killWorker(): Promise<void> {
  const [worker] = await childrenOf(samvad.pid)
  assert.ok(worker && kill(worker))
}

async function killProgram(): Promise<void> {
  const children = await childrenOf(samvad.pid)
  await samvad.kill()
  for (const child of children) kill(child)
  samvad = await startProgram(dataDirectory, environment)
}

const deliveryOf = (messageId: string) => uuidOf('dlv', /^<([^@]+)@/.exec(messageId)?.[1] ?? '')

async function makeConversations(): Promise<string[]> {
  const recharge = await samvad.request('POST', '/api/v1/billing/recharges', { json: { amount: RECHARGE } })
  const paid = new URLSearchParams({ method: 'upi', outcome: 'success' })
  await fetch(recharge.body.checkout_url, { method: 'POST', body: paid })
  return Promise.all(
    Array.from({ length: CONVERSATIONS }, async (_, index) => {
      const contact = await make('/v1/contacts', { display_name: 'Ravi', email: `ravi-${index}@shop.example` })
      return (await make('/v1/conversations', { contact_id: contact.id })).id
    }),
  )
}

/** On a busy machine this many at once get 503. */
function make(path: string, json: object): Promise<{ id: string }> {
  return eventually(`${path} is taken`, async () => {
    const { status, text, body } = await samvad.request('POST', path, { json })
    assert.ok(status === 201 || status === 503, text)
    return status === 201 && body
  })
}

/** Returns the stored messages. */
async function send(count: number): Promise<string[]> {
  const messages = Array.from({ length: count }, (_, index) => ({
    conversation_id: conversationIds[index],
    channel: 'email',
    text: `Hello ${index}`,
  }))
  const { status, text, body } = await samvad.request('POST', '/v1/messages/batch', { json: { messages } })
  assert.equal(status, 200, text)
  return body.data.map(({ message }: any) => uuidOf('msg', message.id))
}

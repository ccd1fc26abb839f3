// spec 19.1: kill -9 of the program, and with it of its API, while messages are sent. Acknowledged requests happened
// exactly once; others happened completely or not at all, and a retry with the same Idempotency-Key makes them happen
// exactly once. In `npm test` test/kills/kills.test.ts kills it during all other work.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { formatMicros } from '#kit/money.ts'
import { testDatabase } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'

/** `npm run kills` kills the API a hundred times. */
const ROUNDS = 1
const SENDERS = 16
const dataDirectory = await newDataDirectory()
/** Delivery is not tested here. `npm run kills` kills the worker too, and many more times. */
const environment = { ROLES: 'api', DATABASE_URL: urlOf(await testDatabase()) }
let samvad: Program | undefined

after(async () => {
  await samvad?.stop()
  await removeDataDirectory(dataDirectory)
})

test('spec 19.1: a kill -9 during sends loses nothing that was acknowledged, and charges nothing twice', {
  skip: onlyLong,
}, async () => {
  samvad = await startProgram(dataDirectory, environment)
  await recharge(samvad, '10000.00')
  const conversationId = await newConversation(samvad)
  const acknowledged = new Set<string>()
  const attempted = new Set<string>()

  for (let round = 0; round < ROUNDS; round++) {
    const running = samvad
    const killed = new AbortController()
    const senders = Array.from({ length: SENDERS }, async (_, sender) => {
      for (let count = 0; !killed.signal.aborted; count++) {
        const name = `${round}-${sender}-${count}`
        attempted.add(name)
        const answer = await send(running, conversationId, name).catch(() => undefined)
        if (answer?.status === 201) acknowledged.add(name)
        else if (!killed.signal.aborted) assert.fail(`refused before the kill: ${answer?.text}`)
      }
    })
    // Killed under load: after enough answers, with the other requests at any step.
    const wanted = acknowledged.size + 150
    await eventually('enough sends were acknowledged', async () => acknowledged.size >= wanted)
    killed.abort()
    await running.kill()
    await Promise.all(senders)
    samvad = await startProgram(dataDirectory, environment)
    assert.deepEqual(await missing(samvad, conversationId, acknowledged), [], 'acknowledged messages are stored')
  }

  // The callers retry unanswered requests with the same keys.
  for (const name of attempted) {
    if (acknowledged.has(name)) continue
    const answer = await send(samvad, conversationId, name)
    assert.equal(answer.status, 201, answer.text)
  }
  const texts = await storedTexts(samvad, conversationId)
  assert.deepEqual(texts.toSorted(), [...attempted].toSorted(), 'every message is stored exactly once')

  // Charges equal what was not reversed. Deliveries continue, so both are read until they are of one moment.
  const running = samvad
  await eventually('the balance is what the messages cost', async () => {
    const failed = (await statusesOf(running, conversationId)).filter((status) => status === 'failed').length
    const { body } = await running.request('GET', '/api/v1/billing/balance')
    return body.balance === formatMicros(10_000_000_000n - BigInt(attempted.size - failed) * 150_000n)
  })
  const { code, out } = await samvad.cli('doctor')
  assert.equal(code, 0, out)
})

async function send(program: Program, conversationId: string, name: string) {
  return program.request('POST', '/v1/messages', {
    json: { conversation_id: conversationId, channel: 'email', subject: 'Kill', text: name },
    headers: { 'idempotency-key': name },
  })
}

async function recharge(program: Program, amount: string): Promise<void> {
  const { body } = await program.request('POST', '/api/v1/billing/recharges', { json: { amount } })
  await fetch(body.checkout_url, { method: 'POST', body: new URLSearchParams({ method: 'upi', outcome: 'success' }) })
}

async function newConversation(program: Program): Promise<string> {
  const contact = await program.request('POST', '/v1/contacts', { json: { email: 'meera@customer.example' } })
  const conversation = await program.request('POST', '/v1/conversations', { json: { contact_id: contact.body.id } })
  return conversation.body.id
}

async function all(program: Program, conversationId: string): Promise<{ id: string; text: string; status: string }[]> {
  const found = []
  let cursor = ''
  for (;;) {
    const { body } = await program.request('GET', `/v1/messages?conversation_id=${conversationId}&limit=100${cursor}`)
    found.push(...body.data)
    if (!body.has_more) return found
    cursor = `&starting_after=${body.data.at(-1).id}`
  }
}

const storedTexts = async (program: Program, id: string) => (await all(program, id)).map(({ text }) => text)
const statusesOf = async (program: Program, id: string) => (await all(program, id)).map(({ status }) => status)

async function missing(program: Program, conversationId: string, names: Set<string>): Promise<string[]> {
  const stored = new Set(await storedTexts(program, conversationId))
  return [...names].filter((name) => !stored.has(name))
}

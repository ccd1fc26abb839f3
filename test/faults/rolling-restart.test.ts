// spec 19.8: a rolling restart with no failed request. Two programs on one database behind a proxy: while messages are
// sent, one is restarted and serves alone once the other has stopped. The proxy does what proxies do: it polls /readyz,
// and repeats a request whose connection broke before an answer at the other program, with the same Idempotency-Key.
// Upgrades are in upgrade.test.ts: an older program can only run here as long as its code does.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { GUARD_MS } from '../guard.ts'
import { type Answer, testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'

const SENDERS = 2
/** Pause of one sender, also before a retry at the other program: leaves the processor to the starting program. */
const PAUSE_MS = 100

const folder = await newDataDirectory()
const database = await testDatabase()
/** One of them has both roles. */
const roles = ['api,worker', 'api']
const start = (index: number) => startProgram(folder, { DATABASE_URL: urlOf(database), ROLES: roles[index] as string })
const programs: Program[] = []
after(async () => {
  for (const program of programs) await program.stop()
  await removeDataDirectory(folder)
})

test('spec 19.8: a rolling restart under load fails no request, and sends nothing twice', async () => {
  const first = await start(0)
  const { token } = first
  programs.push(first, await start(1))

  async function through(name: string, method: string, path: string, json: unknown): Promise<Answer> {
    const until = performance.now() + GUARD_MS
    for (let attempt = 0; performance.now() < until; attempt++) {
      const program = programs[(attempt + name.length) % programs.length] as Program
      const headers = { 'idempotency-key': name }
      const answer = await program.request(method, path, { token, json, headers }).catch(() => null)
      if (answer && answer.body?.code !== 'idempotency_in_flight') return answer
      await pause(PAUSE_MS)
    }
    assert.fail(`nobody answered ${name}`)
  }

  const recharge = await through('recharge', 'POST', '/api/v1/billing/recharges', { amount: '1000.00' })
  await fetch(recharge.body.checkout_url, {
    method: 'POST',
    body: new URLSearchParams({ method: 'upi', outcome: 'success' }),
    redirect: 'manual',
  })
  const contact = await through('contact', 'POST', '/v1/contacts', { email: 'meera@customer.example' })
  const conversation = await through('conversation', 'POST', '/v1/conversations', { contact_id: contact.body.id })

  const day = { isOver: false }
  const sent: string[] = []
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let count = 0; !day.isOver; count++) {
      const name = `${'x'.repeat(count % 2)}-${sender}-${count}`
      const mail = { conversation_id: conversation.body.id, channel: 'email', subject: 'Offer', text: name }
      const answer = await through(name, 'POST', '/v1/messages', mail)
      assert.equal(answer.status, 201, answer.text)
      sent.push(name)
      await pause(PAUSE_MS)
    }
  })
  const before = sent.length
  assert.equal(await programs[0]?.stop(), 0)
  programs[0] = await start(0)
  assert.ok(sent.length > before, 'sending went on meanwhile')
  // The other one is stopped in turn; its restart was already tested.
  assert.equal(await programs[1]?.stop(), 0)
  const alone = sent.length
  await eventually('the new one serves alone', async () => sent.length > alone + SENDERS)
  day.isOver = true
  await Promise.all(senders)

  const { body } = await (programs[0] as Program).request(
    'GET',
    '/api/v1/billing/transactions?kind=deduction&limit=1',
    { token },
  )
  assert.equal(body.data.length, 1)
  const { code, out } = await (programs[0] as Program).cli('doctor')
  assert.equal(code, 0, out)
  const texts = await allTexts(programs[0] as Program, token, conversation.body.id)
  assert.deepEqual(texts.toSorted(), sent.toSorted(), 'every message once')
})

async function allTexts(program: Program, token: string, conversationId: string): Promise<string[]> {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/messages?conversation_id=${conversationId}&limit=100${cursor}`
    const { body } = await program.request('GET', path, { token })
    found.push(...body.data.map(({ text }: { text: string }) => text))
    if (!body.has_more) return found
    cursor = `&starting_after=${body.data.at(-1).id}`
  }
}

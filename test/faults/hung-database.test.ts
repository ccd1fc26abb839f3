// A database that hangs (stopped, or behind a network that was cut) blocks no caller: 503 within seconds, and requests
// in the meantime are safe to repeat with their key.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cuttable } from '../cuttable-database.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { useUsualLimits } from '../usual-limits.ts'

useUsualLimits()

const database = await cuttable(await testDatabase())
const dataDirectory = await newDataDirectory()
const samvad: Program = await startProgram(dataDirectory, {
  DATABASE_URL: urlOf(database.connection),
  ROLES: 'api',
  SAMVAD_LOG_LEVEL: 'silent',
})
after(async () => {
  database.mend()
  await samvad.stop()
  await database.close()
  await removeDataDirectory(dataDirectory)
})

async function readyToSend(): Promise<string> {
  const { body: recharge } = await samvad.request('POST', '/api/v1/billing/recharges', { json: { amount: '100.00' } })
  await fetch(recharge.checkout_url, {
    method: 'POST',
    body: new URLSearchParams({ method: 'upi', outcome: 'success' }),
  })
  const contact = await samvad.request('POST', '/v1/contacts', { json: { email: 'meera@customer.example' } })
  const conversation = await samvad.request('POST', '/v1/conversations', { json: { contact_id: contact.body.id } })
  return conversation.body.id
}

test('spec 19.11: while the database hangs everybody is told to try again; afterwards nothing is lost or done twice', async () => {
  const message = { conversation_id: await readyToSend(), channel: 'email', text: 'Hello' }
  const send = (key: string) =>
    samvad.request('POST', '/v1/messages', { json: message, headers: { 'idempotency-key': key } })
  const asked = async (request: () => ReturnType<typeof samvad.request>) => (await request()).status
  const requests = [
    () => samvad.request('GET', '/readyz'),
    () => samvad.request('GET', '/v1/conversations'),
    () => send('first'),
    () => send('second'),
  ]
  assert.equal((await send('before')).status, 201)

  database.cut()
  // The database stays cut until all are answered: a request without a deadline would hang. The second time there is no
  // open connection, and none can be opened.
  for (const _ of ['on open connections', 'on new ones'])
    assert.deepEqual(
      await Promise.all(requests.map(asked)),
      requests.map(() => 503),
    )
  assert.equal((await samvad.request('GET', '/healthz')).status, 200)

  database.mend()
  await eventually('it is ready again', async () => (await samvad.request('GET', '/readyz')).status === 200)
  for (const key of ['first', 'second', 'first']) assert.equal((await send(key)).status, 201)
  const { body } = await samvad.request('GET', `/v1/messages?conversation_id=${message.conversation_id}`)
  assert.equal(body.data.length, 3)
  const doctor = await samvad.cli('doctor')
  assert.equal(doctor.code, 0, doctor.out)
})

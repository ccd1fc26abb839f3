// A worker that is killed while it sends SMS: submitted messages have an unknown outcome, the others are sent.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDispatchingWorker } from '../../../../test/dispatching-worker.ts'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { delivered, unresolved, until } from '../../../../test/mail-story.ts'
import { startSmppServer } from '../../../../test/smpp/server.ts'
import { setAccount, smppAccount, textTo, writeSms } from '../../../../test/smpp/story.ts'
import { person } from '../../../../test/story.ts'
import { LEASE_MS } from '../../dispatch/round.ts'

const server = await startSmppServer()
after(() => server.close())
const environment = { SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' }
const samvad = await startSamvad(environment)
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)

test('spec 19.2, 7.13: what was submitted by a killed worker is unknown and is never submitted again; what waited leaves once', async () => {
  await setAccount(asha, smppAccount(server.port, { window: 1 }))
  const [one, other] = [await textTo(asha), await textTo(asha)]
  server.answer(() => 'hang')
  const messages = [await writeSms(asha, one, 'Hello'), await writeSms(asha, other, 'Hello')]
  const killed = await startDispatchingWorker(samvad, environment)
  await until(
    async () => server.unanswered.length,
    (count) => count === 1,
  )
  await killed.kill()
  // The killed worker's bind is held for another minute: the provider accepts only one.
  await samvad.rows('delete from sms_binds')
  const [submitted] = server.unanswered
  server.answer(() => 0)
  samvad.setClock(new Date(Date.now() + 2 * LEASE_MS))
  samvad.startWorker()
  const [first, second] = `+${submitted?.to}` === one.phone_number ? messages : messages.toReversed()
  await unresolved(samvad, first)
  await delivered(samvad, second, 'sent')
  assert.deepEqual([server.unanswered.length, server.taken.length], [1, 1])
  assert.notEqual(server.taken[0]?.to, submitted?.to)
})

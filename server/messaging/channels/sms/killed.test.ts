// A worker that is killed while it sends SMS: what had been submitted is of an unknown outcome, what had not leaves.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { delivered, deliveriesOf, until } from '../../../../test/mail-story.ts'
import { eventually } from '../../../../test/program.ts'
import { startSmppServer } from '../../../../test/smpp/server.ts'
import { setAccount, smppAccount, textTo, writeSms } from '../../../../test/smpp/story.ts'
import { person } from '../../../../test/story.ts'

/** A minute, and what a busy machine takes. */
const LEASES_END_WITHIN_MS = 180_000

const server = await startSmppServer()
after(() => server.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)

/** A worker on the same database and folder, in a process of its own. */
function worker() {
  const { dataDirectory } = samvad.app.settings
  const file = (path: string) => new URL(path, import.meta.url).href
  const text = `
    import { readSettings } from '${file('../../../kit/settings.ts')}'
    import { assemble } from '${file('../../../program/app.ts')}'
    import { createAdapters } from '${file('../adapters.ts')}'
    import { createDispatcher } from '${file('../../dispatch/dispatcher.ts')}'
    const environment = { DATA_DIR: ${JSON.stringify(dataDirectory)}, SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' }
    const settings = readSettings({ ...environment, PORT: '0', SAMVAD_LOG_LEVEL: 'silent' })
    const app = await assemble(settings, ${JSON.stringify(samvad.connection)})
    await createDispatcher(app, createAdapters(app, {})).run(new AbortController().signal)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'inherit' })
  after(() => child.kill('SIGKILL'))
  return {
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('spec 19.2, 7.13: what was submitted by a killed worker is unknown and is never submitted again; what waited leaves once', async () => {
  await setAccount(asha, smppAccount(server.port, { window: 1 }))
  const [one, other] = [await textTo(asha), await textTo(asha)]
  server.answer(() => 'hang')
  const messages = [await writeSms(asha, one, 'Hello'), await writeSms(asha, other, 'Hello')]
  const killed = worker()
  await until(
    async () => server.unanswered.length,
    (count) => count === 1,
  )
  await killed.kill()
  // The bind of the one that is gone is held for another minute: the provider takes one alone.
  await samvad.rows('delete from sms_binds')
  const [submitted] = server.unanswered
  server.answer(() => 0)
  samvad.startWorker()
  const [first, second] = `+${submitted?.to}` === one.phone_number ? messages : messages.toReversed()
  const isUnknown = async () => (await deliveriesOf(samvad, first))[0]?.error_code === 'outcome_unknown'
  await eventually('it is known that nobody knows', isUnknown, LEASES_END_WITHIN_MS)
  await delivered(samvad, second, 'sent')
  assert.deepEqual([server.unanswered.length, server.taken.length], [1, 1])
  assert.notEqual(server.taken[0]?.to, submitted?.to)
})

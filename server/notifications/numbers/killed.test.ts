// Codes with an unknown result: no response, or a worker killed before it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { until } from '../../../test/mail-story.ts'
import {
  app,
  codeTo,
  DLT,
  give,
  NUMBER,
  newNumber,
  operator,
  samvad,
  sendCodes,
  server,
  smsTo,
  someone,
  TEMPLATES,
} from '../../../test/numbers-story.ts'
import { startSmppServer } from '../../../test/smpp/server.ts'
import { smppAccount } from '../../../test/smpp/story.ts'
import { assertRefused } from '../../../test/story.ts'

test('spec 14.123: a code that its provider took and did not answer for is not sent again; one that it did not take is, as another', async () => {
  const { who } = await someone()
  const number = newNumber()
  try {
    server.answer(() => 'lose')
    await give(who, number)
    assert.equal((await who.get(NUMBER)).body.code.status, 'unknown')
    await sendCodes()
    const arrived = server.unanswered.filter(({ to }) => `+${to}` === number)
    assert.equal(arrived.length, 1)
    const code = /^\d{6}/.exec(arrived[0]?.text ?? '')?.[0]
    assert.equal((await who.post(`${NUMBER}/verify`, { code })).status, 200, 'it may have arrived, and then it proves')

    const second = newNumber()
    server.answer(() => 0x58)
    await give(who, second)
    assert.equal((await who.get(NUMBER)).body.code.status, 'waiting')
    assertRefused(await who.post(`${NUMBER}/verify`, { code: '000000' }), 409, 'conflict')
    await sendCodes()
    assert.equal(server.refused.filter(({ to }) => `+${to}` === second).length, 1, 'not at once')
    server.answer(() => 0)
    samvad.setClock(new Date(Date.now() + 61_000))
    await sendCodes()
    assert.equal(smsTo(second).length, 1)
    assert.equal((await who.post(`${NUMBER}/verify`, { code: codeTo(second) })).status, 200)
  } finally {
    samvad.setClock(null)
    server.answer(() => 0)
  }
})

test('spec 14.123, 19.2: a worker that is killed between the submission and its answer leaves a code unknown, sent once', async () => {
  const { who } = await someone()
  const phone_number = newNumber()
  // Its bind is the only one that the account allows.
  const other = await startSmppServer()
  after(() => other.close())
  await operator.put('/v1/shared_channels/sms', smppAccount(other.port, { from: 'SAMVAD', ...DLT, binds: 2 }))
  other.answer(() => 'hang')
  assert.equal((await who.put(NUMBER, { phone_number })).status, 200)
  const file = (path: string) => new URL(path, import.meta.url).href
  const environment = {
    DATA_DIR: app.settings.dataDirectory,
    SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
    PORT: '0',
    SAMVAD_LOG_LEVEL: 'silent',
    SAMVAD_NOTICE_DLT_TEMPLATES: JSON.stringify(TEMPLATES),
  }
  const text = `
    import { readSettings } from '${file('../../kit/settings.ts')}'
    import { assemble } from '${file('../../program/app.ts')}'
    import { createAdapters } from '${file('../../messaging/channels/adapters.ts')}'
    import { codeJobs } from '${file('./jobs.ts')}'
    const app = await assemble(readSettings(${JSON.stringify(environment)}), ${JSON.stringify(samvad.connection)})
    const { sms } = createAdapters(app, {})
    for (const job of codeJobs(app, sms)) await job.run(new AbortController().signal)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  after(() => child.kill('SIGKILL'))
  await until(
    async () => other.unanswered.length,
    (count) => count === 1,
  )
  child.kill('SIGKILL')
  await ended
  assert.equal((await who.get(NUMBER)).body.code.status, 'leaving')
  other.answer(() => 0)
  samvad.setClock(new Date(Date.now() + 121_000))
  try {
    await sendCodes()
    assert.equal((await who.get(NUMBER)).body.code.status, 'unknown')
    await sendCodes()
    assert.deepEqual([other.unanswered.length, other.taken.length], [1, 0])
  } finally {
    samvad.setClock(null)
    await samvad.rows('delete from sms_binds')
    await operator.put('/v1/shared_channels/sms', smppAccount(server.port, { from: 'SAMVAD', ...DLT }))
  }
})

// spec 14.65: kill -9 of workers that make notices and hand them over. The verdict compares the database with the mail
// server's log.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { LEAVING_MAX_MS } from '#notifications/rules.ts'
import { publicId, startSamvad } from '../harness.ts'
import { startMailbox } from '../mailbox.ts'
import { happen, low, ownerOf, sendNotices, writeNotices } from '../notices.ts'
import { urlOf } from '../postgres.ts'
import { eventually } from '../program.ts'

const ORGANIZATIONS = 6
const EVENTS_EACH = 25
const KILLS = 4

const mailbox = await startMailbox({ isForNotices: true })
const samvad = await startSamvad()
const dataDirectory = await mkdtemp(join(tmpdir(), 'samvad-notices-'))
const workers: ChildProcess[] = []
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await mailbox.close()
  await rm(dataDirectory, { recursive: true, force: true })
})

function startWorker(): ChildProcess {
  const script = new URL('notices-worker.ts', import.meta.url).pathname
  const worker = spawn(process.execPath, [script, urlOf(samvad.connection), dataDirectory, mailbox.url])
  workers.push(worker)
  return worker
}

interface State {
  notice_id: string
  status: string
}

test('spec 14.65: however workers are killed, each notice is made once and leaves at most once, and what is said to be sent has arrived', async () => {
  const companies = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, (_, n) => ownerOf(samvad, `Killed Kites ${n}`)),
  )
  // A server that takes its time has many in hand when the worker dies.
  mailbox.answer(() => pause(30, 'accept' as const))
  for (let round = 0; round < KILLS; round++) {
    for (const { organizationId } of companies)
      for (let n = 0; n < EVENTS_EACH; n++) await happen(samvad, organizationId, low())
    const before = mailbox.received.length
    const worker = startWorker()
    await eventually('mails leave', async () => mailbox.received.length > before + 5, 60_000)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    // The leases of the dead are over at once.
    await samvad.rows(
      "update due_work set due_at = now() - interval '1 second', lease_id = null, lease_until = null where kind like 'notice%'",
    )
  }
  mailbox.answer(() => 'accept')
  const lastWorker = startWorker()
  await eventually(
    'nothing waits',
    async () =>
      (await samvad.rows("select 1 from notice_sends where status = 'waiting' and channel = 'email'")).length === 0,
    60_000,
  )
  await pause(200)
  lastWorker.kill('SIGKILL')
  await once(lastWorker, 'exit')
  const late = new Date(samvad.app.clock().getTime() + LEAVING_MAX_MS + 1000)
  samvad.setClock(late)
  await samvad.rows(
    "update due_work set due_at = now() - interval '1 second', lease_id = null, lease_until = null where kind like 'notice%'",
  )
  await writeNotices(samvad)
  const carried: string[] = []
  const email = {
    async send({ id }: { id: string }) {
      carried.push(id)
      return { became: 'sent' as const, detail: '' }
    },
    close() {},
  }
  await sendNotices(samvad, { email })
  samvad.setClock(null)
  assert.deepEqual(carried, [], 'whatever a dead worker had in hand is not tried again')

  const made = await samvad.rows<{ count: string }>('select count(*) from notices')
  assert.equal(Number(made[0]?.count), ORGANIZATIONS * EVENTS_EACH * KILLS, 'one for each event')
  const names = mailbox.received.map(({ headers }) => headers['message-id'] as string)
  assert.equal(new Set(names).size, names.length, 'no mail twice')
  const states = await samvad.rows<State>("select notice_id, status, reason from notice_sends where channel = 'email'")
  const arrived = new Set(names.map((name) => name.slice(1, name.indexOf('@'))))
  const missing = states.filter(
    ({ notice_id, status }) => status === 'sent' && !arrived.has(publicId('ntf', notice_id)),
  )
  assert.deepEqual(missing, [])
  const tally = Object.groupBy(states, ({ status }) => status)
  assert.equal(tally.waiting ?? tally.leaving, undefined)
  const accounted = (tally.sent?.length ?? 0) + (tally.unknown?.length ?? 0)
  assert.ok(arrived.size <= accounted && (tally.unknown?.length ?? 0) <= (KILLS + 1) * 10 * ORGANIZATIONS)
  assert.ok((tally.sent?.length ?? 0) > 0)
})

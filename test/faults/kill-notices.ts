// Kills the workers that create and send notifications with SIGKILL. The verdict compares the database with the mail
// server's log.
// Per file: it starts a server of the file's own.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { LEAVING_MAX_MS } from '#notifications/rules.ts'
import { bundledProgram } from '../bundled-program.ts'
import { publicId, startSamvad } from '../harness.ts'
import { type Mail, startMailbox } from '../mailbox.ts'
import { happen, low, ownerOf, sendNotices, writeNotices } from '../notices.ts'
import { urlOf } from '../postgres.ts'
import { eventually } from '../program.ts'

/** Mails that the server accepts before it holds the rest. */
const TAKEN = 5
const WORKER = await bundledProgram('notices-worker')

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
  const worker = spawn(process.execPath, [WORKER, urlOf(samvad.connection), dataDirectory, mailbox.url])
  workers.push(worker)
  return worker
}

/** The Message-ID contains the id of the notification. */
const noticeOf = ({ headers: { 'message-id': name = '' } }: Mail) => name.slice(1, name.indexOf('@'))

interface State {
  notice_id: string
  status: string
}

export async function killWhoMakesNotices(sizes: { organizations: number; eventsEach: number; kills: number }) {
  const { organizations, eventsEach, kills } = sizes
  const companies = await Promise.all(
    Array.from({ length: organizations }, (_, n) => ownerOf(samvad, `Killed Kites ${n}`)),
  )
  for (let round = 0; round < kills; round++) {
    for (const { organizationId } of companies)
      for (let n = 0; n < eventsEach; n++) await happen(samvad, organizationId, low())
    // The server accepts some mails, and holds the next ones while the worker is killed.
    let asked = 0
    const held = Promise.withResolvers<'accept'>()
    mailbox.answer(() => (++asked <= TAKEN ? 'accept' : held.promise))
    const worker = startWorker()
    await eventually('mails are held', async () => asked > TAKEN + 1)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    held.resolve('accept')
    // Leases of killed workers expire at once.
    await samvad.rows(
      "update due_work set due_at = now() - interval '1 second', lease_id = null, lease_until = null where kind like 'notice%'",
    )
  }
  mailbox.answer(() => 'accept')
  const inHand = async () => {
    const rows = await samvad.rows<State>("select notice_id from notice_sends where status = 'leaving'")
    return rows.map(({ notice_id }) => notice_id)
  }
  const ofTheDead = new Set(await inHand())
  const lastWorker = startWorker()
  await eventually('every notice is made, and the worker has none in hand', async () => {
    const [made] = await samvad.rows<{ count: string }>('select count(*) from notices')
    const open = await samvad.rows("select 1 from notice_sends where status = 'waiting' and channel = 'email'")
    const isIdle = (await inHand()).every((id) => ofTheDead.has(id))
    return Number(made?.count) === organizations * eventsEach * kills && open.length === 0 && isIdle
  })
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
  assert.equal(Number(made[0]?.count), organizations * eventsEach * kills, 'one for each event')
  const names = mailbox.received.map(({ headers }) => headers['message-id'] as string)
  assert.equal(new Set(names).size, names.length, 'no mail twice')
  const states = await samvad.rows<State>("select notice_id, status, reason from notice_sends where channel = 'email'")
  const arrived = new Set(mailbox.received.map(noticeOf))
  const missing = states.filter(
    ({ notice_id, status }) => status === 'sent' && !arrived.has(publicId('ntf', notice_id)),
  )
  assert.deepEqual(missing, [])
  const tally = Object.groupBy(states, ({ status }) => status)
  assert.equal(tally.waiting ?? tally.leaving, undefined)
  const accounted = (tally.sent?.length ?? 0) + (tally.unknown?.length ?? 0)
  assert.ok(arrived.size <= accounted && (tally.unknown?.length ?? 0) <= (kills + 1) * 10 * organizations)
  assert.ok((tally.sent?.length ?? 0) > 0)
}

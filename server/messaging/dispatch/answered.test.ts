// A worker is killed after its provider responded, before the outcomes were recorded: the next worker records them from
// the journal. The killed workers are separate processes; verdicts compare the database with the mail server's log.

import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { alsoIn, readyToSend } from '../../../test/company.ts'
import { startDispatchingWorker } from '../../../test/dispatching-worker.ts'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { balanceOf } from '../../../test/payments.ts'
import { eventually } from '../../../test/program.ts'
import { useUsualLimits } from '../../../test/usual-limits.ts'
import { createDispatcher } from './dispatcher.ts'
import { DispatchJournal, FOLDER } from './journal/journal.ts'
import { LeftBehind } from './left-behind.ts'

useUsualLimits(['lock'])

const MAILS = 5
const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad
const folder = join(app.settings.dataDirectory, FOLDER)
beforeEach(() => {
  mailbox.received.length = 0
  mailbox.answer(() => 'accept')
})

/** An organization with queued mails. */
async function company() {
  const sending = await readyToSend(samvad, await samvad.newCompany('Weavers'), 1000n)
  const { company: of } = sending
  const conversations = await alsoIn(samvad, sending, MAILS)
  const messages = conversations.map((conversation_id) => ({ conversation_id, channel: 'email', text: 'Hello' }))
  const answer = await samvad.request('POST', '/v1/messages/batch', { token: of.token, json: { messages } })
  assert.equal(answer.status, 200, answer.text)
  return of
}

const rowsOf = ({ organizationId }: Company) =>
  samvad.rows<{ id: Uuid; status: string; provider_id: string; error_code: string; attempts: number; sent_at: Date }>(
    'select id, status, provider_id, error_code, attempts, sent_at from deliveries where org_id = $1 order by id',
    [organizationId],
  )

const balance = (of: Company) => balanceOf(samvad, of)

async function journals(): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.journal'))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

/**
 * Sends all of the company's mails with a worker that cannot record anything from the first message on, and kills it
 * when all have a response.
 */
async function killedBehindAnswers(of: Company): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const holder = await app.database.pool.connect()
  const held = Promise.withResolvers<void>()
  let asked = 0
  mailbox.answer(async () => {
    if (++asked === MAILS) {
      // All of them are claimed by now.
      await holder.query('begin')
      await holder.query('select 1 from deliveries where org_id = $1 for update', [of.organizationId])
      held.resolve()
    }
    await held.promise
    return answer
  })
  const one = await startDispatchingWorker(samvad, { SAMVAD_SMTP_URL: mailbox.url })
  try {
    await eventually('all answers are noted', async () => (await journals()).split('\noutcome ').length > MAILS)
    await one.kill()
    // Statements of the worker that wait for the lock would otherwise run after its death.
    await eventually('nothing that it asked is left', async () => {
      const waiting = await samvad.rows(`select pg_terminate_backend(pid) from pg_stat_activity
                                          where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting.length === 0
    })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  assert.deepEqual(new Set((await rowsOf(of)).map(({ status }) => status)), new Set(['sending']))
}

let answer: 'accept' | { code: number; text: string } = 'accept'

/** Runs another worker until nothing is left to do. */
async function follow(): Promise<void> {
  const journal = new DispatchJournal(app.settings.dataDirectory)
  await journal.open()
  await new LeftBehind(app, journal).look()
  await journal.close()
}

test('spec 19.2: what was accepted before its worker was killed is sent, its charge kept, and it is not sent again', async () => {
  const of = await company()
  const paid = await balance(of)
  await killedBehindAnswers(of)
  const killedAt = new Date()
  const accepted = mailbox.received.map(({ headers }) => headers['message-id'])
  assert.equal(accepted.length, MAILS)

  await follow()
  const rows = await rowsOf(of)
  for (const { status, error_code, attempts } of rows)
    assert.deepEqual([status, error_code, attempts], ['sent', null, 1])
  assert.deepEqual(new Set(rows.map(({ provider_id }) => provider_id)), new Set(accepted))
  assert.ok(
    rows.every(({ sent_at }) => sent_at <= killedAt),
    'when it was accepted, not when that was recorded',
  )
  await createDispatcher(app, {}).run(new AbortController().signal)
  assert.equal(await balance(of), paid)
  assert.equal(mailbox.received.length, MAILS)
})

test('spec 19.2: what was refused is given back once, and what is to come later waits, as if nobody had been killed', async () => {
  const refused = await company()
  const paid = await balance(refused)
  answer = { code: 554, text: 'no such thing here' }
  await killedBehindAnswers(refused)
  await follow()
  await follow()
  for (const { status, error_code } of await rowsOf(refused))
    assert.deepEqual([status, error_code], ['failed', 'refused'])
  assert.equal(Math.round((Number(await balance(refused)) - Number(paid)) * 100), MAILS * 15)

  const later = await company()
  const kept = await balance(later)
  answer = { code: 451, text: 'later' }
  await killedBehindAnswers(later)
  await follow()
  for (const { status, error_code, attempts } of await rowsOf(later))
    assert.deepEqual([status, error_code, attempts], ['queued', 'temporarily_refused', 1])
  assert.equal(await balance(later), kept)
  answer = 'accept'
  assert.equal(mailbox.received.length, 0)
  // On a busy machine they would be due again while the next test kills its worker.
  const waiting = await samvad.rows<{ message_id: Uuid }>('select message_id from deliveries where org_id = $1', [
    later.organizationId,
  ])
  for (const { message_id } of waiting) {
    const path = `/v1/messages/${publicId('msg', message_id)}`
    assert.equal((await samvad.request('DELETE', path, { token: later.token })).status, 204)
  }
})

test('spec 19.2: of a line that was not written to its end nobody knows; what was settled meanwhile stays as it is', async () => {
  const of = await company()
  await killedBehindAnswers(of)
  const [name] = (await readdir(folder)).filter((one) => one.endsWith('.journal'))
  const path = join(folder, name as string)
  const text = await readFile(path, 'utf8')
  // Overwritten in place: a new file with its name would count as a copy.
  await writeFile(path, text.slice(0, text.lastIndexOf('\noutcome ') + 60))
  const torn = text.slice(text.lastIndexOf('\noutcome ')).split(' ')[2] as Uuid
  // As if a worker elsewhere, without the journal, had recorded unknown outcomes, two of which a person resolved since.
  const found = await samvad.rows<{ id: Uuid }>(
    `update deliveries set error_code = 'outcome_unknown', lease_until = null, claim_id = null
      where (org_id, id) in (select org_id, id from deliveries where org_id = $1 and id <> $2 limit 3) returning id`,
    [of.organizationId, torn],
  )
  const [sent, notSent, unknown] = found.map(({ id }) => id) as [Uuid, Uuid, Uuid]
  for (const [id, as] of [
    [sent, 'sent'],
    [notSent, 'not_sent'],
  ] as const) {
    const path = `/v1/deliveries/${publicId('dlv', id)}/resolve`
    const resolved = await samvad.request('POST', path, { token: of.token, json: { as } })
    assert.equal(resolved.status, 200, resolved.text)
  }
  const said = await rowsOf(of)
  await follow()
  const expected = new Map([
    [torn, ['sending', null]],
    [sent, ['sent', null]],
    [notSent, ['failed', 'not_sent']],
    [unknown, ['sending', 'outcome_unknown']],
  ])
  const rows = await rowsOf(of)
  const [noted, ...others] = rows.filter(({ id }) => !expected.has(id))
  assert.deepEqual([noted?.status, others], ['sent', []])
  for (const [id, status] of expected) {
    const [before, after] = [said, rows].map((all) => all.find((one) => one.id === id))
    assert.deepEqual([after?.status, after?.error_code], status)
    assert.deepEqual(after, before)
  }
})

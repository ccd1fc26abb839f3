// Data with a retention period is deleted when that has passed, and not before: spec 17.9.
// Alone: its worker must not wait for what a file before it left to be done.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventJobs } from '#events/jobs.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { identityJobs } from '#people/identity/jobs.ts'
import { sessionJobs } from '#people/sessions/jobs.ts'
import { ENDED_SESSIONS_KEPT_MS } from '#people/sessions/rules.ts'
import { retentionJobs } from '#program/kept.ts'
import { sandboxJobs } from '#sandbox/jobs.ts'
import { startSamvad } from '../../test/harness.ts'
import { until } from '../../test/mail-story.ts'
import { person } from '../../test/story.ts'
import type { Job } from './job.ts'

const samvad = await startSamvad({ SAMVAD_EVENTS_KEPT_DAYS: '7' })
const asha = person(samvad)
const here = samvad.company.organizationId
const elsewhere = (await samvad.newCompany('Banyan Books')).organizationId
const now = new Date('2026-06-01T10:00:00Z')
const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
const ago = (ms: number) => new Date(now.getTime() - ms)
const never = new AbortController().signal

async function runToEnd(jobs: Job[]): Promise<number> {
  samvad.setClock(now)
  let runs = 0
  for (const job of jobs) while ((runs++, await job.run(never))) assert.ok(runs < 100)
  samvad.setClock(null)
  return runs
}

const count = async (table: string, where = 'true') =>
  Number((await samvad.rows<{ count: bigint }>(`select count(*) from ${table} where ${where}`))[0]?.count)

test('spec 3.14, 17.9: answers for a repeated request are really gone after 24 hours, of every organization, in pieces', async () => {
  const keep = (organizationId: Uuid, key: string, at: Date, many = 1) =>
    samvad.rows(
      `insert into idempotency_keys (org_id, token_id, key, fingerprint, status, body, created_at)
       select $1, $2, $3 || n, '\\x00', 201, '{}', $4 from generate_series(1, $5) n`,
      [organizationId, newUuid(), key, at, many],
    )
  await keep(here, 'old', ago(DAY_MS), 2500)
  await keep(elsewhere, 'old', ago(DAY_MS + 1))
  await keep(here, 'young', ago(DAY_MS - 1000))
  await keep(elsewhere, 'young', ago(0))
  assert.ok((await runToEnd(retentionJobs(samvad.app))) > 3)
  assert.deepEqual(
    (await samvad.rows("select org_id, key from idempotency_keys where key ~ '^(old|young)' order by org_id")).map(
      ({ org_id, key }) => [org_id, key],
    ),
    [here, elsewhere].toSorted().map((id) => [id, 'young1']),
  )
})

test('spec 14.5: events are deleted after SAMVAD_EVENTS_KEPT_DAYS, in pieces', async () => {
  const tell = async (organizationId: Uuid, type: string, at: Date, many = 1) => {
    const ids = Array.from({ length: many }, () => newUuid(at.getTime()))
    await samvad.rows(
      `insert into events (org_id, id, type, object_id, payload, created_at)
       select $1, id, $2, id, '{}', $3 from unnest($4::uuid[]) id`,
      [organizationId, type, at, ids],
    )
    await runToEnd(eventJobs(samvad.app))
  }
  // Ids of a process never go back in time: the rows below get ids of their own time.
  await tell(here, 'test.old', ago(7 * DAY_MS + HOUR_MS), 2100)
  await tell(elsewhere, 'test.old', ago(7 * DAY_MS + HOUR_MS))
  await tell(here, 'test.young', ago(7 * DAY_MS - HOUR_MS))
  const uuidAt = (at: Date) => {
    const time = at.getTime().toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-`
  }
  await samvad.rows(
    `update events set id = ($1 || lpad(to_hex(n), 12, '0'))::uuid
       from (select id as old, row_number() over (order by id) as n
         from events where type = 'test.old') as numbered where id = old`,
    [uuidAt(ago(7 * DAY_MS + HOUR_MS))],
  )
  await runToEnd(retentionJobs(samvad.app))
  assert.equal(await count('events', "type = 'test.old'"), 0)
  assert.equal(await count('events', "type = 'test.young'"), 1)
})

test('spec 17.9: mail in the sandbox goes after 30 days, and beyond the newest of an organization', async () => {
  const arrive = (organizationId: Uuid, at: Date, ...subjects: string[]) => {
    const time = at.getTime().toString(16).padStart(12, '0')
    return Promise.all(
      subjects.map((subject, index) =>
        samvad.rows(
          `insert into sandbox_messages (org_id, id, channel, from_address, address, subject, raw, received_at)
           values ($1, $2, 'email', 'a@a.example', 'b@b.example', $3, 'x', $4)`,
          [organizationId, `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-00000000000${index}`, subject, at],
        ),
      ),
    )
  }
  const left = async (organizationId: Uuid) =>
    (await samvad.rows('select subject from sandbox_messages where org_id = $1 order by id', [organizationId])).map(
      ({ subject }) => subject,
    )
  await arrive(here, ago(30 * DAY_MS + 1), 'old')
  await arrive(here, ago(30 * DAY_MS - 1), 'first', 'second', 'third')
  await arrive(elsewhere, ago(31 * DAY_MS), 'old')
  await arrive(elsewhere, ago(DAY_MS), 'one')
  await runToEnd(sandboxJobs(samvad.app))
  assert.deepEqual(await left(here), ['first', 'second', 'third'])
  assert.deepEqual(await left(elsewhere), ['one'])
  await runToEnd(sandboxJobs(samvad.app, 2))
  assert.deepEqual(await left(here), ['second', 'third'])
  assert.deepEqual(await left(elsewhere), ['one'])
})

test('spec 17.9: failed sign-ins are forgotten a day after the last, sessions a week after they ended', async () => {
  const fail = (name: string, at: Date) =>
    samvad.rows('insert into sign_in_attempts (email_hash, failed_in_a_row, last_at) values ($1, 3, $2)', [
      Buffer.from(name),
      at,
    ])
  const session = (name: string, end: Date) =>
    samvad.rows(
      'insert into sessions (hash, id, user_id, org_id, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
      [Buffer.from(name), newUuid(), samvad.company.userId, here, ago(DAY_MS), end],
    )
  await fail('old', ago(DAY_MS + 1))
  await fail('young', ago(DAY_MS - 1))
  await session('old', ago(ENDED_SESSIONS_KEPT_MS + 1))
  await session('ended', ago(ENDED_SESSIONS_KEPT_MS - 1))
  await session('open', ago(-1))
  await runToEnd([...identityJobs(samvad.app), ...sessionJobs(samvad.app)])
  const names = async (column: string, table: string) =>
    (await samvad.rows(`select ${column} as name from ${table}`)).map(({ name }) => String(name))
  assert.deepEqual(await names('email_hash', 'sign_in_attempts'), ['young'])
  assert.deepEqual((await names('hash', 'sessions')).sort(), ['ended', 'open'])
})

test('spec 17.9: the worker does it by itself', async () => {
  const contact = await asha.make('/v1/contacts', { display_name: 'Told' })
  await runToEnd(eventJobs(samvad.app))
  samvad.setClock(new Date(Date.now() + 8 * DAY_MS))
  samvad.startWorker()
  await until(
    () => count('events', `payload->>'id' = '${contact.id}'`),
    (left) => left === 0,
  )
  samvad.setClock(null)
  assert.equal((await asha.get(`/v1/contacts/${contact.id}`)).status, 200)
})

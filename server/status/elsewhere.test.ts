// What the status shows of inbound events, and of an installation that was moved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settings } from '#kit/settings.ts'
import { startSamvad } from '../../test/harness.ts'
import { type PartStatus, readStatus, type Status } from './read.ts'

const samvad = await startSamvad()

/** A machine that is busy with other tests may not answer at first. */
async function look(settings: Settings, metrics = ''): Promise<Status> {
  for (let tries = 1; ; tries++) {
    const status = await readStatus({
      settings: { ...settings, databaseUrl: 'postgres://a-server' },
      clock: samvad.app.clock,
      connection: async () => samvad.app.database.connection,
      program: async () => ({ pid: process.pid, url: samvad.url, isAnswering: true }),
      metrics: async () => metrics,
    })
    const isLate = status.parts.some(({ problems }) => problems.some(({ code }) => code === 'part_timeout'))
    if (!isLate || tries === 10) return status
  }
}
const textOf = (messages: readonly { message: string }[]) => messages.map(({ message }) => message).join('\n')
const partOf = ({ parts }: Status, name: string) => parts.find((one) => one.name === name) as PartStatus

test('spec 17.32: waiting inbound events are shown by channel, and whether email is received', async () => {
  const off = await look(samvad.app.settings)
  assert.deepEqual(partOf(off, 'channels').facts.mail_receiver, { is_on: false })
  const at = samvad.app.clock()
  await samvad.rows(
    `insert into arrivals (org_id, id, channel, source, fingerprint, body, size, received_at, due_at)
     values ($1, gen_random_uuid(), 'sms', 'smpp', '\\x01', '\\x02', 1, $2, $2)`,
    [samvad.company.organizationId, new Date(at.getTime() - 120_000)],
  )
  const settings = { ...samvad.app.settings, mailDomain: 'in.samvad.example', mailInPort: 2525 }
  const counts = (seconds: number) => `samvad_job_runs_total{job="mail receiver"} 5
samvad_job_last_success_timestamp_seconds{job="mail receiver"} ${at.getTime() / 1000 - seconds}
samvad_arrival_last_timestamp_seconds{channel="email"} ${at.getTime() / 1000 - 60}
`
  const on = partOf(await look(settings, counts(5)), 'channels')
  const shown = textOf(on.lines)
  assert.match(shown, /^Mail receiver: listening on port 2525 for in\.samvad\.example$/m)
  assert.match(shown, /^Last inbound event: Email 1 min \d* ?s? ?ago$/m)
  assert.match(shown, /^Inbound events waiting: SMS 1, oldest 2 min/m)
  const { problems } = await look(settings, counts(90))
  assert.deepEqual(
    problems.map(({ part, code, params }) => ({ part, code, params })),
    [{ part: 'channels', code: 'mail_receiver_down', params: { port: 2525 } }],
  )
  await samvad.rows('delete from arrivals')
})

test('spec 17.31: an installation that was moved says so, and where it is', async () => {
  const [{ place }] = (await samvad.rows<{ place: object }>('select place from installation')) as [{ place: object }]
  const moved = { to: 'the database "samvad" on db:5432' }
  await samvad.rows('update installation set place = $1', [{ ...place, moved }])
  const status = await look(samvad.app.settings)
  await samvad.rows('update installation set place = $1', [place])
  assert.match(
    textOf(status.problems),
    /^This installation was moved to the database "samvad" on db:5432\. Set DATABASE_URL/,
  )
  assert.deepEqual(textOf(partOf(status, 'fence').lines), 'Moved to: the database "samvad" on db:5432')
})

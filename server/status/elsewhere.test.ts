// The status of inbound events, of the program's metrics, and of an installation that was moved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settings } from '#kit/settings.ts'
import { startSamvad } from '../../test/harness.ts'
import { type PartStatus, readStatus, type Status } from './read.ts'

const samvad = await startSamvad()

/** A machine busy with other tests may not answer at first. */
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

test('spec 17.12: a job that keeps failing is a problem, and the metrics are shown', async () => {
  const now = Date.now() / 1000
  const counts = (succeeded: number) => `# TYPE samvad_job_runs_total counter
samvad_job_runs_total{job="old events"} 5
samvad_job_failures_total{job="old events"} 3
samvad_job_last_success_timestamp_seconds{job="old events"} ${succeeded}
samvad_gateway_last_webhook_timestamp_seconds{gateway="sandbox"} ${now - 120}
samvad_handover_seconds_bucket{le="0.1",channel="email",outcome="sent"} 2
samvad_handover_seconds_count{channel="email",outcome="sent"} 4
samvad_channel_pauses_total{channel="email",reason="outage"} 1
`
  assert.deepEqual((await look(samvad.app.settings, counts(now - 60))).problems, [])
  const status = await look(samvad.app.settings, counts(now - 7200))
  assert.match(textOf(status.problems), /^The job old events has failed 3 times and has not succeeded/)
  const payments = textOf(partOf(status, 'payments').lines)
  assert.match(payments, /^Payment gateway: sandbox, for new payments\n(?:.*\n)?Last webhook: sandbox 2 min /)
  const [email] = partOf(status, 'channels').facts.channels as object[]
  const inbound = {
    inbound_events_waiting: 0,
    inbound_events_oldest_seconds: 0,
    last_inbound_event_seconds: null,
  }
  assert.deepEqual(email, {
    channel: 'email',
    own_accounts: 0,
    is_shared: false,
    handed_over: { sent: 4 },
    pauses: 1,
    ...inbound,
  })
})

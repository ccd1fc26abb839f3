// Failed inbound events, retries and late deliveries in the status: spec 17.12, 5.33.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../test/harness.ts'
import { correspond, write } from '../../test/mail-story.ts'
import { person } from '../../test/story.ts'
import { queuesPart } from './queues.ts'

const samvad = await startSamvad()

test('spec 17.12, 5.33: inbound events that failed are a problem, and those that are retried are not', async () => {
  const { organizationId } = samvad.company
  const look = async () => {
    const view = { reads: samvad.app.database.reads, now: samvad.app.clock() }
    return (await queuesPart.read(view as Parameters<typeof queuesPart.read>[0])).problems ?? []
  }
  const arrive = (fingerprint: string, failedAt: Date | null) =>
    samvad.rows(
      `insert into arrivals (org_id, id, channel, source, fingerprint, body, size, received_at, due_at, failed_at)
       values ($1, gen_random_uuid(), 'app', 'test', $2, 'x', 1, now(), $3, $4)`,
      [organizationId, fingerprint, failedAt ? null : new Date(), failedAt],
    )
  await arrive('again', null)
  assert.deepEqual(await look(), [])
  await arrive('failed', new Date())
  await arrive('failed too', new Date())
  assert.deepEqual(await look(), [
    {
      code: 'inbound_events_failed',
      params: { events: 2, organizations: 1 },
      message: '2 inbound events of 1 organization could not be processed. Run samvad arrival list.',
    },
  ])
  await samvad.rows('delete from arrivals where org_id = $1', [organizationId])
})

test('spec 17.12: deliveries that wait for a retry are shown with their age, and are no problem by themselves', async () => {
  const { organizationId } = samvad.company
  await fund(samvad, organizationId, 100n)
  const asha = person(samvad)
  await write(asha, await correspond(asha, 'ravi@farm.example'))
  const look = async () => {
    const now = samvad.app.clock()
    const view = { reads: samvad.app.database.reads, now }
    return queuesPart.read(view as Parameters<typeof queuesPart.read>[0])
  }
  assert.ok((await look()).lines.some(({ code }) => code === 'deliveries_retrying_none'))
  await samvad.rows(
    "update deliveries set put_off_at = now() - interval '2 hours', due_at = now() + interval '1 hour' where org_id = $1",
    [organizationId],
  )
  const { lines, problems, facts } = await look()
  const shown = lines.map(({ message }) => message)
  assert.ok(shown.includes('Deliveries waiting for a retry: Email 1, oldest 2 h'), shown.join('\n'))
  const [retrying] = facts.deliveries_waiting_for_retry
  assert.deepEqual(
    [problems, retrying?.channel, retrying?.count, Math.round(retrying?.oldest_seconds ?? 0)],
    [[], 'email', 1, 7200],
  )
})

test('spec 17.12: while the installation is fenced, due deliveries are not late: the fence is the problem', async () => {
  const { organizationId } = samvad.company
  const look = async () => {
    const view = { reads: samvad.app.database.reads, now: samvad.app.clock() }
    return (await queuesPart.read(view as Parameters<typeof queuesPart.read>[0])).problems ?? []
  }
  await samvad.rows("update deliveries set due_at = now() - interval '1 hour' where org_id = $1", [organizationId])
  assert.match((await look()).map(({ message }) => message).join(), /^Email deliveries have been due for 1 h\. /)
  await samvad.rows("update installation set fenced_since = now(), fenced_reason = 'a test'")
  assert.deepEqual(await look(), [])
  await samvad.rows('update installation set fenced_since = null, fenced_reason = null')
})

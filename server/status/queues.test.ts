// What waits for somebody is named: spec 17.12, 5.33.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../test/harness.ts'
import { correspond, write } from '../../test/mail-story.ts'
import { person } from '../../test/story.ts'
import { queuesPart } from './queues.ts'

const samvad = await startSamvad()

test('spec 17.12, 5.33: what arrived and waits for a person is named, and what is only tried again is not', async () => {
  const { organizationId } = samvad.company
  const look = async () => {
    const view = { reads: samvad.app.database.reads, now: samvad.app.clock() }
    return (await queuesPart.read(view as Parameters<typeof queuesPart.read>[0])).problems
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
  assert.deepEqual(await look(), ['2 arrivals could not be worked on, of 1 organization: samvad arrival list.'])
  await samvad.rows('delete from arrivals where org_id = $1', [organizationId])
})

test('spec 17.12: what was tried in vain and waits for its next try is shown, since when, and is no problem by itself', async () => {
  const { organizationId } = samvad.company
  await fund(samvad, organizationId, 100n)
  const asha = person(samvad)
  await write(asha, await correspond(asha, 'ravi@farm.example'))
  const look = async () => {
    const now = samvad.app.clock()
    const view = { reads: samvad.app.database.reads, now }
    return queuesPart.read(view as Parameters<typeof queuesPart.read>[0])
  }
  assert.ok((await look()).lines.includes('deliveries to be tried again none'))
  await samvad.rows(
    "update deliveries set put_off_at = now() - interval '2 hours', due_at = now() + interval '1 hour' where org_id = $1",
    [organizationId],
  )
  const { lines, problems, facts } = await look()
  assert.ok(lines.includes('deliveries to be tried again email 1, the oldest for 2 h'), lines.join('\n'))
  const [{ channel, count, oldest_seconds }] = facts.deliveries_put_off as [Record<string, unknown>]
  assert.deepEqual([problems, channel, count, Math.round(oldest_seconds as number)], [[], 'email', 1, 7200])
})

test('spec 17.12: behind a fence what is due is not late: that the fence is up is what is told', async () => {
  const { organizationId } = samvad.company
  const look = async () => {
    const view = { reads: samvad.app.database.reads, now: samvad.app.clock() }
    return (await queuesPart.read(view as Parameters<typeof queuesPart.read>[0])).problems ?? []
  }
  await samvad.rows("update deliveries set due_at = now() - interval '1 hour' where org_id = $1", [organizationId])
  assert.match((await look()).join(), /^Deliveries by email have been due for 1 h: /)
  await samvad.rows("update installation set fenced_since = now(), fenced_reason = 'a test'")
  assert.deepEqual(await look(), [])
  await samvad.rows('update installation set fenced_since = null, fenced_reason = null')
})

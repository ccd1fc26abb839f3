// What waits for somebody is named: spec 17.12, 5.33.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
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

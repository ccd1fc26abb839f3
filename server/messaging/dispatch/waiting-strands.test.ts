// What is settled as sent when the fence is lifted, in a conversation whose first message was postponed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later, NOON, numbered, startStrands } from '../../../test/strand-story.ts'
import { waitingMessages } from './waiting.ts'

const { samvad, now, pass, company, write, keeping, statuses } = await startStrands()
const HOUR_MS = 3_600_000

test('spec 17.17: what waits behind one that was put off was queued before, too, however late it is looked at again; what is scheduled was not', async () => {
  const of = await company()
  const { organizationId } = of.company
  await write(of, ['put off', ...numbered(12)])
  await write(of, ['scheduled'], { send_at: Math.floor((NOON.getTime() + HOUR_MS) / 1000) })
  const { asked, run } = keeping(of, () => later)
  await run()
  // During an outage the later ones are checked at growing intervals.
  for (const ms of [3000, 10_000, 30_000, 60_000]) {
    pass(ms)
    await run()
  }
  assert.deepEqual(new Set(asked), new Set(['put off']))
  pass(1000)
  const copiedAt = now()
  const lookedAtLater = await samvad.rows(
    'select from deliveries where org_id = $1 and attempts = 0 and waits_since is not null and due_at > $2',
    [organizationId, copiedAt],
  )
  assert.equal(lookedAtLater.length, 12)
  await write(of, ['since then'])

  const waiting = await samvad.app.database.reads.rows<{ org_id: string; count: bigint; early: bigint }>(
    waitingMessages.count(copiedAt),
  )
  assert.deepEqual(
    waiting.filter((one) => one.org_id === organizationId).map(({ count, early }) => [Number(count), Number(early)]),
    [[15, 13]],
  )
  pass(1000)
  await waitingMessages.settle?.(samvad.app, organizationId, copiedAt)
  assert.deepEqual(await statuses(of), [
    'put off sent',
    ...numbered(12).map((text) => `${text} sent`),
    'scheduled queued',
    'since then queued',
  ])
})

// Scheduled messages: charged when accepted, sent later. spec 7.24.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#kit/refusals.ts'
import { clockSteps } from '#program/clock-steps.ts'
import { readyToSend } from '../../../test/company.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { eventually } from '../../../test/program.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { leavesAt } from './schedule.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
const { conversationId: conversation_id } = await readyToSend(samvad, samvad.company, 100n)

const NOW = new Date('2026-07-01T06:00:00Z')
const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const seconds = (at: Date) => at.getTime() / 1000
samvad.setClock(NOW)
const draft = (hours: number) => ({ conversation_id, channel: 'email', text: 'Soon', send_at: seconds(later(hours)) })
const dueOf = async (id: string) =>
  (
    await samvad.rows<{ due_at: Date; status: string }>(
      'select due_at, status from deliveries where org_id = $1 and message_id = $2',
      [organizationId, uuidOf('msg', id)],
    )
  )[0]
const statusOf = async (id: string) => (await asha.get(`/v1/messages/${id}`)).body.status

test('spec 7.24: a time is within 35 days, what has just passed is now, and what lies further back is refused', () => {
  const at = (sendAt: Date) => leavesAt(sendAt, NOW)
  assert.equal(leavesAt(null, NOW), NOW)
  assert.deepEqual(at(later(35 * 24)), later(35 * 24))
  assert.ok(at(new Date(later(35 * 24).getTime() + 1)) instanceof Refusal)
  assert.equal(at(new Date(NOW.getTime() - 5 * 60_000)), NOW)
  assert.ok(at(new Date(NOW.getTime() - 5 * 60_000 - 1)) instanceof Refusal)
})

test('spec 7.24: a scheduled message is charged at once and shown with its time; too far or past is refused and costs nothing', async () => {
  const before = await balanceOf(samvad)
  for (const hours of [-1, 36 * 24])
    assertRefused(await asha.post('/v1/messages', draft(hours)), 422, 'invalid_content', 'send_at')
  assertRefused(await asha.post('/v1/messages', { ...draft(1), send_at: 2026 }), 422, 'invalid_content', 'send_at')
  assert.deepEqual(await balanceOf(samvad), before)
  const message = await asha.make('/v1/messages', { ...draft(1), send_at: '2026-07-01T12:30:00+05:30' })
  assert.deepEqual([message.send_at, message.status, message.price], [seconds(later(1)), 'queued', '0.15'])
  assert.deepEqual((await dueOf(message.id))?.due_at, later(1))
  assert.notDeepEqual(await balanceOf(samvad), before)
  assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
  assert.deepEqual(await balanceOf(samvad), before)
})

test('spec 7.24: nothing leaves before its time, and what is due leaves at it, beside what was sent at once', async () => {
  const scheduled = await asha.make('/v1/messages', draft(2))
  const worker = samvad.startWorker()
  const now = await asha.make('/v1/messages', { conversation_id, channel: 'email', text: 'Now' })
  await eventually('it is sent', async () => (await statusOf(now.id)) === 'sent')
  await eventually('the work is noted for then', async () => {
    const [work] = await samvad.rows<{ due_at: Date }>(
      `select due_at from due_work where kind = 'dispatch' and org_id = $1 and lease_id is null`,
      [organizationId],
    )
    return work?.due_at.getTime() === later(2).getTime()
  })
  assert.equal(await statusOf(scheduled.id), 'queued')
  samvad.setClock(new Date(later(2).getTime() - 1000))
  const again = await asha.make('/v1/messages', { conversation_id, channel: 'email', text: 'Now' })
  await eventually('it is sent', async () => (await statusOf(again.id)) === 'sent')
  assert.equal(await statusOf(scheduled.id), 'queued')
  samvad.setClock(later(2))
  await eventually('it is sent', async () => (await statusOf(scheduled.id)) === 'sent')
  await worker.stop(GUARD_MS)
  samvad.setClock(NOW)
})

test('spec 7.24: its time is changed while nothing has left, and null is at once', async () => {
  const { id } = await asha.make('/v1/messages', draft(3))
  const put = (send_at: number | null) => asha.put(`/v1/messages/${id}`, { send_at })
  assert.equal((await put(seconds(later(1)))).body.send_at, seconds(later(1)))
  assert.deepEqual((await dueOf(id))?.due_at, later(1))
  assertRefused(await put(seconds(later(-1))), 422, 'invalid_content', 'send_at')
  assert.equal((await put(null)).body.send_at, null)
  assert.deepEqual((await dueOf(id))?.due_at, NOW)
  await samvad.rows('update deliveries set attempts = 1 where message_id = $1', [uuidOf('msg', id)])
  assertRefused(await put(seconds(later(1))), 409, 'conflict')
  await asha.delete(`/v1/messages/${id}`)
})

test('spec 7.24, 19.21: a clock that is set back brings forward what was put off, and not what was scheduled', async () => {
  const { id: scheduled } = await asha.make('/v1/messages', draft(20))
  const { id: putOff } = await asha.make('/v1/messages', draft(0))
  await samvad.rows('update deliveries set due_at = $2 where message_id = $1', [uuidOf('msg', putOff), later(18)])
  const usual = { leasesOutlivedMs: 0, pieceMax: 100 }
  samvad.setClock(later(17))
  const job = clockSteps(samvad.app, usual)
  const signal = new AbortController().signal
  await job.run(signal)
  samvad.setClock(later(0))
  await eventually('it is brought forward', async () => {
    await job.run(signal)
    // Its remaining wait, less the time that has passed.
    return ((await dueOf(putOff)) as { due_at: Date }).due_at <= later(1)
  })
  assert.deepEqual((await dueOf(scheduled))?.due_at, later(20))
  for (const id of [scheduled, putOff]) await asha.delete(`/v1/messages/${id}`)
})

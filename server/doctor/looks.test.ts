// The check that operators request over the API.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indianMonth } from '#kit/india/calendar.ts'
import { startSamvad } from '../../test/harness.ts'
import { newOperator } from '../../test/prices.ts'
import { person } from '../../test/story.ts'
import { resultOf } from './actions.ts'
import { invariants } from './invariants.ts'
import { doctorJobs } from './jobs.ts'

// A counter is set without the messages that it counts.
const samvad = await startSamvad({}, { breaks: ['T1'] })
const boss = person(samvad, await newOperator(samvad))
const PATH = '/v1/installation/doctor'
const told: { broken: string[] }[] = []
const [job] = doctorJobs(samvad.app, async (one) => void told.push(one)) as [ReturnType<typeof doctorJobs>[number]]
const never = new AbortController().signal
const shown = async () => (await boss.get(PATH)).body

test('spec 17.60: the doctor looks when an operator asks, by a worker, and what it found stays', async () => {
  const empty = { status: 'never', asked_at: null, started_at: null, error: null, last: null }
  assert.deepEqual(await shown(), empty)
  await job.run(never)
  assert.deepEqual(await shown(), empty, 'nobody asked')

  const asked = await boss.post(PATH)
  assert.equal(asked.status, 202, asked.text)
  assert.deepEqual([asked.body.status, asked.body.last], ['queued', null])
  assert.deepEqual((await boss.post(PATH)).body, asked.body, 'asked again it is the same one')
  await Promise.all([job.run(never), job.run(never)])
  const healthy = await shown()
  assert.deepEqual([healthy.status, healthy.last.is_healthy, healthy.error], ['completed', true, null])
  assert.deepEqual(
    healthy.last.invariants,
    invariants.map(({ id }) => resultOf({ id, rows: [] })),
  )
  assert.deepEqual(
    told.map(({ broken }) => broken),
    [[]],
    'once, and the status is told',
  )
})

test('spec 17.60, 17.71: a broken rule is returned with its code, parameters and rows; until then the last result stays', async () => {
  await samvad.rows('insert into month_counters (org_id, channel, month, message_count) values ($1, $2, $3, 7)', [
    samvad.company.organizationId,
    'email',
    indianMonth(samvad.app.clock()),
  ])
  const asked = (await boss.post(PATH)).body
  assert.deepEqual([asked.status, asked.last.is_healthy], ['queued', true])
  await job.run(never)
  const { last } = await shown()
  assert.equal(last.is_healthy, false)
  const broken = last.invariants.filter(({ broken_by }: { broken_by: unknown[] }) => broken_by.length > 0)
  assert.deepEqual(
    broken.map(({ id }: { id: string }) => id),
    ['T1'],
  )
  const [{ code, params, message, broken_by }] = broken
  assert.deepEqual([code, params], ['T1', { rows: 1, examples: [broken_by[0].org_id] }])
  assert.equal(message, `1 row breaks this rule: ${broken_by[0].org_id}.`)
  assert.deepEqual(told.at(-1)?.broken, ['T1'])
})

test('spec 17.60: a look whose worker ends is given back, and one whose worker was killed is made by another', async () => {
  const { last } = await shown()
  await boss.post(PATH)
  await job.run(AbortSignal.abort())
  assert.equal((await shown()).status, 'queued', 'given back')
  await samvad.rows(`update doctor_looks set lease = gen_random_uuid(), lease_until = now() + interval '1 minute',
    started_at = now()`)
  const running = await shown()
  assert.deepEqual([running.status, running.last], ['running', last])
  assert.ok(running.started_at > 0)
  await job.run(never)
  assert.equal((await shown()).status, 'running', 'another holds it')
  await samvad.rows(`update doctor_looks set lease_until = now() - interval '1 second'`)
  assert.equal((await shown()).status, 'queued')
  await job.run(never)
  assert.equal((await shown()).status, 'completed')
})

test('spec 17.60: why a look came to no end is said, and the one before stays', async () => {
  const before = await shown()
  await boss.post(PATH)
  await samvad.rows('alter table month_counters rename to counters_away')
  await job.run(never).finally(() => samvad.rows('alter table counters_away rename to month_counters'))
  const failed = await shown()
  assert.equal(failed.status, 'failed')
  assert.match(failed.error, /month_counters/)
  assert.deepEqual(failed.last, before.last)
  await boss.post(PATH)
  await job.run(never)
  assert.deepEqual([(await shown()).status, (await shown()).error], ['completed', null])
})

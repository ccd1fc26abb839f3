// The table of all jobs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTimer } from '#kit/deadlines.ts'
import { jobFailures } from '#kit/metrics.ts'
import { workKinds } from '#kit/work.ts'
import { Alarm, startWorker } from '#worker/worker.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { jobsOf } from './jobs.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })

test('every job is there once: of two that do the same the one may lack what the other is given', () => {
  const names = jobsOf(samvad.app).map(({ name }) => name)
  assert.ok(names.length > 20)
  assert.deepEqual(
    names.filter((name, place) => names.indexOf(name) !== place),
    [],
  )
})

test('spec 19.36: a job without a deadline has one for each piece of its work', () => {
  const without = jobsOf(samvad.app).filter(({ deadlineMs }) => deadlineMs === null)
  // Jobs of a kind of work lease one organization at a time, under a deadline: per-organization.ts.
  const others = without.map(({ name }) => name).filter((name) => name === 'dispatch' || !isKind(name))
  assert.deepEqual(others.toSorted(), ['dispatch', 'doctor'])
})

test('spec 19.36: a run of a job that hangs is left alone at its deadline, as one that failed', async () => {
  const timers = new Set<() => void>()
  const restore = useTimer((_, pass) => {
    timers.add(pass)
    return () => void timers.delete(pass)
  })
  const signals: AbortSignal[] = []
  const job = {
    name: 'for this test',
    everyMs: 1,
    async run(signal: AbortSignal) {
      signals.push(signal)
      return new Promise<never>(() => {})
    },
  }
  const worker = startWorker(samvad.app, new Alarm(), [job])
  try {
    await eventually('it runs', async () => signals.length === 1)
    const passAll = () => [...timers].forEach((pass) => timers.delete(pass) && pass())
    passAll()
    assert.equal(signals[0]?.aborted, true, 'it is asked to stop')
    passAll()
    await eventually('it has failed, and is tried again', async () => {
      const { values } = await jobFailures.get()
      return values.some(({ labels, value }) => labels.job === job.name && value === 1)
    })
  } finally {
    await worker.stop(0)
    restore()
  }
})

const isKind = (name: string) => (workKinds as readonly string[]).includes(name)

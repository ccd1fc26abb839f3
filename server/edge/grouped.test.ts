// Requests that share a transaction, and what happens to them when it fails.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#kit/database/sql.ts'
import { absent } from '#kit/refusals.ts'
import { startSamvad } from '../../test/harness.ts'
import { createGrouped } from './grouped.ts'
import type { GroupedRequest } from './route.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app, company } = samvad
const actor = { organizationId: company.organizationId, userId: company.userId } as GroupedRequest['actor']
const input = {} as GroupedRequest['input']
const done = (count: number) => Array.from({ length: count }, () => ({ status: 204 }) as const)

test('spec 19.6: when a group fails, each of it is tried by itself, and who spoils it is refused alone', async () => {
  const spoiled = {} as GroupedRequest['input']
  const run = createGrouped(app, {
    handleAcross: async () => {
      throw new Error('spoiled')
    },
    handleAll: async (_tx, _scope, requests) =>
      requests.map((one) => (one.input === spoiled ? absent('contact') : { status: 204 })),
  })
  const [good, bad, other] = await Promise.allSettled([
    run(actor, input, null),
    run(actor, spoiled, null),
    run(actor, input, null),
  ])
  assert.deepEqual([good?.status, bad?.status, other?.status], ['fulfilled', 'rejected', 'fulfilled'])
})

test('spec 19.11: when its connection is lost nobody of a group is tried again, neither across organizations nor of one', async () => {
  const lose = sql`select pg_terminate_backend(pg_backend_pid())`
  let [across, ofOne] = [0, 0]
  const lostAcross = createGrouped(app, {
    handleAcross: async (tx, _at, requests) => {
      across++
      await tx.run(lose)
      return done(requests.length)
    },
    handleAll: async (_tx, _scope, requests) => {
      ofOne++
      return done(requests.length)
    },
  })
  const answers = await Promise.allSettled([lostAcross(actor, input, null), lostAcross(actor, input, null)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual([across, ofOne], [1, 0])

  const lostAlone = createGrouped(app, {
    // Each organization is blocked and executes its request alone.
    handleAcross: async (_tx, _at, requests) => requests.map(() => null),
    handleAll: async (tx, _scope, requests) => {
      ofOne++
      await tx.run(lose)
      return done(requests.length)
    },
  })
  const alone = await Promise.allSettled([lostAlone(actor, input, null), lostAlone(actor, input, null)])
  assert.deepEqual(
    alone.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(ofOne, 1)
})

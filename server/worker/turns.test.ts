// An organization's turn: its lease is released even if the database is briefly unavailable, and its next turn starts
// after the waiting organizations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork, WORK_LEASE_MS } from '#kit/work.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { perOrganization, type Work } from './per-organization.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad

const dueOf = async (organizationId: Uuid) =>
  (
    await samvad.rows<{ due_at: Date; lease_id: string | null }>(
      `select due_at, lease_id from due_work where kind = 'rerate' and org_id = $1`,
      [organizationId],
    )
  )[0]

const note = (organizationId: Uuid) =>
  app.database.transaction((tx) => tx.run(enqueueWork('rerate', organizationId, app.clock())))

const run = (job: ReturnType<typeof perOrganization>) => job.run(new AbortController().signal)

test('spec 19.6: a lease whose release fails is released as soon as the database can, and does not expire', async () => {
  const { organizationId } = await samvad.newCompany('Released')
  let isDone = false
  let failing = 3
  const transaction: typeof app.database.transaction = async (...given) => {
    if (isDone && failing > 0) {
      failing--
      throw new Error('no connection')
    }
    return app.database.transaction(...given)
  }
  const next = new Date(app.clock().getTime() + 2 * WORK_LEASE_MS)
  const work: Work = async () => {
    isDone = true
    return next
  }
  await note(organizationId)
  const watched = { ...app, database: { ...app.database, transaction } }
  const ran = run(perOrganization(watched, 'rerate', work))
  await eventually('it is released', async () => (await dueOf(organizationId))?.due_at.getTime() === next.getTime())
  assert.equal((await dueOf(organizationId))?.lease_id, null)
  await ran
  await samvad.rows('delete from due_work where org_id = $1', [organizationId])
})

test('spec 19.6: an organization with more to do is due after all that wait', async () => {
  const companies = await Promise.all(['One', 'Two', 'Three'].map((name) => samvad.newCompany(name)))
  const start = Date.now()
  const left = new Map(companies.map(({ organizationId }) => [organizationId, 3]))
  const turns: Uuid[] = []
  let passed = 0
  const job = perOrganization(
    app,
    'rerate',
    async (id) => {
      turns.push(id)
      samvad.setClock(new Date(start + ++passed))
      const more = (left.get(id) ?? 0) - 1
      left.set(id, more)
      // Due for a long time: that gives it no precedence over the others.
      return more > 0 ? new Date(0) : null
    },
    { atOnce: 1 },
  )
  for (const { organizationId } of companies) {
    samvad.setClock(new Date(start + ++passed))
    await note(organizationId)
  }
  await run(job)
  samvad.setClock(null)
  const circle = companies.map(({ organizationId }) => organizationId)
  assert.deepEqual(turns, [...circle, ...circle, ...circle])
})

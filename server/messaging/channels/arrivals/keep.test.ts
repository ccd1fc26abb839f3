// Inbound events are stored before the provider gets its response.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../../test/harness.ts'
import { createArrivals } from './actions.ts'
import type { NewArrival } from './arrival.ts'
import { limits } from './room.ts'

const samvad = await startSamvad()
const { app } = samvad
const { keep } = createArrivals(app)
const banyan = await samvad.newCompany('Banyan Books')

const arrival = (changes: Partial<NewArrival> = {}): NewArrival => ({
  organizationId: samvad.company.organizationId,
  channel: 'app',
  source: 'test',
  fingerprint: 'one',
  body: Buffer.from('it\'s "the" \\ body \u0000'),
  receivedAt: app.clock(),
  ...changes,
})

const kept = (organizationId: string) =>
  samvad.rows('select channel, source, body, size, received_at, due_at from arrivals where org_id = $1 order by id', [
    organizationId,
  ])

test('spec 5.30: kept is what is committed as it came, with work noted; the same again is dropped, once an organization and channel', async () => {
  const { organizationId } = samvad.company
  await keep([arrival(), arrival({ body: Buffer.from('later') }), arrival({ fingerprint: 'two' })])
  await Promise.all([keep([arrival()]), keep([arrival({ fingerprint: 'two', body: Buffer.from('else') })])])
  const rows = await kept(organizationId)
  assert.equal(rows.length, 2)
  for (const { body } of rows) assert.deepEqual(body, arrival().body, 'what came first stays')
  assert.equal(rows[0]?.size, arrival().body.length)
  const due = await samvad.rows("select 1 from due_work where kind = 'arrivals' and org_id = $1", [organizationId])
  assert.equal(due.length, 1)
  await keep([arrival({ organizationId: banyan.organizationId }), arrival({ channel: 'sms' })])
  assert.equal((await kept(organizationId)).length, 3)
  assert.equal((await kept(banyan.organizationId)).length, 1)
  const shown = await samvad.rows("select 1 from arrivals where encode(fingerprint, 'escape') like '%one%'")
  assert.equal(shown.length, 0, 'a fingerprint tells nobody what was in it')
})

test('spec 5.30: 64 organizations at once lose nothing and get nothing twice, whoever brings it again meanwhile', async () => {
  const companies = await Promise.all(Array.from({ length: 64 }, (_, index) => samvad.newCompany(`Of ${index}`)))
  const all = companies.flatMap(({ organizationId }) =>
    Array.from({ length: 10 }, (_, index) => arrival({ organizationId, fingerprint: `n ${index}` })),
  )
  const twice = createArrivals(app)
  await Promise.all([
    ...all.map((one) => keep([one])),
    ...all.toReversed().map((one) => twice.keep([one])),
    keep(all),
    twice.keep(all.toReversed()),
  ])
  for (const { organizationId } of companies) assert.equal((await kept(organizationId)).length, 10)
})

test('spec 5.31: when too much of an organization waits its provider is told to bring it again; nobody else is held up', async () => {
  const full = await samvad.newCompany('Full')
  const { organizationId } = full
  const few = createArrivals(app, { ...limits, waiting: 3 })
  await few.keep(['a', 'b', 'c'].map((fingerprint) => arrival({ organizationId, fingerprint })))
  const more = () =>
    createArrivals(app, { ...limits, waiting: 3 }).keep([arrival({ organizationId, fingerprint: 'd' })])
  await assert.rejects(more, { code: 'temporarily_unavailable' })
  await assert.rejects(few.keep([arrival({ organizationId, fingerprint: 'd' })]), { code: 'temporarily_unavailable' })
  assert.equal((await kept(organizationId)).length, 3)
  await few.keep([arrival({ organizationId: banyan.organizationId, fingerprint: 'd' })])
  const heavy = createArrivals(app, { ...limits, bytes: 10 })
  await assert.rejects(heavy.keep([arrival({ organizationId, fingerprint: 'e' })]), { code: 'temporarily_unavailable' })
  await samvad.rows('update arrivals set body = null, due_at = null where org_id = $1', [organizationId])
  await more()
  assert.equal((await kept(organizationId)).length, 4)
})

// Reading the audit log, and its protection against changes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '#doctor/actions.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent } from '#kit/refusals.ts'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'
import * as audit from './actions.ts'
import { firstBreak, hashOf } from './chain.ts'
import type { Action } from './rules.ts'
import type { AuditEntry } from './schema.ts'

const samvad = await startSamvad({}, { breaks: ['A1'] })
const LOG = '/v1/audit_log'

/** Appends entries in one transaction each, in this order; `at` from the clock unless given. */
async function record(
  organizationId: Uuid,
  entries: { action?: Action; object?: string; at?: Date; doer?: audit.Doer }[],
) {
  for (const { action = 'organization.updated', object = null, at = samvad.app.clock(), doer = 'system' } of entries)
    await samvad.app.database.transaction(async (tx) =>
      audit.record(tx, { organizationId, at }, doer, {
        action,
        object,
        details: { name: 'Näme "of" ₹\n\u2028\u0001', b: [1, null, true, {}] },
      }),
    )
}

const logOf = async (company: Company): Promise<AuditEntry[]> => walk(person(samvad, company), LOG, 100)
const brokenChains = async () => (await check(samvad.app.database.reads)).find(({ id }) => id === 'A1')?.rows ?? []

test('spec 1.21: an entry says who did what to what, in the place that it has in the chain', async () => {
  const company = await samvad.newCompany('Asha Textiles')
  const owner = person(samvad, company)
  assert.deepEqual((await owner.get(LOG)).body, { has_more: false, data: [] })
  samvad.setClock(new Date(1_767_225_600_999))
  assert.equal((await owner.put('/v1/organization', { name: 'Asha Textiles Pvt Ltd' })).status, 200)
  samvad.setClock(null)
  const [entry, ...others] = (await owner.get(LOG)).body.data
  assert.equal(others.length, 0)
  const { id, hash, token_id, ...rest } = entry
  assert.match(id, /^audit_/)
  assert.match(token_id, /^token_/)
  assert.match(hash, /^[0-9a-f]{64}$/)
  assert.deepEqual(rest, {
    sequence: 1,
    actor: 'user',
    user_id: publicId('user', company.userId),
    action: 'organization.updated',
    object: publicId('org', company.organizationId),
    details: { before: { name: 'Asha Textiles' }, after: { name: 'Asha Textiles Pvt Ltd' } },
    created_at: 1_767_225_600,
  })
})

test('spec 1.22, 4.5: pages are in the order of the chain, also where ids and times disagree with it', async () => {
  const company = await samvad.newCompany('Bhavani Foods')
  const now = samvad.app.clock().getTime()
  // As from processes with different clocks: later in the chain, earlier by its own clock.
  await record(
    company.organizationId,
    Array.from({ length: 25 }, (_, n) => ({ at: new Date(now + (n % 3) * 60_000) })),
  )
  const owner = person(samvad, company)
  const entries = await walk(owner, LOG, 7)
  assert.deepEqual(
    entries.map(({ sequence }) => sequence),
    Array.from({ length: 25 }, (_, n) => 25 - n),
  )
  const before = await owner.get(`${LOG}?limit=3&ending_before=${entries[10].id}`)
  assert.deepEqual(idsOf(before.body.data), idsOf(entries.slice(7, 10)))
  assert.equal(before.body.has_more, true)
  assertRefused(
    await owner.get(`${LOG}?starting_after=${publicId('audit', newUuid())}`),
    400,
    'unknown_cursor',
    'starting_after',
  )
  assertRefused(
    await owner.get(`${LOG}?starting_after=${entries[1].id}&ending_before=${entries[2].id}`),
    400,
    'invalid_query',
    'ending_before',
  )
})

test('spec 1.22: the log is filtered by action, user, object and time, one by one and together', async () => {
  const company = await samvad.newCompany('Chandra Stores')
  const { organizationId, userId } = company
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const doer = { userId, tokenId: null }
  await record(organizationId, [
    { action: 'role.created', object: 'role_1', at: day(1), doer },
    { action: 'role.updated', object: 'role_1', at: day(2) },
    { action: 'role.updated', object: 'role_2', at: day(3), doer },
    { action: 'token.created', object: 'token_1', at: day(4), doer: 'command_line' },
  ])
  const owner = person(samvad, company)
  const found = async (query: string) =>
    (await owner.get(`${LOG}?${query}`)).body.data.map(({ sequence }: AuditEntry) => sequence)
  const user = publicId('user', userId)
  assert.deepEqual(await found('action=role.updated'), [3, 2])
  assert.deepEqual(await found(`user_id=${user}`), [3, 1])
  assert.deepEqual(await found('object=role_1'), [2, 1])
  assert.deepEqual(await found('from=2026-01-02T00:00:00Z&to=2026-01-04T00:00:00Z'), [3, 2])
  assert.deepEqual(await found('from=2026-01-02&to=2026-01-03'), [3, 2])
  assert.deepEqual(await found(`action=role.updated&user_id=${user}&object=role_2&from=2026-01-01T00:00:00Z`), [3])
  assert.deepEqual(await found('object=role_3'), [])
  const [command] = (await owner.get(`${LOG}?action=token.created`)).body.data
  assert.deepEqual([command.actor, command.user_id, command.token_id], ['command_line', null, null])
  assertRefused(await owner.get(`${LOG}?action=role.painted`), 400, 'invalid_query', 'action')
  assertRefused(await owner.get(`${LOG}?user_id=me`), 400, 'invalid_query', 'user_id')
})

test("spec 1.22: another organization's entries are invisible, and the installation's are for operators", async () => {
  const [company, neighbour] = [await samvad.newCompany('Deepa Crafts'), await samvad.newCompany('Neighbour')]
  await record(neighbour.organizationId, [{}])
  await record(audit.INSTALLATION, [{ object: 'default' }])
  assert.deepEqual(await logOf(company), [])
  const [theirs] = await logOf(neighbour)
  assertRefused(
    await person(samvad, company).get(`${LOG}?starting_after=${theirs?.id}`),
    400,
    'unknown_cursor',
    'starting_after',
  )
  assert.equal((await person(samvad, company).get('/v1/installation/audit_log')).status, 403)

  const operator = await samvad.newMember(company.organizationId, 'viewer')
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  const { body } = await person(samvad, operator).get('/v1/installation/audit_log')
  assert.deepEqual(
    body.data.map(({ object }: AuditEntry) => object),
    ['default'],
  )
  assert.equal((await person(samvad, operator).get(LOG)).status, 403)
})

test('spec 1.22: owners read it, and a custom role that holds audit.view; nobody else', async () => {
  const { organizationId } = samvad.company
  for (const [role, status] of Object.entries({ owner: 200, admin: 403, billing: 403, agent: 403, viewer: 403 }))
    assert.equal((await person(samvad, await samvad.newMember(organizationId, role)).get(LOG)).status, status, role)
  const owner = person(samvad)
  const auditor = await samvad.newMember(organizationId, 'viewer')
  const { id: role } = await owner.make('/v1/roles', { name: 'Auditor', permissions: ['audit.view'] })
  await owner.put(`/v1/users/${publicId('user', auditor.userId)}`, { role })
  assert.equal((await person(samvad, auditor).get(LOG)).status, 200)
})

test('spec 1.22: 50 changes at once make one chain without a gap', async () => {
  const company = await samvad.newCompany('Esha Books')
  const owner = person(samvad, company)
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, n) => owner.post('/v1/roles', { name: `Role ${n}`, permissions: [] })),
  )
  const done = made.filter(({ status }) => status === 201)
  assert.ok(done.length >= 40, `${done.length} of 50`)
  assert.ok(made.every(({ status }) => status === 201 || status === 503))
  const entries = await logOf(company)
  assert.deepEqual(entries.map(({ object }) => object).toSorted(), done.map(({ body }) => body.id).toSorted())
  assert.deepEqual(
    entries.map(({ sequence }) => sequence),
    done.map((_, n) => done.length - n),
  )
  assert.equal(firstBreak(company.organizationId, entries.toReversed()), null)
  assert.deepEqual(await brokenChains(), [])
})

test('spec 1.21: a change that is refused or rolled back leaves no entry', async () => {
  const company = await samvad.newCompany('Farida Motors')
  const owner = person(samvad, company)
  await owner.make('/v1/roles', { name: 'Accountant', permissions: [] })
  const role = await owner.make('/v1/roles', { name: 'Seller', permissions: [] })
  const before = await logOf(company)
  assert.equal((await owner.put(`/v1/roles/${role.id}`, { name: 'Accountant' })).status, 409)
  assert.equal((await owner.delete(`/v1/users/${publicId('user', company.userId)}`)).status, 409)
  assert.equal((await owner.post('/v1/tokens', { name: 'Late', expires_at: 1 })).status, 422)
  await assert.rejects(
    samvad.app.database.transaction(async (tx) => {
      audit.record(tx, { organizationId: company.organizationId, at: new Date() }, 'system', {
        action: 'role.created',
        object: null,
      })
      throw absent('contact')
    }),
  )
  // A request that changes nothing is not audited.
  assert.equal((await owner.put(`/v1/roles/${role.id}`, { name: 'Seller' })).status, 200)
  assert.deepEqual(await logOf(company), before)
})

test('spec 1.21, 3.13: a request repeated with its Idempotency-Key leaves one entry', async () => {
  const company = await samvad.newCompany('Gauri Tours')
  const owner = person(samvad, company)
  for (const path of ['/v1/tokens', '/v1/roles']) {
    const json = path === '/v1/roles' ? { name: 'Seller', permissions: [] } : { name: 'Shop' }
    const headers = { 'idempotency-key': `${path} 1` }
    const [first, again] = [await owner.post(path, json, { headers }), await owner.post(path, json, { headers })]
    assert.deepEqual(
      [first.status, again.body.id, again.headers.get('idempotency-replayed')],
      [201, first.body.id, 'true'],
    )
  }
  assert.deepEqual(
    (await logOf(company)).map(({ action }) => action),
    ['role.created', 'token.created'],
  )
})

test('spec 1.22: the chain is recomputed from the entries that the API shows, whatever their text holds', async () => {
  const company = await samvad.newCompany('Hema Spices')
  const { organizationId, userId } = company
  await record(organizationId, [
    {},
    { object: 'क ₹ 😀 \\ "', doer: { userId, tokenId: newUuid() }, at: new Date(1_767_225_600_987) },
    {},
  ])
  assert.equal((await person(samvad, company).put('/v1/organization', { name: 'हेमा मसाले' })).status, 200)
  const entries = (await logOf(company)).toReversed()
  assert.equal(entries.length, 4)
  assert.equal(firstBreak(organizationId, entries), null)
  let previous = ''
  for (const entry of entries) assert.equal((previous = hashOf(previous, organizationId, entry)), entry.hash)

  const forged = (change: (copy: AuditEntry[]) => void): number | null => {
    const copy = structuredClone(entries)
    change(copy)
    return firstBreak(organizationId, copy)
  }
  assert.equal(
    forged(([first]) => ((first as AuditEntry).created_at += 1)),
    1,
  )
  assert.equal(
    forged((copy) => ((copy[1] as AuditEntry).user_id = null)),
    2,
  )
  assert.equal(
    forged((copy) => copy.splice(1, 1)),
    3,
  )
  assert.equal(
    forged((copy) => Object.assign((copy[3] as AuditEntry).details, { by: 'nobody' })),
    4,
  )
})

test('spec 1.22: nobody changes or removes an entry, and the doctor finds who did behind the trigger', async () => {
  const company = await samvad.newCompany('Indu Sweets')
  const { organizationId } = company
  await record(organizationId, [{}, {}, {}])
  for (const text of [
    `update audit_log set action = 'token.created' where org_id = $1`,
    'delete from audit_log where org_id = $1 and sequence = 3',
  ])
    await assert.rejects(samvad.rows(text, [organizationId]), /append-only/)
  await assert.rejects(samvad.rows('truncate audit_log'), /append-only/)
  assert.equal((await logOf(company)).length, 3)
  assert.deepEqual(await brokenChains(), [])

  const behindTheTrigger = async (text: string) => {
    const client = await samvad.app.database.pool.connect()
    try {
      await client.query('begin')
      // On Citus also on the shards; without effect elsewhere.
      await client.query("set local citus.propagate_set_commands = 'local'")
      await client.query('set local session_replication_role = replica')
      await client.query(text, [organizationId])
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const [second] = (await logOf(company)).filter(({ sequence }) => sequence === 2)
  await behindTheTrigger(`update audit_log set details = '{}' where org_id = $1 and sequence = 2`)
  assert.deepEqual(
    (await brokenChains()).map(({ org_id, sequence }) => [org_id, Number(sequence)]),
    [[organizationId, 2]],
  )
  assert.equal(firstBreak(organizationId, (await logOf(company)).toReversed()), 2)
  const details = JSON.stringify(second?.details)
  await behindTheTrigger(
    `update audit_log set details = '${details.replaceAll("'", "''")}' where org_id = $1 and sequence = 2`,
  )
  assert.deepEqual(await brokenChains(), [])
  await behindTheTrigger(
    `update audit_log set created_at = created_at + interval '1 microsecond' where org_id = $1 and sequence = 1`,
  )
  assert.equal((await brokenChains()).length, 1)
  await behindTheTrigger(`update audit_log set created_at = date_trunc('second', created_at) where org_id = $1`)
  // The last entry has no successor that detects its absence: the stored head does.
  await behindTheTrigger('delete from audit_log where org_id = $1 and sequence = 3')
  assert.equal((await brokenChains()).length, 1)
})

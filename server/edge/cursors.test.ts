// A cursor marks a position in a list, whatever the list's filters skip: spec 4.4, 4.5.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, publicId, startSamvad } from '../../test/harness.ts'
import { newOperator } from '../../test/prices.ts'
import { assertRefused, person } from '../../test/story.ts'

const samvad = await startSamvad()
const { company } = samvad
const owner = person(samvad)
const operator = person(samvad, await newOperator(samvad))
const agent = await samvad.newMember(company.organizationId, 'agent')
const agentId = publicId('user', agent.userId)

/** The newest row of a list, and filters that exclude it. */
async function lists(): Promise<[by: typeof owner, path: string, filters: string[]][]> {
  await fund(samvad, company.organizationId, 10n)
  const { id: contact_id } = await owner.make('/v1/contacts', { email: 'ravi@farm.example' })
  const { id: group_id } = await owner.make('/v1/groups', { name: 'Traders' })
  await owner.make('/v1/conversations', { contact_id })
  await owner.make('/v1/service_users', { name: 'Shop', role: 'viewer' })
  await owner.make('/v1/tokens', { name: 'Shop' })
  await owner.make('/api/v1/billing/recharges', { amount: '100.00' })
  return [
    [owner, '/v1/contacts', ['email=a@b.example', 'phone_number=%2B919876543210']],
    [
      owner,
      '/v1/conversations',
      ['pinned=true', 'muted=true', 'archived=true', `group_id=${group_id}`, `user_id=${agentId}`],
    ],
    [owner, '/v1/conversations?sort=last_active', ['pinned=true', `user_id=${agentId}`]],
    [owner, '/v1/groups', ['archived=true']],
    [owner, '/v1/users', ['kind=person']],
    [owner, '/v1/tokens', [`user_id=${agentId}`]],
    [owner, '/api/v1/billing/transactions', ['kind=refund', 'status=failed', 'channel=sms', 'from=2030-01-01']],
    [owner, '/api/v1/billing/recharges', ['status=failed']],
    [owner, '/v1/audit_log', ['action=role.deleted', 'object=nothing']],
    [operator, '/v1/price_lists', [`organization_id=${publicId('org', company.organizationId)}`]],
    [operator, '/v1/organizations', ['enterprise_eligible=true']],
  ]
}

test('spec 4.4, 4.5: a row that a filter leaves out, or leaves out by now, is a place in the list as any other', async () => {
  for (const [by, path, filters] of await lists()) {
    const all = await by.get(path)
    const [newest] = all.body.data
    assert.ok(newest, `${path}: ${all.text}`)
    for (const filter of filters) {
      const list = `${path}${path.includes('?') ? '&' : '?'}${filter}`
      const shown = (await by.get(list)).body.data.map(({ id }: { id: string }) => id)
      assert.ok(!shown.includes(newest.id), `${list} leaves it out`)
      for (const cursor of ['starting_after', 'ending_before']) {
        const answer = await by.get(`${list}&${cursor}=${newest.id}`)
        assert.equal(answer.status, 200, `${list}&${cursor}: ${answer.text}`)
      }
    }
  }
})

test('spec 4.5: a walk goes on when its cursor is handed over to somebody else meanwhile', async () => {
  const made = []
  for (const name of ['first', 'second', 'third']) {
    const { id: contact_id } = await owner.make('/v1/contacts', { email: `${name}@farm.example` })
    made.push((await owner.make('/v1/conversations', { contact_id })).id)
  }
  const [, second, third] = made
  const page = await owner.get('/v1/conversations?limit=1')
  assert.equal(page.body.data[0].id, third)
  assert.equal((await owner.post(`/v1/conversations/${third}/assign`, { user_id: agentId })).status, 200)
  const next = await owner.get(`/v1/conversations?limit=1&starting_after=${third}`)
  assert.equal(next.body.data[0].id, second)
})

test('spec 4.4: what the caller may not see is no cursor', async () => {
  const { id: contact_id } = await owner.make('/v1/contacts', { email: 'meera@farm.example' })
  const { id } = await owner.make('/v1/conversations', { contact_id })
  const answer = await person(samvad, agent).get(`/v1/conversations?starting_after=${id}`)
  assertRefused(answer, 400, 'unknown_cursor', 'starting_after')
})

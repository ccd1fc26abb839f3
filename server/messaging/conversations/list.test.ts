// The list of conversations: spec 5.6, and paging: spec 4.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { fund, publicId, startSamvad } from '../../../test/harness.ts'
import { assertRefused, idsOf, type Person, person, walk } from '../../../test/story.ts'

const samvad = await startSamvad()

/** An owner of a new company with that many conversations, oldest first. */
async function ownerWith(count: number): Promise<{ owner: Person; made: any[] }> {
  const company = await samvad.newCompany('Bharat Seeds')
  await fund(samvad, company.organizationId, 100n)
  const owner = person(samvad, company)
  const made = []
  for (let one = 0; one < count; one++) made.push(await start(owner))
  return { owner, made }
}

async function start(owner: Person): Promise<any> {
  const { id } = await owner.make('/v1/contacts', { email: 'ravi@farm.example' })
  return owner.make('/v1/conversations', { contact_id: id })
}

const write = (owner: Person, conversation_id: string) =>
  owner.make('/v1/messages', { conversation_id, channel: 'email', text: 'Ready' })

test('spec 4.2, 5.6: the list envelope has exactly has_more and data; the default is at most 10 conversations', async () => {
  const { owner, made } = await ownerWith(11)
  const { status, body } = await owner.get('/v1/conversations')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['data', 'has_more'])
  assert.equal(body.has_more, true)
  assert.deepEqual(body.data, made.slice(1).reverse())
  const rest = await owner.get(`/v1/conversations?starting_after=${body.data.at(-1).id}`)
  assert.deepEqual(rest.body, { has_more: false, data: [made[0]] })
})

test('spec 5.6: who has no conversations has an empty list', async () => {
  const { owner } = await ownerWith(0)
  assert.deepEqual((await owner.get('/v1/conversations')).body, { has_more: false, data: [] })
})

test('spec 4.3, 5.6: limit says how many are returned, from 1 to 100', async () => {
  const { owner, made } = await ownerWith(3)
  const one = await owner.get('/v1/conversations?limit=1')
  assert.deepEqual(one.body, { has_more: true, data: [made[2]] })
  assert.deepEqual((await owner.get('/v1/conversations?limit=3')).body, { has_more: false, data: [...made].reverse() })
  assert.equal((await owner.get('/v1/conversations?limit=100')).status, 200)
  for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1e1', '0x10'])
    assertRefused(await owner.get(`/v1/conversations?limit=${limit}`), 400, 'invalid_query', 'limit')
  assertRefused(await owner.get('/v1/conversations?limit=1&limit=2'), 400, 'invalid_query', 'limit')
})

test('spec 4.7, 5.6: muted, archived and pinned: true only those, false only the others, absent all', async () => {
  const { owner, made } = await ownerWith(4)
  const change = (index: number, given: object) => owner.put(`/v1/conversations/${made[index].id}`, given)
  await change(0, { is_muted: true })
  await change(1, { is_pinned: true, is_muted: true })
  await change(2, { archived_at: 1767225600 })
  const listed = async (query: string) => {
    const { body } = await owner.get(`/v1/conversations?${query}`)
    return body.data.map(({ id }: { id: string }) => made.findIndex((one) => one.id === id))
  }
  assert.deepEqual(await listed(''), [3, 2, 1, 0])
  assert.deepEqual(await listed('muted=true'), [1, 0])
  assert.deepEqual(await listed('muted=false'), [3, 2])
  assert.deepEqual(await listed('pinned=true'), [1])
  assert.deepEqual(await listed('pinned=false'), [3, 2, 0])
  assert.deepEqual(await listed('archived=true'), [2])
  assert.deepEqual(await listed('archived=false'), [3, 1, 0])
  assert.deepEqual(await listed('muted=1&pinned=0'), [0])
  assert.deepEqual(await listed('muted=true&archived=true'), [])
  for (const wrong of ['muted=yes', 'pinned=', 'archived=2', 'muted=true&muted=false'])
    assertRefused(await owner.get(`/v1/conversations?${wrong}`), 400, 'invalid_query', wrong.split('=')[0] as string)
})

test('spec 5.6: group_id gives only the conversations of that group', async () => {
  const { owner } = await ownerWith(2)
  const { id: group_id } = await owner.make('/v1/groups', { name: 'Dealers' })
  const { id: other } = await owner.make('/v1/groups', { name: 'Others' })
  const conversation = await owner.make('/v1/conversations', { group_id })
  await owner.make('/v1/conversations', { group_id: other })
  assert.deepEqual((await owner.get(`/v1/conversations?group_id=${group_id}`)).body, {
    has_more: false,
    data: [conversation],
  })
  const unknown = publicId('group', '0198a000-0000-7000-8000-000000000000')
  assert.deepEqual((await owner.get(`/v1/conversations?group_id=${unknown}`)).body, { has_more: false, data: [] })
  assertRefused(await owner.get('/v1/conversations?group_id=dealers'), 400, 'invalid_query', 'group_id')
})

test('spec 4.4: both cursors at once, an unknown cursor and an unknown parameter are a 400', async () => {
  const { owner, made } = await ownerWith(2)
  const both = `starting_after=${made[0].id}&ending_before=${made[1].id}`
  assertRefused(await owner.get(`/v1/conversations?${both}`), 400, 'invalid_query', 'ending_before')
  const unknown = publicId('conv', '0198a000-0000-7000-8000-000000000000')
  for (const name of ['starting_after', 'ending_before']) {
    assertRefused(await owner.get(`/v1/conversations?${name}=${unknown}`), 400, 'unknown_cursor', name)
    assertRefused(await owner.get(`/v1/conversations?sort=last_active&${name}=${unknown}`), 400, 'unknown_cursor', name)
    assertRefused(await owner.get(`/v1/conversations?${name}=first`), 400, 'invalid_query', name)
  }
  assertRefused(await owner.get('/v1/conversations?page=2'), 400, 'invalid_query', 'page')
  assertRefused(await owner.get('/v1/conversations?sort=name'), 400, 'invalid_query', 'sort')
  assertRefused(await owner.get(`/v1/conversations/${made[0].id}?expand=all`), 400, 'invalid_query', 'expand[0]')
})

test('spec 4.4: ending_before gives the previous page, in the same order', async () => {
  const { owner, made } = await ownerWith(7)
  const newestFirst = idsOf(made).reverse()
  const page = async (query: string) => {
    const { body } = await owner.get(`/v1/conversations?limit=2&${query}`)
    return [idsOf(body.data), body.has_more]
  }
  assert.deepEqual(await page(`ending_before=${newestFirst[5]}`), [newestFirst.slice(3, 5), true])
  assert.deepEqual(await page(`ending_before=${newestFirst[2]}`), [newestFirst.slice(0, 2), false])
  assert.deepEqual(await page(`ending_before=${newestFirst[1]}`), [newestFirst.slice(0, 1), false])
  assert.deepEqual(await page(`ending_before=${newestFirst[0]}`), [[], false])
  assert.deepEqual(await page(`starting_after=${newestFirst[6]}`), [[], false])
})

test('spec 4.6: sort=last_active is the order of an inbox: activity first, creation where there was none', async () => {
  const { owner, made } = await ownerWith(3)
  const start = Date.now()
  samvad.setClock(new Date(start + 60_000))
  await write(owner, made[0].id)
  samvad.setClock(new Date(start + 120_000))
  await write(owner, made[1].id)
  samvad.setClock(null)
  const { body } = await owner.get('/v1/conversations?sort=last_active')
  assert.deepEqual(idsOf(body.data), [made[1].id, made[0].id, made[2].id])
  assert.deepEqual(idsOf((await owner.get('/v1/conversations')).body.data), idsOf(made).reverse())
})

test('spec 4.5: a walk over all pages sees every row that existed throughout exactly once, whatever happens meanwhile', async () => {
  const { owner, made } = await ownerWith(23)
  const happening = fc.record({
    kind: fc.constantFrom('message', 'create', 'change', 'open', 'delete'),
    index: fc.nat({ max: 22 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(happening, { minLength: 1, maxLength: 8 }),
      async (limit, happenings) => {
        const throughout = new Set(idsOf(made))
        const queue = [...happenings]
        const rows = await walk(owner, '/v1/conversations', limit, async () => {
          const next = queue.shift()
          if (!next) return
          const { id } = made[next.index]
          if (next.kind === 'message') await write(owner, id)
          if (next.kind === 'create') await start(owner)
          if (next.kind === 'change')
            await owner.put(`/v1/conversations/${id}`, { is_pinned: true, archived_at: 1767225600 })
          if (next.kind === 'open') await owner.post(`/v1/conversations/${id}/open`)
          if (next.kind === 'delete') {
            // A conversation created after paging began, deleted so that the company is as the next run expects.
            const passing = await start(owner)
            await owner.delete(`/v1/conversations/${passing.id}`)
          }
        })
        const seen = idsOf(rows)
        assert.equal(new Set(seen).size, seen.length, 'a row was seen twice')
        assert.deepEqual(
          seen.filter((id) => throughout.has(id)),
          idsOf(made).reverse(),
        )
      },
    ),
    { numRuns: SLOW_CASES },
  )
})

test('spec 4.5, 4.6: walks in both directions and both orders see each row exactly once while nothing changes', async () => {
  const { owner, made } = await ownerWith(17)
  const at = new Date('2030-01-01T00:00:00Z')
  // Several at the same time: the order must not depend on the time alone.
  samvad.setClock(at)
  for (const index of [3, 9, 4, 12]) await write(owner, made[index].id)
  samvad.setClock(null)
  for (const sort of ['created', 'last_active']) {
    const { body: whole } = await owner.get(`/v1/conversations?limit=100&sort=${sort}`)
    const expected = idsOf(whole.data)
    assert.equal(new Set(expected).size, 17)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 18 }), async (limit) => {
        assert.deepEqual(idsOf(await walk(owner, `/v1/conversations?sort=${sort}`, limit)), expected)
        assert.deepEqual(await walkBack(owner, sort, limit, expected.at(-1) as string), expected.slice(0, -1))
      }),
      { numRuns: SLOW_CASES },
    )
  }
})

async function walkBack(owner: Person, sort: string, limit: number, from: string): Promise<string[]> {
  let seen: string[] = []
  let hasMore = true
  for (let pages = 0; hasMore && pages < 50; pages++) {
    const { body } = await owner.get(`/v1/conversations?sort=${sort}&limit=${limit}&ending_before=${seen[0] ?? from}`)
    seen = [...idsOf(body.data), ...seen]
    hasMore = body.has_more
  }
  return seen
}

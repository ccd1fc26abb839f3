// Every write that sets a state, twice: the second has no effect. spec 3.12, 14.1, 1.21.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routesOf } from '../../server/program/routes.ts'
import { startSamvad } from '../harness.ts'
import { person } from '../story.ts'
import { askedAnew, saidTwice } from './said-twice.ts'
import { ownersThings, thingsOf } from './things.ts'

// A month is inserted in which nothing was sent.
const samvad = await startSamvad({}, { breaks: ['T6'] })
const { organizationId, ...owner } = samvad.company
await samvad.rows('update users set is_operator = true where id = $1', [owner.userId])
await samvad.rows(
  `insert into enterprise_eligibilities (org_id, channel, month, reached_at)
   values ($1, 'email', '2020-01-01', now() - interval '1 day')`,
  [organizationId],
)
const asha = person(samvad)
const own = await ownersThings(samvad, organizationId, owner)
const approved = await asha.make('/v1/templates', {
  name: 'sent',
  channel: 'email',
  language: 'en',
  text: 'Sent.',
  category: 'utility',
})
assert.equal((await asha.post(`/v1/templates/${approved.id}/submit`)).body.status, 'approved')
const things = { ...(await thingsOf(samvad, organizationId, owner)), ...own, tmpl: [...(own.tmpl ?? []), approved.id] }
const routes = new Map(routesOf(samvad.app).map((route) => [`${route.method} ${route.path}`, route]))

test('spec 3.12: every PUT says whether it changes nothing when it is said again', () => {
  const puts = [...routes].filter(([, { kind, method }]) => kind !== 'public' && method === 'PUT').map(([name]) => name)
  const known = [...Object.keys(saidTwice), ...Object.keys(askedAnew)]
  assert.deepEqual(
    puts.filter((name) => !known.includes(name)),
    [],
  )
  assert.deepEqual(
    known.filter((name) => !routes.has(name)),
    [],
  )
})

for (const [name, line] of Object.entries(saidTwice))
  test(`spec 3.12, 14.1, 1.21: ${name} said again writes no event and no audit entry, and answers the same`, async () => {
    const route = routes.get(name)
    assert.ok(route)
    const said = line === 'example' ? { body: route.example?.request as object } : line(things)
    const { path = route.path, body } = said
    const ask = () => samvad.request(route.method, path, { token: owner.token, ...(body ? { json: body } : {}) })
    const first = await ask()
    assert.ok(first.status < 300, first.text)
    const before = await written()
    // So that a second write would show in the timestamps.
    samvad.setClock(new Date(Date.now() + 5000))
    const second = await ask()
    samvad.setClock(null)
    assert.deepEqual([second.status < 300, second.body], [true, first.body])
    assert.deepEqual(await written(), before)
    // Changed conversations without a message that fixes the account are updated by another statement.
    if (name === 'PUT /v1/conversations/:id')
      for (const [field, value] of Object.entries(body ?? {})) {
        const alone = { token: owner.token, json: { [field]: value } }
        const again = await samvad.request(route.method, path, alone)
        assert.equal(again.status, 200, again.text)
        assert.deepEqual(await written(), before, field)
      }
  })

const written = () =>
  samvad.rows(`
    select type as said from events union all select action from audit_log order by 1`)

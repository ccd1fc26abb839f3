// Exports: requests, permissions, how links work and expire, and what is deleted when: spec 13.21 to 13.32.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import type { Permission } from '#people/access/rules.ts'
import {
  askForExport,
  download,
  EXPORTS,
  exported,
  exportOf,
  type Kind,
  makeExports,
  removeFiles,
} from '../../../test/exports.ts'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, person, walk } from '../../../test/story.ts'
import { KEPT_MAX, KEPT_MS, permissionOf, UNFINISHED_MAX } from './rules.ts'

const samvad = await startSamvad()
const { organizationId } = samvad.company
const asha = person(samvad)
const PERIOD = { from: '2026-01-01', to: '2026-01-31' }
const kinds: Kind[] = ['statement', 'log', 'transactions']

/** Files of the company. */
async function filesThere(): Promise<string[]> {
  const folder = join(samvad.app.settings.dataDirectory, 'attachments')
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return names.flatMap((one) => (one.isFile() && one.name.startsWith(organizationId) ? one.name : []))
}

async function startAnew(): Promise<void> {
  samvad.setClock(null)
  for (const { id } of await walk(asha, EXPORTS, 100))
    for (let times = 0; times < 2; times++) await asha.delete(`${EXPORTS}/${id}`)
  await removeFiles(samvad)
  assert.deepEqual(await filesThere(), [])
}

const eventsOf = async ({ id }: { id: string }) =>
  samvad.rows<{ type: string; payload: any }>('select type, payload from events where org_id = $1 and object_id = $2', [
    organizationId,
    uuidOf('exp', id),
  ])

test('spec 13.21: the worker is woken once what it is to make is there, and it need not look for it', async (t) => {
  const seen: unknown[] = []
  t.mock.method(samvad.app, 'wake', (kind: string) => {
    const due = samvad.rows('select kind from due_work where org_id = $1 and due_at <= now()', [organizationId])
    if (kind === 'export') seen.push(due)
  })
  const asked = await askForExport(samvad, 'transactions', PERIOD)
  assert.equal(asked.status, 202, asked.text)
  assert.deepEqual(await Promise.all(seen), [[{ kind: 'export' }]])
  await makeExports(samvad)
  await startAnew()
})

test('spec 13.2, 13.21, 13.26: asked for, 202, then completed with a link, told by one event without it', async () => {
  const asked = await askForExport(samvad, 'transactions', PERIOD)
  assert.equal(asked.status, 202, asked.text)
  assert.equal(asked.headers.get('location'), `${EXPORTS}/${asked.body.id}`)
  const { status, progress, url, from, to, row_count, size, error, ended_at } = asked.body
  assert.deepEqual(
    { status, progress, url, from, to, row_count, size, error, ended_at },
    {
      status: 'queued',
      progress: 0,
      url: null,
      from: 1767205800,
      to: 1769884200,
      row_count: null,
      size: null,
      error: null,
      ended_at: null,
    },
  )
  assert.deepEqual(await eventsOf(asked.body), [])
  await makeExports(samvad)
  await makeExports(samvad)
  const shown = await exportOf(samvad, asked.body)
  assert.deepEqual([shown.status, shown.progress, shown.error], ['completed', 100, null])
  assert.equal(shown.expires_at, shown.ended_at + KEPT_MS / 1000)
  const told = await eventsOf(shown)
  assert.deepEqual(
    told.map(({ type, payload }) => [type, payload]),
    [['export.completed', { ...shown, url: null }]],
  )
  const audited = (await asha.get('/v1/audit_log?action=export.requested')).body.data
  assert.equal(audited[0].object, shown.id)
  assert.deepEqual(audited[0].details, { kind: 'transactions', format: 'csv', from: 1767205800, to: 1769884200 })
  await startAnew()
})

test('spec 13.31: the link serves the file as a download, byte for byte, without a token', async () => {
  for (const kind of kinds) {
    const { shown, response, bytes } = await exported(samvad, kind, PERIOD)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="samvad-/)
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), shown.sha256)
  }
  await startAnew()
})

test('spec 13.21: what cannot be exported is refused by its field', async () => {
  const ask = (more: object) => asha.post(EXPORTS, { kind: 'log', format: 'xlsx', ...PERIOD, ...more })
  assertRefused(await ask({ format: 'csv' }), 422, 'invalid_content', 'format')
  assertRefused(await ask({ kind: 'statement' }), 422, 'invalid_content', 'format')
  assertRefused(await ask({ kind: 'everything' }), 422, 'invalid_content', 'kind')
  assertRefused(await ask({ from: '2026-02-01', to: '2026-01-01' }), 422, 'invalid_content', 'to')
  assertRefused(await ask({ from: 1767205800, to: 1767205800 }), 422, 'invalid_content', 'to')
  assertRefused(await ask({ from: '2100-01-01', to: '2100-01-31' }), 422, 'invalid_content', 'from')
  const years = { kind: 'statement', format: 'pdf', from: '2020-01-01', to: '2021-12-31' }
  assertRefused(await ask(years), 422, 'invalid_content', 'to')
  assert.equal((await ask({ from: '2020-01-01', to: '2025-12-31' })).status, 202, 'a log of years')
  await startAnew()
})

test('spec 13.22: each kind needs its permission to be asked for, seen and cancelled, whoever made it', async () => {
  const made = new Map<Kind, string>()
  for (const kind of kinds) made.set(kind, (await exported(samvad, kind, PERIOD)).shown.id)
  for (const kind of kinds) {
    const permission = permissionOf[kind] as Permission
    const member = await samvad.newMember(organizationId, 'owner', [permission])
    const who = person(samvad, member)
    const seen = await walk(who, EXPORTS, 1)
    assert.deepEqual(
      seen.map(({ id }) => id),
      [made.get(kind)],
      kind,
    )
    for (const other of kinds) {
      const path = `${EXPORTS}/${made.get(other)}`
      const asked = await askForExport(samvad, other, PERIOD, member)
      if (other === kind) {
        assert.equal(asked.status, 202, asked.text)
        assert.equal((await who.get(path)).status, 200)
        assert.equal((await who.delete(`${EXPORTS}/${asked.body.id}`)).status, 204)
      } else {
        assertRefused(asked, 403, 'permission_denied', 'kind')
        assertRefused(await who.get(path), 404, 'not_found')
        assertRefused(await who.delete(path), 404, 'not_found')
        assertRefused(
          await who.get(`${EXPORTS}?starting_after=${made.get(other)}`),
          400,
          'unknown_cursor',
          'starting_after',
        )
      }
    }
  }
  const agent = await samvad.newMember(organizationId, 'agent')
  // The agent may see contacts.
  assertRefused(await askForExport(samvad, 'log', PERIOD, agent), 403, 'permission_denied', 'kind')
  await startAnew()
})

test('spec 13.23: two at once for an organization, also when they are asked for together; another one is free', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => askForExport(samvad, 'log', PERIOD)))
  const refused = answers.filter(({ status }) => status !== 202)
  assert.equal(answers.length - refused.length, UNFINISHED_MAX)
  for (const one of refused) assertRefused(one, 409, 'conflict')
  assert.deepEqual([refused[0]?.body.reason, refused[0]?.body.params], ['too_many_unfinished_exports', { max: 2 }])
  const neighbour = await samvad.newCompany('Banyan Books')
  assert.equal((await askForExport(samvad, 'log', PERIOD, neighbour)).status, 202)
  await makeExports(samvad)
  assert.equal((await askForExport(samvad, 'log', PERIOD)).status, 202)
  await startAnew()
})

test('spec 13.23: a hundred are kept, and then one has to go before another comes', async () => {
  const { body } = await askForExport(samvad, 'log', PERIOD)
  await makeExports(samvad)
  await samvad.rows(
    `insert into exports (org_id, id, kind, format, status, from_at, to_at, user_id, wallet_version, balance_micros,
                          created_at, ended_at, expires_at)
     select org_id, gen_random_uuid(), kind, format, 'cancelled', from_at, to_at, user_id, 0, 0, created_at, ended_at,
            expires_at from exports, generate_series(2, $2::int) where id = $1`,
    [uuidOf('exp', body.id), KEPT_MAX],
  )
  assertRefused(await askForExport(samvad, 'log', PERIOD), 409, 'conflict')
  assert.equal((await asha.delete(`${EXPORTS}/${body.id}`)).status, 204)
  assert.equal((await askForExport(samvad, 'log', PERIOD)).status, 202)
  for (let pages = 0; pages < 2; pages++) await startAnew()
})

test('spec 13.31: a link dies with the access of the token that asked for it, and with nothing else', async () => {
  const { shown } = await exported(samvad, 'transactions', PERIOD)
  const statusOf = async (url: string) => (await download(url)).response.status
  const linkOf = async (member: { token: string }) => (await exportOf(samvad, shown, member)).url as string
  const { id: role } = await asha.make('/v1/roles', { name: 'Books', permissions: ['balance.view', 'tokens.manage'] })
  const member = await samvad.newMember(organizationId, 'billing')
  const user = `/v1/users/${publicId('user', member.userId)}`
  const link = await linkOf(member)
  assert.equal(await statusOf(link), 200)

  assert.equal((await asha.put(user, { role: 'agent' })).status, 200)
  assert.equal(await statusOf(link), 404, 'another role')
  assert.equal((await asha.put(user, { role })).status, 200)
  assert.equal(await statusOf(link), 200)

  const own = await person(samvad, member).make('/v1/tokens', { name: 'Mine' })
  const ownLink = await linkOf({ token: own.access_token })
  assert.equal(await statusOf(ownLink), 200)
  assert.equal((await asha.delete(`/v1/tokens/${own.id}`)).status, 204)
  assert.equal(await statusOf(ownLink), 404, 'the token was revoked')
  assert.equal(await statusOf(link), 200, 'another token lives')

  const [row] = await samvad.rows<{ id: string }>('select id from tokens where user_id = $1 and revoked_at is null', [
    member.userId,
  ])
  const limit = (set: string) => samvad.rows(`update tokens set ${set} where id = $1`, [row?.id])
  await limit(`allowed_addresses = '{203.0.113.0/24}'`)
  assert.equal(await statusOf(link), 404, 'from an address that the token may not be used from')
  await limit(`allowed_addresses = '{127.0.0.0/8}'`)
  assert.equal(await statusOf(link), 200)
  await limit(`expires_at = now() - interval '1 second'`)
  assert.equal(await statusOf(link), 404, 'the token is over')
  await limit('expires_at = null')
  assert.equal(await statusOf(link), 200)
  assert.equal((await asha.delete(user)).status, 204)
  assert.equal(await statusOf(link), 404, 'no member any more')
  assert.equal(await statusOf(shown.url), 200, "the owner's own link")
  await startAnew()
})

test('spec 13.31: a link that was changed, or is of another thing, is the same 404', async () => {
  const { shown } = await exported(samvad, 'log', PERIOD)
  const { pathname, origin } = new URL(shown.url)
  const token = pathname.split('/').at(-1) as string
  const wrong = [
    `${token}A`,
    token.slice(0, -1),
    token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21),
    token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    'x',
    newUuid(),
  ]
  for (const one of wrong) {
    const { response } = await download(`${origin}/exports/${one}`)
    assert.equal(response.status, 404, one)
  }
  assert.equal((await download(`${origin}/attachments/${token}`)).response.status, 404)
  const gone = (await asha.delete(`${EXPORTS}/${shown.id}`)).status
  assert.deepEqual([gone, (await download(shown.url)).response.status], [204, 404])
  await startAnew()
})

test('spec 13.32: seven days after its end an export is gone with its file and its link, and not before', async () => {
  samvad.setClock(new Date('2026-06-01T10:00:00Z'))
  const { shown } = await exported(samvad, 'statement', PERIOD)
  assert.equal((await filesThere()).length, 1)
  samvad.setClock(new Date(shown.expires_at * 1000 - 1))
  await makeExports(samvad)
  assert.equal((await download(shown.url)).response.status, 200)
  samvad.setClock(new Date(shown.expires_at * 1000))
  assert.equal((await download(shown.url)).response.status, 404, 'before any job has run')
  await makeExports(samvad)
  await removeFiles(samvad)
  assert.equal((await asha.get(`${EXPORTS}/${shown.id}`)).status, 404)
  assert.deepEqual(await filesThere(), [])
  await startAnew()
})

test('spec 13.32: what is cancelled is never made, and shown as cancelled; what has ended is removed', async () => {
  const { body } = await askForExport(samvad, 'log', PERIOD)
  assert.equal((await asha.delete(`${EXPORTS}/${body.id}`)).status, 204)
  await makeExports(samvad)
  const shown = await exportOf(samvad, body)
  assert.deepEqual([shown.status, shown.url, shown.error], ['cancelled', null, null])
  assert.deepEqual(await filesThere(), [])
  assert.deepEqual(await eventsOf(body), [])
  assert.equal((await asha.delete(`${EXPORTS}/${body.id}`)).status, 204)
  assertRefused(await asha.get(`${EXPORTS}/${body.id}`), 404, 'not_found')
  assertRefused(await asha.delete(`${EXPORTS}/${body.id}`), 404, 'not_found')
  await startAnew()
})

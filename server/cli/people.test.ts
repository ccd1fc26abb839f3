// The commands for people and tokens.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { passwordMatches } from '#kit/crypto.ts'
import { runCommand } from '../../test/command-line.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'
import { addTotp, openBrowser, signedIn } from '../../test/sessions.ts'

const samvad = await startSamvad()
const { company } = samvad
const ORGANIZATION = publicId('org', company.organizationId)

const dataDirectory = await mkdtemp(join(tmpdir(), 'samvad-people-'))
after(() => rm(dataDirectory, { recursive: true, force: true }))
const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: dataDirectory }

/** With this standard input, which is never a terminal. */
const typing = (input: string, ...words: string[]) => runCommand([...words, '--json'], environment, input)
const run = (...words: string[]) => typing('', ...words)
const json = async (...words: string[]) => {
  const ran = await run(...words)
  assert.deepEqual([ran.code, ran.stderr], [0, ''])
  return JSON.parse(ran.stdout)
}
const hashOf = async (email: string) =>
  (await samvad.rows<{ password_hash: string }>('select password_hash from users where email = $1', [email]))[0]
    ?.password_hash ?? ''

test('spec 18.1: a password is read from standard input, never from the arguments', async () => {
  const email = 'typed@company.example'
  const words = ['user', 'create', '--email', email, '--role', 'agent', '--organization', ORGANIZATION]
  for (const [command, name] of [
    [words, 'password'],
    [['user', 'set-password', '--user', email], 'password'],
    [['organization', 'create', '--name', 'X', '--owner-email', email], 'owner-password'],
  ] as const) {
    const ran = await run(...command, `--${name}`, 'seen-by-everybody')
    assert.deepEqual([ran.code, ran.stdout], [2, ''])
    assert.match(ran.stderr, new RegExp(`--${name}-stdin`))
    assert.ok(!ran.stderr.includes('seen-by-everybody'))
  }
  const short = await typing('short\n', ...words, '--password-stdin')
  assert.equal(short.code, 1)
  assert.match(short.stderr, /at least 12 characters/)
  assert.equal((await typing('', ...words, '--password-stdin')).code, 2)
  assert.equal((await samvad.rows('select 1 from users where email = $1', [email])).length, 0)
  const made = await typing('monsoon-over-konkan\n', ...words, '--password-stdin')
  assert.equal(made.code, 0)
  assert.ok(!made.stdout.includes('monsoon'))
  assert.ok(await passwordMatches('monsoon-over-konkan', await hashOf(email)))
  const set = await typing('another-monsoon-here\r\n', 'user', 'set-password', '--user', email, '--password-stdin')
  assert.equal(set.code, 0, set.stderr)
  assert.ok(!set.stdout.includes('monsoon'))
  assert.ok(await passwordMatches('another-monsoon-here', await hashOf(email)))
})

test('spec 1.10: a password that the operator sets ends every session and token of the person, in all organizations', async () => {
  const other = await samvad.newCompany('Kaveri Silks')
  const email = 'leela@company.example'
  const leela = await samvad.newPerson(company.organizationId, 'agent', { email, password: 'the-one-she-knows' })
  const elsewhere = await samvad.newPerson(other.organizationId, 'viewer', { email })
  const signIn = { email, password: 'the-one-she-knows' }
  const session = await samvad.request('POST', '/console/session', { token: null, json: signIn })
  assert.equal(session.status, 201)
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] as string
  await json('user', 'set-password', '--user', email)
  assert.equal((await samvad.request('GET', '/console/session', { token: null, headers: { cookie } })).status, 204)
  for (const { token } of [leela, elsewhere])
    assert.equal((await samvad.request('GET', '/v1/me', { token })).status, 401)
  assert.equal((await samvad.request('GET', '/v1/me', { token: other.token })).status, 200)
  const log = (await samvad.request('GET', '/v1/audit_log?limit=2', { token: other.token })).body.data
  assert.deepEqual(
    log.map(({ actor, action }: { actor: string; action: string }) => [actor, action]),
    [
      ['command_line', 'password.changed'],
      ['command_line', 'token.revoked'],
    ],
  )
})

test('spec 1.7: making an operator is confirmed; where nobody could answer, by --yes alone', async () => {
  const words = ['--email', 'op@company.example', '--role', 'viewer', '--organization', ORGANIZATION, '--operator']
  const unasked = await run('user', 'create', ...words)
  assert.equal(unasked.code, 2)
  assert.match(unasked.stderr, /whole installation[\s\S]*--yes/)
  assert.equal((await samvad.rows(`select 1 from users where email = 'op@company.example'`)).length, 0)
  assert.equal((await json('user', 'create', ...words, '--yes')).is_operator, true)
})

test('spec 17.4: users and tokens are listed, tokens revoked, and users removed', async () => {
  const firm = await samvad.newCompany('Lotus Prints')
  const organization = publicId('org', firm.organizationId)
  const owner = publicId('user', firm.userId)
  const mira = await samvad.newPerson(firm.organizationId, 'agent', { email: 'mira@lotus.example' })
  const service = { token: firm.token, json: { name: 'Shop', role: 'viewer' } }
  const shop = (await samvad.request('POST', '/v1/service_users', service)).body
  const users = await json('user', 'list', '--organization', organization)
  assert.deepEqual(users.map(({ id, kind, email }: any) => [id, kind, email]).slice(0, 2), [
    [shop.id, 'service', null],
    [mira.id, 'person', 'mira@lotus.example'],
  ])

  const words = ['--user', shop.id, '--organization', organization, '--permission', 'contacts.view']
  const addresses = ['--allowed-address', '203.0.113.7', '--allowed-address', '2001:DB8::/32']
  const made = await json('token', 'create', ...words, ...addresses)
  assert.deepEqual(made.allowed_addresses, ['203.0.113.7', '2001:db8::/32'])
  const refused = await samvad.request('GET', '/v1/me', { token: made.access_token })
  assert.equal(refused.body.code, 'address_denied')
  const wrong = await run('token', 'create', ...words, '--allowed-address', 'office')
  assert.deepEqual([wrong.code, wrong.stdout], [2, ''])

  const inOrganization = await json('token', 'list', '--organization', organization)
  assert.deepEqual(
    inOrganization.map(({ user_id }: any) => user_id),
    [shop.id, mira.id, owner],
  )
  assert.ok(inOrganization.every((one: object) => !('access_token' in one)))
  const ofMira = await json('token', 'list', '--user', 'mira@lotus.example')
  assert.deepEqual(
    ofMira.map(({ user_id, organization_id }: any) => [user_id, organization_id]),
    [[mira.id, organization]],
  )
  const [{ id: tokenId }] = ofMira
  assert.equal((await json('token', 'revoke', '--token', tokenId)).id, tokenId)
  assert.equal((await samvad.request('GET', '/v1/me', { token: mira.token })).status, 401)
  for (const [id, reason] of [
    [tokenId, /no such access token/],
    [publicId('token', firm.userId), /no such access token/],
    ['x', /not the ID/],
  ] as const) {
    const ran = await run('token', 'revoke', '--token', id)
    assert.deepEqual([ran.code, ran.stdout], [1, ''])
    assert.match(ran.stderr, reason)
  }

  const remove = (id: string) => run('user', 'remove', '--user', id, '--organization', organization)
  assert.equal((await remove(mira.id)).code, 0)
  assert.equal((await remove(mira.id)).code, 1)
  const last = await remove(owner)
  assert.equal(last.code, 1)
  assert.match(last.stderr, /last owner/)
  assert.equal((await json('user', 'list', '--organization', organization)).length, 2)
  const [entry] = (await samvad.request('GET', '/v1/audit_log', { token: firm.token })).body.data
  assert.deepEqual([entry.actor, entry.action, entry.object], ['command_line', 'member.removed', mira.id])
})

test('spec 2.29: an operator removes the factors of who lost them, and only when asked twice; the log says so', async () => {
  const asha = await signedIn(samvad)
  await addTotp(samvad, asha)
  const unsure = await run('user', 'reset-factors', '--user', asha.email)
  assert.notEqual(unsure.code, 0)
  assert.equal((await openBrowser(samvad).signIn(asha.email)).status, 200)
  assert.deepEqual(await json('user', 'reset-factors', '--user', asha.email, '--yes'), { id: asha.id, removed: true })
  assert.equal((await openBrowser(samvad).signIn(asha.email)).status, 201)
  assert.deepEqual(await json('user', 'reset-factors', '--user', asha.email, '--yes'), { id: asha.id, removed: false })
  const [entry] = await samvad.rows<{ actor: string; details: object }>(
    "select actor, details from audit_log where action = 'factor.removed'",
  )
  assert.deepEqual(entry, { actor: 'command_line', details: { factor: 'all' } })
  assert.equal((await samvad.rows("select from letters where kind = 'factor_removed'")).length, 1)
})

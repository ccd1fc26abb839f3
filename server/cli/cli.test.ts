import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { passwordMatches } from '#kit/crypto.ts'
import { migrate } from '#kit/database/migrate.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import { type Ran, runCommand } from '../../test/command-line.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { publicId, startSamvad, uuidOf } from '../../test/harness.ts'

const samvad = await startSamvad()
const { company } = samvad
const PROGRAM = fileURLToPath(new URL('../../bin/samvad', import.meta.url))
const ORGANIZATION = publicId('org', company.organizationId)

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'samvad-cli-'))
  folders.push(folder)
  // As root, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o711)
  return folder
}

/** Without the database and folder that the test run itself may have. */
const ownPlace = (environment: Record<string, string>) => ({
  DATABASE_URL: undefined,
  DATA_DIR: undefined,
  ...environment,
})
const run = (words: string[], environment: Record<string, string>) => runCommand(words, ownPlace(environment))

/** Runs the command line as a separate process. */
function type(words: string[], environment: Record<string, string>): Promise<Omit<Ran, 'out'>> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...ownPlace(environment) }
    execFile(PROGRAM, words, { env, timeout: GUARD_MS }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

const { host, port, user, password = '', database } = samvad.app.database.pool.options
const address = `postgres://${user}:${password}@${encodeURIComponent(host ?? '')}:${port}/${database}`
const dataDirectory = await newFolder()
const samvadOf = (...words: string[]) => run(words, { DATABASE_URL: address, DATA_DIR: dataDirectory })
const json = async (...words: string[]) => {
  const ran = await samvadOf(...words, '--json')
  assert.equal(ran.stderr, '')
  assert.equal(ran.code, 0)
  return JSON.parse(ran.stdout)
}

test('spec 17.4: an organization, a user and a token are made on the command line, and the token works', async () => {
  const organization = await json(
    'organization',
    'create',
    '--name',
    'Ganga Books',
    '--owner-email',
    'Gita@Ganga.example',
  )
  assert.equal(organization.name, 'Ganga Books')
  assert.ok(organization.password.length >= 12)
  const listed = await json('organization', 'list')
  assert.deepEqual(
    listed.map(({ name }: { name: string }) => name),
    ['Ganga Books', 'Asha Textiles'],
  )

  const words = [
    '--email',
    'Hari@Ganga.example',
    '--name',
    'Hari',
    '--role',
    'agent',
    '--organization',
    organization.id,
  ]
  const hari = await json('user', 'create', ...words)
  assert.deepEqual(
    [hari.email, hari.display_name, hari.role, hari.is_operator, hari.organization_id],
    ['hari@ganga.example', 'Hari', 'agent', false, organization.id],
  )
  const [stored] = await samvad.rows<{ password_hash: string }>('select password_hash from users where id = $1', [
    uuidOf('user', hari.id),
  ])
  assert.ok(await passwordMatches(hari.password, stored?.password_hash ?? ''))

  const narrow = ['--permission', 'contacts.view', '--permission', 'messages.send', '--expires-at', '2100-01-01']
  const token = await json(
    'token',
    'create',
    '--user',
    'hari@ganga.example',
    '--organization',
    organization.id,
    ...narrow,
  )
  assert.deepEqual(token.permissions, ['contacts.view', 'messages.send'])
  // A date means that day in India: spec 3.10.
  assert.equal(token.expires_at, Date.parse('2100-01-01T00:00:00+05:30') / 1000)
  const mine = await samvad.request('GET', '/v1/me', { token: token.access_token })
  assert.equal(mine.body.user.id, hari.id)
  assert.equal(mine.body.organization.name, 'Ganga Books')

  const all = await samvadOf('token', 'create', '--user', organization.owner_id, '--organization', organization.id)
  assert.equal(all.code, 0)
  const owner = await samvad.request('GET', '/v1/me', { token: all.stdout.trim() })
  assert.equal(owner.body.role, 'owner')
  assert.ok(
    owner.body.permissions.includes('wallet.recharge') && !owner.body.permissions.includes('installation.operate'),
  )
  const events = await samvad.rows<{ type: string }>('select type from events where org_id = $1 order by id', [
    uuidOf('org', organization.id),
  ])
  assert.deepEqual(
    events.map(({ type }) => type),
    ['user.added', 'token.created', 'token.created'],
  )
})

test('spec 1.7: an operator is made on the command line alone; a user who exists keeps the password', async () => {
  const email = 'ops@company.example'
  await samvad.newPerson(company.organizationId, 'viewer', { email, password: 'the-one-she-knows' })
  const other = await json('organization', 'create', '--name', 'Indus Travels')
  const words = ['--email', email, '--role', 'owner', '--organization', other.id]
  const operator = await json('user', 'create', ...words, '--operator', '--yes')
  assert.deepEqual([operator.is_operator, operator.password], [true, null])
  const token = await json('token', 'create', '--user', operator.id, '--organization', other.id)
  const all = await samvad.request('GET', '/v1/organizations', { token: token.access_token })
  assert.equal(all.status, 200)

  const stored = () =>
    samvad.rows<{ password_hash: string }>('select password_hash from users where email = $1', [email])
  assert.ok(await passwordMatches('the-one-she-knows', (await stored())[0]?.password_hash ?? ''))
  const set = await json('user', 'set-password', '--user', email)
  assert.ok(await passwordMatches(set.password, (await stored())[0]?.password_hash ?? ''))
})

test('spec 17.4: what is refused says why on stderr, ends with 1, and changes nothing', async () => {
  const before = await samvad.rows('select id from users')
  const inOrganization = ['--organization', ORGANIZATION]
  const refusals: [string[], RegExp][] = [
    [
      ['user', 'create', '--email', 'nobody', '--role', 'agent', ...inOrganization],
      /email: Enter an email address with one @/,
    ],
    [['user', 'create', '--email', 'a@b.example', '--role', 'chief', ...inOrganization], /role: Choose one of owner/],
    [['user', 'create', '--email', 'a@b.example', '--role', 'agent'], /several organizations/],
    [['user', 'create', '--email', 'a@b.example', '--role', 'agent', '--organization', 'org_x'], /not the ID/],
    [['token', 'create', '--user', 'a@b.example', ...inOrganization], /neither the ID nor the email/],
    [['token', 'create', '--user', 'gita@ganga.example', ...inOrganization], /There is no such user/],
    [['organization', 'create', '--name', 'X', '--owner-name', 'Nobody'], /owner_email/],
  ]
  for (const [words, reason] of refusals) {
    const ran = await samvadOf(...words, '--json')
    assert.equal(ran.code, 1, words.join(' '))
    assert.equal(ran.stdout, '')
    assert.match(ran.stderr, reason)
  }
  assert.deepEqual(await samvad.rows('select id from users'), before)
})

test('words that are no command, and flags that are none, get the usage and end with 2', async () => {
  const nothing = await samvadOf()
  assert.deepEqual([nothing.code, nothing.stdout], [2, ''])
  assert.match(nothing.stderr, /samvad NOUN VERB[\s\S]+token create/)
  for (const [typed, meant] of [
    ['organisation list', 'organization list'],
    ['user delete', 'user create, user remove, user list'],
    ['tokn', 'token create, token list, token revoke'],
    ['balanc', 'balance'],
    ['--jason', 'balance'],
  ] as const) {
    const ran = await samvadOf(...typed.split(' '))
    assert.deepEqual([ran.code, ran.stdout], [2, ''])
    assert.match(
      ran.stderr,
      /^samvad: unknown command "[^"]+"\. Did you mean [^\n]+\? Run samvad --help for a list of commands\.\n$/,
    )
    if (!typed.startsWith('-')) assert.ok(ran.stderr.includes(`"${typed}". Did you mean ${meant}`), ran.stderr)
  }
  const faults = [['--name'], ['--nmae', 'X'], [], ['X', '--name', 'X']]
  for (const words of faults) {
    const ran = await samvadOf('organization', 'create', ...words)
    assert.equal(ran.code, 2)
    assert.match(ran.stderr, /--owner-email EMAIL/)
  }
  const time = ['--user', 'a@b.example', '--expires-at', 'tomorrow']
  assert.equal((await samvadOf('token', 'create', ...time)).code, 2)
  const help = await samvadOf('--help')
  assert.deepEqual([help.code, help.stderr], [0, ''])
  assert.match((await samvadOf('token', 'create', '--help')).stdout, /--permission NAME/)
  assert.match((await samvadOf('restore', '--help')).stdout, /--passphrase +decrypt with a passphrase/)
  assert.match((await samvadOf('backup', '--help')).stdout, /--passphrase +encrypt with a passphrase/)
})

test('a noun without a verb gets its commands, asked for or not', async () => {
  const asked = await samvadOf('user', '--help')
  assert.deepEqual([asked.code, asked.stderr], [0, ''])
  assert.match(asked.stdout, /^samvad user VERB/)
  for (const verb of ['create', 'list', 'remove', 'set-password']) assert.ok(asked.stdout.includes(`  user ${verb}  `))
  assert.doesNotMatch(asked.stdout, /token create/)
  for (const words of [['user'], ['user', '--json']]) {
    const ran = await samvadOf(...words)
    assert.deepEqual([ran.code, ran.stdout, ran.stderr], [2, '', asked.stdout])
  }
})

test('spec 17.5: migrate brings a database up, twice without harm; before it, the other commands say so', async () => {
  // Creating and dropping a database waits for a checkpoint: on a busy machine longer than the statement timeout.
  const client = await samvad.app.database.pool.connect()
  await client.query('set statement_timeout = 0')
  const { rows } = await client.query(`select 'cli_' || md5(random()::text) as name`)
  const name = rows[0].name as string
  await client.query(`create database ${name}`)
  const environment = { DATABASE_URL: address.replace(/\/[^/]+$/, `/${name}`), DATA_DIR: dataDirectory }
  try {
    const early = await run(['organization', 'list'], environment)
    assert.equal(early.code, 1)
    assert.match(early.stderr, /samvad migrate/)
    const first = await run(['migrate', '--json'], environment)
    assert.equal(first.code, 0)
    assert.ok(JSON.parse(first.stdout).applied.length > 0)
    assert.deepEqual(JSON.parse((await run(['migrate', '--json'], environment)).stdout), { applied: [] })
    const only = await run(['organization', 'list', '--json'], environment)
    assert.deepEqual([only.code, only.stdout], [0, '[]\n'])
  } finally {
    await client.query(`drop database ${name} with (force)`)
    client.release(true)
  }
})

test('a wrong setting and an unreachable database are told, not thrown', async () => {
  const setting = await run(['organization', 'list'], { DATABASE_URL: address, PORT: 'many', DATA_DIR: dataDirectory })
  assert.equal(setting.code, 1)
  assert.match(setting.stderr, /PORT=many/)
  const database = await run(['organization', 'list'], {
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
    DATA_DIR: dataDirectory,
  })
  assert.equal(database.code, 1)
  assert.match(database.stderr, /cannot be used: .*ECONNREFUSED/)
  assert.doesNotMatch(database.stderr, /\n\s+at /)
})

test('the embedded PostgreSQL is started for a command and stopped after it; a running one is left running', async () => {
  const folder = await newFolder()
  const none = await run(['organization', 'list'], { DATA_DIR: folder })
  assert.equal(none.code, 1)
  assert.match(none.stderr, /no installation/)

  const environment = { DATA_DIR: folder }
  assert.equal((await run(['migrate'], environment)).code, 0)
  const isRunning = () =>
    stat(join(folder, 'postgres', 'postmaster.pid')).then(
      () => true,
      () => false,
    )
  assert.equal(await isRunning(), false)
  const made = await run(['organization', 'create', '--name', 'Jamuna Mills', '--json'], environment)
  assert.equal(made.code, 0)
  assert.equal(await isRunning(), false)

  const quiet = { info() {}, warn() {}, error() {} }
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: quiet })
  try {
    await migrate(postgres.connection)
    const listed = await run(['organization', 'list'], environment)
    assert.match(listed.stdout, /Jamuna Mills/)
    assert.equal(await isRunning(), true)
  } finally {
    await postgres.stop()
  }
  assert.equal(await isRunning(), false)
})

test('the launcher works from an older Node, on which it starts the pinned one', async () => {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  const ran = await type(['organization', 'list', '--json'], {
    DATABASE_URL: address,
    DATA_DIR: dataDirectory,
    PATH: folders.join(':'),
  })
  assert.equal(ran.stderr, '')
  assert.equal(ran.code, 0)
  assert.ok(JSON.parse(ran.stdout).length > 0)
})

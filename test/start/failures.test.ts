// Starts that fail: a clear sentence on stderr, exit code 2, no stack, nothing left running, no secret shown.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect as connectTo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { mustBeWritable } from '#kit/data-directory.ts'
import { migrate } from '#kit/migrate.ts'
import { mustAnswer } from '#kit/reachable.ts'
import { testDatabase } from '../harness.ts'
import { startTestPostgres, urlOf } from '../postgres.ts'
import { eventually } from '../program.ts'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
/** Longer than the slowest of the waits below may take on a loaded machine. */
const END_LIMIT_MS = 90_000

const base = mkdtempSync(join(tmpdir(), 'samvad-failures-'))
chmodSync(base, 0o711)
after(() => rmSync(base, { recursive: true, force: true }))

let folders = 0
const newFolder = () => join(base, `data-${++folders}`)

interface Run {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts the program and lets it run to its end; `watch` sees what it said so far, and may end it. */
function run(
  environment: Record<string, string>,
  watch: (said: string, end: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<Run> {
  const env = { ...process.env, PORT: '0', SAMVAD_LOG_LEVEL: 'warn', ...environment }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: END_LIMIT_MS })
  let stdout = ''
  let stderr = ''
  const look = () => watch(stdout + stderr, (signal) => child.kill(signal))
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    look()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
    look()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

const endWhenReady = (said: string, end: (signal: NodeJS.Signals) => void) => {
  if (said.includes('ready at')) end('SIGTERM')
}

function leftRunning(folder: string): string[] {
  const lines = execFileSync('ps', ['-ww', '-eo', 'args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(folder) && !line.startsWith('ps '))
}

function assertRefused({ code, stderr }: Run, sentence: RegExp, folder: string): void {
  assert.match(stderr, sentence)
  assert.doesNotMatch(stderr, /^\s+at /m, 'no stack')
  assert.equal(code, 2)
  assert.deepEqual(leftRunning(folder), [])
}

test('a folder that cannot be made stops the start with the remedy', async () => {
  const file = join(base, 'a-file')
  writeFileSync(file, '')
  const ran = await run({ DATA_DIR: join(file, 'data') })
  assertRefused(
    ran,
    /^Samvad cannot start: DATA_DIR=\S+a-file\/data cannot be used: .*\. Set DATA_DIR to a folder that can be written\.$/m,
    file,
  )
})

test('a folder on a file system that hangs is given up after a while, and the process can end', {
  skip: process.platform === 'win32',
}, async () => {
  const folder = mkdtempSync(join(base, 'hangs-'))
  // Reading a pipe that nobody writes waits for ever, as does a dead network share.
  execFileSync('mkfifo', [join(folder, 'secret.key')])
  await assert.rejects(
    mustBeWritable(folder, 500),
    /did not answer within 0\.5 s: its file system hangs\. Mend it, or set DATA_DIR/,
  )
  assert.deepEqual(readdirSync(folder), ['secret.key'])
})

test('a wrong sender of mail is a wrong setting at the start, not a failure in the worker', async () => {
  const folder = newFolder()
  const ran = await run({ DATA_DIR: folder, SAMVAD_SMTP_FROM: 'nobody' })
  assertRefused(ran, /^Samvad cannot start: a setting is wrong\.\nSAMVAD_SMTP_FROM=nobody: /m, folder)
  assert.ok(!existsSync(folder))
})

test('settings that can hold a secret are named without their value', async () => {
  const folder = newFolder()
  const secrets = {
    DATABASE_URL: 'mysql://u:hush-1@h/d',
    SAMVAD_SMTP_URL: 'ftp://u:hush-2@h',
    SAMVAD_SECRET_KEY: 'hush-3',
  }
  const ran = await run({ DATA_DIR: folder, ...secrets })
  assertRefused(ran, /^DATABASE_URL: must be an address that begins with postgres/m, folder)
  assert.match(ran.stderr, /^SAMVAD_SMTP_URL: must be/m)
  assert.match(ran.stderr, /^SAMVAD_SECRET_KEY: must be 64 hex digits/m)
  assert.doesNotMatch(ran.stderr, /hush/)
})

test('decisions §8: the first access is written to its file, not into a log; a changed or lost key is refused with the remedy', async () => {
  const folder = newFolder()
  const file = join(folder, 'secret.key')
  const first = await run({ DATA_DIR: folder }, endWhenReady)
  assert.equal(first.code, 0, first.stderr)
  const access = JSON.parse(readFileSync(join(folder, 'first-access.json'), 'utf8'))
  for (const secret of [access.password, access.access_token])
    assert.ok(!(first.stdout + first.stderr).includes(secret))
  assert.match(access.url, /:[1-9]\d*$/, 'the address where it listened, though PORT was 0')

  const key = readFileSync(file, 'utf8')
  rmSync(file)
  const lost = await run({ DATA_DIR: folder })
  assertRefused(
    lost,
    /secret key of this installation is lost or changed.* Put back \S+secret\.key, or set SAMVAD_SECRET_KEY/,
    folder,
  )
  assert.ok(!existsSync(file), 'no new key takes its place')

  writeFileSync(file, `${'ab'.repeat(32)}\n`)
  assertRefused(await run({ DATA_DIR: folder }), /secret key of this installation is lost or changed/, folder)
  assertRefused(
    await run({ DATA_DIR: folder, SAMVAD_SECRET_KEY: 'cd'.repeat(32) }),
    /SAMVAD_SECRET_KEY is not the key/,
    folder,
  )

  rmSync(file)
  const again = await run({ DATA_DIR: folder, SAMVAD_SECRET_KEY: key.trim() }, endWhenReady)
  assert.equal(again.code, 0, again.stderr)
  assert.ok(!again.stdout.includes(access.password) && !again.stdout.includes(access.access_token))
})

test('a PostgreSQL that cannot start is told with its complaint', async () => {
  const folder = newFolder()
  assert.equal((await run({ DATA_DIR: folder }, endWhenReady)).code, 0)
  rmSync(join(folder, 'postgres/global/pg_control'))
  const ran = await run({ DATA_DIR: folder })
  assertRefused(
    ran,
    /^Samvad cannot start: PostgreSQL in \S+ does not start: .*pg_control.* \(more in \S+postgres\.log\)$/m,
    folder,
  )
})

test('asked to end while it starts, it ends, and PostgreSQL with it', async () => {
  for (const isFarEnough of ['postgres-password', 'secret.key', 'first-access.json']) {
    const folder = newFolder()
    let isOver = false
    let end = (_signal: NodeJS.Signals) => {}
    const env = { ...process.env, PORT: '0', SAMVAD_LOG_LEVEL: 'warn', DATA_DIR: folder }
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: END_LIMIT_MS })
    end = (signal) => void child.kill(signal)
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text))
    const code = new Promise<number | null>((resolve) =>
      child.once('close', (given) => {
        isOver = true
        resolve(given)
      }),
    )
    await eventually(
      `it made ${isFarEnough}`,
      async () => isOver || existsSync(join(folder, isFarEnough)),
      END_LIMIT_MS,
    )
    end('SIGTERM')
    assert.equal(await code, 0, `${isFarEnough}: ${complaints}`)
    assert.deepEqual(leftRunning(folder), [], isFarEnough)
    assert.doesNotMatch(complaints, /^\s+at |cannot start/m)
  }
})

test('a database that is not up yet is waited for; one that says no is not asked twice', async () => {
  const database = await testDatabase()
  const port = await freePort()
  const url = `postgres://${database.user}:${database.password}@127.0.0.1:${port}/${database.database}`
  let proxy: Server | undefined
  const folder = newFolder()
  const ran = await run({ DATA_DIR: folder, DATABASE_URL: url }, (said, end) => {
    // PostgreSQL comes up once somebody waits for it.
    if (said.includes('Waiting for the database')) proxy ??= forward(port, database)
    endWhenReady(said, end)
  })
  proxy?.close()
  assert.equal(ran.code, 0, ran.stderr)
  assert.match(
    ran.stderr,
    /^Waiting for the database \(127\.0\.0\.1:\d+, database "test_\w+"\): nobody listens there \(ECONNREFUSED\)$/m,
  )
  assert.ok(!(ran.stdout + ran.stderr).includes(database.password as string))

  const waiting = mustAnswer({ connectionString: url }, { limitMs: 100 })
  await assert.rejects(
    waiting,
    /^Error: DATABASE_URL \(127\.0\.0\.1:.*nobody listens there.*Check that PostgreSQL runs there/,
  )

  const wrong = urlOf({ ...database, password: 'hush-4' })
  assertRefused(
    await run({ DATA_DIR: folder, DATABASE_URL: wrong }),
    /DATABASE_URL .*: user "\w+" is refused\. Check its user, its password/,
    folder,
  )
  const absent = urlOf({ ...database, database: 'there_is_none' })
  assertRefused(
    await run({ DATA_DIR: folder, DATABASE_URL: absent }),
    /: there is no such database\. Make it first: createdb there_is_none/,
    folder,
  )
  const unreadable = await run({ DATA_DIR: folder, DATABASE_URL: 'postgres://u:hush-5@[not-a-host/d' })
  assertRefused(unreadable, /DATABASE_URL \(set\): it cannot be read as an address/, folder)
  for (const { stderr } of [unreadable]) assert.doesNotMatch(stderr, /hush/)
})

test("another version's migration and an edited one are refused before anything is changed", async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const hashes = 'select count(*)::int as all, count(text_hash)::int as hashed from schema_migrations'
    const { rows } = await client.query(hashes)
    assert.equal(rows[0].all, rows[0].hashed)

    // An installation from before hashes were kept: noted at the next start.
    await client.query('alter table schema_migrations drop column text_hash')
    await migrate(connection)
    assert.equal((await client.query(hashes)).rows[0].hashed, rows[0].all)

    await client.query(`insert into schema_migrations (name, run_on) values ('9000_of_tomorrow', now())`)
    await assert.rejects(
      migrate(connection),
      /another version of Samvad: this one does not know 9000_of_tomorrow\. Start the version/,
    )
    const folder = newFolder()
    assertRefused(
      await run({ DATA_DIR: folder, DATABASE_URL: urlOf(connection) }),
      /does not know 9000_of_tomorrow/,
      folder,
    )
    await client.query(`delete from schema_migrations where name = '9000_of_tomorrow'`)

    await client.query(`update schema_migrations set text_hash = 'edited' where name = '0004_wallet'`)
    await assert.rejects(
      migrate(connection),
      /have other texts in this version: 0004_wallet in db\/migrations\. Put the texts back/,
    )
    await client.query(`update schema_migrations set text_hash = null where name = '0004_wallet'`)
    await migrate(connection)
  } finally {
    await client.end()
  }
})

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const server = await startTestPostgres()
  const database = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  return { ...server, database }
}

function forward(port: number, { host, port: socket }: pg.ClientConfig): Server {
  const server = createServer((caller) => {
    const there = connectTo(`${host}/.s.PGSQL.${socket}`)
    for (const [from, to] of [
      [caller, there],
      [there, caller],
    ] as const)
      from
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
        .pipe(to)
  })
  return server.listen(port, '127.0.0.1').unref()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

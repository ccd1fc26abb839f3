// Failing starts: a clear sentence on stderr, exit code 2, no stack, no remaining process, no secret shown.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '#kit/make-folder.ts'
import { readSettings } from '#kit/settings.ts'
import { assemble } from '#program/app.ts'
import { mustBeWritable } from '#program/data-directory.ts'
import { mustListen } from '#program/listening.ts'
import { settingsOf } from '#program/read-settings.ts'
import { hasSecretKey, mustBeTheKey, secretKeyOf } from '#program/secret-key.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { assertRefused, base, endWhenReady, newFolder, newPreparedFolder, run } from './starts.ts'

test('spec 17.2: a folder that cannot be made stops the start with the remedy', async () => {
  const file = join(base, 'a-file')
  writeFileSync(file, '')
  await assert.rejects(
    mustBeWritable(join(file, 'data')),
    /^Error: DATA_DIR=\S+a-file\/data cannot be used: .*\. Set DATA_DIR to a writable folder\.$/,
  )
})

test('in a folder where nothing can ever be made, the program and its commands stop with the remedy', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, async () => {
  const folder = '/proc/samvad-never'
  await assert.rejects(
    mustBeWritable(folder),
    /DATA_DIR=\/proc\/samvad-never cannot be used: ENOENT.*\. Set DATA_DIR to a writable folder/,
  )
  await assert.rejects(makeFolder(join(folder, 'deeper')), { code: 'ENOENT' })
})

test('a folder on a file system that hangs is given up after a while, and the process can end', {
  skip: process.platform === 'win32',
}, async () => {
  const folder = mkdtempSync(join(base, 'hangs-'))
  // Opening a pipe that nobody writes blocks for ever, as a dead network share does.
  execFileSync('mkfifo', [join(folder, 'secret.key')])
  await assert.rejects(
    mustBeWritable(folder, 100),
    /did not answer within 0\.1 s: its file system is not responding\. Repair it, or set DATA_DIR/,
  )
  // The check is killed at any point: it may leave its trial file.
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.startsWith('.samvad-trial-')),
    ['secret.key'],
  )
})

test('spec 17.2: a wrong sender of mail is a wrong setting at the start, not a failure in the worker', async () => {
  const folder = newFolder()
  const ran = await run({ DATA_DIR: folder, SAMVAD_SMTP_FROM: 'nobody' })
  assertRefused(ran, /^Samvad cannot start because of invalid settings:\nSAMVAD_SMTP_FROM=nobody: /m, folder)
  assert.ok(!existsSync(folder))
})

test('spec 12.16, 17.2: a supplier whose name invoices cannot show is a wrong setting at the start', async () => {
  await assert.rejects(
    settingsOf([], { SAMVAD_SUPPLIER_NAME: 'சம்வாத்' }),
    /SAMVAD_SUPPLIER_NAME=சம்வாத்: Invoices cannot show "ச" \(U\+0B9A\)/,
  )
})

test('spec 17.2: an address that this machine does not have stops the start with those that it could have', async () => {
  const sentenceFor = (host: string) =>
    `HOST=${host}: not an address of this machine. Use 127.0.0.1, 0.0.0.0 (all IPv4) or :: (all).`
  // A name that never resolves (RFC 6761), and a documentation address (RFC 5737).
  const name = 'nowhere.invalid'
  await assert.rejects(mustListen(readSettings({ HOST: name, PORT: '0' })), { message: sentenceFor(name) })
  await assert.rejects(mustListen(readSettings({ HOST: '192.0.2.1', PORT: '0' })), {
    message: sentenceFor('192.0.2.1'),
  })
})

test('spec 17.2: settings that can hold a secret are named without their value', () => {
  const secrets = {
    DATABASE_URL: 'mysql://u:hush-1@h/d',
    SAMVAD_SMTP_URL: 'ftp://u:hush-2@h',
    SAMVAD_SECRET_KEY: 'hush-3',
  }
  assert.throws(
    () => readSettings(secrets),
    ({ message }: Error) => {
      assert.match(message, /^DATABASE_URL: must be a URL that starts with postgres/m)
      assert.match(message, /^SAMVAD_SMTP_URL: must be/m)
      assert.match(message, /^SAMVAD_SECRET_KEY: must be 64 hex digits/m)
      assert.doesNotMatch(message, /hush/)
      return true
    },
  )
})

test('spec 17.3: the first access is written to its file, not into a log; a changed or lost key is refused with the remedy', async () => {
  const folder = newFolder()
  const file = join(folder, 'secret.key')
  // The rule concerns files next to the database: any database will do, and no worker is needed.
  const environment = { DATA_DIR: folder, DATABASE_URL: urlOf(await testDatabase()), ROLES: 'api' }
  const first = await run(environment, endWhenReady)
  assert.equal(first.code, 0, first.stderr)
  const access = JSON.parse(readFileSync(join(folder, 'first-access.json'), 'utf8'))
  for (const secret of [access.password, access.access_token])
    assert.ok(!(first.stdout + first.stderr).includes(secret))
  assert.match(access.url, /:[1-9]\d*$/, 'the address where it listened, though PORT was 0')

  const key = readFileSync(file, 'utf8')
  rmSync(file)
  /** What a start does with the key, on the same database. */
  const startWith = async (key: Record<string, string>) => {
    const settings = readSettings({ ...environment, SAMVAD_LOG_LEVEL: 'silent', ...key })
    const hadKey = await hasSecretKey(settings)
    const app = await assemble(settings, { connectionString: environment.DATABASE_URL })
    await mustBeTheKey(app, !hadKey).finally(() => app.database.close())
  }
  await assert.rejects(
    startWith({}),
    /is not the one that the stored data was encrypted with.* Put back \S+secret\.key, or set SAMVAD_SECRET_KEY/,
  )
  assert.ok(!existsSync(file), 'no new key takes its place')
  writeFileSync(file, `${'ab'.repeat(32)}\n`)
  await assert.rejects(startWith({}), /secret key is not the one that the stored data was encrypted with/)
  rmSync(file)
  await assert.rejects(startWith({ SAMVAD_SECRET_KEY: 'cd'.repeat(32) }), /SAMVAD_SECRET_KEY is not the key/)
  await startWith({ SAMVAD_SECRET_KEY: key.trim() })
})

test('spec 17.33: a key that cannot be read stops the start with its name and what to do', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'secret.key'), { recursive: true })
  await assert.rejects(secretKeyOf(folder), ({ message }: Error) =>
    /^\S+secret\.key cannot be read: EISDIR.* put the right file back\.$/.test(message),
  )
})

test('spec 17.2: a PostgreSQL that cannot start is told with its complaint', async () => {
  const folder = await newPreparedFolder()
  rmSync(join(folder, 'postgres/global/pg_control'))
  const ran = await run({ DATA_DIR: folder, SAMVAD_TEST_POSTGRES_START_FAILURE_MS: '1' })
  assertRefused(
    ran,
    /^Samvad cannot start: PostgreSQL in \S+ does not start: .*pg_control.* \(see \S+postgres\.log\)$/m,
    folder,
  )
})

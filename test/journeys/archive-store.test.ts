// The archive in an S3-compatible store, encrypted: an unreachable store stops nothing, and what was written in the
// meantime is restored. archive.test.ts restores points in time and damaged archives.

import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { Archive } from '#backup/archive-contents.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { S3Client } from '#kit/s3/client.ts'
import { S3Store } from '#kit/s3/s3-store.ts'
import { readSettings } from '#kit/settings.ts'
import { findEmbedded } from '#postgres/find.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import { openArchive } from '#program/archiving.ts'
import type { Ending } from '#program/ending.ts'
import { type Ran, runCommand } from '../command-line.ts'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { KEY_ID, S3Server, SECRET } from '../s3/server.ts'

const PASSPHRASE = 'four words nobody guesses'
const PLACE = 's3://archive/of/samvad'

const folder = await newDataDirectory()
const home = join(folder, 'home')
const store = new S3Server()
await store.start()
let program: Program | undefined
after(async () => {
  await program?.stop()
  await store.stop()
  await removeDataDirectory(folder)
})

const OFTEN = { SAMVAD_TEST_ARCHIVE_LOOK_MS: '50' }
/** Short timeouts, for a program whose store hangs. */
const impatience = {
  SAMVAD_TEST_STORE_SLOW_MS: '500',
  SAMVAD_TEST_ARCHIVE_LAST_ANSWER_MS: '500',
  SAMVAD_TEST_ARCHIVE_COMPLAINT_MS: '0',
}
const settings = () => ({
  /** The parent process archives: no worker is needed. */
  ROLES: 'api',
  SAMVAD_ARCHIVE: PLACE,
  SAMVAD_ARCHIVE_ENDPOINT: store.endpoint,
  SAMVAD_ARCHIVE_KEY_ID: KEY_ID,
  SAMVAD_ARCHIVE_SECRET: SECRET,
  SAMVAD_ARCHIVE_PASSPHRASE: PASSPHRASE,
})
const archive = new Archive(
  new S3Store(
    new S3Client({
      endpoint: store.endpoint,
      bucket: 'archive',
      prefix: 'of/samvad',
      region: 'us-east-1',
      keyId: KEY_ID,
      secret: SECRET,
    }),
  ),
)

const restore = (dataDirectory: string, changes: Record<string, string>, ...words: string[]) =>
  runCommand(['restore', '--from-archive', PLACE, ...words], {
    ...settings(),
    SAMVAD_ARCHIVE: undefined,
    DATABASE_URL: undefined,
    DATA_DIR: dataDirectory,
    ...changes,
  })

/** Returns the status. A busy database answers 503, which is retried. */
function addContact(name: string): Promise<number> {
  const json = { display_name: name, email: `${name.toLowerCase()}@farm.example` }
  return eventually(`${name} is added`, async () => {
    const { status } = await (program as Program).request('POST', '/v1/contacts', { json })
    return status !== 503 && status
  })
}

async function contactsIn(dataDirectory: string): Promise<string[]> {
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: { info() {}, warn() {}, error() {} } })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    const { rows } = await client.query('select display_name from contacts order by created_at, id')
    return rows.map(({ display_name }) => display_name)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** As PostgreSQL does once a minute, if anything was written. */
async function finishSegment(): Promise<void> {
  const client = new pg.Client((await findEmbedded(home)) as pg.ClientConfig)
  await client.connect()
  await client.query('select pg_switch_wal()')
  await client.end()
}

const status = (): Promise<Ran> => runCommand(['status'], { ...settings(), DATABASE_URL: undefined, DATA_DIR: home })
const waiting = async () => (await readdir(join(home, 'archive-outbox'))).filter((name) => /^[0-9A-F]{24}$/.test(name))

before(async () => {
  await prepareDataDirectory(home)
  program = await startProgram(home, { ...settings(), ...OFTEN, ...impatience })
  await eventually('the first copy', async () => (await archive.bases()).length > 0)
})

test('spec 17.18: a store that is away, or says no, stops nothing; status says so, and what waited goes there', async () => {
  await store.stop()
  assert.equal(await addContact('Gita'), 201)
  await finishSegment()
  await eventually('a segment that waits', async () => (await waiting()).length > 0)
  const away = await status()
  assert.equal(away.code, 1)
  assert.match(
    away.out,
    /The archive in s3:\/\/archive\/of\/samvad cannot be read: the store at http:\S+ did not list what is there: .*ECONNREFUSED/,
  )
  assert.equal(await addContact('Hari'), 201)
  store.mayDo = ({ method }) => method === 'GET' || method === 'HEAD'
  await store.start()
  await eventually('the failure is known', async () =>
    /Archiving to \S+ fails: .*s3:PutObject/.test((await status()).out),
  )
  const metrics = await (program as Program).request('GET', '/metrics')
  assert.match(metrics.text, /^samvad_archive_waiting_segments [1-9]/m)
  store.mayDo = () => true
  await eventually('nothing waits', async () => (await waiting()).length === 0)
  await eventually('all is well', async () => !/Archiving to/.test((await status()).out))
  const log = (program as Program).output()
  assert.ok(!log.includes(SECRET) && !log.includes(PASSPHRASE), 'no secret in the log')
})

const said = () => (program as Program).output()

test('spec 17.18, 17.30: a store that hangs is told of soon and holds up no end, and the next start brings what waited', async () => {
  store.misbehave = () => 'hang'
  assert.equal(await addContact('Last'), 201)
  await finishSegment()
  // Before the first request times out.
  const isTold = async () => /did not write log\/\S+: no answer yet.*archiving failed; will retry/.test(said())
  await eventually('the log says that it hangs', isTold)
  assert.equal(await program?.stop(), 0)
  program = undefined
  assert.ok((await waiting()).length > 0, 'the last segment waits')
  store.misbehave = () => undefined
  program = await startProgram(home, { ...settings(), ...OFTEN })
  await eventually('nothing waits', async () => (await waiting()).length === 0)
  await program.stop()
  program = undefined
})

test('spec 17.19: nothing in the store can be read without the passphrase', async () => {
  const keys = [...store.objects.all.keys()]
  assert.ok(keys.some((key) => key.startsWith('of/samvad/log/')) && keys.some((key) => key.endsWith('.tar.gz.age')))
  for (const [key, { bytes }] of store.objects.all) {
    const name = key.slice('of/samvad/'.length)
    if (name === 'archive.json') assert.match(bytes.toString(), /^\{"id":"[0-9a-f-]+","inode":"\d+"\}\n$/)
    else if (name.startsWith('base/') && name.endsWith('.json')) {
      const { sealed, ...facts } = JSON.parse(bytes.toString())
      assert.match(sealed, /^-----BEGIN AGE ENCRYPTED FILE-----/)
      assert.ok(!('secret_key' in facts) && !('postgres_password' in facts))
    } else assert.match(bytes.toString('latin1', 0, 60), /^age-encryption\.org\/v1\n-> (X25519|scrypt) /, key)
  }
})

test('spec 17.18, 17.19: all that was written comes back, also while the store was away', async () => {
  const target = join(folder, 'latest')
  const file = join(folder, 'passphrase')
  await writeFile(file, `${PASSPHRASE}\n`)
  const words = ['--passphrase-file', file, '--no-check']
  const { code, out } = await restore(target, { SAMVAD_ARCHIVE_PASSPHRASE: '' }, ...words)
  assert.equal(code, 0, out)
  assert.deepEqual(await contactsIn(target), ['Gita', 'Hari', 'Last'])
})

test('spec 17.18, 17.19: what does not fit is refused in words that name the setting, and nothing is left', async () => {
  const target = join(folder, 'never')
  const wrong = await restore(target, { SAMVAD_ARCHIVE_PASSPHRASE: 'another' })
  assert.equal(wrong.code, 1)
  assert.match(wrong.out, /Wrong passphrase for the archive in s3:\/\/archive\/of\/samvad\. Nothing was changed/)
  const none = await restore(target, { SAMVAD_ARCHIVE_PASSPHRASE: '' })
  assert.match(none.out, /Use --passphrase-file FILE or set SAMVAD_ARCHIVE_PASSPHRASE/)
  const stranger = await restore(target, { SAMVAD_ARCHIVE_SECRET: 'other' })
  assert.match(stranger.out, /SAMVAD_ARCHIVE_SECRET is not the secret of SAMVAD_ARCHIVE_KEY_ID/)
  const unset = await restore(target, { SAMVAD_ARCHIVE_KEY_ID: '' })
  assert.match(unset.out, /SAMVAD_ARCHIVE_KEY_ID and SAMVAD_ARCHIVE_SECRET are required/)
  assert.deepEqual(await readdir(target).catch(() => []), [])

  // The program opens the archive first, and ends when it cannot be used.
  const open = (changes: Record<string, string>) => {
    const ending = { stops: [], signal: new AbortController().signal } as unknown as Ending
    return openArchive(readSettings({ ...settings(), DATA_DIR: home, ...changes }), ending)
  }
  for (const [changes, words] of [
    [
      { SAMVAD_ARCHIVE_PASSPHRASE: 'another' },
      /SAMVAD_ARCHIVE_PASSPHRASE is not the passphrase of the archive in .*created with/,
    ],
    [{ SAMVAD_ARCHIVE_PASSPHRASE: '' }, /is encrypted\. Set SAMVAD_ARCHIVE_PASSPHRASE/],
    [{ SAMVAD_ARCHIVE_KEY_ID: 'NOBODY' }, /does not recognize the key of SAMVAD_ARCHIVE_KEY_ID/],
    [{ SAMVAD_ARCHIVE: 's3://nowhere' }, /has no bucket nowhere/],
  ] as const) {
    const refusal: unknown = await open(changes).catch((error: unknown) => error)
    assert.ok(refusal instanceof CannotStart, String(refusal))
    assert.match(refusal.message, words)
    assert.ok(!refusal.message.includes(SECRET))
  }
  assert.throws(
    () => readSettings({ ...settings(), SAMVAD_ARCHIVE_SECRET: '' }),
    (error: Error) =>
      /SAMVAD_ARCHIVE_SECRET: is required for SAMVAD_ARCHIVE=s3:/.test(error.message) &&
      !error.message.includes(SECRET),
  )
})

// The archive in an S3-compatible store, encrypted: what is written while it runs comes back, and a store
// that is away stops nothing.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
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
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { KEY_ID, S3Server, SECRET } from '../s3/server.ts'

const CLI = fileURLToPath(new URL('../../bin/samvad', import.meta.url))
const MAIN = fileURLToPath(new URL('../../server/program/main.ts', import.meta.url))
const BETWEEN_WRITES_MS = 20
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

/** For the program that meets a store that hangs. */
const impatience = { SAMVAD_TEST_STORE_SLOW_MS: '500', SAMVAD_TEST_ARCHIVE_LAST_ANSWER_MS: '500' }
const settings = () => ({
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

interface Ran {
  code: number | null
  out: string
}

function run(file: string, words: string[], environment: Record<string, string>): Promise<Ran> {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [file, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (out += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out })))
}

const restore = (dataDirectory: string, words: string[], changes: Record<string, string> = {}) =>
  run(CLI, ['restore', '--from-archive', PLACE, ...words], {
    ...settings(),
    SAMVAD_ARCHIVE: '',
    DATA_DIR: dataDirectory,
    ...changes,
  })

async function addContact(name: string): Promise<number> {
  const json = { display_name: name, email: `${name.toLowerCase()}@farm.example` }
  return (await (program as Program).request('POST', '/v1/contacts', { json })).status
}

/** Their names, and whether it is fenced, in what was restored. */
async function contactsIn(dataDirectory: string): Promise<{ names: string[]; isFenced: boolean }> {
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: { info() {}, warn() {}, error() {} } })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    const contacts = await client.query('select display_name from contacts order by created_at, id')
    const installation = await client.query('select fenced_since from installation')
    return {
      names: contacts.rows.map(({ display_name }) => display_name),
      isFenced: installation.rows[0].fenced_since !== null,
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** As PostgreSQL does it once a minute, when anything was written. */
async function finishSegment(): Promise<void> {
  const client = new pg.Client((await findEmbedded(home)) as pg.ClientConfig)
  await client.connect()
  await client.query('select pg_switch_wal()')
  await client.end()
}

const status = async (): Promise<Ran> => run(CLI, ['status'], { ...settings(), DATA_DIR: home })
const waiting = async () => (await readdir(join(home, 'archive-outbox'))).filter((name) => /^[0-9A-F]{24}$/.test(name))

/** What was written while the first copy was made, in order. */
const written: string[] = []

before(async () => {
  await prepareDataDirectory(home)
  program = await startProgram(home, { ...settings(), ...impatience })
  const writes = new AbortController()
  const writing = (async () => {
    for (let number = 0; !writes.signal.aborted; number++) {
      assert.equal(await addContact(`Ravi${number}`), 201)
      written.push(`Ravi${number}`)
      // Writes while the copy is made, not as many as possible.
      await pause(BETWEEN_WRITES_MS)
    }
  })()
  await eventually('the first copy', async () => (await archive.bases()).length > 0)
  const had = written.length
  await eventually('some more writes', async () => written.length > had + 5)
  writes.abort()
  await writing
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
  // Before the first request is given up.
  const isTold = async () => /archiving to \S+ fails .* did not write log\/\S+: no answer yet/.test(said())
  await eventually('the log says that it hangs', isTold)
  assert.equal(await program?.stop(), 0)
  program = undefined
  assert.ok((await waiting()).length > 0, 'the last segment waits')
  store.misbehave = () => undefined
  program = await startProgram(home, settings())
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

test('spec 17.18, 17.19: all that was written comes back, also while the store was away, checked and fenced', async () => {
  const latest = join(folder, 'latest')
  const file = join(folder, 'passphrase')
  await writeFile(file, `${PASSPHRASE}\n`)
  const { code, out } = await restore(latest, ['--passphrase-file', file], { SAMVAD_ARCHIVE_PASSPHRASE: '' })
  assert.equal(code, 0, out)
  assert.match(out, /All of it holds/)
  assert.deepEqual(await contactsIn(latest), { names: [...written, 'Gita', 'Hari', 'Last'], isFenced: true })
})

test('spec 17.18, 17.19: what does not fit is refused in words that name the setting, and nothing is left', async () => {
  const target = join(folder, 'never')
  const wrong = await restore(target, [], { SAMVAD_ARCHIVE_PASSPHRASE: 'another' })
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.out,
    /The passphrase does not open the archive in s3:\/\/archive\/of\/samvad\. Nothing was changed/,
  )
  const none = await restore(target, [], { SAMVAD_ARCHIVE_PASSPHRASE: '' })
  assert.match(none.out, /use --passphrase-file FILE or SAMVAD_ARCHIVE_PASSPHRASE/)
  const stranger = await restore(target, [], { SAMVAD_ARCHIVE_SECRET: 'other' })
  assert.match(stranger.out, /SAMVAD_ARCHIVE_SECRET is not the secret of SAMVAD_ARCHIVE_KEY_ID/)
  const unset = await restore(target, [], { SAMVAD_ARCHIVE_KEY_ID: '' })
  assert.match(unset.out, /SAMVAD_ARCHIVE_KEY_ID and SAMVAD_ARCHIVE_SECRET must be set/)
  assert.deepEqual(await readdir(target).catch(() => []), [])

  // What the program does first: an archive that it cannot use stops the start.
  const open = (changes: Record<string, string>) => {
    const ending = { stops: [], signal: new AbortController().signal } as unknown as Ending
    return openArchive(readSettings({ ...settings(), DATA_DIR: home, ...changes }), ending)
  }
  for (const [changes, words] of [
    [
      { SAMVAD_ARCHIVE_PASSPHRASE: 'another' },
      /SAMVAD_ARCHIVE_PASSPHRASE does not open the archive in .*made with another one/,
    ],
    [{ SAMVAD_ARCHIVE_PASSPHRASE: '' }, /is encrypted: set SAMVAD_ARCHIVE_PASSPHRASE/],
    [{ SAMVAD_ARCHIVE_KEY_ID: 'NOBODY' }, /does not know the key of SAMVAD_ARCHIVE_KEY_ID/],
    [{ SAMVAD_ARCHIVE: 's3://nowhere' }, /has no bucket nowhere/],
  ] as const) {
    const refusal: unknown = await open(changes).catch((error: unknown) => error)
    assert.ok(refusal instanceof CannotStart, String(refusal))
    assert.match(refusal.message, words)
    assert.ok(!refusal.message.includes(SECRET))
  }
  const start = (changes: Record<string, string>) =>
    run(MAIN, [], { ...settings(), DATA_DIR: home, PORT: '0', ...changes })
  for (const [changes, words] of [
    [{ SAMVAD_ARCHIVE_SECRET: '' }, /SAMVAD_ARCHIVE_SECRET: must be set for SAMVAD_ARCHIVE=s3:/],
    [{ DATA_DIR: join(folder, 'latest') }, /is the archive of another installation/],
  ] as const) {
    const refused = await start(changes)
    assert.equal(refused.code, 2, refused.out)
    assert.match(refused.out, words)
    assert.ok(!refused.out.includes(SECRET))
  }
})

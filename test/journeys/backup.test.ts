// The life of a backup, by commands: taken while a program sends, restored elsewhere, and started there.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { mustNotBeRestoring } from '#backup/empty-folder.ts'
import { type Ran, runCommand } from '../command-line.ts'
import { emptyDatabase, urlOf } from '../postgres.ts'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'

const CLI = fileURLToPath(new URL('../../bin/samvad', import.meta.url))
const SENDERS = 4
/** Pause of one sender, which leaves the processor to the backup. */
const BETWEEN_SENDS_MS = 20

const folder = await newDataDirectory()
after(async () => {
  await program?.stop()
  await removeDataDirectory(folder)
})
const home = join(folder, 'home')
const files = { sealed: join(folder, 'sealed.age'), plain: join(folder, 'plain.tar.gz'), words: join(folder, 'words') }
let program: Program
let conversationId = ''
/** Messages acknowledged before the backup began, and all acknowledged ones. */
const acknowledged = { before: [] as string[], all: new Set<string>() }

const cli = (words: string[], environment: Record<string, string>): Promise<Ran> =>
  runCommand(words, { DATABASE_URL: undefined, ...environment })

async function send(): Promise<void> {
  const json = { conversation_id: conversationId, channel: 'email', subject: 'Monsoon', text: 'It rains' }
  const { status, body } = await program.request('POST', '/v1/messages', { json })
  if (status === 201) acknowledged.all.add(body.id)
}

before(async () => {
  await prepareDataDirectory(home)
  await writeFile(files.words, 'monsoon over the konkan\n', { mode: 0o600 })
  program = await startProgram(home, { ROLES: 'api' })
  const { code, out } = await program.cli('credit', 'grant', '--amount', '1000.00', '--reason', 'Start', '--yes')
  assert.equal(code, 0, out)
  const contact = await program.request('POST', '/v1/contacts', {
    json: { display_name: 'Ravi', email: 'r@farm.example' },
  })
  const conversation = await program.request('POST', '/v1/conversations', { json: { contact_id: contact.body.id } })
  conversationId = conversation.body.id
  await Promise.all(Array.from({ length: 20 }, send))
})

test('spec 17.10: a backup is taken while messages are sent, none of which waits for it', async () => {
  const sending = new AbortController()
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!sending.signal.aborted) {
      await send()
      await pause(BETWEEN_SENDS_MS)
    }
  })
  acknowledged.before = [...acknowledged.all]
  const { code, out } = await program.cli('backup', '--to', files.sealed, '--passphrase-file', files.words)
  sending.abort()
  await Promise.all(senders)
  assert.equal(code, 0, out)
  assert.ok(acknowledged.all.size > acknowledged.before.length + SENDERS, 'sends went on')
  assert.equal((await stat(files.sealed)).mode & 0o777, 0o600)

  const again = await program.cli('backup', '--to', files.sealed, '--passphrase-file', files.words)
  assert.equal(again.code, 1)
  assert.match(again.out, /already exists/)
  const open = await program.cli('backup', '--to', files.plain)
  assert.equal(open.code, 0)
  assert.match(open.out, /not encrypted and contains the secret key/)
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.partial')),
    [],
  )
})

test('spec 17.10: a wrong or missing passphrase, and another key, are refused before anything is changed', async () => {
  const target = join(folder, 'never')
  const environment = { DATA_DIR: target }
  const wrong = await cli(['restore', '--from', files.sealed], { ...environment, SAMVAD_BACKUP_PASSPHRASE: 'guess' })
  assert.equal(wrong.code, 1)
  assert.match(wrong.out, /the passphrase is wrong.*Nothing was changed/)
  const missing = await cli(['restore', '--from', files.sealed], environment)
  assert.equal(missing.code, 2)
  assert.match(missing.out, /A passphrase is required.*--passphrase-file/)
  const other = await cli(['restore', '--from', files.plain], { ...environment, SAMVAD_SECRET_KEY: 'cd'.repeat(32) })
  assert.equal(other.code, 1)
  assert.match(other.out, /SAMVAD_SECRET_KEY is not the key of the backup\. Nothing was changed/)
  await assert.rejects(stat(target), /ENOENT/)
})

const elsewhere = join(folder, 'elsewhere')
const restoring = ['restore', '--from', files.sealed, '--passphrase-file', files.words]

test('spec 17.10: a restore that is killed leaves nothing that starts, and the next one begins anew', async () => {
  // A separate process, which is killed.
  const env = { ...process.env, DATA_DIR: elsewhere }
  const child = spawn(process.execPath, [CLI, ...restoring], { env, stdio: 'ignore' })
  const ended = once(child, 'close')
  const started = join(elsewhere, 'restoring', 'postgres', 'postmaster.pid')
  await eventually('PostgreSQL runs', () =>
    stat(started).then(
      () => true,
      () => false,
    ),
  )
  child.kill('SIGKILL')
  await ended
  await assert.rejects(mustNotBeRestoring(elsewhere), /A restore into DATA_DIR=\S+ is running or was interrupted/)
})

test('spec 17.10: a backup is restored into a folder of its own, and all checks pass', async () => {
  const restored = await cli([...restoring, '--json'], { DATA_DIR: elsewhere })
  assert.equal(restored.code, 0, restored.out)
  assert.match(restored.stdout, /"is_healthy": ?true/)
  assert.deepEqual((await readdir(elsewhere)).toSorted(), ['postgres', 'postgres-password', 'secret.key'])
})

test('spec 17.10: what was restored into an empty folder starts there, with all that was acknowledged before', async () => {
  assert.equal((await stat(join(elsewhere, 'secret.key'))).mode & 0o777, 0o600)
  const twice = await cli(restoring, { DATA_DIR: elsewhere })
  assert.equal(twice.code, 1)
  assert.match(
    twice.out,
    /elsewhere is not empty\. It contains postgres, postgres-password, secret\.key\. Nothing was changed/,
  )

  // The file with the first access is not part of a backup; its token is.
  await copyFile(join(home, 'first-access.json'), join(elsewhere, 'first-access.json'))
  const copy = await startProgram(elsewhere, { ROLES: 'api' })
  try {
    const found = new Set<string>()
    for (let after = ''; ; ) {
      const path = `/v1/messages?conversation_id=${conversationId}&limit=100${after}`
      const { body } = await copy.request('GET', path)
      for (const { id } of body.data) found.add(id)
      if (!body.has_more) break
      after = `&starting_after=${body.data.at(-1).id}`
    }
    assert.deepEqual(
      acknowledged.before.filter((id) => !found.has(id)),
      [],
    )
    assert.deepEqual(
      [...found].filter((id) => !acknowledged.all.has(id)),
      [],
    )
  } finally {
    await copy.stop()
  }
})

test('spec 17.10: an empty database of DATABASE_URL takes it too, and is refused once it is not empty', async () => {
  const database = await emptyDatabase()
  const environment = { DATABASE_URL: urlOf(database), DATA_DIR: join(folder, 'beside') }
  const restored = await cli(['restore', '--from', files.plain, '--no-check'], environment)
  assert.equal(restored.code, 0, restored.out)
  assert.ok((await stat(join(folder, 'beside', 'secret.key'))).isFile())
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from messages')
  await client.end()
  assert.ok(rows[0].count >= acknowledged.before.length)
  const health = await cli(['doctor'], environment)
  assert.equal(health.code, 0, health.out)
  const twice = await cli(['restore', '--from', files.plain], environment)
  assert.equal(twice.code, 1)
  assert.match(twice.out, /The database of DATABASE_URL is not empty\. It contains the view .* and \d+ more/)
})

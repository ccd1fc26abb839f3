// A backup of a company's database, restored into another one: the same rows, and nothing at all from a modified file.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { applyWithin, knownMigrations, migrate } from '#kit/database/migrate.ts'
import { ask, everything } from '../../test/everything.ts'
import { fund, startSamvad } from '../../test/harness.ts'
import { emptyDatabase } from '../../test/postgres.ts'
import { paidRecharge, requestedRefund } from '../../test/refunds.ts'
import { person } from '../../test/story.ts'
import { migratedDatabase } from '../../test/test-database.ts'
import type { BackupHeader } from './contents.ts'
import { lookOver } from './look-over.ts'
import { writeNewFile } from './new-file.ts'
import { CONTENT, copyOutOf, MAKE_MIGRATIONS_TABLE, NOTE_MIGRATIONS } from './queries.ts'
import { needsPassphrase, readBackup } from './read.ts'
import { checkBackup, mustBeEmpty, restoreInto } from './restore.ts'
import { takeSnapshot } from './snapshot.ts'
import { backupOf } from './write.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const folder = await mkdtemp(join(tmpdir(), 'samvad-backup-'))
after(() => rm(folder, { recursive: true, force: true }))

const SECRET_KEY = 'ab'.repeat(32)
const PASSPHRASE = 'monsoon over the konkan'
const WORK_FACTOR = 4
const plain = join(folder, 'plain.tar.gz')
const sealed = join(folder, 'sealed.age')
/** Characters that COPY escapes. */
const AWKWARD = 'tab\t back\\slash \\. \\N line\nfeed "quotes" नमस्ते 👩🏽‍🌾'

async function backUp(file: string, passphrase: string | null, connection = samvad.connection): Promise<void> {
  const snapshot = await takeSnapshot(connection)
  const options = { version: '9.9.9', secretKey: SECRET_KEY, passphrase, workFactor: WORK_FACTOR }
  await writeNewFile(file, async () => backupOf(snapshot, options)).finally(() => snapshot.close())
}

const restore = (connection: pg.ClientConfig, file: string, passphrase: string | null) =>
  restoreInto({
    connection,
    where: 'The database',
    file,
    passphrase,
    signal: new AbortController().signal,
    onTable() {},
  })

async function mustHoldNothing(connection: pg.ClientConfig): Promise<void> {
  await ask(connection, async (client) => assert.deepEqual((await client.query(CONTENT)).rows, []))
}

before(async () => {
  await fund(samvad, samvad.company.organizationId, 100n)
  const contact = await asha.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  for (const text of ['Namaste', AWKWARD])
    await asha.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', subject: 'Monsoon', text })
  const recharge = await paidRecharge(samvad, '500.00')
  await requestedRefund(samvad, { recharge_id: recharge.id, amount: '100.00' })
  await backUp(plain, null)
})

let were: Record<string, string[]>

test('spec 17.10: a file that breaks off while it goes in leaves nothing of it; a whole one comes back row by row, and what was restored is fenced', async () => {
  were = await everything(samvad.connection)
  assert.ok(Object.values(were).filter((rows) => rows.length > 0).length > 20)
  assert.ok(were.messages?.some((row) => row.includes('नमस्ते')))
  const target = await emptyDatabase()
  const whole = await readFile(plain)
  const cut = join(folder, 'cut')
  await writeFile(cut, whole.subarray(0, Math.floor(whole.length * 0.9)))
  await assert.rejects(restore(target, cut, null), /cut cannot be used: it is cut off/)
  await mustHoldNothing(target)
  await restore(target, plain, null)
  await mustHaveAll(target, plain, null)
  await lookOver(target, false, () => {})
  await ask(target, async (client) => {
    const { rows } = await client.query('select fenced_since is not null as is_fenced, fenced_reason from installation')
    assert.deepEqual(rows, [{ is_fenced: true, fenced_reason: 'it was restored from a backup' }])
  })
})

test('spec 17.10: a backup with a passphrase comes back as well, as of one moment: what is written while it is taken is not in it', async () => {
  const snapshot = await takeSnapshot(samvad.connection)
  const late = await asha.make('/v1/contacts', { display_name: 'Too late', email: 'late@farm.example' })
  const options = { version: '9.9.9', secretKey: SECRET_KEY, passphrase: PASSPHRASE, workFactor: WORK_FACTOR }
  await writeNewFile(sealed, async () => backupOf(snapshot, options)).finally(() => snapshot.close())
  assert.ok(late.id)
  const target = await emptyDatabase()
  await restore(target, sealed, PASSPHRASE)
  await mustHaveAll(target, sealed, PASSPHRASE)
})

/** All rows were restored, and the protecting triggers work. */
async function mustHaveAll(target: pg.ClientConfig, file: string, passphrase: string | null): Promise<void> {
  assert.equal(await needsPassphrase(file), passphrase !== null)
  assert.equal((await checkBackup(file, passphrase)).secretKey, SECRET_KEY)
  assert.deepEqual((await migrate(target)).applied, [], 'it has the schema of this version')
  assert.deepEqual(await everything(target), were)
  await ask(target, async (client) => {
    const { rows } = await client.query("select text from messages where text like 'tab%'")
    assert.deepEqual(rows, [{ text: AWKWARD }])
    await assert.rejects(client.query('update transactions set amount_micros = 1'), /append|rewr|never|change/i)
    await assert.rejects(client.query('truncate audit_log'), /append|rewr|never|change|delete/i)
  })
}

test('spec 17.10: a backup is readable by its owner alone and takes the place of no file; one that fails leaves nothing', async () => {
  assert.equal((await stat(plain)).mode & 0o777, 0o600)
  await assert.rejects(backUp(plain, null), /plain\.tar\.gz already exists/)
  const failing = join(folder, 'failing')
  async function* source(): AsyncGenerator<Buffer> {
    yield Buffer.from('so far')
    throw new Error('the disk is on fire')
  }
  await assert.rejects(
    writeNewFile(failing, async () => source()),
    /on fire/,
  )
  for (const name of [failing, `${failing}.partial`]) await assert.rejects(stat(name), /ENOENT/)
})

test('spec 17.10: with another passphrase nothing is restored', async () => {
  const target = await emptyDatabase()
  for (const file of [() => checkBackup(sealed, 'another'), () => restore(target, sealed, 'another')])
    await assert.rejects(
      file(),
      /The backup .*sealed\.age cannot be used: the passphrase is wrong.*Nothing was changed/,
    )
  await mustHoldNothing(target)
})

test('spec 17.10: a file that was cut off, changed or added to is refused, wherever it was', async () => {
  const target = await emptyDatabase()
  for (const [file, passphrase] of [
    [plain, null],
    [sealed, PASSPHRASE],
  ] as const) {
    const whole = await readFile(file)
    const broken = join(folder, 'broken')
    const mustRefuse = async (bytes: Buffer, what: string) => {
      await writeFile(broken, bytes)
      const refused = /^The backup .*broken cannot be used: .*Nothing was changed\.$/
      await assert.rejects(
        checkBackup(broken, passphrase),
        ({ message }: Error) => refused.test(message) || assert.fail(`${what}: ${message}`),
      )
    }
    // True for a change in bits that gzip ignores, whose position varies: the content is the same.
    const saysTheSame = (changed: Buffer) => {
      try {
        return passphrase === null && gunzipSync(changed).equals(gunzipSync(whole))
      } catch {
        return false
      }
    }
    const places = [0, 1, 40, 200, 0.3, 0.5, 0.7, 0.9, 0.99, whole.length - 8, whole.length - 1]
    for (const place of places.map((one) => (one > 0 && one < 1 ? Math.floor(whole.length * one) : one))) {
      await mustRefuse(whole.subarray(0, place), `cut off at ${place} of ${whole.length}`)
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] as number) ^ 0x10
      if (!saysTheSame(changed)) await mustRefuse(changed, `changed at ${place} of ${whole.length}`)
    }
    await mustRefuse(Buffer.concat([whole, Buffer.from('more')]), 'added to')
  }
  await mustHoldNothing(target)
})

test('spec 17.10: what is not empty is refused by what is in it', async () => {
  const target = await emptyDatabase()
  await ask(target, (client) => client.query('create table recipes (id int); create view dishes as select 1 as one'))
  const refused = /^The database is not empty\. It contains the view dishes, the table recipes\. Nothing was changed/
  await assert.rejects(mustBeEmpty(target, 'The database'), ({ message }: Error) => refused.test(message))
  await assert.rejects(restore(target, plain, null), ({ message }: Error) => refused.test(message))
})

test('spec 17.10: a backup of an older version is brought up to this one', async () => {
  const names = [...(await knownMigrations()).keys()]
  const older = names.slice(0, -1)
  const source = await emptyDatabase()
  const texts = await knownMigrations()
  await ask(source, async (client) => {
    await applyWithin(client, older)
    await client.query(MAKE_MIGRATIONS_TABLE)
    await client.query(NOTE_MIGRATIONS, [older, older.map((name) => texts.get(name))])
    await client.query(`insert into organizations (id, name, created_at) values (gen_random_uuid(), 'Before', now())`)
  })
  const file = join(folder, 'older.tar.gz')
  await backUp(file, null, source)
  const target = await emptyDatabase()
  await restore(target, file, null)
  assert.deepEqual((await migrate(target)).applied, names.slice(-1))
  await ask(target, async (client) => {
    const { rows } = await client.query('select name from organizations')
    assert.deepEqual(rows, [{ name: 'Before' }])
  })
})

test('spec 17.10: a backup of a newer version, or of other migrations, is refused by name', async () => {
  const target = await migratedDatabase()
  const refusal = async (statement: string) => {
    await ask(target, (client) => client.query(statement))
    const file = join(folder, `other-${Math.random()}`)
    await backUp(file, null, target)
    return checkBackup(file, null).then(
      () => assert.fail('it was taken'),
      ({ message }: Error) => message,
    )
  }
  const later = `insert into schema_migrations (name, run_on) values ('9999_later', now())`
  assert.match(await refusal(later), /made by Samvad 9\.9\.9, which is newer: this version does not know 9999_later/)
  const other = `delete from schema_migrations where name = '9999_later';
    update schema_migrations set text_hash = 'x' where name = '0001_kit'`
  assert.match(await refusal(other), /other texts of 0001_kit than this version has/)
})

test('what is no backup is refused as such', async () => {
  const file = join(folder, 'letter')
  await writeFile(file, 'Dear Ravi, ')
  await assert.rejects(checkBackup(file, null), /cannot be used: it is damaged, or no backup/)
  await assert.rejects(needsPassphrase(join(folder, 'nowhere')), /nowhere: no such file/)
})

test('the header says what a reader needs to know', async () => {
  let header: BackupHeader | undefined
  const { contents } = await readBackup(plain, null, {
    async begin(read) {
      header = read
    },
  })
  assert.equal(header?.format, 1)
  assert.deepEqual(
    header?.migrations.map(({ name }) => name),
    [...(await knownMigrations()).keys()],
  )
  assert.deepEqual(
    Object.keys(contents),
    header?.tables.map(({ name }) => name),
  )
  assert.match(copyOutOf({ name: 'a"b', columns: ['c'] }), /^copy "a""b" \("c"\) to stdout$/)
})

// Interrupted imports: killed, run twice, failed by the database, and concurrent with other changes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { suppressReported } from '#messaging/contacts/suppressions/actions.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { askForImport, importOf, workOnImports } from '../../../test/imports.ts'
import { eventually } from '../../../test/program.ts'

const samvad = await startSamvad()
/** Rows per transaction: small, so that a short file has several. */
const PIECE_ROWS = 250

const counts = ({ status, rows, created, updated, skipped, failed }: Record<string, unknown>) => ({
  status,
  rows,
  created,
  updated,
  skipped,
  failed,
})

test('spec 6.28: tried again from any piece, no row is made twice and none is left out', async () => {
  const company = await samvad.newCompany('Killed')
  const text = `Name,Email\n${Array.from({ length: 1200 }, (_, n) => `F${n},f${n}@x.example`).join('\n')}\n`
  const asked = await askForImport(samvad, text, { mapping: { Name: 'display_name' } }, company)
  const id = uuidOf('imp', asked.body.id)
  const { database } = samvad.app
  let pieces = 0
  // Every other transaction is committed but reported as failed; the rest fail before the commit.
  const failing = new Proxy(database, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name, target)
      return async (work: never, owner: string) => {
        const before = await samvad.rows('select row_count from imports where id = $1', [id])
        const outcome = await target.transaction(work, owner)
        const after = await samvad.rows('select row_count from imports where id = $1', [id])
        if (before[0]?.row_count !== after[0]?.row_count && ++pieces % 2 === 0) throw new Error('killed')
        return outcome
      }
    },
  })
  const app = { ...samvad.app, database: failing }
  for (let round = 0; round < 6; round++) {
    await workOnImports(samvad, app, PIECE_ROWS)
    await samvad.rows(
      "update due_work set due_at = now() - interval '1 minute', lease_until = null where kind = 'import'",
    )
  }
  const shown = await importOf(samvad, asked.body, company)
  assert.deepEqual(counts(shown), { status: 'completed', rows: 1200, created: 1200, updated: 0, skipped: 0, failed: 0 })
  const [made] = await samvad.rows('select count(*), count(distinct email) as emails from contacts where org_id = $1', [
    company.organizationId,
  ])
  assert.ok(pieces >= 5, String(pieces))
  assert.equal(made?.count, 1200n)
})

/** The program with altered transactions. */
function withTx(changed: (tx: Tx) => Tx) {
  const database = new Proxy(samvad.app.database, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name, target)
      return (work: (tx: Tx) => Promise<unknown>, owner: string) => target.transaction((tx) => work(changed(tx)), owner)
    },
  })
  return { ...samvad.app, database }
}

/** The database fails each statement that inserts contacts. */
const failingWith = (code: string) =>
  withTx((tx) => ({
    ...tx,
    run: (statement) => {
      if (!statement.text.includes('insert into contacts')) return tx.run(statement)
      throw Object.assign(new Error('of the database'), { code })
    },
  }))

test('spec 6.28: a database that fails an import is never a fault of its rows: what passes is tried again, what stays ends it as database_failed', async () => {
  for (const [code, error] of [
    ['55P03', null],
    ['57014', 'database_failed'],
    ['XX000', 'database_failed'],
  ] as const) {
    const company = await samvad.newCompany(`Database ${code}`)
    const asked = await askForImport(samvad, 'Name\nRavi\n', { mapping: { Name: 'display_name' } }, company)
    for (let round = 0; round < 6; round++) {
      await workOnImports(samvad, failingWith(code))
      await samvad.rows("update due_work set due_at = now() - interval '1 minute' where kind = 'import'")
    }
    const failed = await importOf(samvad, asked.body, company)
    assert.deepEqual([failed.status, failed.error, failed.failed], [error ? 'failed' : 'running', error, 0], code)
    assert.doesNotMatch(failed.error_detail ?? '', /\b[Rr]ow 1\b/)
    await workOnImports(samvad)
    assert.equal((await importOf(samvad, asked.body, company)).created, error ? 0 : 1, code)
  }
})

test('spec 6.28: two workers at one import make each row once', async () => {
  const company = await samvad.newCompany('Twice')
  const text = `Name\n${Array.from({ length: 2000 }, (_, n) => `F${n}`).join('\n')}\n`
  const asked = await askForImport(samvad, text, { mapping: { Name: 'display_name' } }, company)
  const { beginNext, work } = await import('./working.ts')
  const { gatedStore } = await import('#messaging/attachments/store/stores.ts')
  const { organizationId: theirs } = company
  const row = await beginNext(samvad.app, theirs)
  assert.ok(row)
  const store = gatedStore(samvad.app)
  const signal = new AbortController().signal
  await Promise.all([1, 2].map(() => work(samvad.app, store, theirs, row, signal, PIECE_ROWS)))
  assert.equal((await importOf(samvad, asked.body, company)).created, 2000)
  assert.deepEqual(await samvad.rows('select count(*) from contacts where org_id = $1', [theirs]), [{ count: 2000n }])
})

const isWaitingForLock = async () => {
  const waiting = await samvad.rows(
    `select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
  )
  return waiting.length > 0
}

const suppressedOf = async (organizationId: string) =>
  (await samvad.rows('select suppressed from contacts where org_id = $1', [organizationId])).map(
    (one) => one.suppressed,
  )

test('spec 6.21, 6.24: an address that is suppressed while its row is imported is suppressed, whichever commits first', async () => {
  const address = 'gone@x.example'
  const mapping = { Email: 'email' }
  const { database } = samvad.app
  const suppressing = (organizationId: Uuid, before: () => Promise<void> = async () => {}) =>
    database.transaction(async (tx) => {
      const at = samvad.app.clock()
      const said = { channel: 'email', address, reason: 'complained', detail: null, time: at } as const
      await suppressReported(tx, { organizationId, at }, said)
      await before()
    }, organizationId)

  const first = await samvad.newCompany('Suppressed First')
  await askForImport(samvad, `Email\n${address}\n`, { mapping }, first)
  let hasImported = false
  let importing = Promise.resolve()
  await suppressing(first.organizationId, async () => {
    importing = workOnImports(samvad).finally(() => {
      hasImported = true
    })
    await eventually('it waits, or does not', async () => hasImported || (await isWaitingForLock()))
  })
  await importing
  assert.deepEqual(await suppressedOf(first.organizationId), [{ email: 'complained' }])

  const second = await samvad.newCompany('Imported First')
  await askForImport(samvad, `Email\n${address}\n`, { mapping }, second)
  let hasSuppressed = false
  let suppression = Promise.resolve()
  const app = withTx((tx) => ({
    ...tx,
    run: async (statement) => {
      const count = await tx.run(statement)
      if (statement.text.includes('insert into contacts')) {
        suppression = suppressing(second.organizationId).finally(() => {
          hasSuppressed = true
        })
        await eventually('it waits, or does not', async () => hasSuppressed || (await isWaitingForLock()))
      }
      return count
    },
  }))
  await workOnImports(samvad, app)
  await suppression
  assert.deepEqual(await suppressedOf(second.organizationId), [{ email: 'complained' }])
})

// The tries of an import: killed, made twice, failed by the database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '#kit/database/database.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { askForImport, importOf, workOnImports } from '../../../test/imports.ts'

const samvad = await startSamvad()

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
  // The commit went through and nobody heard of it, every other time; the rest fail before it.
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
    await workOnImports(samvad, app)
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

/** The program with a database that fails each statement that inserts contacts. */
function failingWith(code: string) {
  const { database } = samvad.app
  const failing = new Proxy(database, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name, target)
      return (work: (tx: Tx) => Promise<unknown>, owner: string) =>
        target.transaction((tx) => {
          const run: Tx['run'] = (statement) => {
            if (!statement.text.includes('insert into contacts')) return tx.run(statement)
            throw Object.assign(new Error('of the database'), { code })
          }
          return work({ ...tx, run })
        }, owner)
    },
  })
  return { ...samvad.app, database: failing }
}

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
  await Promise.all([1, 2].map(() => work(samvad.app, store, theirs, row, signal)))
  assert.equal((await importOf(samvad, asked.body, company)).created, 2000)
  assert.deepEqual(await samvad.rows('select count(*) from contacts where org_id = $1', [theirs]), [{ count: 2000n }])
})

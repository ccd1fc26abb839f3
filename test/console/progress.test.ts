// Progress of long work on the pages that show it: updated without a reload until the work ends. No worker runs here;
// the test records the progress instead.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { askForExport } from '../exports.ts'
import { startSamvad } from '../harness.ts'
import { askForImport } from '../imports.ts'
import { isLong } from '../long-stories.ts'
import { mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const samvad = await startSamvad({}, { breaks: 'all' })
const console = skip ? (null as never) : await openConsole(samvad)

let owner: Visitor
before(async () => {
  if (skip) return
  owner = await console.signIn('owner')
  await owner.page.clock.install()
})

const PERIOD = { from: '2026-01-01', to: '2026-01-31' }

const bar = (page: Page) => page.getByRole('progressbar').first()

/** Sets the progress or the end in the database; no event is published. */
const note = (table: 'imports' | 'exports', progress: number) =>
  samvad.rows(`update ${table} set status = 'running', progress = $1`, [progress])
const end = (table: 'imports' | 'exports') =>
  samvad.rows(`update ${table} set status = 'cancelled', ended_at = created_at`)

const places = [
  {
    path: 'contacts/imports',
    table: 'imports' as const,
    begin: () =>
      askForImport(samvad, 'Name,Mail\nRavi,ravi@farm.example\n', { mapping: { Name: 'display_name', Mail: 'email' } }),
  },
  { path: 'contacts/exports', table: 'exports' as const, begin: () => askForExport(samvad, 'contacts', PERIOD) },
  { path: 'billing/exports', table: 'exports' as const, begin: () => askForExport(samvad, 'log', PERIOD) },
]

for (const { path, table, begin } of isLong ? places : places.slice(0, 1))
  test(`spec 21.12: ${path} shows how far it is while it goes on, and asks no more when it has ended`, {
    skip,
  }, async () => {
    const { status, text } = await begin()
    assert.equal(status, 202, text)
    const { page } = owner
    let asked = 0
    page.on('request', (request) => {
      if (new RegExp(`/console/api/.*/${table}\\?`).test(request.url())) asked++
    })
    await owner.goWithin(path)
    await bar(page).waitFor()
    assert.equal(await bar(page).getAttribute('value'), null, 'it waits')
    for (const progress of [23, 71]) {
      await note(table, progress)
      await page
        .getByRole('progressbar')
        .and(page.locator(`[value="${progress}"]`))
        .waitFor()
    }
    // The progress bar is the same on each page; the pages themselves are checked elsewhere.
    if (path === 'contacts/imports') await mustBeFine(owner, 'progress')
    await end(table)
    await bar(page).waitFor({ state: 'detached' })
    const before = asked
    assert.ok(before >= 4, `${before} times`)
    // Longer than the polling interval.
    await page.clock.runFor(5000)
    assert.equal(asked, before)
    await samvad.rows(`delete from ${table}`)
  })

// Bulk actions on contacts, cancelled bulk work, and the "More" menu, in a real browser.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { startSamvad } from '../harness.ts'
import { askForImport, importOf } from '../imports.ts'
import { onlyLong } from '../long-stories.ts'
import { until } from '../mail-story.ts'
import { person } from '../story.ts'
import { type Console, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, link, says } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const { organizationId } = samvad.company
const asha = person(samvad)
const rooms = (skip ? null : await openConsole(samvad)) as Console
let owner: Visitor

before(async () => {
  if (skip) return
  samvad.startWorker()
  owner = await rooms.signIn('owner')
})

/** Advisory lock held by the test, for which one row of an import in progress waits. */
const GATE = 4711
const ROWS = 2500
const ROW_AT_GATE = 1700
/** In pieces of 1,000 rows: one piece is complete by then. */
const ROWS_BEFORE = 1000

async function closeGate(): Promise<pg.Client> {
  await samvad.rows(`create or replace function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${GATE}); return new; end $$`)
  await samvad.rows(`create or replace trigger gate before insert on contacts for each row
    when (new.display_name = 'Farmer ${ROW_AT_GATE}') execute function wait_at_gate()`)
  const holder = new pg.Client(samvad.connection)
  // The connection is cut after the tests if one failed.
  holder.on('error', () => {})
  samvad.beforeEnd(async () => void holder.end().catch(() => {}))
  await holder.connect()
  await holder.query(`select pg_advisory_lock(${GATE})`)
  return holder
}

test('spec 6.24, 6.28, 21.12: an import is seen half way and cancelled there; what it has made stays, and no more comes', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  const gate = await closeGate()
  const rows = Array.from({ length: ROWS }, (_, row) => `Farmer ${row},98${String(10_000_000 + row)}`)
  await owner.goWithin('contacts/imports/new')
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Choose CSV or Excel file').last().click()
  const buffer = Buffer.from(`Full name,Mobile\n${rows.join('\n')}\n`)
  await (await choosing).setFiles({ name: 'farmers.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('Field: Full name').selectOption('display_name')
  await button(page, 'Import contacts').click()
  await page.waitForURL(/contacts\/imports\/imp_/)
  await page
    .locator('dt', { hasText: 'Added' })
    .locator('+ dd', { hasText: ROWS_BEFORE.toLocaleString('en-IN') })
    .waitFor()
  await says(page, 'In progress')
  const bar = page.getByRole('progressbar', { name: 'Progress of farmers.csv' })
  const percent = Number(await bar.getAttribute('value'))
  assert.ok(percent > 0 && percent < 100, `${percent} percent`)
  await mustBeFine(owner, 'import-half-way')

  await button(page, 'Cancel import').click()
  const asked = page.getByRole('alertdialog')
  await asked.getByText('Contacts imported so far are kept.').waitFor()
  await asked.getByRole('button', { name: 'Cancel import' }).click()
  await button(page, 'Delete import').waitFor()
  await page.getByText('Cancelled').first().waitFor()
  const count = async () =>
    Number(
      (await samvad.rows<{ n: bigint }>('select count(*) as n from contacts where org_id = $1', [organizationId]))[0]
        ?.n,
    )
  assert.equal(await count(), ROWS_BEFORE)
  await gate.end()
  // Another import runs from beginning to end, after the rest of the first one.
  await until(
    () => samvad.rows("select 1 from imports where org_id = $1 and status in ('queued', 'running')", [organizationId]),
    (left) => left.length === 0,
  )
  assert.equal(await count(), ROWS_BEFORE)
})

test('spec 21.19: "Cancel import" stays that when the import ends meanwhile: nothing is deleted', {
  skip,
}, async () => {
  const { page } = owner
  const gate = await closeGate()
  const text = `Name,Mobile\nFarmer ${ROW_AT_GATE},9712345678\n`
  const { body } = await askForImport(samvad, text, { mapping: { Name: 'display_name', Mobile: 'phone_number' } })
  await owner.goWithin(`contacts/imports/${body.id}`)
  await button(page, 'Cancel import').click()
  const asked = page.getByRole('alertdialog', { name: 'Cancel this import?' })
  await asked.waitFor()
  await gate.end()
  // The page behind the dialog is up to date.
  await page.locator('header button', { hasText: 'Delete import' }).waitFor({ state: 'attached' })
  await asked.getByText('Contacts imported so far are kept.').waitFor()
  await asked.getByRole('button', { name: 'Cancel import' }).click()
  await says(page, 'The import ended before it was cancelled. It was not deleted.')
  assert.equal((await importOf(samvad, body)).status, 'completed')
  await asked.getByRole('button', { name: 'Cancel', exact: true }).click()
  await asked.waitFor({ state: 'detached' })

  await button(page, 'Delete import').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete import' }).click()
  await page.waitForURL(/contacts\/imports$/)
  assert.equal((await asha.get(`/v1/imports/${body.id}`)).status, 404)
})

test('spec 6.1: many contacts are deleted with the consequence said first; what could not be is said of each, the others are gone', {
  skip,
}, async () => {
  const { page } = owner
  const names = ['Ugadi 1', 'Ugadi 2', 'Ugadi 3']
  const ids = new Map<string, string>()
  for (const display_name of names) {
    const contact = await asha.make('/v1/contacts', {
      display_name,
      email: `${display_name.replace(' ', '')}@x.example`,
    })
    ids.set(display_name, contact.id)
  }
  const kept = ids.get('Ugadi 2') as string
  const status = 409
  const problem = { type: 'about:blank', status, code: 'conflict', title: 'It changed meanwhile', request_id: 'req_1' }
  await page.route(`**/v1/contacts/${kept}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.fallback(),
  )
  await owner.goWithin('contacts?channel=email')
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await says(page, '3 selected')
  await button(page, 'Delete').click()
  const asked = page.getByRole('alertdialog')
  await asked.getByText('Delete 3 contacts?').waitFor()
  await asked.getByText('their charges reversed').waitFor()
  await mustBeFine(owner, 'contacts-delete-many')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await asked.waitFor({ state: 'detached' })
  assert.equal((await asha.get('/v1/contacts?channel=email')).body.data.length, 3, 'nothing was done')

  await button(page, 'Delete').click()
  await asked.getByRole('button', { name: 'Delete' }).click()
  const told = page.getByRole('dialog').filter({ hasText: '1 failed' })
  await told.getByRole('listitem').filter({ hasText: 'Ugadi 2' }).waitFor()
  assert.equal(await told.getByRole('listitem').count(), 1)
  await mustBeFine(owner, 'contacts-not-deleted')
  await told.getByRole('button', { name: 'Close' }).last().click()
  await link(page, 'Ugadi 1').waitFor({ state: 'detached' })
  await link(page, 'Ugadi 2').waitFor()
  // Deleted contacts are no longer selected.
  await says(page, '1 selected')
  const left = (await asha.get('/v1/contacts?channel=email')).body.data.map((one: { id: string }) => one.id)
  assert.deepEqual(left, [kept])
})

test('a group and a list are renamed by what stands first, and deleted under "More actions", which says what stays', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  for (const [kind, name] of [
    ['groups', 'Wholesale'],
    ['lists', 'Farmers of Pune'],
  ] as const) {
    const { id } = await asha.make(`/v1/${kind}`, { name })
    await owner.goWithin(`contacts/${kind}/${id}`)
    const acts = page.getByRole('banner').or(page.locator('header')).last().getByRole('button')
    await acts.first().waitFor()
    assert.equal(await acts.first().innerText(), 'Edit details')
    assert.equal(await button(page, 'Delete').count(), 0)
    await acts.first().click()
    await page.getByRole('dialog').getByLabel('Name').fill(`${name} 🌾`)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: `${name} 🌾` }).waitFor()
    if (kind === 'groups') await mustBeFine(owner, 'group')
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const asked = page.getByRole('alertdialog')
    await asked.getByText('The contacts are kept.').waitFor()
    await asked.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(new RegExp(`contacts/${kind}$`))
    assert.equal((await asha.get(`/v1/${kind}/${id}`)).status, 404)
  }
})

test('spec 21.17: days that end before they begin say so at the field, and nothing is asked by them', {
  skip,
}, async () => {
  const { page } = owner
  const requested: string[] = []
  page.on('request', (request) => requested.push(decodeURIComponent(request.url())))
  await owner.goWithin('contacts?from=2025-03-10')
  const [from, to] = [page.locator('search [name=from]'), page.locator('search [name=to]')]
  await to.fill('2025-03-09')
  const said = /“Created to” is before .* 10 Mar 2025 or later\./
  await page.getByRole('alert').filter({ hasText: said }).waitFor()
  assert.equal(await to.getAttribute('aria-invalid'), 'true')
  assert.equal(await to.getAttribute('min'), '2025-03-10')
  await mustBeFine(owner, 'range-backwards')
  await to.fill('2025-03-11')
  await page.waitForURL(/to=2025-03-11/)
  await page.getByRole('alert').waitFor({ state: 'detached' })
  assert.equal(await from.inputValue(), '2025-03-10')
  assert.ok(!requested.some((url) => url.includes('to=2025-03-09')), 'the service was not asked by it')
  // A URL with such a range is used without its end.
  await owner.go('contacts?from=2025-03-10&to=2025-03-01')
  await to.waitFor()
  assert.deepEqual([await from.inputValue(), await to.inputValue()], ['2025-03-10', ''])

  // A form with such a range is not submitted.
  await button(page, 'Export contacts').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=to]').fill('2025-03-01')
  await dialog.getByRole('alert').waitFor()
  await dialog.locator('button[type=submit]').click()
  const isValid = (field: unknown) => (field as { validity: { valid: boolean } }).validity.valid
  assert.equal(await dialog.locator('[name=to]').evaluate(isValid), false)
  assert.equal((await asha.get('/api/v1/billing/exports')).body.data.length, 0)
})

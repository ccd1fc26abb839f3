// Usage in the console, and the layout of all money pages: on a phone and a desktop, light and dark, in both languages,
// with the ugliest names. In a real browser.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setWidth, widths } from '../browser/browser.ts'
import { fund, startSamvad } from '../harness.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { correspond, delivered, until, write } from '../mail-story.ts'
import { openRecharge, payAtCheckout } from '../payments.ts'
import { person } from '../story.ts'
import { looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const DAYS_AGO_MS = 40 * 24 * 3600 * 1000
const samvad = await startSamvad()
const asha = person(samvad)
const opened = skip ? null : await openConsole(samvad)

const signIn = async (...given: Parameters<NonNullable<typeof opened>['signIn']>): Promise<Visitor> =>
  (await opened?.signIn(...given)) as Visitor

const paid: { id: string }[] = []
let month = ''
if (opened) {
  // A completed month has a summary.
  samvad.setClock(new Date(Date.now() - DAYS_AGO_MS))
  await fund(samvad, samvad.company.organizationId, 100n)
  samvad.setClock(null)
  samvad.startWorker()
  const ravi = await correspond(asha, 'ravi@customer.example', 'Śrī Venkaṭanarasiṃharājuvāripēṭa 👩‍👩‍👧‍👦 مرحبا')
  for (let count = 0; count < 3; count++) await delivered(samvad, await write(asha, ravi), 'sent')
  for (const outcome of ['success', 'bank_declined']) {
    const recharge = await openRecharge(samvad, '500.00')
    await payAtCheckout(recharge.checkout_url, outcome)
    paid.push(recharge)
  }
  const { body } = await until(
    () => asha.get('/api/v1/billing/summaries'),
    ({ body }) => body.data.length > 0,
  )
  month = body.data[0].month
}

/** Controls outside the page's content that a toast covers. */
const UNDER_MESSAGES = `(() => {
  const messages = [...document.querySelectorAll('[data-toast]')].map((one) => one.getBoundingClientRect())
  if (messages.length === 0) return ['there is no message']
  const isUnder = (one) => messages.some(({ left, right, top, bottom }) =>
    one.left < right && left < one.right && one.top < bottom && top < one.bottom)
  const isWide = innerWidth > 500
  return [...document.querySelectorAll(isWide ? 'nav a, nav button' : 'a, button, textarea')]
    .filter((one) => !one.closest('[data-toast], .overflow-y-auto') && isUnder(one.getBoundingClientRect()))
    .map(({ innerText }) => innerText)
})()`

test('spec 13.1, 21.21: the chart of usage and its table have the same numbers, by keyboard, as text and as a file; the message that it is copied covers nothing', {
  skip,
}, async () => {
  const visitor = await signIn('owner')
  const { page } = visitor
  await visitor.go('usage?by=channel&of=amount')
  const chart = page.getByRole('listbox', { name: 'Spending over time' })
  await chart.waitFor()
  const said = await chart.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  assert.equal(said.length, 30)
  assert.match(said.at(-1) ?? '', /Total ₹0\.45, Email ₹0\.45$/)

  await chart.focus()
  await page.keyboard.press('End')
  assert.equal(await chart.getByRole('option', { selected: true }).getAttribute('aria-label'), said.at(-1))

  await page.keyboard.press('t')
  await page.waitForURL(/view=table/)
  const table = page.getByRole('table', { name: 'Spending over time' })
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)))
  const shown = rows.slice(0, -1).map(([day, email, total]) => `${day}: Total ${total}, Email ${email}`)
  assert.deepEqual(shown, said)
  assert.deepEqual(rows.at(-1), ['Total', '₹0.45', '₹0.45'])

  await page.getByRole('button', { name: 'Copy table' }).click()
  const told = page.locator('[data-toast]')
  // It stays while the pointer is over it.
  await told.hover()
  assert.deepEqual(await page.evaluate(UNDER_MESSAGES), [])
  await setWidth(page, widths[0])
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: /^Account/ }).click({ trial: true })
  await page.keyboard.press('Escape')
  // While the menu closes the button moves under the toast.
  await page.getByRole('button', { name: /^Account/ }).waitFor({ state: 'hidden' })
  assert.deepEqual(await page.evaluate(UNDER_MESSAGES), [])
  await setWidth(page, widths[1])
  const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const file = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n')
  assert.deepEqual(
    file,
    copied.map((line) => line.replaceAll('\t', ',')),
  )
  assert.match(file.at(-1) ?? '', /^\d{4}-\d\d-\d\d,0\.45,0\.45$/)

  await page.getByLabel('Show', { exact: true }).selectOption('messages')
  await page.waitForURL(/of=messages/)
  const counts = page.getByRole('table', { name: 'Messages sent over time' })
  await counts.getByRole('row', { name: /^Total 3 3$/ }).waitFor()
  assert.deepEqual(visitor.faults, [])
  await visitor.leave()
})

test('spec 2.8: who has usage.view alone sees usage and its log, and nothing of money beside', {
  skip: skip || onlyLong,
}, async () => {
  const role = await asha.make('/v1/roles', { name: 'Only usage', permissions: ['usage.view'] })
  const visitor = await signIn(role.id)
  const { page } = visitor
  await visitor.go('usage')
  await page.getByRole('listbox', { name: 'Spending over time' }).waitFor()
  assert.deepEqual(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts(), ['Usage'])
  await page.getByRole('link', { name: 'Export message log' }).click()
  await page.getByRole('button', { name: 'Create export' }).waitFor()
  assert.deepEqual(await page.getByLabel('Data', { exact: true }).locator('option').allInnerTexts(), ['Message log'])
  await page.getByRole('link', { name: 'Exports' }).waitFor()
  assert.deepEqual(visitor.faults, [])
})

for (const look of looks)
  test(`spec 21.8: every page of money is fine on a phone and a desk, ${look.colorScheme}, ${look.language}`, {
    skip,
  }, async () => {
    const visitor = await signIn('owner', look)
    const invoices = (await asha.get('/api/v1/billing/invoices')).body.data
    const transactions = (await asha.get('/api/v1/billing/transactions?kind=deduction')).body.data
    const [succeeded, failed] = paid as [{ id: string }, { id: string }]
    const pages = [
      'billing',
      `billing/recharge/${succeeded.id}`,
      `billing/transactions?open=${transactions[0].id}`,
      `billing/invoices?open=${invoices[0].id}`,
      `billing/refunds?ask=${transactions[0].id}`,
      'usage',
      `usage/months/${month}`,
      // every-page.test.ts checks these, which show little of an organization's data.
      ...(isLong ? ['recharge', 'auto-recharge', 'prices', 'exports', 'profile'].map((one) => `billing/${one}`) : []),
      ...(isLong ? ['usage/months'] : []),
      // Other states of pages that are already checked.
      ...(isLong && look.language === 'en' ? [`billing/recharge/${failed.id}`, 'usage?view=table&by=user'] : []),
    ]
    for (const where of pages) {
      await visitor.goWithin(where)
      await mustBeFine(visitor, `${where.replaceAll(/[/?=&]/g, '-')}-${look.colorScheme}-${look.language}`)
    }
    await visitor.leave()
  })

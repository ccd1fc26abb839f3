// The contact pages in a real browser: contacts are added, changed, merged, imported, deduplicated and deleted.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { BOXES_TOO_SMALL, setWidth, widths } from '../browser/browser.ts'
import { startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { indexAll } from '../search.ts'
import { person } from '../story.ts'
import { looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { follow } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
samvad.startWorker()
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor

before(async () => {
  if (!skip) owner = await console.signIn('owner')
})

const LONG = 'Venkatanarasimharajuvaripeta Subramaniam Chandrasekhara-Krishnamurthy 🌾🚜 रवि कुमार'
/** Two pages of the table. */
const ROWS = 120
const WRONG = 5

test('spec 6.1, 6.20: a contact is added, changed, merged with another and deleted by the pages, and faults stand at their fields', {
  skip,
}, async () => {
  await asha.make('/v1/contacts', { display_name: 'Ravi K.', phone_number: '+919876500002' })
  const { page } = owner
  await owner.goWithin('contacts')
  await page.getByRole('button', { name: 'Add contact' }).first().click()
  const form = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close' }) })
  await form.getByLabel('Name').fill('Ravi Kumar')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await form.getByText('Enter an email address, a phone number or an app user ID.').waitFor()
  await form.getByLabel('Email').fill('not an address')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await form.locator('[name=email][aria-invalid=true]').waitFor()
  await form.getByLabel('Email').fill('ravi@customer.example')
  await form.getByLabel('Custom fields').fill('city = Nagpur')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await page.getByRole('heading', { name: 'Ravi Kumar' }).waitFor()
  await page.getByText('Nagpur').waitFor()

  await page.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Phone number').fill('98765 00001')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('+919876500001').waitFor()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  await form.getByRole('combobox', { name: 'Find contact' }).fill('98765 00002')
  await form.getByRole('option', { name: /Ravi K\./ }).click()
  await form.getByLabel('+919876500002').check()
  await setWidth(page, widths[0])
  assert.deepEqual(await page.evaluate(BOXES_TOO_SMALL), [], 'rows of a choice are high enough for a finger')
  await setWidth(page, widths[1])
  await form.getByRole('button', { name: 'Merge contacts' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByText('+919876500002').waitFor()
  const found = await asha.get('/v1/contacts?phone_number=%2B919876500002')
  assert.deepEqual(
    found.body.data.map((one: { display_name: string; email: string }) => [one.display_name, one.email]),
    [['Ravi Kumar', 'ravi@customer.example']],
  )
  await mustBeFine(owner, 'contact')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByText('can’t be undone').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No contacts yet').waitFor()
  assert.deepEqual((await asha.get('/v1/contacts')).body.data, [])
})

test('spec 6.23, 6.24, 6.26, 21.99: a file of contacts is imported through the page; rows that are wrong are shown with why', {
  skip,
}, async () => {
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const isWrong = row % (ROWS / WRONG) === 7
    return `Farmer ${row},${isWrong ? 'no number' : `98${String(10_000_000 + row)}`},Pune`
  })
  const { page } = owner
  await owner.goWithin('contacts/imports/new')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose CSV or Excel file' }).last().click()
  await (await choosing).setFiles({
    name: 'farmers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Farmers of Pune\n\nFull name,Mobile,Town\n${lines.join('\n')}\n`),
  })
  await page.getByLabel('Field: Mobile').waitFor()
  await page.getByLabel('Row 3 contains column names. The rows above it are not imported.').waitFor()
  assert.equal(await page.getByLabel('Field: Mobile').inputValue(), 'phone_number')
  await page.getByLabel('Field: Mobile').selectOption('')
  await page.getByText('Choose a column for at least one address').waitFor()
  await page.getByLabel('Field: Mobile').selectOption('phone_number')
  await page.getByLabel('Field: Full name').selectOption('display_name')
  await page.getByLabel('Field: Town').selectOption({ label: 'Custom field: Town' })
  await page.getByLabel('Add to list').selectOption('new')
  await page.getByLabel('Everyone has agreed: SMS').check()
  await mustBeFine(owner, 'new-import')
  await page.getByRole('button', { name: 'Import contacts' }).click()
  await page.waitForURL(/contacts\/imports\/imp_/)
  // The import continues while the user is on another page.
  const { pathname } = new URL(page.url())
  await page.getByRole('link', { name: 'Lists' }).click()
  await page.getByRole('link', { name: 'farmers' }).waitFor()
  await owner.goWithin(pathname.slice(new URL(owner.home).pathname.length))
  await page.getByText('Completed').waitFor()
  const countOf = (name: string) => page.locator('dt', { hasText: name }).locator('+ dd').innerText()
  assert.deepEqual([await countOf('Added'), await countOf('Failed')], ['115', '5'])
  await page.getByRole('cell', { name: 'no number' }).first().waitFor()
  await mustBeFine(owner, 'import')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download failed rows' }).click()
  assert.equal((await downloading).suggestedFilename(), 'farmers-errors.csv')

  await page.getByRole('link', { name: 'View list' }).click()
  await page.getByRole('heading', { name: 'farmers 115' }).waitFor()
  const [agreed] = await samvad.rows("select count(*)::int as count from consents where channel = 'sms'")
  assert.equal(agreed?.count, 115)
})

test('spec 7.143, 7.150, 21.13: among many a contact is found by its name, its address and digits of its number, in the table and where one is chosen', {
  skip,
}, async () => {
  await asha.make('/v1/contacts', { display_name: 'Kamala Iyer', email: 'kamala@weavers.example' })
  await indexAll(samvad.app)
  const { page } = owner
  // A full load: the earlier list is cached for some seconds, and an import does not refresh it.
  await owner.go('contacts')
  await page.getByRole('link', { name: 'Farmer 119' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('farmer 119')
  await page.waitForURL(/find=farmer/)
  await page.locator('mark', { hasText: 'Farmer' }).waitFor()
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
  // The oldest contact, which is on the last page. Found by the middle of its number.
  const field = page.getByRole('searchbox', { name: 'Search contacts' })
  await field.fill('10000000')
  await page.getByRole('link', { name: 'Farmer 0', exact: true }).waitFor()
  await field.fill('weavers')
  await page.getByRole('link', { name: 'Kamala Iyer' }).waitFor()
  await page.locator('mark', { hasText: 'weavers' }).waitFor()
  // The search is in the URL, and combines with the filters.
  await page.reload()
  await page.getByRole('link', { name: 'Kamala Iyer' }).waitFor()
  assert.equal(await field.inputValue(), 'weavers')
  await page.getByLabel('Channel').selectOption('sms')
  await page.getByText('No contacts match these filters').waitFor()
  await mustBeFine(owner, 'contacts-search')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Farmer 119' }).waitFor()
  assert.equal(await field.inputValue(), '')
  await field.fill('@')
  await page.getByRole('link', { name: 'Farmer 119' }).waitFor()
  await field.fill('kamala')
  // Her row is there before the search, and is rendered again when found: by her name and her address.
  await page.locator('mark', { hasText: 'Kamala' }).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select Kamala Iyer' }).check()
  await page.getByRole('status').getByText('1 selected').waitFor()

  const dialog = page.getByRole('dialog')
  await owner.goWithin('inbox')
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  // By keyboard only (spec 21.37).
  const whom = dialog.getByRole('combobox', { name: 'Name, address or group' })
  await whom.fill('9810000000')
  await dialog.getByRole('option', { name: /Farmer 0\b/ }).waitFor()
  await dialog.getByRole('option', { name: /Farmer 1\b/ }).waitFor({ state: 'detached' })
  await whom.press('ArrowDown')
  await dialog.getByRole('option', { name: /Farmer 0\b/, selected: true }).waitFor()
  await whom.press('Enter')
  await page.getByRole('heading', { name: 'Farmer 0' }).waitFor()
})

test('spec 6.29: several are chosen, put into a group, suppressed, exported; filters stand in the address', {
  skip: skip || onlyLong,
}, async () => {
  await asha.make('/v1/contacts', { display_name: LONG, email: `${'long.'.repeat(10)}name@customer.example` })
  await asha.make('/v1/contacts', { display_name: 'رحمة', phone_number: '+919876500005', app_id: 'IN.5' })
  const { page } = owner
  await owner.goWithin('contacts?channel=email')
  await page.getByRole('checkbox', { name: `Select ${LONG}` }).check()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Add to group' }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close' }) })
  await dialog.getByLabel('Name').fill('Wholesale')
  await dialog.getByRole('button', { name: 'Add to group' }).click()
  await page.getByText('Added to Wholesale').waitFor()
  await owner.goWithin('contacts/groups')
  await follow(page.getByRole('link', { name: 'Wholesale' }))
  await page.getByRole('link', { name: LONG }).waitFor()

  await owner.goWithin('contacts/suppressions')
  await page.getByRole('button', { name: 'Add address' }).click()
  await dialog.getByLabel('Channel').selectOption('sms')
  await dialog.getByLabel('Address').fill('+919876500005')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Remove address: +919876500005' }).waitFor()
  await owner.goWithin('contacts?state=suppressed')
  await page.getByRole('link', { name: 'رحمة' }).waitFor()
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Export' }).click()
  await dialog.getByRole('button', { name: 'Create export' }).click()
  await page.getByRole('link', { name: 'Download' }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  assert.match((await downloading).suggestedFilename(), /\.csv$/)
})

test('spec 21.8: the pages of contacts are whole at every width, in both looks and languages; who may not is told what is missing', {
  skip: skip || onlyLong,
}, async () => {
  for (const { colorScheme, language } of looks) {
    const visitor = language === 'en' ? owner : await console.signIn('owner', { colorScheme, language })
    const unseen = ['/lists', '/groups', '/imports', '/suppressions', '/exports']
    // The stories above check the others in light mode.
    for (const path of language === 'en' ? unseen : ['', '/imports/new', ...unseen]) {
      await visitor.goWithin(`contacts${path}`)
      await mustBeFine(visitor, `contacts${path.replaceAll('/', '-')}-${colorScheme}-${language}`)
    }
  }
  const billing = await console.signIn('billing')
  await billing.go('contacts')
  await billing.page.getByText(/needs the permission .*contacts\.view/).waitFor()
  await mustBeFine(billing, 'contacts-not-allowed')
})

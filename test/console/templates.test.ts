// The template pages in a real browser: a template is written, previewed with values, submitted and approved.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { person } from '../story.ts'
import { looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, follow, link, section } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
samvad.startWorker()
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

before(async () => {
  if (!skip) owner = await console.signIn('owner')
})

test('spec 15.1, 15.5: a template is written, previewed with values, submitted and approved, paused and resumed', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('templates')
  await follow(page.getByRole('link', { name: 'Create template' }).first())
  await page.getByLabel('Channel').selectOption('sms')
  await page.getByLabel('Name', { exact: true }).fill('otp')
  await page.getByLabel('Text', { exact: true }).fill('Your code is {{code')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.locator('[name=text][aria-invalid=true]').waitFor()
  await page.getByLabel('Text', { exact: true }).fill('Your code is {{code}}.')
  await page.getByLabel('DLT template ID').fill('1107160000000012345')
  await page.getByLabel('Sender ID (header)').fill('SAMVAD')
  await page.getByLabel('Sample value for code').fill('4711')
  await page.getByText('Your code is 4711.').waitFor()
  await page.getByText('1 segment · 18 characters · GSM').waitFor()
  await page.getByLabel('Sample value for code').fill('४७११'.repeat(20))
  await page.getByText('2 segments · 94 characters · Unicode').waitFor()
  await mustBeFine(owner, 'template-new')
  await page.getByRole('button', { name: 'Save and submit' }).click()
  await page.getByRole('heading', { name: 'otp' }).waitFor()
  await page.getByText('Version 1 is in use').waitFor()
  await page.getByText('1107160000000012345').waitFor()
  const [template] = (await asha.get('/v1/templates')).body.data
  assert.deepEqual([template.status, template.variables], ['approved', ['code']])

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
  await page.locator('dd').getByText('Paused').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await page.locator('dd').getByText('Approved').waitFor()

  await follow(page.getByRole('link', { name: 'Edit' }))
  await page.getByText('Saving creates a new version.').waitFor()
  await page.getByLabel('Text', { exact: true }).fill('{{code}} is your code.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Version 1 is in use').waitFor()
  await page.getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByText('Version 2 is in use').waitFor()
})

test('spec 21.80, 21.81: a template of a chat gets a picture and buttons, says what is wrong at its control, and is approved and shown as the contact sees it', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('templates/new')
  await page.getByLabel('Channel').selectOption('app')
  await page.getByLabel('Name', { exact: true }).fill('diwali_sale')
  await page.getByLabel('Category').selectOption('marketing')
  await page.getByText('Image', { exact: true }).click()
  const wrong = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
  await page.locator('[name=header-file]').setInputFiles(wrong)
  await page.getByText('This file type can’t be used here. Choose JPEG, PNG.').waitFor()
  const file = { name: 'sale.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }
  await page.locator('[name=header-file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Replace file' }).waitFor()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello {{name}}, our *sale* has begun.')
  await page.getByLabel('Footer').fill('Reply STOP to unsubscribe')
  for (const type of ['Open link', 'Quick reply']) {
    await button(page, 'Add button').click()
    await page.getByRole('menuitem', { name: type }).click()
  }
  await page.locator('[name="buttons[1].text"]').fill('Show me')
  await page.locator('[name="buttons[0].text"]').fill('Open the shop')
  await page.locator('[name="buttons[0].url"]').fill('shop.example/{{number}}')
  await page.getByLabel('Sample value for name').fill('Ravi')
  await button(page, 'Save and submit').click()
  await page.locator('[name="buttons[0].url"][aria-invalid=true]').waitFor()
  await mustBeFine(owner, 'template-buttons')
  await page.locator('[name="buttons[0].url"]').fill('https://shop.example/{{number}}')
  // By keyboard; the errors of the previous position are cleared.
  await page.locator('[name="buttons[1].text"]').press('Alt+ArrowUp')
  await page.locator('[name="buttons[0].text"]').and(page.getByRole('textbox')).waitFor()
  assert.equal(await page.locator('[name="buttons[0].text"]').inputValue(), 'Show me')
  await button(page, 'Save and submit').click()
  await page.getByRole('heading', { name: 'diwali_sale' }).waitFor()
  await page.getByText('Version 1 is in use').waitFor()
  await page.getByRole('img', { name: 'sale.png' }).waitFor()
  await section(page, 'Preview').getByText('Open the shop').waitFor()
  const { data } = (await asha.get('/v1/templates?name=diwali_sale')).body
  const [{ header, footer, buttons, variables }] = data
  assert.deepEqual(
    [header.type, header.filename, footer, variables],
    ['image', 'sale.png', 'Reply STOP to unsubscribe', ['name', 'number']],
  )
  assert.deepEqual(buttons, [
    { type: 'quick_reply', text: 'Show me' },
    { type: 'url', text: 'Open the shop', url: 'https://shop.example/{{number}}' },
  ])
  await mustBeFine(owner, 'template-with-parts')
})

test('spec 15.60, 15.64, 21.80, 21.81: a location is chosen for the header, says what is wrong at its control, and is shown as a tile', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  await owner.goWithin('templates/new')
  await page.getByLabel('Channel').selectOption('app')
  await page.getByLabel('Name', { exact: true }).fill('pickup_point')
  await page.getByText('Location', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello {{name}}, it is here.')
  const latitude = page.locator('[name="header.latitude"]')
  assert.equal(await latitude.inputValue(), '{{latitude}}')
  await latitude.fill('95')
  await page.locator('[name="header.name"]').fill('Shop {{number}}')
  await page.getByLabel('Sample value for number').fill('7')
  await section(page, 'Preview').getByText('Shop 7').waitFor()
  await button(page, 'Save and submit').click()
  await page.locator('[name="header.latitude"][aria-invalid=true]').waitFor()
  await page.getByText('Enter a latitude in decimal degrees from -90 to 90').first().waitFor()
  await mustBeFine(owner, 'template-location-wrong')
  await latitude.fill('18.5204')
  await button(page, 'Save and submit').click()
  await page.getByRole('heading', { name: 'pickup_point' }).waitFor()
  await page.getByText('Version 1 is in use').waitFor()
  await section(page, 'Preview').getByRole('img', { name: 'Location' }).waitFor()
  const [{ header, variables }] = (await asha.get('/v1/templates?name=pickup_point')).body.data
  assert.deepEqual(header, {
    type: 'location',
    latitude: '18.5204',
    longitude: '{{longitude}}',
    name: 'Shop {{number}}',
    address: '{{location_address}}',
  })
  assert.deepEqual(variables, ['name', 'longitude', 'number', 'location_address'])
  await mustBeFine(owner, 'template-location')
})

test('spec 15.1: a rejected template says why; who may not write sees no way to', {
  skip: skip || onlyLong,
}, async () => {
  const fields = { channel: 'sms', language: 'en', category: 'promotional', text: 'Sale!' }
  const { id } = await asha.make('/v1/templates', { ...fields, name: 'reject_sale' })
  await asha.post(`/v1/templates/${id}/submit`)
  const viewer = await console.signIn('viewer')
  await viewer.go('templates?status=rejected')
  await follow(viewer.page.getByRole('link', { name: 'reject_sale' }))
  await viewer.page.getByText('The sandbox rejects').waitFor()
  for (const name of ['Edit template', 'More actions', 'Submit for approval', 'Create template'])
    assert.equal(await button(viewer.page, name).or(link(viewer.page, name)).count(), 0, name)
  await viewer.goWithin('templates/new')
  await viewer.page.getByText(/needs the permission .*templates\.manage/).waitFor()
})

test('spec 21.8: the pages of templates are whole at every width, in both looks and languages', { skip }, async () => {
  const html = '<style>p { margin: 0 }</style><h1 style="color: rgb(1, 2, 3)">On its way</h1><p>Hello {{name}}</p>'
  const fields = { channel: 'email', language: 'en', category: 'utility', subject: 'For {{name}}', html }
  const { id } = await asha.make('/v1/templates', { ...fields, name: `order_${'very_'.repeat(15)}long` })
  const [chat] = (await asha.get('/v1/templates?name=diwali_sale')).body.data
  for (const { colorScheme, language } of looks) {
    const visitor = language === 'en' ? owner : await console.signIn('owner', { colorScheme, language })
    const unseen = ['', `/${id}`, ...(isLong ? [`/${id}/edit`, `/${chat.id}/edit`] : [])]
    // The story above checks a new one in light mode.
    for (const path of language === 'en' ? unseen : ['/new', ...unseen, `/${chat.id}`]) {
      await visitor.goWithin(`templates${path}`)
      await visitor.page.locator('dl, table, [name=text]').first().waitFor()
      await mustBeFine(visitor, `templates${path.replaceAll('/', '-')}-${colorScheme}-${language}`)
    }
  }
})

// The pages of templates, in a real browser: one is written, looked at with values, submitted and approved.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { person } from '../story.ts'
import { looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, follow, link } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
samvad.startWorker()
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor

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

test('spec 15.1: a rejected template says why; who may not write sees no way to', { skip }, async () => {
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
  for (const { colorScheme, language } of looks) {
    const visitor = language === 'en' ? owner : await console.signIn('owner', { colorScheme, language })
    const unseen = ['', `/${id}`, `/${id}/edit`]
    // In the light the story above looks at a new one.
    for (const path of language === 'en' ? unseen : ['/new', ...unseen]) {
      await visitor.goWithin(`templates${path}`)
      await visitor.page.locator('dl, table, [name=text]').first().waitFor()
      await mustBeFine(visitor, `templates${path.replaceAll('/', '-')}-${colorScheme}-${language}`)
    }
  }
})

// Forms in a real browser: a form is built by keyboard, mouse and touch, published, and filled in on a phone, and its
// submissions are read and downloaded.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { newContext, setWidth, sharedBrowser, widths } from '../browser/browser.ts'
import { startSamvad } from '../harness.ts'
import { isLong } from '../long-stories.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, settled, type Visitor, whyNoBrowser } from './console.ts'
import { button, downloaded, follow, link, says } from './page.ts'

const skip = whyNoBrowser
let now = Date.parse('2026-11-28T06:00:00Z')
const samvad = await startSamvad()
samvad.setClock(new Date(now))
const asha = person(samvad)
samvad.startWorker()
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor
let phone: BrowserContext | undefined
after(() => phone?.close())

before(async () => {
  if (!skip) owner = await console.signIn('owner')
})

const only = async () => (await asha.get(`/v1/forms/${(await asha.get('/v1/forms')).body.data[0].id}`)).body
const keys = async () => (await only()).fields.map(({ key }: { key: string }) => key)
/** A form submitted faster than a person can read is delayed. */
const read = () => {
  now += 5000
  samvad.setClock(new Date(now))
}

test('spec 22.71, 22.75, 22.76, 22.77, 22.78: a form is begun from a starter, built by keyboard and mouse with a live preview, and published', {
  skip,
}, async () => {
  const { page } = owner
  await owner.go('forms')
  await says(page, 'No forms yet')
  await page.locator('[data-starter=contact]').click()
  await page.waitForURL(/\/forms\/form_/)
  await settled(page)
  const preview = page.frameLocator('aside iframe')
  await preview.getByText('How can we help?').waitFor()

  const saved = () => page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: 'Dropdown' }).click()
  const row = page.locator('[data-field=dropdown]')
  await row.getByLabel('Label (English)').fill('Crop')
  await row.getByLabel('Options, one per line (English)').fill('Grapes\nOnions')
  await row.getByLabel('Options, one per line (Hindi)').fill('अंगूर\nप्याज़')
  await preview.getByText('Crop').waitFor()
  await page.getByLabel('Language of the preview').selectOption('hi')
  await preview.locator('option', { hasText: 'प्याज़' }).waitFor({ state: 'attached' })

  // By keyboard: the handle moves with the arrow keys, announces its position, and keeps the focus.
  const handle = page.locator('[data-field=dropdown] [data-handle]')
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await says(page, 'Moved to position 3 of 4')
  await page.locator('[data-field=dropdown] [data-handle]:focus').waitFor()

  // By mouse: from the third place to the first.
  await page.locator('[data-field=dropdown] [data-open]').click()
  const from = await handle.boundingBox()
  const to = await page.locator('[data-field=name]').boundingBox()
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 8, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, to.y + 30, { steps: 4 })
  await page.mouse.move(from.x + 8, to.y, { steps: 4 })
  await page.mouse.up()
  await says(page, 'Moved to position 1 of 4')

  // A condition on the crop is deleted with it, and restored by "Undo".
  await page.locator('[data-field=message] [data-open]').click()
  await page.locator('[data-field=message]').getByText('When it is shown').click()
  await page.locator('[data-field=message]').getByRole('button', { name: 'Add condition' }).click()
  await page.locator('[data-field=message]').getByLabel('Field', { exact: true }).selectOption('dropdown')
  await says(page, 'If “Crop” is “Grapes”.')
  await saved()
  await page.getByRole('button', { name: 'More actions for Crop' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click()
  await page.locator('[data-field=message]').getByText('Shown if “Crop” is “Grapes”').waitFor()
  await saved()
  assert.deepEqual(await keys(), ['dropdown', 'name', 'email', 'message'])

  // An error from the service is shown at its field, and the input is kept in the browser until it is right.
  await page.locator('[data-field=name] [data-open]').click()
  await page.locator('[data-field=name]').getByLabel('Label (English)').fill('Your password')
  await page
    .locator('[data-field=name]')
    .getByText(/seems to ask for a password/)
    .waitFor()
  await button(page, 'Publish').click()
  await says(page, 'Correct the marked fields first')
  await mustBeFine(owner, 'form-build')
  await page.locator('[data-field=name]').getByLabel('Label (English)').fill('Your name')
  await saved()
  await button(page, 'Publish').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Each submission becomes a conversation in the inbox.').waitFor()
  await dialog.getByRole('button', { name: 'Publish form' }).click()
  await page.waitForURL(/\/share$/)
  await page.getByRole('img', { name: /^QR code of/ }).waitFor()
  await page.getByLabel('Site', { exact: true }).fill('www.farm.example/contact')
  await button(page, 'Add site').click()
  await says(page, 'https://www.farm.example')
  await saved()
  await mustBeFine(owner, 'form-share')
})

test('spec 22.80, 22.81, 22.82: a phone fills it in; the submission is listed, opened, found in the inbox and downloaded', {
  skip,
}, async () => {
  const { page } = owner
  const { id, slug } = await only()
  phone = await newContext(await sharedBrowser(), {
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  })
  const visitor = await phone.newPage()
  await visitor.goto(`${samvad.url}/f/${slug}?utm_source=poster`)
  await visitor.getByLabel('Crop').selectOption('Grapes')
  await visitor.getByLabel('Your name').fill('Ravi Patil')
  await visitor.getByLabel('Email address').fill('ravi@farm.example')
  await visitor.getByLabel('How can we help?').fill('=1+1 boxes, please')
  read()
  await visitor.getByRole('button', { name: 'Send message' }).tap()
  await visitor.getByText('We have your message and will answer soon.').waitFor()

  await owner.goWithin(`forms/${id}/submissions`)
  await page.getByRole('cell', { name: 'Ravi Patil' }).waitFor()
  await mustBeFine(owner, 'form-submissions')
  await page.locator('tbody a').first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('=1+1 boxes, please').waitFor()
  await sheet.getByText('Grapes').waitFor()
  await sheet.getByText('poster').waitFor()
  await sheet.getByRole('link', { name: 'Open conversation' }).waitFor()
  await mustBeFine(owner, 'form-submission')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
  await page.keyboard.press('Enter')
  await says(page, 'No submissions match these filters')
  await button(page, 'Clear filters').first().click()
  for (const [name, kind] of [['CSV', 'csv'], ...(isLong ? ([['Excel (XLSX)', 'xlsx']] as const) : [])] as const) {
    const file = await downloaded(page, async () => {
      await button(page, 'Download').click()
      await page.getByRole('menuitem', { name }).click()
    })
    assert.match(file.name, new RegExp(`\\.${kind}$`))
    if (kind === 'csv') assert.match(file.bytes.toString(), /'=1\+1 boxes/, 'no formula')
    else assert.equal(file.bytes.subarray(0, 2).toString(), 'PK')
  }
  await follow(link(page, 'Analytics'))
  await page.getByRole('cell', { name: 'poster' }).waitFor()
  await mustBeFine(owner, 'form-analytics')
  await owner.goWithin(`forms/${id}/settings`)
  await mustBeFine(owner, 'form-settings')
  // The preview shows what the part in focus is about.
  await page.getByLabel('Thank-you title (English)').focus()
  const preview = page.getByLabel('What the preview shows')
  assert.equal(await preview.inputValue(), 'thank_you')
  await page.getByLabel('Keep submissions for').selectOption('90')
  await page
    .getByRole('alertdialog')
    .getByText(/can’t be undone/)
    .waitFor()
  await button(page, 'Delete older submissions').click()
  await says(page, /^Saved$/)
  assert.equal((await only()).submissions_kept_days, 90)
})

test('spec 22.71: on a phone a field is dragged by a finger', { skip }, async () => {
  const { page, context } = owner
  const { id } = await only()
  await owner.goWithin(`forms/${id}`)
  await setWidth(page, widths[0])
  await settled(page)
  const from = await page.locator('[data-field=name] [data-handle]').boundingBox()
  const to = await page.locator('[data-field=message]').boundingBox()
  if (!from || !to) throw new Error('nothing to drag')
  const cdp = await context.newCDPSession(page)
  const [x, top, bottom] = [from.x + from.width / 2, from.y + from.height / 2, to.y + to.height]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: top }] })
  for (const part of [0.2, 0.5, 0.8, 1])
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x, y: top + (bottom - top) * part }],
    })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.getByText('Moved to position 4 of 4').waitFor({ state: 'attached' })
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  assert.deepEqual(await keys(), ['dropdown', 'email', 'message', 'name'])
})

test('spec 22.84: who may see forms alone reads the definition, and neither changes it nor sees submissions', {
  skip,
}, async () => {
  const { id } = await only()
  const viewer = await console.signIn('viewer')
  const { page } = viewer
  await viewer.go(`forms/${id}?field=message`)
  await page.locator('[data-field=message]').getByLabel('Label (English)').waitFor()
  assert.equal(await page.locator('[data-field=message]').getByLabel('Label (English)').isDisabled(), true)
  assert.deepEqual(
    [await page.locator('[data-handle], [data-add]').count(), await button(page, 'Unpublish').count()],
    [0, 0],
  )
  assert.equal(await link(page, /^Submissions/).count(), 0)
  await viewer.goWithin(`forms/${id}/submissions`)
  await says(page, 'submissions.view')
  assert.deepEqual(viewer.faults, [])
})

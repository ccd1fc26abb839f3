// The segment pages in a real browser: a filter is built and counted, saved, changed and deleted.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { BOXES_TOO_SMALL, IN_EACH_OTHERS_WAY, SCROLLS, setWidth, widths } from '../browser/browser.ts'
import { startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, settled, type Visitor, whyNoBrowser } from './console.ts'
import { button, follow, link, says } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
const console = skip ? (null as never) : await openConsole(samvad)
const COUNT = '**/v1/segments/count'
let owner: Visitor

const contact = async (display_name: string, fields: object) =>
  (await asha.make('/v1/contacts', { display_name, ...fields })).id as string

before(async () => {
  if (skip) return
  await contact('Ravi', { phone_number: '+919876500001', attributes: { city: 'Pune', orders: 12 } })
  await contact('Meera', { phone_number: '+919876500002', attributes: { city: 'Pune', orders: 2 } })
  await contact('Sunil', { email: 'sunil@x.example', attributes: { city: 'Agra', orders: 30 } })
  owner = await console.signIn('owner')
})

/** Chooses an entry in the menu of the innermost, last or only button "Add condition". */
async function addCondition(page: Page, name: string, place = 0): Promise<void> {
  await button(page, 'Add condition').nth(place).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

const matching = (page: Page, count: string) =>
  page.getByRole('region', { name: 'Who matches now' }).getByText(count, { exact: true }).waitFor()

test('spec 21.92, 21.93: a person builds a filter of groups, sees how many it selects, saves it, and opens its contacts', {
  skip,
}, async () => {
  const { page } = owner
  const list = await asha.make('/v1/lists', { name: 'Wholesale' })
  const meera = (await asha.get('/v1/contacts?phone_number=%2B919876500002')).body.data[0].id
  await asha.post(`/v1/lists/${list.id}/members`, { contact_ids: [meera] })
  await owner.goWithin('contacts/segments')
  await says(page, 'No segments yet')
  await follow(link(page, 'Create segment').first())
  await addCondition(page, 'city')
  await page.keyboard.type('pune')
  await matching(page, '2')
  await button(page, 'Add group').click()
  await addCondition(page, 'orders')
  await page.getByRole('group', { name: 'Condition 2.1' }).getByLabel('Comparison').selectOption('at_least')
  await page.getByLabel('Number', { exact: true }).fill('१०')
  await matching(page, '1')
  await addCondition(page, 'List membership')
  await page.keyboard.type('whole')
  await page.getByRole('option', { name: 'Wholesale' }).waitFor()
  await page.keyboard.press('Enter')
  await matching(page, '2')
  await says(
    page,
    'Contacts whose “city” is “pune” and (whose “orders” is at least 10 or who are on the list “Wholesale”).',
  )
  const region = page.getByRole('region', { name: 'Who matches now' })
  assert.deepEqual(
    (await region.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]),
    ['Meera', 'Ravi'],
    'the newest first',
  )
  await button(page, 'Create segment').click()
  await says(page, 'Enter a name.')
  assert.equal(await page.evaluate('document.activeElement.name'), 'name')
  await mustBeFine(owner, 'segment-new')
  await setWidth(page, widths[0])
  assert.deepEqual(await page.evaluate(BOXES_TOO_SMALL), [])
  await setWidth(page, widths[1])
  await page.keyboard.type('Regulars of Pune')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Regulars of Pune 2' }).waitFor()
  const [{ filter }] = (await asha.get('/v1/segments')).body.data
  assert.deepEqual(filter, {
    all: [{ attribute: 'city', is: 'pune' }, { any: [{ attribute: 'orders', after: '10' }, { list_id: list.id }] }],
  })
  await page.getByRole('row', { name: /Ravi/ }).waitFor()
  await mustBeFine(owner, 'segment')
  await follow(link(page, 'Ravi'))
  await page.getByRole('heading', { name: 'Ravi' }).waitFor()
})

test('spec 21.92: a count that the filter has left behind is cancelled, and one that fails is told and can be repeated', {
  skip,
}, async () => {
  const { page } = owner
  let hold = (_: Route): void => {}
  const nextHeld = () =>
    new Promise<Route>((resolve) => {
      hold = resolve
    })
  await page.route(COUNT, (route) => hold(route))
  await owner.goWithin('contacts/segments/new')
  const first = nextHeld()
  await button(page, 'New contacts').click()
  const left = await first
  const cancelled = page.waitForEvent('requestfailed', (request) => request === left.request())
  await says(page, 'Counting…')
  const second = nextHeld()
  await page.getByLabel('Number of days').fill('9')
  await cancelled
  const counting = await second
  assert.deepEqual(counting.request().postDataJSON().filter, { all: [{ created_at: { within_days: 9 } }] })
  const problem = { code: 'temporarily_unavailable', reason: 'segment_too_slow', title: 'x', status: 503 }
  const contentType = 'application/problem+json'
  await counting.fulfill({ status: 503, contentType, body: JSON.stringify(problem) })
  await says(page, /took too long/)
  await page.unroute(COUNT)
  await button(page, 'Try again').click()
  await matching(page, '3')
})

test('spec 21.93: what was changed and not saved is there again, and an error of the service stands at its condition', {
  skip,
}, async () => {
  const { page } = owner
  const list = await asha.make('/v1/lists', { name: 'Short-lived' })
  const { id } = await asha.make('/v1/segments', { name: 'By list', filter: { not: { reachable: 'sms' } } })
  await owner.goWithin(`contacts/segments/${id}`)
  await follow(link(page, 'Edit segment').first())
  await addCondition(page, 'List membership')
  await page.getByRole('combobox', { name: 'List' }).fill('short')
  await page.getByRole('option', { name: 'Short-lived' }).click()
  await matching(page, '0')
  await owner.goWithin('contacts')
  await owner.goWithin(`contacts/segments/${id}/edit`)
  await says(page, 'These are your unsaved changes from earlier.')
  assert.equal(await page.getByRole('combobox', { name: 'List' }).inputValue(), 'Short-lived')
  assert.equal((await asha.delete(`/v1/lists/${list.id}`)).status, 204)
  await button(page, 'Save changes').click()
  const condition = page.getByRole('group', { name: 'Condition 2' })
  await condition.getByRole('alert').waitFor()
  assert.match(await condition.getByRole('alert').innerText(), /list/i)
  await mustBeFine(owner, 'segment-edit')
  await condition.getByRole('button', { name: 'Remove condition 2' }).click()
  assert.equal(await page.evaluate('document.activeElement.innerText'), 'Add condition', 'the focus is not lost')
  await button(page, 'Save changes').click()
  await page.getByRole('heading', { name: 'By list 1' }).waitFor()
  await owner.goWithin(`contacts/segments/${id}/edit`)
  await page.getByRole('group', { name: 'Condition 1' }).waitFor()
  assert.equal(await page.getByText('unsaved changes').count(), 0)
})

test('spec 21.93: a segment is renamed, copied and deleted with its consequences, and found by the command menu', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  const { id } = await asha.make('/v1/segments', { name: 'Sleepers', filter: { consent: 'email' } })
  const draft = { channel: 'email', subject: 'Offer', text: 'Hello', list_ids: [], segment_ids: [id] }
  await asha.make('/v1/campaigns', { name: 'Diwali offer', ...draft })
  await owner.goWithin('contacts')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sleep')
  await page.getByRole('option', { name: 'Sleepers Segment' }).click()
  await page.getByRole('heading', { name: 'Sleepers 0' }).waitFor()
  await says(page, 'No contacts match now')
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Inactive')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('heading', { name: 'Inactive 0' }).waitFor()
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.locator('[name=name]').waitFor()
  assert.equal(await page.locator('[name=name]').inputValue(), 'Copy of Inactive')
  await says(page, 'Contacts who have agreed to email messages.')
  await owner.goWithin(`contacts/segments/${id}`)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Diwali offer').waitFor()
  await question.getByText('can’t start until you choose other contacts').waitFor()
  await mustBeFine(owner, 'segment-delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/contacts\/segments$/)
  await page.getByRole('link', { name: /Regulars of Pune/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: /Inactive/ }).count(), 0)
})

test('spec 21.93: in the dark, in Hindi, on a phone of 320 pixels; who may only look builds nothing', {
  skip: skip || onlyLong,
}, async () => {
  const [{ id }] = (await asha.get('/v1/segments')).body.data
  const viewer = await console.signIn('viewer', { colorScheme: 'dark', language: 'hi' })
  const { page } = viewer
  await viewer.goWithin(`contacts/segments/${id}`)
  await page.getByRole('navigation').last().waitFor()
  assert.equal(await page.getByRole('link', { name: 'सेगमेंट बदलें' }).count(), 0)
  await viewer.goWithin('contacts/segments/new')
  await says(page, 'आप यह पेज नहीं देख सकते')
  const manager = await console.signIn('owner', { colorScheme: 'dark', language: 'hi' })
  await manager.goWithin(`contacts/segments/${id}/edit`)
  await mustBeFine(manager, 'segment-edit-dark')
  await setWidth(manager.page, widths[0])
  await manager.page.setViewportSize({ width: 320, height: 800 })
  await settled(manager.page)
  for (const check of [SCROLLS, IN_EACH_OTHERS_WAY])
    assert.deepEqual(await manager.page.evaluate<string[]>(check), [], 'nothing is cut off or covered at 320 px')
})

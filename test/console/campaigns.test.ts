// Campaigns in a real browser, as a marketer makes one: from importing contacts to replies and the report.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setWidth, widths } from '../browser/browser.ts'
import { campaignStory } from '../campaigns.ts'
import { startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { person } from '../story.ts'
import { looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, downloaded, follow, link, says } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
samvad.startWorker()
const { contact, listOf } = campaignStory(samvad, null as never)
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor

before(async () => {
  if (!skip) owner = await console.signIn('owner')
})

const only = async () => (await asha.get('/v1/campaigns')).body.data[0]

const choose = async (box: string, name: string) => {
  await owner.page.getByRole('combobox', { name: box, exact: true }).fill(name)
  await owner.page.getByRole('option', { name, exact: true }).click()
}

/** Three farmers with consent for the app on the list "farmers", two of them in a segment, and a template. */
async function audienceAndTemplate(): Promise<void> {
  const farmers = [
    { display_name: 'Ravi', phone_number: '+919876543210', attributes: { Village: 'Khed' } },
    { display_name: 'Om', phone_number: '+919876543211', attributes: { Village: 'Khed' } },
    { display_name: 'Meena', phone_number: '+919876543212' },
  ]
  const contact_ids: string[] = []
  for (const farmer of farmers) {
    const { id } = await asha.make('/v1/contacts', farmer)
    await asha.make(`/v1/contacts/${id}/consents`, { channel: 'app', status: 'granted' })
    contact_ids.push(id)
  }
  const list = await asha.make('/v1/lists', { name: 'farmers' })
  await asha.make(`/v1/lists/${list.id}/members`, { contact_ids })
  await asha.make('/v1/segments', { name: 'Growers of Khed', filter: { attribute: 'Village', is: 'khed' } })
  const { id } = await asha.make('/v1/templates', {
    name: 'seeds',
    channel: 'app',
    language: 'en',
    category: 'marketing',
    text: 'Dear {{name}}, seeds for *{{village}}* are here.',
    buttons: [{ type: 'quick_reply', text: 'Yes please' }],
  })
  await asha.post(`/v1/templates/${id}/submit`)
}

test('spec 15.10, 15.47, 16.28, 21.80, 21.88, 21.94, 21.95, 21.96, 21.97: on a phone a campaign is composed, previewed, paid for, tested, started, answered by its button, and exported', {
  skip,
}, async () => {
  await audienceAndTemplate()
  const { page, context } = owner
  await owner.go('campaigns')
  await setWidth(page, widths[0])
  await says(page, 'No campaigns yet')
  await follow(link(page, 'Create campaign').first())
  await page.getByLabel('Name', { exact: true }).fill('Monsoon offer')
  await page.getByRole('radio', { name: /^App/ }).check()
  await button(page, 'Continue').click()
  await says(page, 'Choose a list or a segment to see how many people it reaches.')
  await choose('Segments', 'Growers of Khed')
  await choose('Lists', 'farmers')
  const figures = page.getByRole('region', { name: 'How many people' })
  await figures.getByText(/^3$/).first().waitFor()

  await follow(link(page, 'Next: Message'))
  await button(page, 'Choose template').click()
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^seeds/ })
    .click()
  await page.getByLabel('Fallback for name').fill('friend')
  await page.getByLabel('Fallback for village').fill('your village')
  // A variable defaults to the field of the same name.
  await says(page, 'Dear Ravi, seeds for Khed are here.')
  await page.getByText('Missing values').click()
  await says(page, 'seeds for your village')
  await says(page, 'Fallback used for: village')

  await follow(link(page, 'Next: Delivery'))
  await follow(link(page, 'Next: Review'))
  const cost = page.getByRole('complementary', { name: 'Cost' })
  await cost.getByText(/^₹[\d.]+ is missing$/).waitFor()
  assert.equal(await button(page, 'Start campaign').isDisabled(), true)
  const { id } = await only()
  assert.equal((await asha.post(`/v1/campaigns/${id}/start`, {})).status, 402)
  await mustBeFine(owner, 'campaign-short')
  await setWidth(page, widths[0])
  const dialog = page.getByRole('dialog')
  await cost.getByRole('button', { name: 'Recharge' }).click()
  await dialog.getByText(/^Covers the ₹[\d.]+ that is missing\.$/).waitFor()
  await dialog.getByRole('button', { name: 'Recharge' }).click()
  const pay = dialog.getByRole('link', { name: /^Pay ₹/ })
  const [checkout] = await Promise.all([context.waitForEvent('page'), pay.click()])
  await button(checkout, /^Pay/).click()
  await dialog.getByText('has been added to the wallet.').waitFor()
  await checkout.close()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await cost.getByText('is missing').waitFor({ state: 'hidden' })

  await button(page, 'Send test').click()
  await dialog.getByRole('combobox', { name: 'Send to' }).fill('Meena')
  await dialog.getByRole('option', { name: /Meena/ }).click()
  await dialog.getByText(/^Costs ₹/).waitFor()
  await dialog.getByRole('button', { name: 'Send test message' }).click()
  await says(page, 'Test sent to Meena')

  await page.getByLabel('Limit what it may cost').check()
  await page.getByLabel('At most').fill('0.10')
  await says(page, /^It would cost ₹[\d.]+\. Enter at least that\.$/)
  await page.getByLabel('At most').fill('100')
  await button(page, 'Start campaign').click()
  await dialog.getByText('It is sent to 3 people.').waitFor()
  await dialog.getByText('It pauses before it would cost more than ₹100.00.').waitFor()
  await dialog.getByRole('button', { name: 'Start campaign' }).click()
  await says(page, '3 messages sent')
  await says(page, 'Completed')

  const device = await context.newPage()
  await device.goto(`${samvad.url}/sandbox#${encodeURIComponent('+919876543210')}`)
  await device.getByRole('tab', { name: 'App' }).click()
  const phone = device.getByRole('log', { name: 'App' })
  await phone.locator('b', { hasText: 'Khed' }).waitFor()
  await phone.getByRole('button', { name: 'Yes please' }).click()
  const answer = phone.locator('.written', { hasText: 'Yes please' })
  await answer.locator('blockquote', { hasText: 'Dear Ravi' }).waitFor()
  await device.close()

  const presses = page.getByRole('table', { name: 'Button presses' })
  await presses.getByRole('row', { name: /Yes please.* 1 33%/ }).waitFor()
  await follow(link(page, 'Open conversation: +919876543210'))
  await says(page, 'Yes please')
  await owner.goWithin(`campaigns/${id}/recipients`)
  const { bytes } = await downloaded(page, () => button(page, 'Download CSV').click())
  assert.equal(bytes.toString('utf8').trim().split('\n').length, 4)
  await owner.goWithin('campaigns')
  const { cost: paid } = await only()
  await page.getByRole('row', { name: new RegExp(`Monsoon offer Completed 3 ₹${paid}`) }).waitFor()
  await mustBeFine(owner, 'campaigns')
})

test('spec 21.94, 21.98: own words are saved as they are written, also behind a lost connection; a scheduled campaign starts at its time, and says before it that its segment was deleted', {
  skip,
}, async () => {
  const { page, context } = owner
  const growers = await listOf(asha, [await contact(asha, { email: 'om@farm.example' })])
  const staff = await listOf(asha, [await contact(asha, { email: 'staff@farm.example' })])
  const everybody = await asha.make('/v1/segments', { name: 'Everybody', filter: { reachable: 'email' } })
  const { id } = await asha.make('/v1/campaigns', { name: 'Later', channel: 'email', list_ids: [growers.id] })
  await owner.goWithin(`campaigns/${id}?step=audience`)
  const figures = page.getByRole('region', { name: 'How many people' })
  await choose('Segments', 'Everybody')
  await figures.getByText(/^2$/).first().waitFor()
  await choose('Excluded lists', staff.name)
  await figures.getByText(/^1$/).first().waitFor()
  await follow(link(page, 'Next: Message'))
  await page.getByLabel('Subject').fill('Seeds')
  await page.getByLabel('Text', { exact: true }).fill('Seeds are here.')
  const mark = (text: RegExp | string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  await mark(/^Saved$/)

  await context.setOffline(true)
  await page.getByLabel('Subject').fill('Seeds for the monsoon')
  await mark('Not saved yet: no connection. Kept in this browser.')
  await context.setOffline(false)
  await mark(/^Saved$/)
  assert.equal((await only()).subject, 'Seeds for the monsoon')

  // Input is saved even when the user leaves at once, and errors are shown at their fields.
  await follow(link(page, 'Next: Delivery'))
  await page.getByLabel('Limit the number of messages per minute').check()
  await page.getByLabel('Messages per minute', { exact: true }).fill('60x')
  await says(page, 'Enter a whole number between 1 and 10,00,000.')
  await page.getByLabel('Messages per minute', { exact: true }).fill('600')
  await page.getByText('At a set time', { exact: true }).click()
  await owner.goWithin(`campaigns/${id}?step=delivery`)
  assert.equal(await page.getByLabel('Messages per minute', { exact: true }).inputValue(), '600')
  await mark(/^Saved$/)
  const { max_per_minute, exclude_list_ids, scheduled_at } = await only()
  assert.deepEqual([max_per_minute, exclude_list_ids], [600, [staff.id]])

  await asha.delete(`/v1/segments/${everybody.id}`)
  await follow(link(page, 'Next: Review'))
  await says(page, 'A segment was deleted. Remove it, or choose another one.')
  assert.equal(await button(page, 'Schedule campaign').count(), 0)
  await follow(link(page, /^Go there/))
  await button(page, 'Remove Deleted segment').click()
  const wholesale = await asha.make('/v1/segments', { name: 'Wholesale', filter: { reachable: 'email' } })
  await choose('Segments', 'Wholesale')
  await mark(/^Saved$/)
  await link(page, /^Review/).click()
  await button(page, 'Schedule campaign').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule campaign' }).click()
  await says(page, 'Campaign scheduled')
  await page.getByRole('region', { name: 'Starts' }).waitFor()

  await asha.delete(`/v1/segments/${wholesale.id}`)
  await says(page, /^A segment of this campaign was deleted/)
  samvad.setClock(new Date(scheduled_at * 1000 + 1000))
  samvad.app.wake('campaigns')
  await says(page, 'Paused')
  samvad.setClock(null)
  assert.deepEqual((await only()).pause_reasons, ['failed'])
  assert.deepEqual(owner.faults.splice(0), [])
})

test('spec 15.8: who may not write campaigns reads a draft, and is told which permission the rest needs', {
  skip: skip || onlyLong,
}, async () => {
  const draft = await asha.make('/v1/campaigns', { name: 'Only to read', channel: 'email', text: 'Hello' })
  const viewer = await console.signIn('viewer')
  await viewer.go('campaigns?name=ONLY')
  await follow(link(viewer.page, 'Only to read'))
  await says(viewer.page, 'Choose a list or a segment.')
  for (const name of ['Start campaign', 'Send test', 'More actions'])
    assert.equal(await button(viewer.page, name).count(), 0, name)
  assert.equal(await link(viewer.page, /^Edit/).count(), 0)
  await viewer.goWithin('campaigns')
  assert.equal(await link(viewer.page, 'Create campaign').count(), 0)
  await viewer.goWithin('campaigns/new')
  await says(viewer.page, /needs the permission .*campaigns\.manage/)
  await asha.delete(`/v1/campaigns/${draft.id}`)
  await viewer.leave()
})

test('spec 21.8: the pages of campaigns are whole at every width, in both looks and languages', {
  skip: skip || onlyLong,
}, async () => {
  const fields = { channel: 'app', language: 'en', category: 'marketing', text: 'Hello {{name}}, seeds are here.' }
  const template = await asha.make('/v1/templates', { ...fields, name: 'monsoon' })
  const list = await listOf(asha, [])
  const segment = await asha.make('/v1/segments', { name: 'From Khed', filter: { attribute: 'village', is: 'Khed' } })
  const { id } = await asha.make('/v1/campaigns', {
    name: `Offer ${'very '.repeat(20)}long`,
    channel: 'app',
    template_id: template.id,
    list_ids: [list.id],
    segment_ids: [segment.id],
    quiet_hours: { from: '21:00', to: '09:00' },
  })
  for (const { colorScheme, language } of looks) {
    const visitor = language === 'en' ? owner : await console.signIn('owner', { colorScheme, language })
    const steps = ['audience', 'message', 'delivery', 'review'].map((step) => `campaigns/${id}?step=${step}`)
    for (const path of ['campaigns', 'campaigns/new', ...steps]) {
      await visitor.goWithin(path)
      await visitor.page.locator('table, form, section, dl').first().waitFor()
      await mustBeFine(visitor, `${path.replaceAll(/[/?=]/g, '-')}-${colorScheme}-${language}`)
    }
  }
})

// Campaigns in a real browser, as a marketer makes one: composed from a list on a phone, previewed for real contacts,
// tested, estimated, recharged for and started.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setWidth, widths } from '../browser/browser.ts'
import { campaignStory } from '../campaigns.ts'
import { startSamvad } from '../harness.ts'
import { person } from '../story.ts'
import { looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, follow, link, says } from './page.ts'

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

test('spec 15.3, 21.94, 21.96: on a phone a campaign is composed from a list and saved as it is written, with a preview for real contacts', {
  skip,
}, async () => {
  const { page } = owner
  const ravi = await contact(asha, {
    display_name: 'Ravi',
    email: 'ravi@farm.example',
    attributes: { village: 'Khed' },
  })
  const om = await contact(asha, { display_name: 'Om', email: 'om@farm.example' })
  const silent = await contact(asha, { display_name: 'Silent', email: 'silent@farm.example' }, false)
  const growers = await listOf(asha, [ravi, om, silent])
  const staff = await listOf(asha, [silent])
  await owner.go('campaigns')
  await setWidth(page, widths[0])
  await says(page, 'No campaigns yet')
  await follow(link(page, 'Create campaign').first())
  await page.getByLabel('Name', { exact: true }).fill('Monsoon offer')
  await button(page, 'Continue').click()
  await says(page, 'Choose a list or a segment to see how many people it reaches.')

  const choose = async (box: string, name: string) => {
    await page.getByRole('combobox', { name: box, exact: true }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('Lists', growers.name)
  const figures = page.getByRole('region', { name: 'How many people' })
  await figures.getByText(/^3$/).waitFor()
  await figures.getByText(/^2$/).waitFor()
  await choose('Excluded lists', staff.name)
  await figures.getByText(/^3$/).waitFor({ state: 'hidden' })

  await follow(link(page, 'Next: Message'))
  await page.getByLabel('Subject').fill('Seeds for {{village}}')
  await page.getByLabel('Text', { exact: true }).fill('Dear {{name}}, seeds are here.')
  assert.equal(await page.getByLabel('Value of name').inputValue(), 'display_name', 'it is called like the field')
  await page.getByLabel('Value of village').selectOption('village')
  await page.getByLabel('Fallback for name').fill('friend')
  await page.getByLabel('Fallback for village').fill('your village')
  await says(page, 'Seeds for Khed')
  await says(page, 'Dear Ravi, seeds are here.')
  await page.getByText('Missing values').click()
  await says(page, 'Seeds for your village')
  await says(page, 'Fallback used for: village')

  // What was typed a moment ago is there whoever leaves at once, and whatever is wrong is said at its field.
  await follow(link(page, 'Next: Delivery'))
  await page.getByLabel('Limit the number of messages per minute').check()
  await page.getByLabel('Messages per minute', { exact: true }).fill('60x')
  await says(page, 'Enter a whole number between 1 and 10,00,000.')
  await page.getByLabel('Messages per minute', { exact: true }).fill('600')
  await owner.goWithin('campaigns')
  await follow(link(page, 'Monsoon offer'))
  await link(page, /^Delivery/).click()
  assert.equal(await page.getByLabel('Messages per minute', { exact: true }).inputValue(), '600')
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  const { subject, list_ids, exclude_list_ids, variables, max_per_minute } = await only()
  assert.deepEqual(
    [subject, list_ids, exclude_list_ids, max_per_minute],
    ['Seeds for {{village}}', [growers.id], [staff.id], 600],
  )
  assert.deepEqual(variables, {
    name: { attribute: 'display_name', fallback: 'friend' },
    village: { attribute: 'village', fallback: 'your village' },
  })
})

test('spec 15.10, 21.95: its cost stands there before it starts; where money is missing it is recharged in place, and the campaign goes on', {
  skip,
}, async () => {
  const { page, context } = owner
  const { id } = await only()
  await setWidth(page, widths[1])
  await owner.goWithin(`campaigns/${id}?step=review`)
  const cost = page.getByRole('complementary', { name: 'Cost' })
  await cost.getByText('₹0.30 is missing').waitFor()
  assert.equal(await button(page, 'Start campaign').isDisabled(), true)
  await mustBeFine(owner, 'campaign-short')

  await cost.getByRole('button', { name: 'Recharge' }).click()
  const recharge = page.getByRole('dialog')
  await recharge.getByText('Covers the ₹0.30 that is missing.').waitFor()
  await recharge.getByRole('button', { name: 'Recharge' }).click()
  const [checkout] = await Promise.all([
    context.waitForEvent('page'),
    recharge.getByRole('link', { name: /^Pay ₹/ }).click(),
  ])
  await button(checkout, /^Pay/).click()
  await recharge.getByText('has been added to the wallet.').waitFor()
  await checkout.close()
  await recharge.getByRole('button', { name: 'Continue' }).click()
  await cost.getByText('is missing').waitFor({ state: 'hidden' })

  await button(page, 'Send test').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Send to' }).fill('Ravi')
  await dialog.getByRole('option', { name: /Ravi/ }).click()
  await dialog.getByText('Costs ₹0.15').waitFor()
  await dialog.getByRole('button', { name: 'Send test message' }).click()
  await says(page, 'Test sent to Ravi')
  assert.deepEqual(await samvad.rows('select subject from messages'), [{ subject: 'Seeds for Khed' }])

  await page.getByLabel('Limit what it may cost').check()
  await page.getByLabel('At most').fill('0.10')
  await says(page, 'It would cost ₹0.30. Enter at least that.')
  await page.getByLabel('At most').fill('1')
  await button(page, 'Start campaign').click()
  await dialog.getByText('It is sent to 2 people.').waitFor()
  await dialog.getByText('₹0.30 is reserved now').waitFor()
  await dialog.getByText('It pauses before it would cost more than ₹1.00.').waitFor()
  await dialog.getByRole('button', { name: 'Start campaign' }).click()
  await says(page, 'Campaign started')
  await link(page, /^Delivery/).waitFor({ state: 'hidden' })
  const { status, track } = await only()
  assert.notEqual(status, 'draft')
  assert.equal(track, false)
})

test('spec 15.8: who may not write campaigns reads a draft, and is told which permission the rest needs', {
  skip,
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

test('spec 21.8: the pages of campaigns are whole at every width, in both looks and languages', { skip }, async () => {
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

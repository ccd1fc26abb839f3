// A started campaign in the console: watched, paused and resumed, stopped for lack of money and continued, and its
// report. In a real browser, with a mail server that refuses some mails.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../campaigns.ts'
import { fund, startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { startMailbox } from '../mailbox.ts'
import { person } from '../story.ts'
import { looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, downloaded, follow, link, says } from './page.ts'

const skip = whyNoBrowser
const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const asha = person(samvad)
const { organizationId } = samvad.company
const { campaign, crowd, ended, statusOf } = campaignStory(samvad, mailbox)
const opened = skip ? null : await openConsole(samvad)
samvad.startWorker()

const signIn = async (...given: Parameters<NonNullable<typeof opened>['signIn']>): Promise<Visitor> =>
  (await opened?.signIn(...given)) as Visitor
const start = (one: { id: string }, starting: object = {}) => asha.post(`/v1/campaigns/${one.id}/start`, starting)

test('spec 21.86, 21.87: a running campaign is watched as it sends, paused and resumed with what follows from it, and cancelled', {
  skip: skip || onlyLong,
}, async () => {
  await fund(samvad, organizationId, 1n)
  const { list } = await crowd(samvad.company, asha, 4)
  const one = await campaign(asha, [list], { name: 'Slow offer', max_per_minute: 1 })
  await start(one)
  const visitor = await signIn()
  const { page } = visitor
  await visitor.go(`campaigns/${one.id}`)
  await says(page, '1 of 4 messages sent')
  const progress = page.getByRole('progressbar', { name: 'Progress' })
  assert.equal(await progress.getAttribute('aria-valuenow'), '1')

  await page.keyboard.press('p')
  await says(page, /3 messages wait\. ₹0\.\d+ stays reserved/)
  await button(page, 'Pause campaign').click()
  await says(page, 'A member paused this campaign')
  assert.deepEqual((await statusOf(asha, one)).pause_reasons, ['user'])
  await button(page, 'Resume').click()
  await button(page, 'Resume campaign').click()
  await button(page, 'Pause').waitFor()
  await page.getByText('A member paused this campaign').waitFor({ state: 'detached' })

  // A minute later the next message is sent, and the page shows it without a reload.
  samvad.setClock(new Date(Date.now() + 61_000))
  samvad.app.wake('dispatch')
  await says(page, '2 of 4 messages sent')
  samvad.setClock(null)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).click()
  await says(page, 'A cancelled campaign can’t be resumed.')
  await button(page, 'Cancel campaign').click()
  await page.getByText('Cancelled', { exact: true }).first().waitFor()
  samvad.app.wake('campaigns')
  await says(page, 'Nothing is reserved any more')
  assert.equal((await statusOf(asha, one)).status, 'cancelled')
  assert.deepEqual(visitor.faults, [])
  await visitor.leave()
})

test('spec 21.86, 21.87, 21.88: a campaign without money says so and goes on by itself after a recharge; its report tells failures and whom, on the page and as files', {
  skip,
}, async () => {
  const { list, name } = await crowd(samvad.company, asha, 12)
  const address = (number: number) => `${name}${number}@farm.example`
  mailbox.answer((recipient) => (recipient === address(2) ? { code: 550, text: '5.7.1 Refused' } : 'accept'))
  const one = await campaign(asha, [list], { name: 'Big offer' })
  await start(one, { partial: true })
  await ended(asha, one, 'paused')
  const visitor = await signIn()
  const { page } = visitor
  await visitor.goWithin(`campaigns/${one.id}`)
  await says(page, 'Your credits are used up')
  assert.match((await link(page, 'Recharge').last().getAttribute('href')) ?? '', /billing\/recharge$/)
  await mustBeFine(visitor, 'campaign-out-of-money')
  await fund(samvad, organizationId, 10n)
  await says(page, 'Completed')
  await page.getByText('Your credits are used up').waitFor({ state: 'detached' })
  await says(page, '11 messages sent')

  const report = await statusOf(asha, one)
  await says(page, 'Refused by the provider')
  const code = report.not_delivered[0].reason as string
  await follow(link(page, `Show ${code}`))
  const table = page.getByRole('table', { name: 'Messages' })
  await table.getByRole('row', { name: new RegExp(address(2)) }).waitFor()
  assert.equal(await table.locator('tbody tr').count(), 1)
  await mustBeFine(visitor, 'campaign-deliveries')
  const messages = await downloaded(page, () => button(page, 'Download CSV').click())
  assert.match(messages.bytes.toString('utf8'), new RegExp(`${address(2)},[^\\n]*failed,${code}`))
  assert.equal(messages.bytes.toString('utf8').trim().split('\n').length, 2)
  await follow(link(page, /^Recipients/))
  await page.getByRole('table', { name: 'Recipients' }).getByRole('row').nth(12).waitFor()
  await mustBeFine(visitor, 'campaign-recipients')
  const recipients = await downloaded(page, () => button(page, 'Download CSV').click())
  assert.equal(recipients.bytes.toString('utf8').trim().split('\n').length, 13)
  await follow(link(page, 'Report'))

  await page.keyboard.press('t')
  const days = page.getByRole('table', { name: 'By day' })
  await days.getByRole('row', { name: /^Total 11 / }).waitFor()
  const summary = await downloaded(page, async () => {
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Download report' }).click()
  })
  assert.match(summary.bytes.toString('utf8'), /Sent,11\r\n/)

  await visitor.goWithin(`campaigns/${one.id}`)
  await button(page, 'Duplicate').click()
  await page.waitForURL((url) => /\/campaigns\/camp_/.test(url.pathname) && !url.pathname.includes(one.id))
  const [copy] = (await asha.get('/v1/campaigns?status=draft')).body.data
  assert.deepEqual([copy.name, copy.list_ids, copy.subject], ['Copy of Big offer', [list.id], report.subject])
  assert.deepEqual(visitor.faults, [])
  await visitor.leave()
})

test('spec 2.8, 21.88: who may only look has no buttons, and without contacts no names and addresses', {
  skip: skip || onlyLong,
}, async () => {
  const role = await asha.make('/v1/roles', { name: 'Only campaigns', permissions: ['campaigns.view'] })
  const visitor = await signIn(role.id)
  const { page } = visitor
  const [one] = (await asha.get('/v1/campaigns?status=completed')).body.data
  await visitor.goWithin(`campaigns/${one.id}`)
  await says(page, '11 messages sent')
  for (const name of ['Duplicate', 'Pause', 'Resume']) assert.equal(await button(page, name).count(), 0)
  await visitor.goWithin(`campaigns/${one.id}/deliveries`)
  await page.getByRole('table', { name: 'Messages' }).waitFor()
  assert.doesNotMatch(await page.locator('main').innerText(), /@farm/)
  assert.deepEqual(visitor.faults, [])
  await visitor.leave()
})

for (const look of looks)
  test(`spec 21.8: a campaign's report, messages and recipients are fine on a phone and a desk, ${look.colorScheme}, ${look.language}`, {
    skip: skip || onlyLong,
  }, async () => {
    const visitor = await signIn('owner', look)
    const [one] = (await asha.get('/v1/campaigns?status=completed')).body.data
    const pages = ['', '/deliveries', '/recipients', ...(look.language === 'en' ? ['?view=table'] : [])]
    for (const path of pages) {
      await visitor.goWithin(`campaigns/${one.id}${path}`)
      await mustBeFine(visitor, `campaign${path.replaceAll(/[/?=]/g, '-')}-${look.colorScheme}-${look.language}`)
    }
    await visitor.leave()
  })

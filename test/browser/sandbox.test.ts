// The sandbox's devices in a real browser: a phone and a mailbox for any recipient. spec 16.23.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Uuid } from '#kit/ids.ts'
import { PDF, PNG, upload } from '../attachments.ts'
import { fund, startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { correspond, delivered, until, write } from '../mail-story.ts'
import { person } from '../story.ts'
import { faultsAt, newContext, open, type Seen, schemes, sharedBrowser, whyNoBrowser, widths } from './browser.ts'
import { signIn } from './signed-in.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
let window: Seen
after(() => window?.context.close())

const RAVI = 'ravi@customer.example'
const PHONE = '+919876543210'

/** A message on the phone, without a delivery report. */
async function sent(channel: 'app' | 'sms', conversation_id: string, text: string): Promise<Uuid> {
  await asha.put('/v1/sandbox/settings', { channel, receipts: 'manual' })
  const message = await asha.make('/v1/messages', { conversation_id, channel, text })
  return (await delivered(samvad, message, 'sent')).id as Uuid
}

const statusOf = async (id: Uuid) =>
  (await samvad.rows<{ status: string }>('select status from deliveries where id = $1', [id]))[0]?.status

async function show(page: Page): Promise<void> {
  await signIn(samvad, page)
  await page.getByRole('heading', { name: 'Ravi' }).waitFor()
}

let conversationId: string
let sms: Uuid
let chat: Uuid

before(async () => {
  if (skip) return
  window = await open(await sharedBrowser())
  await fund(samvad, company.organizationId, 100n)
  samvad.startWorker()
  const contact = await asha.make('/v1/contacts', { display_name: 'Ravi', email: RAVI, phone_number: PHONE })
  conversationId = (await asha.make('/v1/conversations', { contact_id: contact.id })).id
  await asha.make('/v1/sandbox/messages', { channel: 'app', from: PHONE, text: 'Is it there yet?' })
  sms = await sent('sms', conversationId, 'Your order leaves today.')
  chat = await sent('app', conversationId, 'It left this morning. 🚚')
  const html = '<h1>Your order</h1><p>It leaves <b>today</b>.</p>'
  await delivered(samvad, await write(asha, { conversationId }, { subject: 'Your order', html }), 'sent')
})

test('spec 4.16, 16.23: the devices are whole on a phone and a desk, light and dark, and break no rule of accessibility', {
  skip,
}, async () => {
  const { page, faults, go } = window
  await go(`${samvad.url}/sandbox`)
  await show(page)
  await page.getByRole('button', { name: /^Your order/ }).click()
  await page.getByTitle('Email content').waitFor()
  await page.getByText('Simulated providers').click()
  await page.getByText('Actions').first().click()
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) faults.push(...(await faultsAt(page, width, `devices-${colorScheme}`)))
  }
  assert.deepEqual(faults.splice(0), [])
})

test('spec 16.23: one reads what arrived on each channel, answers, and says what became of it', { skip }, async () => {
  const { page, faults, go } = window
  await go(`${samvad.url}/sandbox`)
  await show(page)
  const phone = page.getByRole('region', { name: 'Phone' })
  const messages = page.getByRole('log', { name: 'SMS' })
  await messages.getByText('Your order leaves today.').waitFor()
  await messages.getByText(/✓ sent/).waitFor()

  await messages.getByText('Actions').click()
  await messages.getByRole('button', { name: 'Mark as delivered' }).click()
  await messages.getByText(/✓✓ delivered/).waitFor()
  assert.equal(await statusOf(sms), 'delivered')
  await phone.getByRole('textbox', { name: 'Message from this contact' }).fill('STOP sending at night')
  await phone.getByRole('button', { name: 'Send' }).click()
  await messages.getByText('STOP sending at night').waitFor()
  await page.getByText(`Sent as ${PHONE}.`).waitFor()

  // By keyboard: the other tab.
  await page.getByRole('tab', { name: 'SMS' }).focus()
  await page.keyboard.press('ArrowRight')
  const thread = page.getByRole('log', { name: 'App' })
  await thread.getByText('Is it there yet?').waitFor()
  await thread.getByText('Actions').click()
  await thread.getByRole('button', { name: 'Mark as read' }).click()
  await thread.getByText(/✓✓ read/).waitFor()
  await thread.getByRole('button', { name: 'React with 👍' }).click()
  await thread.getByText('Reaction: 👍').waitFor()
  await thread.getByRole('button', { name: 'Remove reaction' }).click()
  await thread.getByText('Reaction: 👍').waitFor({ state: 'detached' })
  assert.equal(await statusOf(chat), 'read')

  // Later messages appear without a reload.
  const later = await sent('app', conversationId, 'And it arrived.')
  await thread.getByText('And it arrived.').waitFor()
  await thread.locator('article', { hasText: 'And it arrived.' }).getByText('Actions').click()
  await thread.getByLabel('Provider code (optional)').last().fill('131026')
  await thread.getByRole('button', { name: 'Mark as failed' }).last().click()
  await thread.getByText(/✗ failed/).waitFor()
  assert.equal(await statusOf(later), 'failed')
  assert.deepEqual(faults.splice(0), [])
})

test('spec 16.26: a row of a list is chosen and a message quoted', { skip: skip || onlyLong }, async () => {
  const { page, faults, go } = window
  await go(`${samvad.url}/sandbox`)
  await show(page)
  const rows = [{ id: 's', title: 'Small', description: 'Up to 34' }, { title: 'Large' }]
  const interactive = { type: 'list', header: 'Sizes', button: 'Choose a size', sections: [{ rows }] }
  const question = { conversation_id: conversationId, channel: 'app', text: 'Which size?', interactive }
  await delivered(samvad, await asha.make('/v1/messages', question), 'sent')
  await page.getByRole('tab', { name: 'App' }).click()
  const thread = page.getByRole('log', { name: 'App' })
  await thread.getByText('Choose a size').click()
  await thread.getByRole('button', { name: /^Small/ }).click()
  const answer = thread.locator('.written', { hasText: 'Up to 34' })
  await answer.locator('blockquote', { hasText: 'Which size?' }).waitFor()

  const asked = thread.locator('.received', { hasText: 'Which size?' })
  await asked.getByText('Actions').click()
  await asked.getByRole('button', { name: 'Reply to this message' }).click()
  await page.getByText('Replying to: Which size?').waitFor()
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) faults.push(...(await faultsAt(page, width, `quoting-${colorScheme}`)))
  }
  await page
    .getByRole('region', { name: 'Phone' })
    .getByRole('textbox', { name: 'Message from this contact' })
    .fill('Or in blue?')
  await page.getByRole('region', { name: 'Phone' }).getByRole('button', { name: 'Send' }).click()
  const quoting = thread.locator('.written', { hasText: 'Or in blue?' })
  await quoting.locator('blockquote', { hasText: 'Which size?' }).waitFor()
  await page.getByText('Replying to: Which size?').waitFor({ state: 'hidden' })
  assert.deepEqual(faults.splice(0), [])
})

test('spec 16.42: photos are seen and files are downloaded; one attaches a photo and a file as the contact', {
  skip,
}, async () => {
  const photo = (await upload(samvad)).body.id
  await delivered(samvad, await write(asha, { conversationId }, { subject: 'Photo', attachments: [photo] }), 'sent')
  const { page, faults, go } = window
  await go(`${samvad.url}/sandbox`)
  await show(page)
  await page.getByRole('button', { name: /^Photo/ }).click()
  const mail = page.locator('#mail')
  const isDrawn = (image: Locator) =>
    until(
      () => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth),
      (width) => width > 0,
    )
  await isDrawn(mail.locator('img'))
  const download = page.waitForEvent('download')
  await mail.getByRole('link', { name: 'photo.png' }).click()
  assert.equal((await download).suggestedFilename(), 'photo.png')

  await page.getByRole('tab', { name: 'App' }).click()
  const app = page.locator('#compose-app')
  await app.getByLabel('Attach files').setInputFiles({ name: 'shop.png', mimeType: 'image/png', buffer: PNG })
  await app.getByText('shop.png').waitFor()
  await app.getByRole('button', { name: 'Send' }).click()
  const thread = page.getByRole('log', { name: 'App' })
  await thread.getByRole('link', { name: 'shop.png' }).waitFor()
  await isDrawn(thread.locator('article', { hasText: 'shop.png' }).locator('img'))
  await page.locator('#file-email').setInputFiles([
    { name: 'bill.pdf', mimeType: 'application/pdf', buffer: PDF },
    { name: 'shop.png', mimeType: 'image/png', buffer: PNG },
  ])
  await page.getByLabel('Reply as this contact').fill('Here they are.')
  await page.locator('#compose-email').getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: /Photo.*From the contact/ }).click()
  await mail.getByRole('link', { name: 'bill.pdf' }).waitFor()
  faults.push(...(await faultsAt(page, 360, 'devices-files')))
  assert.deepEqual(faults.splice(0), [])
  const received = (await asha.get(`/v1/messages?conversation_id=${conversationId}&limit=100`)).body.data
  const inbound = received.filter(
    ({ direction, attachments }: any) => direction === 'inbound' && attachments.length > 0,
  )
  assert.deepEqual(
    inbound.map(({ channel, text, attachments }: any) => [channel, text, attachments.length]),
    [
      ['email', 'Here they are.', 2],
      ['app', null, 1],
    ],
  )
})

test('spec 16.20, 16.23: one says how the next message fares, and an address that nobody has is shown too', {
  skip: skip || onlyLong,
}, async () => {
  const { page, go } = window
  await go(`${samvad.url}/sandbox#new%40shop.example`)
  await signIn(samvad, page)
  await page.getByRole('heading', { name: 'new@shop.example' }).waitFor()
  await page.getByText('Simulated providers').click()
  await page.getByLabel(/^Email: next message/).fill('550 5.1.1')
  const mailSettings = page.locator('#settings form').first()
  await mailSettings.getByRole('button', { name: 'Apply settings' }).click()
  await page.getByText('Settings applied.').waitFor()
  const stranger = await correspond(asha, 'new@shop.example')
  await delivered(samvad, await write(asha, stranger, { subject: 'Welcome', text: 'Hello' }), 'failed')
  await delivered(samvad, await write(asha, stranger, { subject: 'Once more', text: 'Hello' }), 'sent')
  await page.getByRole('button', { name: /^Once more/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Welcome/ }).count(), 0)
  await page.getByLabel('Contact or address').fill(RAVI)
  await page.getByRole('button', { name: 'Open devices' }).click()
  await page.getByRole('heading', { name: 'Ravi' }).waitFor()
  assert.match(page.url(), /#ravi%40customer\.example$/)
})

test('spec 16.24, 18.5: a hostile mail reaches neither the session nor anybody outside', { skip }, async () => {
  const visits: string[] = []
  const elsewhere = createServer((request, answer) => {
    visits.push(request.url ?? '')
    answer.end()
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const outside = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const html = `<meta http-equiv="refresh" content="0;url=${outside}/refresh"><base href="${outside}/">
    <script>top.stolen = parent.document.cookie; fetch('${outside}/script')</script>
    <img src="${outside}/picture" onerror="parent.stolen = 1"><link rel="stylesheet" href="${outside}/style">
    <style>body { background: url(${outside}/background) } @import '${outside}/import'</style>
    <form id="f" action="${outside}/form" target="_top"><button>Pay</button></form>
    <iframe src="${outside}/frame"></iframe><a href="${outside}/link" target="_top">Look</a>
    <a href="${outside}/inside">Inside</a><p>Hostile</p></iframe><script>top.stolen = 2</script>`
  await delivered(samvad, await write(asha, { conversationId }, { subject: 'Hostile', html }), 'sent')
  const { page, go } = window
  await go(`${samvad.url}/sandbox`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await show(page)
  await page.getByRole('button', { name: /^Hostile/ }).click()
  const frame = page.frameLocator('iframe[title="Email content"]')
  await frame.getByText('Hostile').waitFor()
  await frame.getByRole('link', { name: 'Look' }).click()
  await frame.getByRole('button', { name: 'Pay' }).click()
  await frame.getByRole('link', { name: 'Inside' }).click()
  // What was queued has been sent by the page's next poll.
  const polls = () => asked.filter((url) => url.includes('/v1/sandbox/device')).length
  const before = polls()
  await until(
    async () => polls(),
    (count) => count > before + 2,
  )
  assert.deepEqual(visits, [])
  assert.equal(await page.evaluate('window.stolen'), undefined)
  assert.equal(new URL(page.url()).origin, samvad.url)
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
  assert.equal(kept, '[{},{},""]', 'no script reads the session')
  elsewhere.close()
})

test('spec 16.24: the page acts by the session of the console: signed out it leads to signing in, and without sandbox.use it says so', {
  skip,
}, async () => {
  const { page, go } = window
  await window.context.clearCookies()
  await go(`${samvad.url}/sandbox`)
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  assert.equal(await page.locator('input[type=password]').count(), 0)
  const viewer = await samvad.newPerson(company.organizationId, 'viewer')
  await signIn(samvad, page, viewer.userId)
  await page.getByText("You don't have access to the sandbox.").waitFor()
  assert.equal(await page.getByLabel('Contact or address').isVisible(), false)
  await show(page)
  // The session ends elsewhere: the page is cleared.
  await samvad.rows("update sessions set expires_at = now() - interval '1 hour'")
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Ravi' }).isVisible(), false)
})

test('spec 4.16: in Hindi for who reads Hindi', { skip: skip || onlyLong }, async () => {
  const context = await newContext(await sharedBrowser(), { locale: 'hi-IN', viewport: { width: 360, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${samvad.url}/sandbox`)
  assert.equal(await page.getAttribute('html', 'lang'), 'hi')
  await page.getByRole('link', { name: 'साइन इन करें' }).waitFor()
  await signIn(samvad, page)
  await page.getByRole('heading', { name: 'Ravi' }).waitFor()
  assert.deepEqual(await faultsAt(page, 360, 'devices-hi'), [])
  await context.close()
})

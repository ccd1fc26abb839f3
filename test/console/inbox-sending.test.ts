// Sending from the inbox: exactly once, whatever the clicks and the connection do; scheduled and cancelled; and by
// template when the session is closed.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { wavOf } from '../attachments.ts'
import { fund, startSamvad } from '../harness.ts'
import { until } from '../mail-story.ts'
import { person } from '../story.ts'
import { type Console, mustBeFine, openConsole, PASSWORD, typePassword, type Visitor, whyNoBrowser } from './console.ts'
import { conversationOf, field, sendNow, thread } from './conversation.ts'
import { holds } from './holds.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const { organizationId } = samvad.company
const asha = person(samvad)
const browser = skip ? null : await openConsole(samvad)
let owner: Visitor

before(async () => {
  if (skip) return
  await fund(samvad, organizationId, 100n)
  samvad.startWorker()
  owner = await (browser as Console).signIn()
})

const sent = async (text: string): Promise<number> =>
  (await samvad.rows('select 1 from messages where text = $1', [text])).length

/** Script that resolves to the number of entries in the browser's store. */
const countOf = (store: string) => `new Promise((resolve) => {
  const open = indexedDB.open('samvad')
  open.addEventListener('success', () => {
    const asked = open.result.transaction('${store}').objectStore('${store}').count()
    asked.addEventListener('success', () => { open.result.close(); resolve(asked.result) })
  })
})`

/** The page asks the user to sign in, and leads back. */
async function signInAnew(page: Page, address: string, email: string): Promise<void> {
  await page.goto(address)
  await page.waitForURL(/sign-in/)
  await typePassword(page, email)
  await page.waitForURL(address)
  await thread(page).getByText('Is it there?').waitFor()
}

/** The owner, in a conversation that no other test uses. */
const inConversation = () => conversationOf(samvad, asha, owner)

test('spec 21.4: a send that is pressed twice, and one whose answer is lost, are sent once; what waits survives a reload', {
  skip,
}, async () => {
  const { page, context, faults } = await inConversation()
  await field(page).fill('Pressed twice')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await until(
    () => page.evaluate<number>(countOf('outbox')),
    (count) => count > 0,
  )
  await page.reload()
  await thread(page).getByText('Pressed twice').waitFor()
  await sendNow(page).click()
  await thread(page)
    .getByRole('button', { name: 'Read' })
    .or(thread(page).getByRole('button', { name: 'Delivered' }))
    .first()
    .waitFor()
  assert.equal(await sent('Pressed twice'), 1)

  // The service accepts it, and the answer is lost.
  let lost = 0
  await page.route('**/console/api/v1/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost++
    await route.fetch()
    await route.abort('connectionreset')
  })
  await field(page).fill('Answer lost')
  await page.keyboard.press('Control+Enter')
  await sendNow(page).click()
  await until(
    () => sent('Answer lost'),
    (count) => count === 1,
  )
  // It is retried later.
  await context.clock.setFixedTime(new Date(Date.now() + 60_000))
  await thread(page)
    .getByRole('article')
    .filter({ hasText: 'Answer lost' })
    .getByRole('button', { name: /Delivered|Read/ })
    .waitFor()
  assert.equal(lost, 1)
  assert.equal(await sent('Answer lost'), 1)
  await page.unrouteAll()

  await context.setOffline(true)
  await field(page).fill('Written offline')
  await page.keyboard.press('Control+Enter')
  await sendNow(page).click()
  await thread(page).getByText('Written offline').waitFor()
  assert.equal(await sent('Written offline'), 0)
  await context.setOffline(false)
  await thread(page)
    .getByRole('article')
    .filter({ hasText: 'Written offline' })
    .getByRole('button', { name: /Sent|Delivered|Read/ })
    .waitFor()
  assert.equal(await sent('Written offline'), 1)
  faults.length = 0
})

test('spec 21.4: what was sent a moment ago is taken back to where it was written, and drafts stay by conversation', {
  skip,
}, async () => {
  const { page, conversationId } = await inConversation()
  await field(page).fill('A slip of the pen')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await holds(page, `document.querySelector('textarea')?.value === 'A slip of the pen'`)
  await owner.go('inbox')
  await page.getByText('No conversation selected').waitFor()
  await owner.goWithin(`inbox/${conversationId}`)
  await holds(page, `document.querySelector('textarea')?.value === 'A slip of the pen'`)
  assert.equal(await sent('A slip of the pen'), 0)
})

test('spec 21.4: when the session is over and the page is loaded anew, what was written is there behind signing in, for nobody else', {
  skip,
}, async () => {
  const somebody = await (browser as Console).signInByForm()
  const { page, home, conversationId } = await conversationOf(samvad, asha, somebody)
  const { user } = (await (await page.request.get(`${samvad.url}/console/session`)).json()) as {
    user: { id: string; email: string }
  }
  const endSession = ({ email }: { email: string }) =>
    samvad.rows('delete from sessions where user_id = (select id from users where email = $1)', [email])
  const handOver = async (user_id: string) =>
    assert.equal((await asha.post(`/v1/conversations/${conversationId}/assign`, { user_id })).status, 200)
  await field(page).fill('Half a thought')
  await until(
    () => page.evaluate<number>(countOf('drafts')),
    (count) => count > 0,
  )
  const address = `${home}inbox/${conversationId}`

  await endSession(user)
  const other = await samvad.newPerson(organizationId, 'owner', { password: PASSWORD })
  await handOver(other.id)
  await signInAnew(page, address, other.email)
  await field(page).waitFor()
  assert.equal(await field(page).inputValue(), '')
  await field(page).fill('A thought of another')
  await until(
    () => page.evaluate<number>(countOf('drafts')),
    (count) => count > 1,
  )
  await endSession(other)
  await handOver(user.id)
  await signInAnew(page, address, user.email)
  await holds(page, `document.querySelector('textarea')?.value === 'Half a thought'`)
  await somebody.leave()
})

test('spec 7.20: what leaves later stands there with its time, and taken back its price comes back', {
  skip,
}, async () => {
  const visitor = await inConversation()
  const { page } = visitor
  const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance
  const before = await balance()
  await field(page).fill('See you tomorrow')
  await page.getByRole('button', { name: 'Send later' }).click()
  await mustBeFine(visitor, 'inbox-schedule')
  await page.getByRole('button', { name: 'Schedule message' }).click()
  // For a moment the outbox and the thread both show the message.
  const message = thread(page)
    .getByRole('article')
    .filter({ hasText: 'See you tomorrow' })
    .filter({ hasText: 'Scheduled for' })
  await message.waitFor()
  assert.notEqual(await balance(), before)
  await message.hover()
  await message.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel and edit' }).click()
  await holds(page, `document.querySelector('textarea')?.value === 'See you tomorrow'`)
  await message.waitFor({ state: 'detached' })
  assert.equal(await balance(), before)
})

test('spec 5.10, 15.5, 21.34: when the window closes while one writes, a template is offered, with the name filled in, and nothing refused before it is typed', {
  skip,
}, async () => {
  const template = { name: 'order_left', channel: 'app', language: 'en', category: 'utility' }
  const { id } = await asha.make('/v1/templates', { ...template, text: 'Hello {{name}}, order {{order}} has left.' })
  await asha.post(`/v1/templates/${id}/submit`)
  const visitor = await inConversation()
  const { page, context } = visitor
  await page.getByText(/^Session open for/).waitFor()
  await field(page).fill('Half a sentence')
  await context.clock.setFixedTime(new Date(Date.now() + 25 * 3600 * 1000))
  await page.getByText('24-hour session closed: templates only').waitFor()
  assert.equal(await field(page).inputValue(), 'Half a sentence')
  assert.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
  await page.getByRole('button', { name: 'Choose template' }).click()
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /order_left/ })
    .click()
  await page.getByText(/^Hello Person \d+, order {{order}} has left\.$/).waitFor()
  await page.getByRole('form', { name: 'New message' }).getByText('₹0.').waitFor()
  assert.equal(await page.locator('form [role=alert], form p.px-2.text-warn').count(), 0)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Enter a value.').waitFor()
  await page.getByLabel('order').fill('A-17')
  const filled = /^Hello Person \d+, order A-17 has left\.$/
  await page.getByRole('region', { name: 'Preview' }).getByText(filled).waitFor()
  await mustBeFine(visitor, 'inbox-template')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await sendNow(page).click()
  await thread(page).getByText(filled).waitFor()
  assert.equal(await field(page).inputValue(), 'Half a sentence')
})

const LOADED_SECONDS = `new Promise((resolve, reject) => {
  const sound = document.querySelector('audio')
  sound.addEventListener('loadedmetadata', () => resolve(sound.duration))
  sound.addEventListener('error', () => reject(new Error('it cannot be played')))
  sound.load()
  void sound.play().catch(() => {})
})`

test('spec 7.23, 23.84: a file that is chosen is uploaded and goes with the message, a picture is shown, a sound is played in place', {
  skip,
}, async () => {
  const { page } = await inConversation()
  await page.getByLabel('Channel').selectOption('email')
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const file = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
  const sound = { name: 'voice.wav', mimeType: 'audio/wav', buffer: wavOf(800) }
  await page.locator('input[type=file]').setInputFiles([file, sound])
  await page.getByRole('form', { name: 'New message' }).getByText('70 B').waitFor()
  await page.getByLabel('Subject').fill('Your photo')
  await field(page).fill('Here it is')
  await page.keyboard.press('Control+Enter')
  await sendNow(page).click()
  const picture = thread(page).getByRole('img', { name: 'photo.png' })
  await picture.waitFor()
  await holds(page, `document.querySelector('article img')?.naturalWidth === 1`)
  // No audio is loaded before it is played.
  await thread(page).locator('audio[aria-label="voice.wav"][preload=none]').waitFor()
  assert.equal(await page.evaluate(LOADED_SECONDS), 0.1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    thread(page).getByRole('button', { name: 'Download photo.png' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'photo.png')
})

test('spec 21.4: what is refused says why, is kept and can be edited; signing out forgets what was written', {
  skip,
}, async () => {
  const { page, phone } = await inConversation()
  await field(page).fill('Unsubscribed meanwhile')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const [contact] = (await asha.get(`/v1/contacts?phone_number=${encodeURIComponent(phone)}`)).body.data
  assert.equal((await asha.put(`/v1/contacts/${contact.id}`, { unsubscribed: { app: 1767225600 } })).status, 200)
  await sendNow(page).click()
  await page.getByText(/Not sent: The contact has unsubscribed from this channel/).waitFor()
  assert.equal(await sent('Unsubscribed meanwhile'), 0)
  await page.getByRole('button', { name: 'Edit' }).click()
  await holds(page, `document.querySelector('textarea')?.value === 'Unsubscribed meanwhile'`)

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)
  for (const kept of ['drafts', 'outbox']) assert.equal(await page.evaluate(countOf(kept)), 0, kept)
})

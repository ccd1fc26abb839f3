// The inbox in a real browser: incoming messages, the delivery status of outgoing ones, and navigation among many
// conversations.

import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { upload } from '../attachments.ts'
import { accessibilityViolations } from '../browser/axe.ts'
import { fund, startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { delivered, until } from '../mail-story.ts'
import { person } from '../story.ts'
import { type Console, looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { thread } from './conversation.ts'
import { holds } from './holds.ts'
import { keepMessages } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const { organizationId } = samvad.company
const asha = person(samvad)
const browser = skip ? null : await openConsole(samvad)
const visitors: Visitor[] = []
/** Shared by several tests: conversations of one are older than those that the next creates. */
let owner: Visitor

/** Leaves with the test: an open stream would delay the end of the file. */
async function signIn(...look: Parameters<Console['signIn']>): Promise<Visitor> {
  const visitor = await (browser as Console).signIn(...look)
  visitors.push(visitor)
  return visitor
}
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave()
})

before(async () => {
  if (skip) return
  await fund(samvad, organizationId, 100n)
  samvad.startWorker()
  owner = await (browser as Console).signIn('owner')
})

let lastNumber = 1000
const newNumber = () => `+91987654${++lastNumber}`

/** A contact with an address on every channel. */
async function newContact(display_name: string, owner_id?: string) {
  const phone_number = newNumber()
  const email = `c${lastNumber}@customer.example`
  const { body: contact } = await until(
    () => asha.post('/v1/contacts', { display_name, phone_number, email, ...(owner_id && { owner_id }) }),
    ({ status }) => status === 201,
  )
  return { contact, phone_number }
}

/** As if a contact wrote from their phone; a busy machine stores it a little later. */
async function arrive(from: string, text: string): Promise<{ conversation_id: string }> {
  const { body } = await until(
    () => asha.post('/v1/sandbox/messages', { channel: 'app', from, text }),
    ({ status }) => status !== 503,
  )
  return body
}

const list = (page: Page) => page.getByRole('list', { name: 'Conversations' })

test('spec 5.60, 7.1, 7.24: the first message is written to somebody new, and is seen to arrive, with its price', {
  skip,
}, async () => {
  const visitor = await (browser as Console).signIn('owner')
  const { page, context } = visitor
  // The page's clock stands still, so "Send now" stays until it is pressed.
  await context.clock.setFixedTime(new Date())
  await visitor.go('inbox')
  await page.getByText('No conversations yet').waitFor()
  await mustBeFine(visitor, 'inbox-empty')
  await page.keyboard.press('c')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await page.getByRole('button', { name: 'Add contact and write' }).click()
  await page.getByText('Enter an email address or a phone number.').waitFor()
  await page.getByLabel('Name').fill('Ravi Kumar')
  await page.getByLabel('Phone number').fill('+91 98765 40001')
  await page.getByRole('button', { name: 'Add contact and write' }).click()
  await page.getByRole('heading', { name: 'Ravi Kumar' }).waitFor()

  await page.getByLabel('Channel').selectOption('sms')
  await page.getByLabel('Message', { exact: true }).fill('Your order A-17 has left.')
  await page.getByText('1 SMS, 135 characters left').waitFor()
  const send = page.getByRole('form', { name: 'New message' })
  await send.getByText('₹0.25').waitFor()
  await page.keyboard.press('Control+Enter')
  await thread(page).getByText('Your order A-17 has left.').waitFor()
  await page.getByRole('button', { name: 'Send now' }).click()
  await thread(page).getByRole('button', { name: 'Delivered' }).waitFor()
  await thread(page).getByText('₹0.25').waitFor()
  await thread(page).getByRole('button', { name: 'Delivered' }).click()
  await page.getByRole('dialog').getByText('+919876540001').waitFor()
  await page.keyboard.press('Escape')
  await list(page).getByText('Your order A-17 has left.').waitFor()
  assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), '')
  await context.close()
})

test('spec 5.60, 5.64: a reply arrives while one looks: in the list, in the rail and the title, and is read when it is seen', {
  skip,
}, async () => {
  const visitor = owner
  const { page } = visitor
  const me = await meOf(page)
  const { phone_number } = await newContact('Asha Live', me)
  await visitor.go('inbox')
  await page.getByText('No conversation selected').waitFor()
  await arrive(phone_number, 'Where is my order?')
  const row = list(page).getByRole('link', { name: /Asha Live/ })
  await row.getByText('Where is my order?').waitFor()
  await row.getByText('1 unread message').waitFor()
  await page.getByRole('link', { name: /Inbox.*1 unread/ }).waitFor()
  await holds(page, `document.title.startsWith('(1)')`)

  await row.click()
  await thread(page).getByText('Unread', { exact: true }).waitFor()
  await holds(page, `document.title === 'Samvad'`)
  await row.getByText('1 unread message').waitFor({ state: 'detached' })
  // In the open conversation new messages are read at once.
  await arrive(phone_number, 'Hello?')
  await thread(page).getByText('Hello?').waitFor()
  await until(
    async () => (await samvad.rows("select 1 from messages where direction = 'inbound' and read_at is null")).length,
    (unread) => unread === 0,
  )
  // Sends a reaction.
  await thread(page).getByText('Hello?').hover()
  await thread(page).getByRole('button', { name: 'Message actions' }).last().click()
  await page.getByRole('menuitem', { name: '🙏' }).click()
  await thread(page).getByRole('button', { name: '🙏' }).waitFor()
})

test('spec 5.5, 5.6: by keyboard one archives and goes on, takes it back, pins and mutes', { skip }, async () => {
  const visitor = owner
  const { page } = visitor
  await keepMessages(visitor.context)
  const me = await meOf(page)
  for (const name of ['Third', 'Second', 'First']) {
    const { phone_number } = await newContact(`${name} Person`, me)
    await arrive(phone_number, `I am ${name}`)
  }
  await visitor.go('inbox')
  const row = (name: string) => list(page).getByRole('link', { name: new RegExp(`${name} Person`) })
  await row('First').waitFor()
  await page.keyboard.press('j')
  await holds(page, `document.activeElement?.textContent?.includes('First Person')`)
  await page.keyboard.press('j')
  await holds(page, `document.activeElement?.textContent?.includes('Second Person')`)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Second Person' }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Third Person' }).waitFor()
  await row('Second').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row('Second').waitFor()
  await page.keyboard.press('p')
  await row('Third').getByLabel('Pinned').waitFor()
  await page.keyboard.press('m')
  await row('Third').getByLabel('Muted').waitFor()
  await page
    .getByRole('navigation', { name: 'Filters' })
    .getByRole('link', { name: /Pinned/ })
    .click()
  await page.waitForURL(/show=pinned/)
  await row('First').waitFor({ state: 'detached' })
  await row('Third').waitFor()
  await page.goBack()
  await row('First').waitFor()
  const archived = await samvad.rows('select 1 from conversations where archived_at is not null')
  assert.equal(archived.length, 0)
})

test('spec 5.4, 5.64: an agent sees their own, who sees everybody’s reads along and marks nothing', {
  skip: skip || onlyLong,
}, async () => {
  const agent = await signIn('agent')
  const viewer = await signIn('viewer')
  const agentId = await meOf(agent.page)
  const { phone_number } = await newContact('Only Agents', agentId)
  await newContact('Not theirs')
  await arrive(phone_number, 'For the agent')

  await viewer.go('inbox?view=all')
  await list(viewer.page)
    .getByRole('link', { name: /Only Agents/ })
    .click()
  await thread(viewer.page).getByText('For the agent').waitFor()
  await viewer.page.getByText(/^Assigned to .*You can read it/).waitFor()
  assert.equal(await viewer.page.getByRole('form', { name: 'New message' }).count(), 0)

  await agent.go('inbox')
  await list(agent.page).getByText('For the agent').waitFor()
  assert.equal(await list(agent.page).getByRole('link').count(), 1)
  // Still unread: only its owner has seen it.
  await list(agent.page).getByText('1 unread message').waitFor()
  assert.equal(await agent.page.getByRole('link', { name: /^(Team|Mine)$/ }).count(), 0)
})

test('spec 21.7: hostile names, subjects, texts and files stay text, in both looks and languages', {
  skip,
}, async () => {
  const HTML = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
  const { contact } = await newContact(`${HTML} ولاية`)
  const { id: conversation_id } = await asha.make('/v1/conversations', { contact_id: contact.id })
  const picture = { bytes: '<svg onload="document.title=1">', filename: '"><img src=x onerror=alert(1)>.svg' }
  const { id } = (await upload(samvad, picture)).body
  const long = 'x'.repeat(3000)
  const fields = { subject: HTML, text: `${HTML} javascript:alert(1) ${long}`, attachments: [id] }
  const message = await asha.make('/v1/messages', { conversation_id, channel: 'email', ...fields })
  await delivered(samvad, message, 'sent')
  const html =
    '<h1>Bill</h1><script>top.document.title=1</script><img src="https://tracker.example/1.png"><form action="/x"><input></form>'
  await asha.make('/v1/messages', { conversation_id, channel: 'email', html })

  for (const { colorScheme, language } of looks) {
    const visitor = await signIn('viewer', { colorScheme, language })
    await visitor.go(`inbox/${conversation_id}?view=all`)
    const { page } = visitor
    await page.getByText('<script>document.title=1').first().waitFor()
    await page.getByText('onerror=alert(1)').first().waitFor()
    if (language === 'en') {
      await page.getByRole('button', { name: 'Show email' }).click()
      await page.frameLocator('iframe').getByRole('heading', { name: 'Bill' }).waitFor()
      assert.equal(await page.frameLocator('iframe').locator('script, form, input').count(), 0)
      assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-popups allow-popups-to-escape-sandbox')
    }
    assert.equal(await page.title(), 'Samvad')
    await mustBeFine(visitor, `inbox-hostile-${colorScheme}-${language}`)
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.getByRole('complementary').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
  }
})

test('spec 7.101, 21.37: search finds people and words, and the arrow keys and Enter open their conversation', {
  skip,
}, async () => {
  const visitor = owner
  const { page } = visitor
  await visitor.go('inbox')
  await page.getByText('No conversation selected').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('A-17')
  const found = page.getByRole('group', { name: 'Messages' }).getByRole('option', { name: /Ravi Kumar/ })
  await found.waitFor()
  const box = page.getByRole('combobox', { name: 'Search', exact: true })
  // Enter alone selects nothing.
  await box.press('Enter')
  await box.press('ArrowUp')
  await page.getByRole('option', { selected: true }).waitFor()
  assert.equal(
    await box.getAttribute('aria-activedescendant'),
    await page.getByRole('option', { selected: true }).getAttribute('id'),
  )
  assert.match(page.url(), /inbox(\?|$)/)
  await mustBeFine(visitor, 'inbox-search')
  await box.press('Enter')
  await page.waitForURL(/inbox\/conv_/)
  await box.fill('hello-nobody-says-this')
  await page.getByText('No results for').waitFor()
})

/** The signed-in person's id in the API. */
async function meOf(page: Page): Promise<string> {
  const answer = await page.request.get(`${samvad.url}/console/session`)
  return ((await answer.json()) as { user: { id: string } }).user.id
}

test('spec 21.18: a row that is pressed while others arrive above it is the one that opens', { skip }, async () => {
  const visitor = await signIn('owner')
  const { page } = visitor
  const me = await meOf(page)
  const pressed = await newContact('Lakshmi Pressed', me)
  const [other, another] = [await newContact('Omar Arrives', me), await newContact('Zoya Arrives', me)]
  await arrive(other.phone_number, 'First')
  await arrive(pressed.phone_number, 'Second')
  await visitor.go('inbox')
  const row = (name: string) => list(page).getByRole('link', { name })
  const first = () => list(page).getByRole('link').first().innerText()
  await row('Omar Arrives').waitFor()
  assert.match(await first(), /Lakshmi Pressed/)
  await row('Lakshmi Pressed').hover()
  await page.mouse.down()
  const title = await page.title()
  await arrive(another.phone_number, 'Third')
  // The window received the event: it counts the unread message.
  await holds(page, `document.title !== ${JSON.stringify(title)}`)
  assert.match(await first(), /Lakshmi Pressed/)
  await page.mouse.up()
  await page.getByRole('heading', { name: 'Lakshmi Pressed' }).waitFor()
  await page.mouse.move(0, 0)
  await holds(page, `document.querySelector('[data-conversation]').innerText.includes('Zoya Arrives')`)
})

// Bulk actions on conversations: selection by mouse, keyboard and touch, and what is then done with the selection.

import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startSamvad, uuidOf } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { type Console, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { holds } from './holds.ts'
import { button, keepMessages, says, undo } from './page.ts'

const MANY = 12
const skip = whyNoBrowser
const samvad = await startSamvad()
const { organizationId } = samvad.company
const browser = skip ? null : await openConsole(samvad)
const visitors: Visitor[] = []

before(() => {
  if (!skip) samvad.startWorker()
})
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave()
})

let owner: Visitor | undefined

/**
 * Gives a person conversations `NAME 1` to `NAME 12`, the first being the latest active: a new person if a look is
 * given, otherwise one shared owner, whose earlier conversations are older.
 */
async function begin(name: string, ...look: Parameters<Console['signIn']>) {
  const visitor = look.length === 0 && owner ? owner : await (browser as Console).signIn(...look)
  if (visitor !== owner) await keepMessages(visitor.context)
  if (look.length === 0) owner = visitor
  else visitors.push(visitor)
  const { user } = await (await visitor.page.request.get(`${samvad.url}/console/session`)).json()
  await samvad.rows(
    `with made as (
       insert into contacts (org_id, id, display_name, owner_id, created_at)
       select $1, uuidv7(), $4 || ' ' || n, $2, now() from generate_series(1, $3::int) n returning id, display_name),
     opened as (
       insert into conversations (org_id, id, user_id, contact_id, created_at, last_active_at)
       select $1, uuidv7(), $2, id, now(), now() - substr(display_name, length($4) + 2)::int * interval '1 second'
         from made
       returning id, contact_id, last_active_at)
     insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
     select $1, uuidv7(), id, 'inbound', 'email', contact_id, 'When?', last_active_at from opened`,
    [organizationId, uuidOf('user', user.id), MANY, name],
  )
  await visitor.go('inbox')
  await row(visitor.page, `${name} 1`).waitFor()
  return visitor
}

const row = (page: Page, name: string) =>
  page.locator('[data-conversation]').filter({ hasText: new RegExp(`${name}(?!\\d)`) })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const stateOf = async (name: string) => {
  const [found] = await samvad.rows<{ archived: boolean; is_pinned: boolean; is_muted: boolean }>(
    `select c.archived_at is not null as archived, c.is_pinned, c.is_muted
       from conversations c join contacts t on t.org_id = c.org_id and t.id = c.contact_id where t.display_name = $1`,
    [name],
  )
  return found ?? null
}

test('spec 21.14: by keyboard conversations are chosen, a range too, archived and taken back; one stays where one was', {
  skip,
}, async () => {
  const visitor = await begin('Kiran')
  const { page } = visitor
  await page.keyboard.press('j')
  await holds(page, "document.activeElement?.textContent?.includes('Kiran 1')")
  await page.keyboard.press('x')
  await status(page, '1 selected').waitFor()
  for (let step = 0; step < 3; step++) await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await status(page, '4 selected').waitFor()
  await mustBeFine(visitor, 'inbox-choosing')
  await page.keyboard.press('e')
  await says(page, '4 archived')
  await row(page, 'Kiran 4').waitFor({ state: 'detached' })
  await holds(page, "/Kiran \\d/.test(document.activeElement?.textContent ?? '')")
  assert.deepEqual(
    await Promise.all(['Kiran 1', 'Kiran 4', 'Kiran 5'].map(async (name) => (await stateOf(name))?.archived)),
    [true, true, false],
  )
  await button(page, 'Undo').click()
  await row(page, 'Kiran 4').waitFor()
  await holds(page, `document.querySelectorAll('[data-conversation]').length > 4`)
  // Escape clears the selection; keys act on the focused row again.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await status(page, '1 selected').waitFor()
  await page.keyboard.press('Escape')
  await status(page, '1 selected').waitFor({ state: 'detached' })
  assert.deepEqual(visitor.faults, [])
})

test('spec 21.14: by mouse all that are shown are chosen, pinned, muted, and marked as read and unread', {
  skip: skip || onlyLong,
}, async () => {
  const visitor = await begin('Meera', 'agent')
  const { page } = visitor
  await row(page, 'Meera 2').hover()
  await box(page, 'Meera 2').check()
  await row(page, 'Meera 4').click({ modifiers: ['Shift'] })
  await status(page, '3 selected').waitFor()
  await button(page, 'Pin').click()
  await says(page, '3 pinned')
  await row(page, 'Meera 3').getByLabel('Pinned').waitFor()
  assert.equal((await stateOf('Meera 1'))?.is_pinned, false)
  await box(page, 'Meera 1').check()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await status(page, `${MANY} selected`).waitFor()
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Mark as read' }).click()
  await says(page, `${MANY} marked as read`)
  await row(page, 'Meera 1').getByText('1 unread message').waitFor({ state: 'detached' })
  await box(page, 'Meera 1').check()
  await page.keyboard.press('u')
  await says(page, 'Marked as unread')
  await row(page, 'Meera 1').getByText('1 unread message').waitFor()
  await box(page, 'Meera 1').check()
  await page.keyboard.press('m')
  await row(page, 'Meera 1').getByLabel('Muted').waitFor()
  await undo(page, 'Muted')
  await row(page, 'Meera 1').getByLabel('Muted').waitFor({ state: 'detached' })
})

test('spec 21.14: what could not be done is said of each, the others are done; deleting says what follows first', {
  skip: skip || onlyLong,
}, async () => {
  const visitor = await begin('Pooja', 'owner')
  const { page } = visitor
  const colleague = await samvad.newPerson(organizationId, 'agent', {})
  await page.route('**/assign', async (route) => {
    // One of the requests is refused.
    if (!refused) refused = route.request().url()
    if (refused !== route.request().url()) return route.continue()
    return route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 409, code: 'conflict', title: 'It changed meanwhile', request_id: 'req_1' }),
    })
  })
  let refused = ''
  for (const name of ['Pooja 1', 'Pooja 2', 'Pooja 3']) await box(page, name).check({ force: true })
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('option', { name: colleague.email }).click()
  await says(page, '1 failed')
  await says(page, /^2 assigned to /)
  const dialog = page.getByRole('dialog').filter({ hasText: '1 failed' })
  assert.equal(await dialog.getByRole('listitem').count(), 1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const left = []
  for (const name of ['Pooja 1', 'Pooja 2', 'Pooja 3']) if ((await row(page, name).count()) > 0) left.push(name)
  assert.equal(left.length, 1)
  await box(page, left[0] as string).check({ force: true })
  await box(page, 'Pooja 4').check()
  await page.keyboard.press('Delete')
  const asked = page.getByRole('alertdialog')
  await asked.getByText('Delete 2 conversations?').waitFor()
  await asked.getByText('their charges reversed').waitFor()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await says(page, '2 deleted')
  assert.equal(await stateOf('Pooja 4'), null)
  await holds(page, "document.activeElement?.textContent?.includes('Pooja 5')")
})

test('spec 21.14: on a phone one presses Select, then rows; in Hindi and in the dark', {
  skip: skip || onlyLong,
}, async () => {
  const visitor = await begin('Tara', 'owner', { width: 360, colorScheme: 'dark', language: 'hi' })
  const { page } = visitor
  await button(page, 'बातचीत चुनें').click()
  const rows = page.getByRole('list', { name: 'बातचीत' }).getByRole('link')
  await rows.nth(0).click()
  await rows.nth(2).click()
  await status(page, '2 चुने गए').waitFor()
  await mustBeFine(visitor, 'inbox-choosing-phone')
  await button(page, 'आर्काइव करें').click()
  await says(page, '2 आर्काइव की गईं')
  assert.equal((await stateOf('Tara 3'))?.archived, true)
  assert.equal((await stateOf('Tara 2'))?.archived, false)
})

test('spec 21.32, 21.35: bubbles and list name the colleague who wrote, "You" is oneself; a draft is marked, after a reload too', {
  skip,
}, async () => {
  const visitor = await begin('Latha')
  const { page } = visitor
  const { user } = await (await page.request.get(`${samvad.url}/console/session`)).json()
  const meena = await samvad.newPerson(organizationId, 'agent', { name: 'Meena Shah' })
  const says = (name: string, senderId: string, text: string) =>
    samvad.rows(
      `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
       select c.org_id, uuidv7(), c.id, 'outbound', 'email', $2, $3, now()
         from conversations c join contacts t on t.org_id = c.org_id and t.id = c.contact_id where t.display_name = $1`,
      [name, senderId, text],
    )
  await says('Latha 1', meena.userId, 'It leaves today.')
  await says('Latha 2', uuidOf('user', user.id), 'Tomorrow.')
  await visitor.go('inbox')
  await row(page, 'Latha 1').getByText('Meena Shah: It leaves today.').waitFor()
  await row(page, 'Latha 2').getByText('You: Tomorrow.').waitFor()

  await row(page, 'Latha 1').click()
  const bubble = page.getByRole('article', { name: 'Message from Meena Shah' })
  await bubble.getByText('Meena Shah', { exact: true }).waitFor()
  await page.getByLabel('Message', { exact: true }).fill('Half a sentence')
  await row(page, 'Latha 1').getByText('Draft').waitFor()
  await row(page, 'Latha 2').click()
  await page.getByRole('article', { name: 'Message from you' }).getByText('Tomorrow.').waitFor()
  assert.equal(await page.getByText('Meena Shah', { exact: true }).count(), 0)
  await visitor.go('inbox')
  await row(page, 'Latha 1').getByText('Draft').waitFor()
  assert.equal(await page.locator('[data-conversation]').getByText('Draft').count(), 1)
  await mustBeFine(visitor, 'inbox-authors')
  await row(page, 'Latha 1').click()
  await page.getByLabel('Message', { exact: true }).fill('')
  await row(page, 'Latha 1').getByText('Draft').waitFor({ state: 'detached' })
})

test('spec 21.33: somebody who is not found is added with what was typed, a number as it is stored', {
  skip,
}, async () => {
  const { page } = await begin('Nila')
  for (const [typed, label, value] of [
    ['98123 45678', 'Phone number', '+919812345678'],
    ['nobody@farm.example', 'Email', 'nobody@farm.example'],
  ] as const) {
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByPlaceholder('Name, address or group').fill(typed)
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    assert.equal(await dialog.getByLabel(label).inputValue(), value)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

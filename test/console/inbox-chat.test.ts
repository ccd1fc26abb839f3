// Chat content besides text, as a person writes it in the inbox: quotes, buttons, lists and locations, and the replies.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fund, startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { conversationOf, field, sendNow, thread } from './conversation.ts'
import { holds } from './holds.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
const console = skip ? (null as never) : await openConsole(samvad)
let visitor: Visitor & { phone: string; conversationId: string }

before(async () => {
  if (skip) return
  await fund(samvad, samvad.company.organizationId, 100n)
  samvad.startWorker()
  visitor = await conversationOf(samvad, asha, await console.signIn())
})

const message = (page: Page, text: string) => thread(page).getByRole('article').filter({ hasText: text })

test('spec 21.83: a message is quoted from its menu and by a key; the quote stands above what is written and in the bubble', {
  skip,
}, async () => {
  const { page } = visitor
  const quote = page.getByRole('region', { name: 'Reply to' })
  await page.keyboard.press('Shift+R')
  await quote.getByText('Is it there?').waitFor()
  await holds(page, `document.activeElement?.name === 'text'`)
  await quote.getByRole('button', { name: 'Don’t quote' }).click()
  await quote.waitFor({ state: 'detached' })

  const first = thread(page).getByRole('article').first()
  await first.hover()
  await first.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: /^Reply/ }).click()
  await quote.getByText('Is it there?').waitFor()
  await holds(page, `document.activeElement?.name === 'text'`)
  await page.keyboard.type('It is.')
  await mustBeFine(visitor, 'inbox-quote')
  await page.keyboard.press('Control+Enter')
  const waiting = message(page, 'It is.')
  await waiting.getByRole('button', { name: /Is it there\?/ }).waitFor()
  await sendNow(page).click()
  await waiting.getByRole('button', { name: /Delivered|Read/ }).waitFor()
  await waiting.getByRole('button', { name: /Is it there\?/ }).waitFor()
  await quote.waitFor({ state: 'detached' })
})

test('spec 21.82, 21.84: buttons are written and sent, survive a reload, and what the contact presses comes back as an answer', {
  skip,
}, async () => {
  const { page, phone } = visitor
  await page.getByRole('button', { name: 'Buttons or list' }).click()
  await page.keyboard.press('Control+Enter')
  await page.locator('[name=button-0]').fill('Yes, please')
  await page.getByRole('button', { name: /^Add button/ }).click()
  await field(page).fill('Shall we deliver it?')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enter a text.').waitFor()
  await holds(page, `document.activeElement?.name === 'button-1'`)
  await page.locator('[name=button-1]').fill('I will collect it')
  await page.getByLabel('Footer (optional)').fill('Free in Pune')
  await mustBeFine(visitor, 'inbox-buttons')
  await page.reload()
  await holds(page, `document.querySelector('[name=button-1]')?.value === 'I will collect it'`)
  await page.getByRole('form', { name: 'New message' }).getByText('₹0.').waitFor()
  await field(page).press('Control+Enter')
  await sendNow(page).click()
  const asked = message(page, 'Shall we deliver it?').filter({ hasText: 'I will collect it' })
  await asked.getByRole('button', { name: /Delivered|Read/ }).waitFor()
  await asked.getByText('Free in Pune').waitFor()
  assert.equal(await page.locator('[name=button-0]').count(), 0)

  const id = await asked.getAttribute('id')
  const pressed = { channel: 'app', from: phone, reply_to_message_id: id, button_id: 'Yes, please' }
  assert.equal((await asha.post('/v1/sandbox/messages', pressed)).status, 201)
  const answer = thread(page).getByRole('article', { name: 'Received message' }).filter({ hasText: 'Yes, please' })
  await answer.getByRole('button', { name: /Shall we deliver it\?/ }).waitFor()
  await answer.getByText('Pressed the button:').waitFor({ state: 'attached' })
})

test('spec 21.82, 21.84: a list is sent with its sections, and opens in the thread as on the contact’s phone', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = visitor
  await field(page).fill('Which size?')
  await page.getByRole('button', { name: 'Buttons or list' }).click()
  await page.getByText('List', { exact: true }).click()
  await page.getByLabel('Button that opens the list').fill('Choose')
  await page.getByLabel('Title of row 1').fill('Small')
  await page.getByLabel('Description of row 1').fill('5.5 m')
  await page.getByRole('button', { name: 'Add section' }).click()
  await page.getByLabel('Section title').first().fill('Cotton')
  await page.getByLabel('Section title').last().fill('Silk')
  await page.getByLabel('Title of row 1').last().fill('Large')
  await mustBeFine(visitor, 'inbox-list')
  await field(page).press('Control+Enter')
  await sendNow(page).click()
  const asked = message(page, 'Which size?')
  await asked.getByRole('button', { name: /Delivered|Read/ }).waitFor()
  await asked.getByRole('button', { name: 'Choose: show options' }).click()
  for (const text of ['Cotton', 'Small', '5.5 m', 'Silk', 'Large'])
    await page.getByRole('dialog').getByText(text, { exact: true }).waitFor()
  await mustBeFine(visitor, 'inbox-list-open')
})

test('spec 15.60, 15.61, 15.64: a template with a place has a price before that is typed, says at the field what is no place, and shows it as a tile', {
  skip: skip || onlyLong,
}, async () => {
  const template = { name: 'pickup', channel: 'app', language: 'en', category: 'utility', text: 'It is here.' }
  const { id } = await asha.make('/v1/templates', { ...template, header: { type: 'location' } })
  await asha.post(`/v1/templates/${id}/submit`)
  const sender = await conversationOf(samvad, asha, await console.signIn())
  const { page, context } = sender
  await page.getByText(/^Session open for/).waitFor()
  await context.clock.setFixedTime(new Date(Date.now() + 25 * 3600 * 1000))
  await page.getByRole('button', { name: 'Choose template' }).click()
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /pickup/ })
    .click()
  await page.getByRole('form', { name: 'New message' }).getByText('₹0.').waitFor()
  await page.getByLabel('latitude').fill('95')
  await page.getByLabel('longitude').fill('73.8567')
  await page
    .getByText('Enter a latitude in decimal degrees from -90 to 90, such as 18.5204.', { exact: true })
    .waitFor()
  await page.locator('[name=variable-latitude][aria-invalid=true]').waitFor()
  await page.getByLabel('latitude').fill('18.5204')
  await page.getByLabel('location_name').fill('Asha Textiles')
  await page.getByLabel('location_address').fill('12 MG Road, Pune')
  await page.getByRole('region', { name: 'Preview' }).getByText('12 MG Road, Pune').waitFor()
  await mustBeFine(sender, 'inbox-template-location')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await sendNow(page).click()
  await thread(page).getByRole('img', { name: 'Location' }).waitFor()
  await thread(page).getByText('Asha Textiles', { exact: true }).waitFor()
  await mustBeFine(sender, 'inbox-location')
  await sender.leave()
})

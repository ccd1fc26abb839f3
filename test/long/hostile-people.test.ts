// Every field that contacts and their mails can fill in, with hostile texts, on every page that shows it. spec 21.7.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Console, openConsole, type Visitor, whyNoBrowser } from '../console/console.ts'
import {
  hostileNames,
  line,
  mustBeText,
  mustShowAsText,
  note,
  PAGE_OF_HTML,
  tagOf,
  texts,
  watch,
  worst,
} from '../console/hostile.ts'
import { uuidOf } from '../harness.ts'
import { askForImport } from '../imports.ts'
import { until } from '../mail-story.ts'
import * as postmark from '../mail-webhooks/postmark.ts'
import { startCalled } from '../mail-webhooks/story.ts'

const skip = whyNoBrowser
const { samvad, asha, byPostmark, bring, own, organizationId } = await startCalled()
const rooms = (skip ? null : await openConsole(samvad)) as Console
let visitor: Visitor

before(async () => {
  if (skip) return
  visitor = await rooms.signIn('owner')
  await watch(visitor)
})

/** Retries on a busy machine. */
const make = async (path: string, json: object): Promise<any> => {
  const answer = await until(
    () => asha.post(path, json),
    ({ status }) => status !== 503,
  )
  assert.ok([200, 201].includes(answer.status), answer.text)
  return answer.body
}
const tags = hostileNames.map(tagOf)
const contacts: Record<string, { id: string }> = {}

test('spec 21.7: names, fields, notes, lists and groups of people are text', { skip }, async () => {
  for (const [place, name] of hostileNames.entries()) {
    const said = line(texts[name])
    const contact = await make('/v1/contacts', {
      display_name: said,
      phone_number: `+9198765431${String(place).padStart(2, '0')}`,
      app_id: `A${place}"><b onload=1>`,
      email: `c${place}@customer.example`,
      attributes: { [line(texts[name], 40)]: note(texts[name]) },
    })
    contacts[name] = contact
    await make(`/v1/contacts/${contact.id}/consents`, { channel: 'sms', status: 'granted', text: note(texts[name]) })
    const address = `"${line(texts[name], 20).replace(/["\\\\]/g, '')}"@customer.example`
    const suppressed = { channel: 'email', address: `d${place}@customer.example`, detail: said }
    await make('/v1/suppressions', suppressed)
    await asha.post('/v1/suppressions', { ...suppressed, address })
    await make('/v1/lists', { name: said, description: note(texts[name]) })
    await make('/v1/groups', { name: said, description: note(texts[name]), contacts: [contact.id] })
  }
  for (const page of ['contacts', 'contacts/lists', 'contacts/groups', 'contacts/suppressions'])
    await mustShowAsText(visitor, page, ...tags)
  const lists = (await asha.get('/v1/lists?limit=50')).body.data
  const groups = (await asha.get('/v1/groups?limit=50')).body.data
  for (const name of worst) {
    await mustShowAsText(visitor, `contacts/${contacts[name]?.id}`, tagOf(name))
    const named = (all: { id: string; name: string }[]) => all.find((one) => one.name === line(texts[name]))?.id
    await mustShowAsText(visitor, `contacts/lists/${named(lists)}`, tagOf(name))
    await mustShowAsText(visitor, `contacts/groups/${named(groups)}`, tagOf(name))
  }
})

test('spec 6.24, 21.7: a file of contacts, its columns and the rows that failed are text, and so is what comes out again', {
  skip,
}, async () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const columns = ['name', 'email', ...hostileNames.map((name) => line(texts[name], 60))]
  const rows = hostileNames.map((name, place) =>
    [
      line(texts[name]),
      place % 2 ? `row${place}@customer.example` : line(texts[name], 60),
      ...hostileNames.map((one) => line(texts[one])),
    ].map(quoted),
  )
  const file = [columns.map(quoted), ...rows].map((cells) => cells.join(',')).join('\n')
  const mapping: Record<string, string> = { name: 'display_name', email: 'email' }
  for (const column of columns.slice(2, 6)) mapping[column] = `attributes.${column.replace(/[^\w]/g, '')}`
  const asked = await askForImport(samvad, file, { mapping })
  assert.equal(asked.status, 202, asked.text)
  const done = await until(
    () => asha.get(`/v1/imports/${asked.body.id}`),
    ({ body }) => body.status === 'completed',
  )
  assert.ok(done.body.failed > 0 && done.body.created > 0, done.text)
  await mustShowAsText(visitor, `contacts/imports/${asked.body.id}`, 'T1', 'T7')
  await mustShowAsText(visitor, 'contacts/imports', 'farmers.csv')
})

test('spec 21.7: what people write by mail, app and SMS, its subjects and files are text', { skip }, async () => {
  const url = await byPostmark()
  const email = 'ravi@shop.example'
  const { id: contact_id } = await make('/v1/contacts', { display_name: 'Ravi', email })
  const { id: conversation_id } = await make('/v1/conversations', { contact_id })
  const to = own.make({ kind: 'reply', organizationId, id: uuidOf('conv', conversation_id) })
  for (const name of hostileNames) {
    const FromFull = { Email: email, Name: texts[name] }
    const Attachments = [
      { Name: `${texts[name]}.svg`, Content: 'PHN2Zz4=', ContentType: 'image/svg+xml', ContentLength: 5 },
    ]
    const mail = {
      FromFull,
      Attachments,
      Subject: texts[name],
      TextBody: `${texts[name]}\n`.repeat(2),
      HtmlBody: PAGE_OF_HTML,
    }
    assert.equal(await bring(url, postmark.inbound(to, mail)), 200)
  }
  const arrived = () => asha.get(`/v1/messages?conversation_id=${conversation_id}&limit=50`)
  await until(
    async () => (await arrived()).body.data.length,
    (count) => count === hostileNames.length,
  )
  for (const [place, name] of hostileNames.entries())
    for (const channel of ['app', 'sms'])
      await until(
        () =>
          asha.post('/v1/sandbox/messages', {
            channel,
            from: `+9198765431${String(place).padStart(2, '0')}`,
            text: texts[name],
          }),
        ({ status }) => status === 201 || status === 202,
      )
  await mustShowAsText(visitor, 'inbox?view=all', ...tags)
  await mustShowAsText(visitor, `inbox/${conversation_id}?view=all`, ...tags)
  const shows = visitor.page.getByRole('button', { name: 'Show as it was laid out' })
  for (let mails = 0; mails < 2; mails++) await shows.first().click()
  await visitor.page.frameLocator('iframe').first().getByText('Bill').waitFor()
  await mustBeText(visitor, 'mail as it was laid out')
  for (const name of worst) {
    const { id } = await make('/v1/conversations', { contact_id: contacts[name]?.id })
    await make('/v1/messages', { conversation_id: id, channel: 'email', subject: line(texts[name]), text: texts[name] })
    await mustShowAsText(visitor, `inbox/${id}?view=all`, tagOf(name))
  }
})

test('spec 15.1, 21.7: texts and HTML of templates are shown, and nothing of them runs or fetches', {
  skip,
}, async () => {
  const ids: string[] = []
  for (const name of hostileNames) {
    // Double braces would start a variable, and only a valid one is accepted.
    const said = texts[name].replaceAll('{{', '{ {')
    const fields = { language: 'en', category: 'marketing', subject: line(said), text: note(said) }
    const made = await make('/v1/templates', {
      name: line(texts[name]),
      channel: 'email',
      ...fields,
      html: PAGE_OF_HTML,
    })
    ids.push(made.id)
  }
  await mustShowAsText(visitor, 'templates', ...tags)
  for (const id of ids.slice(0, 3)) {
    for (const page of ['', '/edit']) {
      await mustShowAsText(visitor, `templates/${id}${page}`)
      const frame = visitor.page.locator('iframe')
      await frame.first().waitFor()
      await visitor.page.frameLocator('iframe').first().getByText('Bill').waitFor()
      await mustBeText(visitor, `templates/${page}`)
    }
  }
})

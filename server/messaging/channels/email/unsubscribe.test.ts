// Unsubscribing by the link in a mail: RFC 8058.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fund, request, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { correspond, delivered, write } from '../../../../test/mail-story.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
samvad.startWorker()

const stranger = (method: string, path: string, options = {}) => request(samvad.url, method, path, options)
const oneClick = { form: { 'List-Unsubscribe': 'One-Click' } }

async function receive(email: string) {
  const somebody = await correspond(asha, email)
  await delivered(samvad, await write(asha, somebody), 'sent')
  const mail = mailbox.received.at(-1)
  assert.deepEqual(mail?.envelope.to, [email])
  const url = /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] as string
  return { ...somebody, path: new URL(url).pathname }
}

const unsubscribed = async (contactId: string) => (await asha.get(`/v1/contacts/${contactId}`)).body.unsubscribed
const told = (contactId: string) =>
  samvad.rows<{ payload: any }>("select payload from events where type = 'contact.unsubscribed' and object_id = $1", [
    uuidOf('contact', contactId),
  ])

test('spec 7.21: opening the link shows a page with a button and changes nothing, however often a scanner does it', async () => {
  const ravi = await receive('ravi@shop.example')
  for (const _ of [1, 2]) {
    const { status, text, headers } = await stranger('GET', ravi.path)
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /<form method="post">/)
    assert.match(text, /<button>Unsubscribe<\/button>/)
    assert.match(text, /<html lang="en">[\s\S]*<h1>Unsubscribe from Asha Textiles\?<\/h1>/)
    assert.doesNotMatch(text, /<script/)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  }
  assert.deepEqual(await unsubscribed(ravi.contactId), {})
})

test('spec 7.21: one click, without a sign-in or cookie, unsubscribes from email; a second one does not move the first, and is not told', async () => {
  const meena = await receive('meena@shop.example')
  samvad.setClock(new Date('2026-03-10T06:30:00Z'))
  assert.equal((await stranger('POST', meena.path, oneClick)).status, 200)
  samvad.setClock(new Date('2026-03-11T06:30:00Z'))
  const again = await stranger('POST', meena.path, oneClick)
  samvad.setClock(null)
  assert.equal(again.status, 200)
  assert.match(again.text, /You are unsubscribed/)
  assert.deepEqual(await unsubscribed(meena.contactId), { email: 1773124200 })
  const events = await told(meena.contactId)
  assert.equal(events.length, 1)
  assert.equal(events[0]?.payload.id, meena.contactId)
  assert.deepEqual(events[0]?.payload.unsubscribed, { email: 1773124200 })
})

test('spec 7.21: after that no mail is accepted for the contact, and nothing is charged; others still get theirs', async () => {
  const { path, conversationId } = await receive('lata@shop.example')
  await stranger('POST', path, { multipart: { 'List-Unsubscribe': 'One-Click' } })
  const [before] = await samvad.rows('select balance_micros from wallets where org_id = $1', [
    samvad.company.organizationId,
  ])
  assertRefused(
    await asha.post('/v1/messages', { conversation_id: conversationId, channel: 'email', text: 'Hello' }),
    422,
    'recipient_unsubscribed',
  )
  assert.deepEqual(
    await samvad.rows('select balance_micros from wallets where org_id = $1', [samvad.company.organizationId]),
    [before],
  )
  await receive('kiran@shop.example')
})

test('spec 7.21: the page names the sender and is in the language of the browser: English or Hindi, light and dark, at any width', async () => {
  const { organizationId } = await samvad.newCompany('<b>Chai</b> & "Sons"')
  const chai = person(samvad, await samvad.newMember(organizationId, 'owner'))
  await fund(samvad, organizationId, 100n)
  const { conversationId } = await correspond(chai, 'uma@shop.example')
  await delivered(samvad, await write(chai, { conversationId }), 'sent')
  const path = new URL(/^<(.+)>$/.exec(mailbox.received.at(-1)?.headers['list-unsubscribe'] ?? '')?.[1] as string)
    .pathname
  const name = '&lt;b&gt;Chai&lt;/b&gt; &amp; &quot;Sons&quot;'
  const hindi = { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }
  const asked = await stranger('GET', path, { headers: hindi })
  assert.equal(asked.headers.get('content-language'), 'hi')
  assert.match(asked.headers.get('vary') ?? '', /accept-language/i)
  assert.ok(asked.text.includes(`<html lang="hi">`) && asked.text.includes(`<h1>${name} के ईमेल बंद करें?</h1>`))
  assert.doesNotMatch(asked.text, /<b>|Unsubscribe</)
  for (const part of [
    'width=device-width, initial-scale=1',
    'color-scheme: light dark',
    '<main>',
    'box-sizing: border-box',
  ])
    assert.ok(asked.text.includes(part), part)
  const done = await stranger('POST', path, { ...oneClick, headers: hindi })
  assert.match(done.text, /ईमेल बंद कर दिए गए हैं/)
  for (const header of ['en-IN,hi;q=0.5', 'ta,fr;q=0.9', '', 'hi;q=0']) {
    const { text } = await stranger('GET', path, { headers: { 'accept-language': header } })
    assert.match(text, /<html lang="en">/, header)
  }
  // The account's own sender, which the reader saw in the mail.
  const account = { host: 'mail.chai.example', from: 'Chai Club <club@chai.example>' }
  assert.equal((await chai.put('/v1/channels/email', account)).status, 200)
  assert.match((await stranger('GET', path)).text, /Unsubscribe from Chai Club\?/)
})

test('spec 7.21: a link that does not work is a page for a browser, and a problem for a program', async () => {
  const { path, contactId } = await receive('page@shop.example')
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  for (const [method, options] of [
    ['GET', {}],
    ['POST', oneClick],
  ] as const) {
    for (const [language, words] of [
      ['en', /This link does not work/],
      ['hi', /यह लिंक काम नहीं कर रहा है/],
    ] as const) {
      const headers = { ...browser, 'accept-language': language }
      const page = await stranger(method, `${path}x`, { ...options, headers })
      assert.equal(page.status, 404)
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(page.text, words)
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    }
    assertRefused(await stranger(method, `${path}x`, options), 404, 'not_found')
  }
  assert.equal((await asha.delete(`/v1/contacts/${contactId}`)).status, 204)
  const late = await stranger('POST', path, { ...oneClick, headers: browser })
  assert.equal(late.status, 404)
  assert.match(late.text, /Asha Textiles no longer has your address/)
})

test('spec 7.21: a link that was changed, cut or made up leads nowhere', async () => {
  const { path, contactId } = await receive('dev@shop.example')
  const token = path.slice('/unsubscribe/'.length)
  const bytes = Buffer.from(token, 'base64url')
  const changed = Array.from(bytes.keys()).map((index) => {
    const other = Buffer.from(bytes)
    other[index] = (other[index] as number) ^ 1
    return other.toString('base64url')
  })
  for (const wrong of [...changed, token.slice(0, -1), `${token}A`, 'x', 'A'.repeat(token.length)]) {
    for (const method of ['GET', 'POST']) {
      const { status } = await stranger(method, `/unsubscribe/${wrong}`, method === 'POST' ? oneClick : {})
      assert.equal(status, 404, wrong)
    }
  }
  assert.deepEqual(await unsubscribed(contactId), {})
})

test('spec 7.21: of a contact who is gone there is nothing to unsubscribe', async () => {
  const { path, contactId } = await receive('gone@shop.example')
  assert.equal((await asha.delete(`/v1/contacts/${contactId}`)).status, 204)
  assert.equal((await stranger('POST', path, oneClick)).status, 404)
})

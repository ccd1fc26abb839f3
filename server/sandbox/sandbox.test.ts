// The sandbox: spec 16.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { fund, publicId, request, startSamvad } from '../../test/harness.ts'
import { correspond, delivered, write } from '../../test/mail-story.ts'
import { startMailbox } from '../../test/mailbox.ts'
import { assertRefused, person, walk } from '../../test/story.ts'
import { createSandboxMailServer } from './mail-server.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const neighbour = await samvad.newCompany('Banyan Books')
const banyan = person(samvad, neighbour)
await fund(samvad, samvad.company.organizationId, 100n)
await fund(samvad, neighbour.organizationId, 100n)
samvad.startWorker()

const INBOX = '/v1/sandbox/messages'

describe('spec 16.6: the inbox', () => {
  test('spec 16.1, 16.2: without any account, mail really goes through a mail server on loopback and lies in the inbox', async () => {
    const ravi = await correspond(asha, 'ravi@shop.example')
    await delivered(
      samvad,
      await write(asha, ravi, { subject: 'नमस्ते 🙏', text: 'ठीक है', html: '<p>ठीक है</p>' }),
      'sent',
    )
    const { status, body, headers } = await asha.get(`${INBOX}?channel=email&address=RAVI@shop.example`)
    assert.equal(status, 200)
    assert.equal(headers.get('samvad-sandbox'), 'true')
    assert.equal(body.has_more, false)
    assert.equal(body.data.length, 1)
    const [mail] = body.data
    assert.deepEqual(Object.keys(mail).sort(), [
      'address',
      'channel',
      'delivery_id',
      'from',
      'html',
      'id',
      'raw',
      'received_at',
      'subject',
      'text',
    ])
    assert.equal(mail.channel, 'email')
    assert.equal(mail.from, 'no-reply@samvad.example')
    assert.equal(mail.address, 'ravi@shop.example')
    assert.equal(mail.subject, 'नमस्ते 🙏')
    assert.equal(mail.text.trim(), 'ठीक है')
    assert.equal(mail.html.trim(), '<p>ठीक है</p>')
    assert.match(mail.raw, /^List-Unsubscribe: </m)
    assert.ok(Number.isInteger(mail.received_at))
  })

  test('spec 16.6: newest first, page by page, and only what the organization sent', async () => {
    const meena = await correspond(asha, 'meena@shop.example')
    for (const subject of ['first', 'second', 'third', 'fourth', 'fifth'])
      await delivered(samvad, await write(asha, meena, { subject, text: 'x' }), 'sent')
    await delivered(
      samvad,
      await write(banyan, await correspond(banyan, 'meena@shop.example'), { subject: 'a book', text: 'x' }),
      'sent',
    )
    const all = await walk(asha, `${INBOX}?address=meena@shop.example`, 2)
    assert.deepEqual(
      all.map(({ subject }) => subject),
      ['fifth', 'fourth', 'third', 'second', 'first'],
    )
    const { body } = await banyan.get(INBOX)
    assert.deepEqual(
      body.data.map(({ subject }: any) => subject),
      ['a book'],
    )
    assertRefused(await banyan.get(`${INBOX}?starting_after=${all[0].id}`), 400, 'unknown_cursor', 'starting_after')
    assert.deepEqual((await asha.get(`${INBOX}?channel=sms`)).body.data, [])
  })

  test('spec 16.6: it takes the permission sandbox.use', async () => {
    const viewer = person(samvad, await samvad.newMember(samvad.company.organizationId, 'viewer'))
    assertRefused(await viewer.get(INBOX), 403, 'permission_denied')
    assertRefused(
      await viewer.post(INBOX, { channel: 'email', from: 'a@shop.example', text: 'x' }),
      403,
      'permission_denied',
    )
    assert.equal((await request(samvad.url, 'GET', INBOX)).status, 401)
  })
})

describe('spec 16.7: a contact writes', () => {
  const from = (email: string, fields: object = {}) => ({
    channel: 'email',
    from: email,
    text: 'When does it come?',
    ...fields,
  })

  test('spec 5.23, 5.24: to the conversation that was active last, which is active now, and no longer archived', async () => {
    const owner = person(samvad, await samvad.newMember(samvad.company.organizationId, 'agent'))
    const lata = await correspond(asha, 'lata@shop.example')
    const other = await owner.make('/v1/conversations', { contact_id: lata.contactId })
    samvad.setClock(new Date(Date.now() + 60_000))
    await write(owner, { conversationId: other.id })
    await owner.put(`/v1/conversations/${other.id}`, { archived_at: 1773124200 })
    samvad.setClock(new Date(Date.now() + 120_000))
    const at = Math.floor(samvad.app.clock().getTime() / 1000)

    const written = await asha.post(INBOX, from('Lata@Shop.example', { subject: 'Re: your order' }))
    samvad.setClock(null)
    assert.equal(written.status, 201, written.text)
    assert.equal(written.headers.get('location'), `/v1/messages/${written.body.id}`)
    const { conversation_id, direction, sender, subject, text, price, status } = written.body
    assert.deepEqual(
      { conversation_id, direction, sender, subject, text, price, status },
      {
        conversation_id: other.id,
        direction: 'inbound',
        sender: lata.contactId,
        subject: 'Re: your order',
        text: 'When does it come?',
        price: null,
        status: null,
      },
    )
    const conversation = (await owner.get(`/v1/conversations/${other.id}`)).body
    assert.equal(conversation.archived_at, null)
    assert.equal(conversation.last_active_at, at)
    assert.equal(
      (await asha.get(`/v1/conversations/${lata.conversationId}`)).body.last_active_at,
      null,
      'the other one is as it was',
    )
    assert.equal((await asha.get(`/v1/contacts/${lata.contactId}`)).body.last_active_at, at)
    const [row] = await samvad.rows("select last_inbound_at from contacts where email = 'lata@shop.example'")
    assert.deepEqual(row, { last_inbound_at: null }, 'a mail opens no window of the app')
    const listed = (await owner.get(`/v1/messages?conversation_id=${other.id}`)).body.data
    assert.equal(listed[0].id, written.body.id)
  })

  test("spec 5.23: else to a new one of the contact's owner", async () => {
    const agent = await samvad.newMember(samvad.company.organizationId, 'agent')
    const theirs = person(samvad, agent)
    const contact = await theirs.make('/v1/contacts', { email: 'kiran@shop.example' })
    const { body } = await asha.post(INBOX, from('kiran@shop.example'))
    const conversation = await theirs.get(`/v1/conversations/${body.conversation_id}`)
    assert.equal(conversation.status, 200)
    assert.equal(conversation.body.contact_id, contact.id)
    assert.equal(conversation.body.user_id, publicId('user', agent.userId))
    const again = await asha.post(INBOX, from('kiran@shop.example'))
    assert.equal(again.body.conversation_id, body.conversation_id)
  })

  test("spec 5.23: else, when that owner has left, to a new one of the organization's owner", async () => {
    const agent = await samvad.newMember(samvad.company.organizationId, 'agent')
    await person(samvad, agent).make('/v1/contacts', { email: 'orphan@shop.example' })
    await samvad.rows('delete from memberships where user_id = $1', [agent.userId])
    const { body } = await asha.post(INBOX, from('orphan@shop.example'))
    assert.equal((await asha.get(`/v1/conversations/${body.conversation_id}`)).status, 200)
    // Not possible in the product: contacts of a departing member are reassigned.
    await samvad.rows('update contacts set owner_id = $1 where owner_id = $2', [samvad.company.userId, agent.userId])
  })

  test("spec 5.23: a stranger becomes a contact of the organization's owner, once, even when two messages come together", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => banyan.post(INBOX, from('new@reader.example'))))
    for (const { status, text } of answers) assert.equal(status, 201, text)
    assert.equal(new Set(answers.map(({ body }) => body.conversation_id)).size, 1)
    const { body } = await banyan.get('/v1/contacts?email=new@reader.example')
    assert.equal(body.data.length, 1)
    assert.equal(body.data[0].display_name, 'new@reader.example')
    assert.equal(body.data[0].conversation_id, answers[0]?.body.conversation_id)
    assert.deepEqual((await asha.get('/v1/contacts?email=new@reader.example')).body.data, [], 'nobody else knows them')
  })

  test('on the other channels a contact is known by phone number, or by the id of the app', async () => {
    const phone = await banyan.make('/v1/contacts', { phone_number: '+919876543210' })
    const app = await banyan.make('/v1/contacts', { app_id: 'IN.13491208655302741918' })
    const bySms = await banyan.post(INBOX, { channel: 'sms', from: '+91 98765 43210', text: 'Yes' })
    const byApp = await banyan.post(INBOX, { channel: 'app', from: '+919876543210', text: 'Yes' })
    const byId = await banyan.post(INBOX, { channel: 'app', from: 'IN.13491208655302741918', text: 'Yes' })
    assert.deepEqual([bySms.body.sender, byApp.body.sender, byId.body.sender], [phone.id, phone.id, app.id])
  })

  test('spec 14.2: message.received is told', async () => {
    const { body } = await asha.post(INBOX, from('ravi@shop.example', { text: 'Thank you' }))
    const events = await samvad.rows<{ payload: any }>(
      "select payload from events where type = 'message.received' order by id desc limit 1",
    )
    assert.deepEqual(events[0]?.payload, body)
  })

  test('what is no address, or cannot be stored, is refused by name and makes nobody a contact', async () => {
    const [before] = await samvad.rows('select count(*) from contacts')
    assertRefused(await asha.post(INBOX, from('no address')), 422, 'invalid_content', 'from')
    assertRefused(
      await asha.post(INBOX, { channel: 'sms', from: 'ravi@shop.example', text: 'x' }),
      422,
      'invalid_content',
      'from',
    )
    assertRefused(await asha.post(INBOX, from('a@shop.example', { text: 'a\0b' })), 422, 'invalid_content', 'text')
    assertRefused(
      await asha.post(INBOX, from('a@shop.example', { subject: 'a\r\nb' })),
      422,
      'invalid_content',
      'subject',
    )
    assertRefused(await asha.post(INBOX, from('a@shop.example', { to: 'me' })), 422, 'invalid_content', 'to')
    assert.deepEqual(await samvad.rows('select count(*) from contacts'), [before])
  })
})

describe('the page', () => {
  test('spec 18.5: it holds no data, runs its own script alone, and lets an HTML mail do nothing', async () => {
    const { status, text, headers } = await request(samvad.url, 'GET', '/sandbox')
    assert.equal(status, 200)
    assert.doesNotMatch(text, /ravi@shop\.example/)
    const script = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] as string
    const policy = headers.get('content-security-policy') ?? ''
    assert.ok(policy.includes(`script-src 'sha256-${hash('sha256', script, 'base64')}'`))
    assert.match(policy, /default-src 'none'/)
    assert.match(script, /setAttribute\('sandbox', ''\)/)
    assert.doesNotMatch(script, /innerHTML|insertAdjacentHTML|document\.write|eval\(/)
  })
})

describe('spec 16.3: when a real account is set up, the sandbox is off', async () => {
  const mailbox = await startMailbox()
  after(() => mailbox.close())

  test('spec 16.3: with a mail server of the installation its mail is not there, with SAMVAD_SANDBOX=off nothing is', async () => {
    const message = { channel: 'email', from: 'a@shop.example', text: 'x' }
    const real = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
    const who = person(real)
    assertRefused(await who.get(`${INBOX}?channel=email`), 404, 'not_found')
    assertRefused(await who.post(INBOX, message), 404, 'not_found')
    assert.deepEqual(await real.rows('select 1 from contacts'), [])

    const off = await startSamvad({ SAMVAD_SANDBOX: 'off' })
    const other = person(off)
    assertRefused(await other.get(INBOX), 404, 'not_found')
    for (const channel of ['email', 'app', 'sms'])
      assertRefused(await other.post(INBOX, { ...message, channel }), 404, 'not_found')
    assert.equal((await request(off.url, 'GET', '/sandbox')).status, 404)
    assert.deepEqual(await off.rows('select 1 from contacts'), [])
  })

  test('spec 16.3: switched on, it takes everything: nothing leaves the machine although accounts are set up', async () => {
    const forced = await startSamvad({
      SAMVAD_SMTP_URL: mailbox.url,
      SAMVAD_SANDBOX: 'on',
      SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
    })
    const who = person(forced)
    await fund(forced, forced.company.organizationId, 100n)
    await who.put('/v1/channels/email', { host: '127.0.0.1', port: mailbox.port, from: 'Asha <hello@asha.example>' })
    assert.equal((await who.get('/v1/channels/email')).body.carrier, 'sandbox')
    forced.startWorker()
    await delivered(forced, await write(who, await correspond(who, 'ravi@shop.example')), 'sent')
    const { body } = await who.get(INBOX)
    assert.equal(body.data.length, 1)
    assert.equal(body.data[0].from, 'hello@asha.example')
    assert.equal(mailbox.connections, 0)
  })
})

test("the sandbox's mail server takes mail from the program alone, and is gone when it has been closed", async () => {
  const mailServer = createSandboxMailServer(samvad.app)
  const { organizationId } = samvad.company
  const { host, port, password } = await mailServer.serverFor(organizationId)
  const arrived = async () => (await samvad.rows<{ count: bigint }>('select count(*) from sandbox_messages'))[0]?.count
  const before = await arrived()
  const send = async (auth: { user: string; pass: string } | undefined) => {
    const transport = createTransport({ host, port, auth, ignoreTLS: true })
    return transport.sendMail({ from: 'a@shop.example', to: 'b@shop.example', text: 'x' })
  }
  assert.equal(host, '127.0.0.1')
  await assert.rejects(send(undefined), /530/)
  await assert.rejects(send({ user: organizationId, pass: 'guess' }), /535/)
  await assert.rejects(send({ user: '', pass: password as string }))
  assert.equal(await arrived(), before)
  await send({ user: organizationId, pass: password as string })
  assert.equal(await arrived(), (before as bigint) + 1n)
  await mailServer.close()
  await assert.rejects(send({ user: organizationId, pass: password as string }), /ECONNREFUSED/)
})

// The organization's own mail server: the carrier of its mail, and its password.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { becomeReal } from '#installation/actions.ts'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { correspond, deferred, delivered, until, write } from '../../../../test/mail-story.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { assertRefused, person } from '../../../../test/story.ts'
import { createChannelAvailability } from '../accounts/access.ts'

const PASSWORD = 'kabir-likes-monsoon-42'
const credentials = { user: 'asha', password: PASSWORD }
const common = await startMailbox()
const own = await startMailbox({ credentials })
after(async () => {
  await common.close()
  await own.close()
})
const allowed = { SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' }
const samvad = await startSamvad({ SAMVAD_SMTP_URL: common.url, ...allowed })
const asha = person(samvad)
const neighbour = await samvad.newCompany('Banyan Books')
const banyan = person(samvad, neighbour)
await fund(samvad, samvad.company.organizationId, 100n)
await fund(samvad, neighbour.organizationId, 100n)
samvad.startWorker()

const EMAIL = '/v1/channels/email'
const account = {
  host: '127.0.0.1',
  port: own.port,
  secure: false,
  ...credentials,
  from: 'Asha Textiles <hello@asha.example>',
}

describe('an account of its own', () => {
  test('spec 7.22: without one the installation carries the mail, and every field is there', async () => {
    const { status, body } = await asha.get(EMAIL)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      channel: 'email',
      carrier: 'installation',
      host: null,
      port: null,
      secure: null,
      user: null,
      has_password: false,
      from: null,
      reply_to: null,
      verp: null,
      messages_per_second: null,
      inbound: null,
      updated_at: null,
    })
    assertRefused(await asha.delete(EMAIL), 404, 'not_found')
    assertRefused(await asha.post(`${EMAIL}/test`), 404, 'not_found')
  })

  test('spec 7.22: its mail leaves through it, with its sender; that of another organization does not; and once removed, no longer', async () => {
    const set = await asha.put(EMAIL, account)
    assert.equal(set.status, 200, set.text)
    assert.equal(set.body.carrier, 'organization')
    assert.equal(set.body.has_password, true)
    assert.equal((await banyan.get(EMAIL)).body.carrier, 'installation')

    const tested = await asha.post(`${EMAIL}/test`)
    assert.deepEqual([tested.status, tested.body.succeeded], [200, true], tested.text)
    const ravi = await correspond(asha, 'ravi@shop.example')
    await delivered(samvad, await write(asha, ravi, { text: 'by the own server' }), 'sent')
    assert.equal(own.received.length, 1)
    assert.deepEqual(own.received[0]?.user, { name: 'asha', password: PASSWORD })
    assert.equal(own.received[0]?.envelope.from, 'hello@asha.example')
    assert.deepEqual(own.received[0]?.parsed.from, { name: 'Asha Textiles', address: 'hello@asha.example' })
    assert.match(own.received[0]?.headers['message-id'] ?? '', /^<dlv_[0-9a-z]{26}@asha\.example>$/)

    await delivered(samvad, await write(banyan, await correspond(banyan, 'meena@shop.example')), 'sent')
    assert.equal(common.received.length, 1)
    assert.equal(common.received[0]?.envelope.from, 'no-reply@samvad.example')

    assert.equal((await asha.delete(EMAIL)).status, 204)
    await delivered(samvad, await write(asha, ravi, { text: 'by the common server' }), 'sent')
    assert.equal(own.received.length, 1)
    assert.equal(common.received.length, 2)
  })

  test('spec 18.1: the password is stored sealed, bound to its organization, and no answer shows it', async () => {
    const answers = [
      await asha.put(EMAIL, account),
      await asha.get(EMAIL),
      await asha.put(EMAIL, { ...account, password: undefined }),
    ]
    for (const { status, text } of answers) {
      assert.equal(status, 200)
      assert.ok(!text.includes(PASSWORD))
    }
    assert.equal(answers[2]?.body.has_password, true, 'left out, it stays')
    const [row] = await samvad.rows<{ secret: Buffer; settings: object }>('select * from channel_accounts')
    assert.ok(!row?.secret.includes(PASSWORD))
    assert.ok(!JSON.stringify(row?.settings).includes(PASSWORD))
    const { organizationId } = samvad.company
    const place = (id: string) => `channel_accounts:${id}:email`
    assert.equal(samvad.app.sealer.open(place(organizationId), row?.secret as Buffer), PASSWORD)
    assert.throws(() => samvad.app.sealer.open(place(neighbour.organizationId), row?.secret as Buffer))
    await asha.delete(EMAIL)
  })

  test('spec 18.1: a stored password is told to no other server: with another host, port or user it must be given again', async () => {
    await asha.put(EMAIL, account)
    for (const change of [{ host: 'mail.elsewhere.example' }, { port: 2525 }, { user: 'somebody' }])
      assertRefused(
        await asha.put(EMAIL, { ...account, password: undefined, ...change }),
        422,
        'invalid_content',
        'password',
      )
    assert.equal((await asha.get(EMAIL)).body.host, '127.0.0.1')
    await asha.delete(EMAIL)
  })

  test('spec 7.22: a wrong password is told by the test, and the mail waits instead of failing', async () => {
    await asha.put(EMAIL, { ...account, password: 'wrong' })
    const tested = await asha.post(`${EMAIL}/test`)
    assert.equal(tested.body.succeeded, false)
    assert.match(tested.body.detail, /535/)
    assert.equal(tested.body.details[0].code, 'provider_said', 'the mail server is quoted (spec 4.19)')
    const taken = own.received.length
    const message = await write(asha, await correspond(asha, 'waiting@shop.example'))
    const waiting = await deferred(samvad, message)
    assert.equal(own.received.length, taken)
    await asha.put(EMAIL, account)
    samvad.setClock(new Date(Date.now() + 60_000))
    samvad.app.wake('dispatch')
    await delivered(samvad, message, 'sent')
    samvad.setClock(null)
    assert.equal(own.received.length, taken + 1)
    assert.equal(waiting.error_code, 'provider_unavailable')
    await asha.delete(EMAIL)
  })

  test('spec 18.4: what could break a header or is no address is refused by name', async () => {
    const wrong: [object, string][] = [
      [{ from: 'Asha\r\nBcc: all@shop.example <hello@asha.example>' }, 'from'],
      [{ from: 'hello@asha.example, second@asha.example' }, 'from'],
      [{ from: 'no address' }, 'from'],
      [{ host: 'two words' }, 'host'],
      [{ host: 'evil.example/path' }, 'host'],
      [{ user: 'asha\r\nRSET' }, 'user'],
      [{ password: 'a\r\nb' }, 'password'],
      [{ user: null }, 'user'],
      [{ password: null }, 'password'],
    ]
    for (const [change, field] of wrong)
      assertRefused(await asha.put(EMAIL, { ...account, ...change }), 422, 'invalid_content', field)
    assert.equal((await asha.get(EMAIL)).body.host, null)
  })

  test('spec 1.5, 7.22: an agent may look at it and not change it; a billing member sees nothing', async () => {
    const agent = person(samvad, await samvad.newMember(samvad.company.organizationId, 'agent'))
    const billing = person(samvad, await samvad.newMember(samvad.company.organizationId, 'billing'))
    assert.equal((await agent.get(EMAIL)).status, 200)
    assertRefused(await agent.put(EMAIL, account), 403, 'permission_denied')
    assertRefused(await agent.delete(EMAIL), 403, 'permission_denied')
    assertRefused(await agent.post(`${EMAIL}/test`), 403, 'permission_denied')
    assertRefused(await billing.get(EMAIL), 403, 'permission_denied')
  })
})

describe('spec 18.3: mail servers that organizations choose cannot be in the private network', async () => {
  const strict = await startSamvad({ SAMVAD_SMTP_URL: common.url })
  const who = person(strict)
  await fund(strict, strict.company.organizationId, 100n)
  strict.startWorker()

  test('spec 18.3: a private address is refused at once, however it is written', async () => {
    for (const host of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])
      assertRefused(await who.put(EMAIL, { ...account, host }), 422, 'invalid_content', 'host')
  })

  test('spec 18.3: a name that leads there is not connected to, by the test or by mail', async () => {
    const connections = own.connections
    for (const host of ['localhost', '2130706433', '0x7f.1']) {
      assert.equal((await who.put(EMAIL, { ...account, host })).status, 200)
      const tested = await who.post(`${EMAIL}/test`)
      assert.equal(tested.body.succeeded, false)
      assert.match(tested.body.detail, /not a public address/)
      assert.equal(tested.body.details[0].code, 'host_not_allowed')
    }
    const message = await write(who, await correspond(who, 'ravi@shop.example'))
    const waiting = await deferred(strict, message)
    assert.match(waiting.error_detail ?? '', /not a public address/)
    assert.equal(own.connections, connections)
  })
})

test('spec 7.22: answers go to reply_to where an account has one; what is no address is refused by name', async () => {
  const { organizationId } = await samvad.newCompany('Chai House')
  const chai = person(samvad, await samvad.newMember(organizationId, 'owner'))
  await fund(samvad, organizationId, 100n)
  const reply_to = 'Chai Help <help@chai.example>'
  assert.equal((await chai.put(EMAIL, { ...account, reply_to })).body.reply_to, reply_to)
  await delivered(samvad, await write(chai, await correspond(chai, 'reader@shop.example')), 'sent')
  assert.deepEqual(own.received.at(-1)?.parsed.replyTo, [{ name: 'Chai Help', address: 'help@chai.example' }])
  for (const wrong of ['help', 'a@b.example, c@d.example', 'Help\r\nBcc: x@evil.example <a@b.example>'])
    assertRefused(await chai.put(EMAIL, { ...account, reply_to: wrong }), 422, 'invalid_content', 'reply_to')
  assert.equal((await chai.put(EMAIL, account)).body.reply_to, null)
  await delivered(samvad, await write(chai, await correspond(chai, 'reader2@shop.example')), 'sent')
  assert.equal(own.received.at(-1)?.parsed.replyTo, undefined)
})

test('spec 16.3: an organization that had its own account does not fall back to the sandbox; another that never had one has it', async () => {
  const fresh = await startSamvad(allowed)
  const who = person(fresh)
  await fund(fresh, fresh.company.organizationId, 100n)
  const { carrier } = (await who.get(EMAIL)).body
  assert.equal(carrier, 'sandbox')
  await who.put(EMAIL, account)
  const waiting = await write(who, await correspond(who, 'waits@shop.example'))
  assert.equal((await who.delete(EMAIL)).status, 204)
  assertRefused(await who.delete(EMAIL), 404, 'not_found')
  const left = (await who.get(EMAIL)).body
  assert.deepEqual([left.carrier, left.host, left.has_password, left.from], ['none', null, false, null])
  const [stored] = await fresh.rows('select settings, secret from channel_accounts')
  assert.deepEqual(stored, { settings: {}, secret: null })
  // Another process would refuse it at once; this one caches accounts for 3 seconds.
  const conversation_id = (await correspond(who, 'late@shop.example')).conversationId
  const send = () => who.post('/v1/messages', { conversation_id, channel: 'email', text: 'x' })
  const refused = await until(send, ({ status }) => status !== 201)
  assertRefused(refused, 422, 'channel_unavailable', 'channel')
  assertRefused(await who.get('/v1/sandbox/messages?channel=email'), 404, 'not_found')

  // A message that was accepted before waits, with the reason, and does not go to the sandbox, where nobody reads it.
  fresh.startWorker()
  const delivery = await deferred(fresh, waiting)
  assert.equal(delivery.error_code, 'channel_unavailable')
  assert.match(
    delivery.error_detail ?? '',
    /an account that has since been removed .* There is no account at the moment/,
  )
  assert.deepEqual(await fresh.rows('select 1 from sandbox_messages'), [])

  const neighbour = await fresh.newCompany('Never Real')
  const never = person(fresh, neighbour)
  await fund(fresh, neighbour.organizationId, 100n)
  assert.equal((await never.get(EMAIL)).body.carrier, 'sandbox')
  await delivered(fresh, await write(never, await correspond(never, 'reader@shop.example')), 'sent')
  assert.equal((await never.get('/v1/sandbox/messages')).body.data.length, 1)

  // With an account again, it is sent.
  await who.put(EMAIL, account)
  assert.equal((await who.get(EMAIL)).body.carrier, 'organization')
  assert.equal((await until(send, ({ status }) => status !== 422)).status, 201)
})

test('spec 16.3: an installation that ever had a mail server has no mail sandbox any more', async () => {
  const fresh = await startSamvad()
  const who = person(fresh)
  assert.equal((await who.get(EMAIL)).headers.get('samvad-sandbox'), 'true')
  await fresh.app.database.transaction((tx) => becomeReal(tx, 'real_email_since', new Date()))
  assert.equal((await who.get(EMAIL)).body.carrier, 'none')
  assertRefused(await who.get('/v1/sandbox/messages?channel=email'), 404, 'not_found')
  assert.equal((await fresh.request('GET', '/sandbox')).status, 200, 'that of the other channels stays')
  const { conversationId: conversation_id } = await correspond(who, 'ravi@shop.example')
  const answer = await who.post('/v1/messages', { conversation_id, channel: 'email', text: 'x' })
  assertRefused(answer, 422, 'channel_unavailable', 'channel')
})

test('spec 7.6, 16.3: with the sandbox off and no account, email is not available; with an account it is; the other channels are not', async () => {
  const bare = await startSamvad({ SAMVAD_SANDBOX: 'off', ...allowed })
  const isAvailable = createChannelAvailability(bare.app)
  const { organizationId } = bare.company
  assert.equal(await isAvailable(organizationId, 'email'), false)
  assert.equal((await person(bare).get(EMAIL)).body.carrier, 'none')
  await person(bare).put(EMAIL, account)
  assert.equal((await person(bare).get(EMAIL)).body.carrier, 'organization')
  assert.equal(await createChannelAvailability(bare.app)(organizationId, 'email'), true)
  assert.equal(await isAvailable(organizationId, 'app'), false)
  assert.equal(await isAvailable(organizationId, 'sms'), false)
  assert.equal(await createChannelAvailability(samvad.app)(organizationId, 'email'), true)
})

// Two organizations that share accounts: which of them receives what. Verdicts compare the database with a third-party
// SMPP server and Cloud API, by what they received and delivered.

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { channelsPart } from '#status/channels.ts'
import { someNumber } from '../../../../test/cloud-api/server.ts'
import { bring, messagesOf, statuses, webhook, written } from '../../../../test/cloud-api/webhooks.ts'
import { uuidOf } from '../../../../test/harness.ts'
import { delivered, deliveriesOf, until } from '../../../../test/mail-story.ts'
import { startSharing } from '../../../../test/shared-accounts.ts'
import { received, smppAccount, textTo, writeSms } from '../../../../test/smpp/story.ts'
import { assertRefused, type Person } from '../../../../test/story.ts'

const sharing = await startSharing()
const { samvad, server, own, api, operator, banyan, chai, banyanId, chaiId, atRest, quarantine, writes, say } = sharing
const NOBODY = '00000000-0000-0000-0000-000000000000'
const number = '+919876500777'
const isUnsubscribed = async (who: Person, channel: string, phone: string) => {
  const { body } = await who.get(`/v1/contacts?phone_number=${encodeURIComponent(phone)}`)
  return body.data[0]?.unsubscribed?.[channel] !== undefined
}

beforeEach(atRest)

describe('SMS', () => {
  test('spec 16.34: receipts move the deliveries of whoever sent them, and those of nobody else', async () => {
    const [first, second] = [
      await writeSms(banyan, await textTo(banyan, number), 'Your book'),
      await writeSms(chai, await textTo(chai, number), 'Your tea'),
    ]
    const [ofBanyan, ofChai] = [await delivered(samvad, first, 'sent'), await delivered(samvad, second, 'sent')]
    assert.equal(await server.receipt(ofChai.provider_id as string, 'DELIVRD'), 0)
    await delivered(samvad, second, 'delivered')
    assert.equal((await deliveriesOf(samvad, first))[0]?.status, 'sent')
    assert.equal(await server.receipt(ofBanyan.provider_id as string, 'UNDELIV'), 0)
    await delivered(samvad, first, 'undelivered')
    assert.equal((await deliveriesOf(samvad, second))[0]?.status, 'delivered')
  })

  test('spec 16.34: an id that deliveries of two organizations have moves neither', async () => {
    const { nextId } = server
    server.nextId = () => 'twice'
    const both = [
      await writeSms(banyan, await textTo(banyan, number), 'Another book'),
      await writeSms(chai, await textTo(chai, number), 'Another tea'),
    ]
    for (const one of both) assert.equal((await delivered(samvad, one, 'sent')).provider_id, 'twice')
    server.nextId = nextId
    assert.equal(await server.receipt('twice', 'DELIVRD'), 0)
    await atRest()
    for (const one of both) assert.equal((await deliveriesOf(samvad, one))[0]?.status, 'sent')
  })

  test('spec 16.34: a long message has arrived once all of its parts have, whosever it is', async () => {
    const before = server.taken.length
    const message = await writeSms(chai, await textTo(chai, number), 'नमस्ते '.repeat(30))
    await delivered(samvad, message, 'sent')
    const parts = server.taken.slice(before)
    assert.ok(parts.length > 1)
    for (const { id } of parts.slice(1)) await server.receipt(id, 'DELIVRD')
    await atRest()
    assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'sent')
    await server.receipt(parts[0]?.id as string, 'DELIVRD')
    await delivered(samvad, message, 'delivered')
  })

  test('spec 16.34: a receipt for what another account sent under the same id moves nothing', async () => {
    await chai.put('/v1/channels/sms', smppAccount(own.port))
    const mine = await textTo(chai, '+919876500888')
    own.nextId = (count) => `own-${count}`
    const message = await until(
      async () => {
        const sent = await writeSms(chai, mine, 'by its own')
        await delivered(samvad, sent, 'sent')
        return sent
      },
      () => own.taken.length > 0,
    )
    const { provider_id } = (await deliveriesOf(samvad, message))[0] as { provider_id: string }
    await server.receipt(provider_id, 'UNDELIV')
    // It belongs to no delivery yet, and may be early: it waits, and changes nothing.
    await until(
      () =>
        samvad.rows<{ is_stored: boolean }>('select is_stored from arrivals where org_id = $1 and body is not null', [
          NOBODY,
        ]),
      (rows) => rows.some(({ is_stored }) => is_stored),
    )
    assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'sent')
    // After an hour it is dropped.
    samvad.setClock(new Date(Date.now() + 2 * 3600_000))
    samvad.app.wake('arrivals')
    await atRest()
    samvad.setClock(null)
    assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'sent')
    assert.equal((await chai.delete('/v1/channels/sms')).status, 204)
  })

  test('spec 16.36: an answer goes to who wrote to them last from there, and to nobody else', async () => {
    const before = [await received(samvad, banyanId), await received(samvad, chaiId)].map(({ length }) => length)
    await writes(number, 'Thank you')
    assert.deepEqual((await received(samvad, chaiId)).slice(before[1]), [{ from: number, text: 'Thank you' }])
    assert.equal((await received(samvad, banyanId)).length, before[0])
    await delivered(samvad, await writeSms(banyan, await textTo(banyan, '+919876500999'), 'Hello'), 'sent')
    await writes('+919876500999', 'Who is it?')
    assert.equal((await received(samvad, banyanId)).at(-1)?.text, 'Who is it?')
    assert.equal((await received(samvad, chaiId)).length, (before[1] as number) + 1)
    assert.deepEqual(await quarantine(), [])
  })

  test('spec 16.37: STOP counts for all that wrote to them from there, and START takes it back for all', async () => {
    await writes(number, 'STOP')
    for (const who of [banyan, chai]) {
      assert.equal(await isUnsubscribed(who, 'sms', number), true)
      const { conversationId: conversation_id } = await textTo(who, `${number.slice(0, -1)}0`)
      assert.equal((await who.post('/v1/messages', { conversation_id, channel: 'sms', text: 'x' })).status, 201)
    }
    await writes(number, 'start')
    for (const who of [banyan, chai]) assert.equal(await isUnsubscribed(who, 'sms', number), false)
  })

  test('spec 16.38: what is nobody’s waits for the operator, who gives it to one organization or discards it', async () => {
    const stranger = '+919812300001'
    const wrote = writes(stranger, 'Is the shop open?')
    await wrote
    const [one, ...others] = await until(quarantine, (rows) => rows.length > 0)
    assert.deepEqual([one?.from, one?.text, others], [stranger, 'Is the shop open?', []])
    for (const id of [banyanId, chaiId]) assert.ok((await received(samvad, id)).every(({ from }) => from !== stranger))
    assertRefused(await banyan.get('/v1/quarantine'), 403, 'permission_denied')
    const nowhere = await operator.post(`/v1/quarantine/${one?.id}/assign`, {
      organization_id: 'org_01jd3v9k7he2n8q4x5c6t7w8yz',
    })
    assertRefused(nowhere, 404, 'not_found')
    const organization_id = (await banyan.get('/v1/organization')).body.id
    const given = await operator.post(`/v1/quarantine/${one?.id}/assign`, { organization_id })
    assert.equal(given.status, 204, given.text)
    assert.equal((await received(samvad, banyanId)).at(-1)?.text, 'Is the shop open?')
    assert.deepEqual(await quarantine(), [])
    await writes('+919812300002', 'spam')
    const [spam] = await until(quarantine, (rows) => rows.length > 0)
    assert.equal((await operator.delete(`/v1/quarantine/${spam?.id}`)).status, 204)
    assertRefused(await operator.delete(`/v1/quarantine/${spam?.id}`), 404, 'not_found')
    const audited = (await operator.get('/v1/installation/audit_log')).body.data.map(
      ({ action }: { action: string }) => action,
    )
    assert.ok(audited.includes('quarantine.assigned') && audited.includes('quarantine.discarded'))
  })

  test('spec 16.39: who is deleted leaves no note of who wrote to them', async () => {
    const { body } = await banyan.get(`/v1/contacts?phone_number=${encodeURIComponent(number)}`)
    const contact = body.data[0].id
    const noted = () => samvad.rows<{ org_id: Uuid }>('select org_id from shared_writings where address = $1', [number])
    assert.equal((await noted()).length, 2)
    assert.equal((await banyan.delete(`/v1/contacts/${contact}`)).status, 204)
    assert.deepEqual(await noted(), [{ org_id: chaiId }])
  })
})

describe('app', () => {
  const from = '919876511111'
  const phone = `+${from}`

  /**
   * The contact writes first, which opens a session; no organization wrote to it, so the message is assigned to this
   * one.
   */
  async function openWith(who: Person): Promise<string> {
    const organization_id = (await who.get('/v1/organization')).body.id
    await say(written({ id: `wamid.open.${organization_id}`, at: new Date(), from }))
    const [one] = await until(quarantine, (rows) => rows.length > 0)
    assert.equal((await operator.post(`/v1/quarantine/${one?.id}/assign`, { organization_id })).status, 204)
    await atRest()
    const { body } = await who.get(`/v1/contacts?phone_number=${encodeURIComponent(phone)}`)
    return body.data[0].conversation_id
  }
  const send = (who: Person, conversation_id: string, text: string) =>
    who.make('/v1/messages', { conversation_id, channel: 'app', text })
  const toldOf = (message: { id: string }, delivery: { id: string }) => {
    const sent = api.accepted.find(({ body }) => uuidOf('dlv', body.biz_opaque_callback_data) === delivery.id)
    assert.ok(sent, message.id)
    return { id: sent.id, ours: sent.body.biz_opaque_callback_data as string }
  }

  test('spec 16.34, 16.35: one webhook moves the deliveries of both, each its own; what names another’s or nothing of ours moves none', async () => {
    const [atBanyan, atChai] = [await openWith(banyan), await openWith(chai)]
    const [first, second] = [await send(banyan, atBanyan, 'Your book'), await send(chai, atChai, 'Your tea')]
    const one = toldOf(first, await delivered(samvad, first, 'sent'))
    const other = toldOf(second, await delivered(samvad, second, 'sent'))
    const at = new Date()
    await say(
      statuses([
        { ...one, status: 'delivered', at },
        { ...other, status: 'read', at },
        { id: 'wamid.elsewhere', ours: 'dlv_01jd3v9k7he2n8q4x5c6t7w8yz', status: 'read', at },
        { id: 'wamid.nobody', status: 'failed', code: 131026, at },
      ]),
    )
    assert.equal((await deliveriesOf(samvad, first))[0]?.status, 'delivered')
    assert.equal((await deliveriesOf(samvad, second))[0]?.status, 'read')

    // It is also found by Meta's id alone.
    await say(statuses([{ id: one.id, status: 'read', at }]))
    assert.equal((await deliveriesOf(samvad, first))[0]?.status, 'read')

    // A receipt for another number, correctly signed.
    const third = await send(banyan, atBanyan, 'One more')
    const told = toldOf(third, await delivered(samvad, third, 'sent'))
    await say(statuses([{ ...told, status: 'read', at }], { ...someNumber, phoneNumberId: '999999999999999' }))
    assert.equal((await deliveriesOf(samvad, third))[0]?.status, 'sent')
    const forged = await bring(sharing.callbackUrl, statuses([{ ...told, status: 'read', at }]), 'not the secret')
    assert.equal(forged.status, 401)
  })

  test('at a shared number an edit goes to who was given the message, a stop of marketing to all who wrote, and what Meta says of the account to the operator (spec 5.80, 6.40, 7.182)', async () => {
    const conversationOf = async (who: Person) =>
      (await who.get(`/v1/contacts?phone_number=${encodeURIComponent(phone)}`)).body.data[0]
    await say(written({ id: 'wamid.mine', at: new Date(), from, part: { body: 'Two books' } }))
    const later = await send(chai, (await conversationOf(chai)).conversation_id, 'Your tea is ready')
    await delivered(samvad, later, 'sent')
    const part = { original_message_id: 'wamid.mine', message: { type: 'text', text: { body: 'Three books' } } }
    await say(written({ id: 'wamid.edit', at: new Date(), from, type: 'edit', part }))
    const of = await samvad.rows<{ org_id: Uuid }>("select org_id from messages where text = 'Three books'")
    assert.deepEqual(of, [{ org_id: banyanId }])

    const timestamp = String(Math.floor(Date.now() / 1000))
    const stop = { wa_id: from, category: 'marketing_messages', value: 'stop', timestamp }
    const preference = messagesOf(someNumber, { user_preferences: [stop] }) as any
    preference.entry[0].changes[0].field = 'user_preferences'
    await say(preference)
    for (const who of [banyan, chai]) assert.ok((await conversationOf(who)).marketing_stopped_at)

    await say(webhook(someNumber.businessAccountId, 'account_update', { event: 'ACCOUNT_VIOLATION' }))
    const { body } = await operator.get('/v1/shared_channel_notices')
    assert.deepEqual([body.data[0].kind, body.data[0].needs_action], ['account_status', true])
    for (const who of [banyan, chai]) assert.deepEqual((await who.get('/v1/channel_notices')).body.data, [])
    const { database, settings, clock } = samvad.app
    const view = { reads: database.reads, settings, measured: null, now: clock() }
    const { problems } = await channelsPart.read(view as Parameters<typeof channelsPart.read>[0])
    assert.deepEqual(
      (problems ?? []).map(({ code, params }) => ({ code, params })),
      [{ code: 'provider_warnings', params: { channel: 'app', warnings: 1 } }],
    )
    // As before: Banyan wrote last.
    await delivered(samvad, await send(banyan, (await conversationOf(banyan)).conversation_id, 'One more'), 'sent')
  })

  test('spec 16.36, 16.37: what they write goes to who wrote last, an answer and a reaction to whose message it is, STOP to both', async () => {
    const inbound = async (id: Uuid) =>
      (
        await samvad.rows<{ text: string }>(
          "select text from messages where org_id = $1 and channel = 'app' and direction = 'inbound' order by id",
          [id],
        )
      ).map(({ text }) => text)
    const before = await inbound(chaiId)
    await say(written({ id: 'wamid.thanks', at: new Date(), from, part: { body: 'Thanks' } }))
    assert.equal((await inbound(banyanId)).at(-1), 'Thanks')
    assert.deepEqual(await inbound(chaiId), before)
    // Redelivered with further events, it is recognized.
    await say(written({ id: 'wamid.thanks', at: new Date(Date.now() - 5000), from, part: { body: 'Thanks' } }))
    assert.equal((await inbound(banyanId)).filter((text) => text === 'Thanks').length, 1)

    const [tea] = await samvad.rows<{ provider_id: string; message_id: Uuid }>(
      "select provider_id, message_id from deliveries where org_id = $1 and channel = 'app' order by id desc limit 1",
      [chaiId],
    )
    const part = { message_id: tea?.provider_id, emoji: '👍' }
    await say(written({ id: 'wamid.like', at: new Date(), from, type: 'reaction', part }))
    assert.deepEqual(await samvad.rows('select org_id, emoji from reactions'), [{ org_id: chaiId, emoji: '👍' }])

    const more = { context: { id: tea?.provider_id } }
    await say(written({ id: 'wamid.which', at: new Date(), from, part: { body: 'Green tea?' }, more }))
    assert.deepEqual([(await inbound(chaiId)).at(-1), (await inbound(banyanId)).at(-1)], ['Green tea?', 'Thanks'])

    await say(written({ id: 'wamid.stop', at: new Date(), from, part: { body: 'Stop' }, more }))
    for (const who of [banyan, chai]) assert.equal(await isUnsubscribed(who, 'app', phone), true)
    assert.deepEqual(await quarantine(), [])
  })

  test('spec 7.174, 16.36: a change of number reaches both, and what they write then goes to who wrote last', async () => {
    const system = { type: 'user_changed_number', wa_id: '919876522222', body: 'It changed' }
    const timestamp = String(Math.floor(Date.now() / 1000))
    await say(messagesOf(someNumber, { messages: [{ id: 'wamid.moved', from, timestamp, type: 'system', system }] }))
    for (const who of [banyan, chai]) {
      const { body } = await who.get(`/v1/contacts?phone_number=${encodeURIComponent('+919876522222')}`)
      assert.deepEqual(
        body.data.map((one: { phone_number: string }) => one.phone_number),
        ['+919876522222'],
      )
    }
    await say(written({ id: 'wamid.moved.first', at: new Date(), from: '919876522222', part: { body: 'My new one' } }))
    const texts = await samvad.rows<{ org_id: Uuid }>("select org_id from messages where text = 'My new one'")
    assert.deepEqual([texts, await quarantine()], [[{ org_id: banyanId }], []])
  })
})

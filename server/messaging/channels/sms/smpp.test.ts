// SMS through an organization's own account, through the whole program, with a third-party SMPP server.

import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { fund, startSamvad, type TestSamvad } from '../../../../test/harness.ts'
import { deferred, delivered, deliveriesOf, unresolved, until } from '../../../../test/mail-story.ts'
import { balanceOf } from '../../../../test/payments.ts'
import { startSmppServer } from '../../../../test/smpp/server.ts'
import {
  keptOf,
  received,
  SMS,
  setAccount,
  smppAccount,
  textTo,
  workedOff,
  writeSms,
} from '../../../../test/smpp/story.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const server = await startSmppServer()
after(() => server.close())
const samvad: TestSamvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 1000n)
samvad.startWorker()
const LONG = 'नमस्ते '.repeat(30)
const sentTo = (number: string) => server.taken.filter(({ to }) => `+${to}` === number)

beforeEach(() => {
  server.answer(() => 0)
  server.bindStatus = 0
})

describe('the account', () => {
  test('spec 7.41: it is set, sealed, shown without its password, and tested by a bind', async () => {
    const set = await asha.put(SMS, smppAccount(server.port))
    assert.equal(set.status, 200, set.text)
    const { channel, carrier, protocol, from, has_password, settings } = set.body
    assert.deepEqual([channel, carrier, protocol, from, has_password], ['sms', 'organization', 'smpp', 'ASHATX', true])
    assert.deepEqual([settings.window, settings.from_ton, settings.callback_key], [10, 5, undefined])
    assert.ok(!set.text.includes('kabir42'))
    const tested = await asha.post(`${SMS}/test`)
    assert.equal(tested.body.succeeded, true, tested.text)
    server.bindStatus = 0x0e
    const refused = await asha.post(`${SMS}/test`)
    assert.deepEqual([refused.status, refused.body.succeeded], [200, false])
    assert.equal(refused.body.details.at(-1).code, 'smpp_password_wrong')
    server.bindStatus = 0
    assert.equal(server.taken.length, 0)
  })

  test('spec 7.41: what is shown of it can be given again, by the same names', async () => {
    const given = { ...smppAccount(server.port), data_coding_gsm: 1, data_coding_ucs2: 24, window: 20 }
    const { protocol, from, settings } = (await asha.put(SMS, given)).body
    assert.deepEqual([settings.data_coding_gsm, settings.data_coding_ucs2, settings.window], [1, 24, 20])
    const said = Object.entries(settings).filter(([, value]) => value !== null && value !== '')
    const again = await asha.put(SMS, { protocol, from, ...Object.fromEntries(said) })
    assert.equal(again.status, 200, again.text)
    assert.deepEqual([again.body.settings, again.body.has_password], [settings, true])
    assert.equal((await asha.put(SMS, smppAccount(server.port))).status, 200)
  })

  test('spec 7.41: what cannot be is refused, with the field and what to do', async () => {
    const wrong: [object, string][] = [
      [{ host: 'not a host' }, 'host'],
      [{ host: '10.0.0.1' }, 'host'],
      [{ from: 'A HEADER TOO LONG' }, 'from'],
      [{ url: 'https://gateway.example' }, 'url'],
      [{ system_id: undefined }, 'system_id'],
      [{ dlt: { entity_id: '1', entity_tag: 0x1401 } }, 'dlt'],
    ]
    for (const [more, field] of wrong)
      assertRefused(await asha.put(SMS, smppAccount(server.port, more)), 422, 'invalid_content', field)
    assertRefused(
      await asha.put(SMS, { ...smppAccount(server.port, { port: 2776 }), password: undefined }),
      422,
      'invalid_content',
      'password',
    )
  })
})

describe('out', () => {
  test('spec 7.41: it leaves at its price with its header, and a receipt says that it arrived', async () => {
    const ravi = await textTo(asha)
    const before = Number(await balanceOf(samvad))
    const message = await writeSms(asha, ravi, 'Your order leaves today: ₹500')
    const row = await delivered(samvad, message, 'sent')
    assert.equal(message.price, '0.25')
    assert.equal(Math.round((before - Number(await balanceOf(samvad))) * 100), 25)
    const [sms] = sentTo(ravi.phone_number)
    assert.deepEqual(
      [sms?.from, sms?.fromTon, sms?.text, sms?.dataCoding, sms?.registeredDelivery, sms?.place],
      ['ASHATX', 5, 'Your order leaves today: ₹500', 8, 1, null],
    )
    assert.equal(row.provider_id, sms?.id)
    const kept = await keptOf(samvad, organizationId)
    assert.equal(await server.receipt(sms?.id ?? '', 'DELIVRD'), 0)
    assert.equal(await keptOf(samvad, organizationId), kept + 1, 'it is kept when it is answered')
    await workedOff(samvad, organizationId)
    await delivered(samvad, message, 'delivered')
  })

  test('spec 7.10, 7.41: what the provider refuses is given back; a rejection that comes later too', async () => {
    const ravi = await textTo(asha)
    const before = await balanceOf(samvad)
    server.answer(() => 0x0b)
    const refused = await delivered(samvad, await writeSms(asha, ravi, 'Hello'), 'failed')
    assert.equal(refused.error_code, 'esme_rinvdstadr')
    server.answer(() => 0)
    const late = await writeSms(asha, ravi, 'Hello again')
    const row = await delivered(samvad, late, 'sent')
    await server.receipt(row.provider_id ?? '', 'REJECTD', { err: '042' })
    await workedOff(samvad, organizationId)
    const failed = await delivered(samvad, late, 'failed')
    assert.deepEqual([failed.error_code, failed.error_detail], ['rejectd', 'The provider reported REJECTD, error 042.'])
    assert.equal(await balanceOf(samvad), before)
  })

  test('spec 7.11: what left and did not arrive stays paid for', async () => {
    const message = await writeSms(asha, await textTo(asha), 'Hello')
    const row = await delivered(samvad, message, 'sent')
    const before = await balanceOf(samvad)
    await server.receipt(row.provider_id ?? '', 'UNDELIV')
    await server.receipt(row.provider_id ?? '', 'UNDELIV')
    await workedOff(samvad, organizationId)
    await delivered(samvad, message, 'undelivered')
    assert.equal(await balanceOf(samvad), before)
  })

  test('spec 7.13, 7.41: a lost answer is unknown, and its receipt settles nothing that it does not name', async () => {
    server.answer(() => 'lose')
    const message = await writeSms(asha, await textTo(asha), 'Hello')
    await unresolved(samvad, message)
    assert.equal(server.unanswered.length, 1)
    server.answer(() => 0)
    await delivered(samvad, await writeSms(asha, await textTo(asha), 'Hello'), 'sent')
    assert.equal(server.unanswered.length, 1, 'it is not sent again by itself')
  })

  test('spec 7.41: too fast is no try, and it leaves once the provider takes it', async () => {
    let refusals = 0
    server.answer(() => (++refusals <= 2 ? (refusals === 1 ? 0x58 : 0x14) : 0))
    const ravi = await textTo(asha)
    const row = await delivered(samvad, await writeSms(asha, ravi, 'Hello'), 'sent')
    assert.equal(row.attempts, 1)
    assert.equal(sentTo(ravi.phone_number).length, 1)
  })
})

describe('long messages', () => {
  test('spec 7.42: it goes in parts under one reference, and has arrived once all of them have', async () => {
    const ravi = await textTo(asha)
    const message = await writeSms(asha, ravi, LONG)
    await delivered(samvad, message, 'sent')
    const parts = sentTo(ravi.phone_number)
    assert.ok(parts.length > 2)
    assert.equal(parts.map(({ text }) => text).join(''), LONG)
    assert.equal(new Set(parts.map(({ place }) => place?.[0])).size, 1)
    assert.deepEqual(
      parts.map(({ place }) => place?.[2]),
      parts.map((_, index) => index + 1),
    )
    for (const { id } of parts.slice(1)) await server.receipt(id, 'DELIVRD')
    await workedOff(samvad, organizationId)
    assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'sent')
    await server.receipt(parts[0]?.id ?? '', 'DELIVRD')
    await workedOff(samvad, organizationId)
    await delivered(samvad, message, 'delivered')
  })

  test('spec 7.42: only what was not taken is tried again, under the same reference', async () => {
    let refusals = 0
    server.answer(({ place }) => (place?.[2] === 2 && ++refusals === 1 ? 0x58 : 0))
    const ravi = await textTo(asha)
    await delivered(samvad, await writeSms(asha, ravi, LONG), 'sent')
    const parts = sentTo(ravi.phone_number)
    assert.equal(refusals, 2)
    const inOrder = parts.toSorted((one, other) => (one.place?.[2] ?? 0) - (other.place?.[2] ?? 0))
    assert.equal(inOrder.map(({ text }) => text).join(''), LONG, 'each part is there once')
    assert.equal(new Set(parts.map(({ place }) => place?.[0])).size, 1)
  })

  test('spec 7.42: given back only when none was taken; one that left in part is undelivered, and paid for', async () => {
    const before = Number(await balanceOf(samvad))
    server.answer(({ place }) => (place?.[2] === 1 ? 0x0b : 0))
    const ravi = await textTo(asha)
    await delivered(samvad, await writeSms(asha, ravi, LONG), 'failed')
    assert.equal(sentTo(ravi.phone_number).length, 0, 'nothing of it is at the phone')
    assert.equal(Number(await balanceOf(samvad)), before)
    server.answer(({ place }) => (place?.[2] === 2 ? 0x0b : 0))
    const other = await writeSms(asha, await textTo(asha), LONG)
    // It has the status `sent` for a moment only.
    const row = await delivered(samvad, other, 'undelivered')
    assert.equal(row.error_code, 'esme_rinvdstadr')
    assert.equal(Math.round((before - Number(await balanceOf(samvad))) * 100), 25)
  })

  test('spec 7.42: where the account says so it goes whole, for the provider to divide', async () => {
    await setAccount(asha, smppAccount(server.port, { long_messages: 'payload' }))
    const ravi = await textTo(asha)
    await delivered(samvad, await writeSms(asha, ravi, LONG), 'sent')
    assert.deepEqual(
      sentTo(ravi.phone_number).map(({ text, place }) => [text, place]),
      [[LONG, null]],
    )
    await setAccount(asha, smppAccount(server.port))
  })
})

describe('in', () => {
  const from = { source_addr: '919812300000', source_addr_ton: 1, source_addr_npi: 1, destination_addr: '56070' }
  const lastRead = () => received(samvad, organizationId)

  test('spec 7.43: what a contact writes is kept before it is answered, and read', async () => {
    await delivered(samvad, await writeSms(asha, await textTo(asha), 'Hello'), 'sent')
    assert.equal(await server.deliver({ ...from, data_coding: 0, short_message: 'Yes, €5 [please]' }), 0)
    const written = (await lastRead()).at(-1)
    assert.deepEqual([written?.from, written?.text], ['+919812300000', 'Yes, €5 [please]'])
    assert.equal(await server.deliver({ ...from, data_coding: 8, short_message: 'ठीक है 🙂' }), 0)
    assert.equal((await lastRead()).at(-1)?.text, 'ठीक है 🙂')
  })

  test('spec 7.43: the same written twice is two messages, unless the provider did not see our answer', async () => {
    const before = (await lastRead()).length
    await server.deliver({ ...from, short_message: 'Yes' })
    await server.deliver({ ...from, short_message: 'Yes' })
    assert.equal((await lastRead()).length, before + 2)
    const [session] = server.sessions()
    const brought = server.deliver({ ...from, short_message: 'And again' }, session)
    await brought
    // The connection ends before the provider can have received the response.
    server.cut()
    await delivered(samvad, await writeSms(asha, await textTo(asha), 'Hello'), 'sent').catch(() => {})
    await until(
      async () => server.sessions().length,
      (count) => count > 0,
    )
    await server.deliver({ ...from, short_message: 'And again' })
    assert.equal((await lastRead()).length, before + 3)
  })

  test('spec 7.43: the parts of a long one are put together in whichever order they come', async () => {
    const before = (await lastRead()).length
    const part = (place: number, text: string) => {
      const octets = Buffer.concat([Buffer.of(5, 0, 3, 77, 3, place), Buffer.from(text, 'latin1')])
      return server.deliver({ ...from, esm_class: 0x40, data_coding: 0, short_message: octets })
    }
    await part(3, 'now.')
    await part(1, 'I am ')
    assert.equal((await lastRead()).length, before)
    await part(2, 'coming ')
    const all = await lastRead()
    assert.equal(all.length, before + 1)
    assert.equal(all.at(-1)?.text, 'I am coming now.')
  })

  test('spec 7.43: what cannot be kept is not answered as kept', async () => {
    await samvad.rows(`create function keep_nothing() returns trigger language plpgsql
      as $$ begin raise 'the disk is full'; end $$`)
    await samvad.rows('create trigger no before insert on arrivals for each row execute function keep_nothing()')
    try {
      assert.notEqual(await server.deliver({ ...from, short_message: 'Lost?' }), 0)
    } finally {
      await samvad.rows('drop trigger no on arrivals')
      await samvad.rows('drop function keep_nothing')
    }
    assert.equal(await server.deliver({ ...from, short_message: 'Lost?' }), 0)
    assert.equal((await lastRead()).at(-1)?.text, 'Lost?')
  })
})

test('spec 7.44: an account that is away pauses nobody else, and what waits leaves once it is back', async () => {
  const banyan = await samvad.newCompany('Banyan Books')
  await fund(samvad, banyan.organizationId, 10n)
  const other = await startSmppServer()
  await setAccount(person(samvad, banyan), smppAccount(other.port))
  await other.close()
  const waiting = await writeSms(person(samvad, banyan), await textTo(person(samvad, banyan)), 'Hello')
  await deferred(samvad, waiting)
  await delivered(samvad, await writeSms(asha, await textTo(asha), 'Hello'), 'sent')
  const back = await startSmppServer({ port: other.port })
  after(() => back.close())
  await delivered(samvad, waiting, 'sent')
  assert.equal(back.taken.length, 1)
})

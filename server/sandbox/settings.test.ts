// Configuring the sandbox's providers: spec 16.20, 16.21.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { fund, startSamvad } from '../../test/harness.ts'
import { correspond, deferred, delivered, deliveriesOf, unresolved, write } from '../../test/mail-story.ts'
import { assertRefused, person } from '../../test/story.ts'
import { takeBehaviour } from './behaviour.ts'
import { createSandboxInbox } from './inbox.ts'

const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
const banyan = person(samvad, await samvad.newCompany('Banyan Books'))
await fund(samvad, company.organizationId, 100n)
samvad.startWorker()

const SETTINGS = '/v1/sandbox/settings'
const INBOX = '/v1/sandbox/messages'
const set = async (settings: object, who = asha) => {
  const { status, body, text } = await who.put(SETTINGS, settings)
  assert.equal(status, 200, text)
  return body
}
const settingsOf = async (channel: string, who = asha) =>
  (await who.get(SETTINGS)).body.data.find((one: { channel: string }) => one.channel === channel)
const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance

describe('spec 16.20: settings', () => {
  test('spec 16.20: at first a provider takes everything and reports by itself; what is not given stays', async () => {
    const sms = { channel: 'sms', receipts: 'automatic', fail_next: null }
    assert.deepEqual(await settingsOf('sms'), sms)
    assert.deepEqual(await set({ channel: 'sms', receipts: 'manual' }), { ...sms, receipts: 'manual' })
    const failing = { channel: 'sms', receipts: 'manual', fail_next: 'UNDELIV' }
    assert.deepEqual(await set({ channel: 'sms', fail_next: 'undeliv' }), failing)
    assert.deepEqual(await settingsOf('sms'), failing)
    assert.deepEqual(await set({ channel: 'sms', receipts: 'automatic' }), { ...failing, receipts: 'automatic' })
    assert.deepEqual(await set({ channel: 'sms', fail_next: null }), sms)
    assert.deepEqual((await banyan.get(SETTINGS)).body.data[2], sms, "nobody else's changed")
  })

  test('spec 16.20: a code is one that the provider of the channel has', async () => {
    const taken = {
      app: ['131047', 'rejected', 'timeout'],
      sms: ['ESME_RTHROTTLED', '0x58', '88', 'UNDELIV', 'rejected'],
      email: ['550 5.1.1', '5.1.1', '421', '552 5.2.2 mailbox full', 'timeout'],
    }
    const refused = {
      app: ['550 5.1.1', 'UNDELIV', '0'],
      sms: ['550 5.1.1', 'DELIVRD', 'ESME_ROK2'],
      email: ['250', '131047', '650 5.1.1', '5500', '2.0.0', 'ESME_RTHROTTLED'],
    }
    for (const [channel, all] of Object.entries(taken)) for (const fail_next of all) await set({ channel, fail_next })
    for (const [channel, all] of Object.entries(refused))
      for (const fail_next of all)
        assertRefused(await asha.put(SETTINGS, { channel, fail_next }), 422, 'invalid_content', 'fail_next')
    for (const channel of Object.keys(taken)) await set({ channel, fail_next: null })
    assertRefused(await asha.put(SETTINGS, { channel: 'email', receipts: 'never' }), 422, 'invalid_content', 'receipts')
  })

  test('spec 16.3, 16.20: a channel that the sandbox does not carry has no settings', async () => {
    const own = person(samvad, await samvad.newCompany('Own Server'))
    await own.put('/v1/channels/email', { host: 'mail.own.example', from: 'hello@own.example' })
    assert.equal((await own.get('/v1/channels/email')).body.carrier, 'organization')
    assertRefused(await own.put(SETTINGS, { channel: 'email', receipts: 'manual' }), 404, 'not_found')
    assert.equal(await settingsOf('email', own), undefined)
    assertRefused(await own.get(`${INBOX}?channel=email`), 404, 'not_found')
    assertRefused(await own.post(INBOX, { channel: 'email', from: 'a@shop.example', text: 'x' }), 404, 'not_found')
    assert.equal((await own.put(SETTINGS, { channel: 'sms', receipts: 'manual' })).status, 200)
    const off = await startSamvad({ SAMVAD_SANDBOX: 'off' })
    assertRefused(await person(off).get(SETTINGS), 404, 'not_found')
    assertRefused(await person(off).put(SETTINGS, { channel: 'sms', receipts: 'manual' }), 404, 'not_found')
  })
})

describe('spec 16.21: the next failure', () => {
  test('spec 16.21: a mail is refused with the reply that was wished, given back, and never arrives; the next one does', async () => {
    const ravi = await correspond(asha, 'ravi@shop.example')
    const before = await balance()
    await set({ channel: 'email', fail_next: '550 5.1.1 no such user' })
    const { error_code, error_detail } = await delivered(samvad, await write(asha, ravi), 'failed')
    assert.equal(error_code, 'refused')
    assert.match(error_detail ?? '', /550 5\.1\.1 no such user/)
    assert.equal(await balance(), before)
    assert.equal((await settingsOf('email')).fail_next, null)
    await delivered(samvad, await write(asha, ravi, { text: 'Again' }), 'sent')
    const arrived = (await asha.get(`${INBOX}?address=ravi@shop.example`)).body.data
    assert.deepEqual(
      arrived.map(({ text }: any) => text.trim()),
      ['Again'],
    )
  })

  test('spec 16.21: for now, and for no reason', async () => {
    const meena = await correspond(asha, 'meena@shop.example')
    await set({ channel: 'email', fail_next: '451' })
    const message = await write(asha, meena)
    const [tried] = await deliveriesOf(samvad, await message)
    const { due_at: dueAt } = await deferred(samvad, message)
    samvad.setClock(dueAt)
    samvad.app.wake('dispatch')
    assert.equal((await delivered(samvad, message, 'sent')).id, tried?.id)
    samvad.setClock(null)
    await set({ channel: 'email', fail_next: 'rejected' })
    const refused = await delivered(samvad, await write(asha, meena), 'failed')
    assert.match(refused.error_detail ?? '', /^554 5\.7\.1 /)
  })

  test('spec 7.14, 16.21: on a time-out the mail arrives and nobody knows it', async () => {
    const kiran = await correspond(asha, 'kiran@shop.example')
    await set({ channel: 'email', fail_next: 'timeout' })
    await unresolved(samvad, await write(asha, kiran))
    assert.equal((await asha.get(`${INBOX}?address=kiran@shop.example`)).body.data.length, 1)
    await delivered(samvad, await write(asha, kiran), 'sent')
  })

  test('spec 16.21: of many that ask at once exactly one gets it, and one that is undone leaves it', async () => {
    const { organizationId } = company
    const take = (fails = false) =>
      samvad.app.database.transaction(async (tx) => {
        const taken = await takeBehaviour(tx, organizationId, 'app')
        if (fails) throw new Error('undone')
        return taken
      }, organizationId)
    await set({ channel: 'app', fail_next: '131047', receipts: 'manual' })
    await assert.rejects(take(true), /undone/)
    const all = await Promise.all(Array.from({ length: 20 }, () => take()))
    assert.deepEqual(
      all.map(({ failCode }) => failCode).filter((code) => code !== null),
      ['131047'],
    )
    assert.ok(all.every(({ receipts }) => receipts === 'manual'))
    assert.deepEqual(await take(), { receipts: 'manual', failCode: null })
  })

  test('spec 16.21: of many that arrive together one fails, of each channel its own; an invitation takes none', async () => {
    const keep = createSandboxInbox(samvad.app)
    const { organizationId } = company
    const arriving = (channel: 'app' | 'email', delivery: boolean) =>
      keep(organizationId, {
        id: newUuid(),
        channel,
        from_address: 'us',
        address: 'them',
        subject: null,
        text: 'x',
        html: null,
        raw: 'x',
        received_at: samvad.app.clock(),
        delivery_id: delivery ? newUuid() : null,
        invitation_id: null,
      })
    await set({ channel: 'app', fail_next: '131026', receipts: 'automatic' })
    await set({ channel: 'email', fail_next: '550' })
    const invitations = await Promise.all(Array.from({ length: 3 }, () => arriving('email', false)))
    assert.deepEqual(
      invitations.map(({ failCode }) => failCode),
      [null, null, null],
    )
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => arriving(i % 2 === 0 ? 'app' : 'email', true)),
    )
    const failed = outcomes.map(({ failCode }) => failCode).filter((code) => code !== null)
    assert.deepEqual(failed.sort(), ['131026', '550'])
    const [row] = await samvad.rows("select count(*)::int from sandbox_messages where address = 'them'")
    assert.deepEqual(row, { count: 3 + 28 })
  })
})

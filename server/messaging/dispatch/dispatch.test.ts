// Dispatch, from an accepted message to the mail server. Verdicts compare the database with the server's own log.

import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { parseMicros } from '#kit/money.ts'
import { fund, startSamvad, type TestSamvad } from '../../../test/harness.ts'
import { correspond, deferred, delivered, deliveriesOf, unresolved, until, write } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { balanceOf } from '../../../test/payments.ts'
import { person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 1000n)
samvad.startWorker()

/** The price of an email: ₹0.15. */
const PRICE = 150_000n
const NOON = new Date('2026-03-10T06:30:00Z')
let contacts = 0
const somebody = () => correspond(asha, `customer${++contacts}@shop.example`)

/** Advances the program's clock and wakes dispatch. */
function later(ms: number): void {
  samvad.setClock(new Date(samvad.app.clock().getTime() + ms))
  samvad.app.wake('dispatch')
}

async function refunds(of: TestSamvad = samvad) {
  return of.rows<{ amount_micros: bigint; reverses_id: string; key: string }>(
    "select amount_micros, reverses_id, key from transactions where kind = 'refund' order by id",
  )
}

async function isIdle() {
  await until(
    () => samvad.rows("select 1 from deliveries where status = 'sending' and lease_until is not null"),
    (rows) => rows.length === 0,
  )
}

beforeEach(async () => {
  await isIdle()
  mailbox.answer(() => 'accept')
  mailbox.received.length = 0
  mailbox.unanswered.length = 0
  samvad.setClock(NOON)
})

describe('a message leaves', () => {
  test('spec 7.7, 7.11: an accepted email reaches the mail server once and is sent; the charge stays', async () => {
    const before = await balanceOf(samvad)
    const ravi = await somebody()
    const message = await write(asha, ravi, { subject: 'Your order', text: 'It leaves today.' })
    const [mail] = await mailbox.waitFor(1)
    assert.deepEqual(mail?.envelope.to, [ravi.email])
    assert.equal(mail?.subject, 'Your order')
    const delivery = await delivered(samvad, message, 'sent')
    assert.equal(delivery.attempts, 1)
    assert.equal(delivery.provider_id, mail?.headers['message-id'])
    const shown = await asha.get(`/v1/messages/${message.id}`)
    assert.equal(shown.body.status, 'sent')
    assert.equal(shown.body.error, null)
    assert.equal(parseMicros(await balanceOf(samvad)), (parseMicros(before) as bigint) - PRICE)
    assert.equal(mailbox.received.length, 1)
  })

  test('spec 7.2: a message to a group is one mail to each member, who does not see the others', async () => {
    const [ravi, meena] = [await somebody(), await somebody()]
    const group = await asha.make('/v1/groups', { name: 'Weavers', contacts: [ravi.contactId, meena.contactId] })
    const conversation = await asha.make('/v1/conversations', { group_id: group.id })
    const message = await write(asha, { conversationId: conversation.id }, { subject: 'Market day', text: 'Sunday' })
    await mailbox.waitFor(2)
    assert.deepEqual(mailbox.received.map(({ envelope }) => envelope.to).sort(), [[ravi.email], [meena.email]].sort())
    for (const { headers, envelope } of mailbox.received) assert.equal(headers.to, envelope.to[0])
    await until(
      () => deliveriesOf(samvad, message),
      (rows) => rows.every(({ status }) => status === 'sent'),
    )
  })

  test('spec 14.2: message.sent is written for an organization that asked for it, and for nobody else', async () => {
    const { organizationId } = samvad.company
    const told = () =>
      samvad.rows<{ type: string; payload: any }>(
        "select type, payload from events where type like 'message.%' order by id",
      )
    const quiet = await write(asha, await somebody())
    await delivered(samvad, quiet, 'sent')
    assert.deepEqual(await told(), [])
    await samvad.rows("insert into event_subscriptions values ($1, 'message.sent', 'test')", [organizationId])
    const message = await write(asha, await somebody())
    await delivered(samvad, message, 'sent')
    const events = await told()
    await samvad.rows('delete from event_subscriptions where org_id = $1', [organizationId])
    assert.equal(events.length, 1)
    assert.equal(events[0]?.payload.id, message.id)
    assert.equal(events[0]?.payload.status, 'sent')
    assert.equal(events[0]?.payload.delivery.status, 'sent')
  })
})

describe('a message does not leave at once', () => {
  test('spec 7.15: a temporary refusal is tried again later: one mail in the end, one charge, one Message-ID', async () => {
    mailbox.answer((_, tries) => (tries === 0 ? { code: 451, text: 'greylisted, come back' } : 'accept'))
    const before = await balanceOf(samvad)
    const reversed = await refunds()
    const message = await write(asha, await somebody())
    const waiting = await deferred(samvad, message)
    assert.equal(waiting.error_code, 'temporarily_refused')
    assert.match(waiting.error_detail ?? '', /451.*greylisted/)
    const waits = (waiting.due_at?.getTime() ?? 0) - NOON.getTime()
    assert.ok(waits >= 4000 && waits <= 5000, `${waits} ms`)
    assert.equal(mailbox.received.length, 0)

    later(6000)
    const [mail] = await mailbox.waitFor(1)
    const sent = await delivered(samvad, message, 'sent')
    assert.equal(sent.attempts, 2)
    assert.equal(sent.error_code, null)
    assert.equal(mail?.headers['message-id'], mailbox.unanswered[0]?.headers['message-id'])
    assert.equal(mailbox.received.length, 1)
    assert.equal(parseMicros(await balanceOf(samvad)), (parseMicros(before) as bigint) - PRICE)
    assert.deepEqual(await refunds(), reversed)
  })

  test('spec 7.10: what the mail server refuses for ever has failed, and its charge is reversed once', async () => {
    mailbox.answer(() => ({ code: 550, text: 'no such mailbox here', at: 'recipient' }))
    const before = await balanceOf(samvad)
    const known = (await refunds()).length
    const message = await write(asha, await somebody())
    const failed = await delivered(samvad, message, 'failed')
    assert.equal(failed.error_code, 'refused')
    const shown = await asha.get(`/v1/messages/${message.id}`)
    assert.equal(shown.body.status, 'failed')
    const { detail, details } = shown.body.error
    assert.match(detail, /no such mailbox here/)
    assert.deepEqual(details, [{ code: 'provider_said', params: { said: detail }, message: detail }])
    const added = (await refunds()).slice(known)
    assert.deepEqual(added, [
      { amount_micros: 150_000n, reverses_id: failed.transaction_id, key: `reversal:${failed.id}` },
    ])
    assert.equal(await balanceOf(samvad), before)

    mailbox.answer(() => 'accept')
    later(86_400_000)
    await isIdle()
    assert.equal((await deliveriesOf(samvad, message))[0]?.attempts, 1)
    assert.equal((await refunds()).length, known + 1)
    assert.equal(mailbox.received.length, 0)
  })

  test('spec 7.15, 4.19: after a day of temporary refusals it has failed, says so in codes, and its charge is reversed', async () => {
    mailbox.answer(() => ({ code: 421, text: 'too busy' }))
    const before = await balanceOf(samvad)
    const message = await write(asha, await somebody())
    for (let tries = 1; ; tries++) {
      const [row] = await until(
        () => deliveriesOf(samvad, message),
        ([first]) => first?.attempts === tries && first.status !== 'sending',
      )
      if (row?.status === 'failed') break
      assert.equal(row?.status, 'queued')
      later((row?.due_at?.getTime() ?? 0) - samvad.app.clock().getTime() + 10_000)
    }
    const [row] = await deliveriesOf(samvad, message)
    assert.equal(row?.attempts, 13)
    assert.match(row?.error_detail ?? '', /^Given up after 13 tries/)
    const error = async () => (await asha.get(`/v1/messages/${message.id}`)).body.error
    const { details } = await error()
    assert.deepEqual(details[0], { code: 'gave_up', params: { tries: 13 }, message: 'Given up after 13 tries.' })
    assert.equal(details[1].code, 'provider_said')
    await samvad.rows("update deliveries set error_detail = 'As an older process says it' where id = $1", [row?.id])
    assert.deepEqual([(await error()).detail, (await error()).details], ['As an older process says it', []])
    const tookHours = (samvad.app.clock().getTime() - NOON.getTime()) / 3_600_000
    assert.ok(tookHours > 18 && tookHours < 25, `${tookHours} h`)
    assert.equal(await balanceOf(samvad), before)
  })

  test('spec 7.13: a connection lost after the message went out is an unknown outcome: it stays, paid for, and is never sent again', async () => {
    mailbox.answer(() => 'drop')
    const before = await balanceOf(samvad)
    const known = (await refunds()).length
    const message = await write(asha, await somebody())
    const unknown = await unresolved(samvad, message)
    assert.equal(unknown.status, 'sending')
    assert.match(unknown.error_detail ?? '', /It is unknown whether the message was sent/)
    const shown = await asha.get(`/v1/messages/${message.id}`)
    assert.deepEqual([shown.body.status, shown.body.error.code], ['sending', 'outcome_unknown'])
    mailbox.answer(() => 'accept')
    later(86_400_000)
    // Another one is sent in the meantime, and no work is left.
    await delivered(samvad, await write(asha, await somebody()), 'sent')
    await until(
      () => samvad.rows("select 1 from due_work where kind = 'dispatch'"),
      (rows) => rows.length === 0,
    )
    assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'sending')
    assert.equal(mailbox.received.length, 1)
    assert.equal(mailbox.unanswered.length, 1)
    assert.equal((await refunds()).length, known)
    assert.equal(parseMicros(await balanceOf(samvad)), (parseMicros(before) as bigint) - 2n * PRICE)
  })

  test('spec 5.13: deleted while it waits for its second try, it is cancelled, reversed once and never sent', async () => {
    mailbox.answer(() => ({ code: 451 }))
    const before = await balanceOf(samvad)
    const ravi = await somebody()
    const message = await write(asha, ravi)
    const waiting = await deferred(samvad, message)
    assert.equal((await asha.delete(`/v1/conversations/${ravi.conversationId}`)).status, 204)
    mailbox.answer(() => 'accept')
    later(60_000)
    await isIdle()
    const [row] = await samvad.rows('select status from deliveries where id = $1', [waiting.id])
    assert.equal(row?.status, 'cancelled')
    assert.equal(mailbox.received.length, 0)
    assert.equal(await balanceOf(samvad), before)
  })
})

describe('a conversation is deleted while its message is under way', () => {
  async function deletedUnderWay(answer: 'accept' | { code: number }) {
    const held = Promise.withResolvers<typeof answer>()
    mailbox.answer(() => held.promise)
    const ravi = await somebody()
    const message = await write(asha, ravi)
    const sending = await delivered(samvad, message, 'sending')
    assert.equal((await asha.delete(`/v1/conversations/${ravi.conversationId}`)).status, 204)
    held.resolve(answer)
    return async (status: string) => {
      const [row] = await until(
        () => samvad.rows('select * from deliveries where id = $1', [sending.id]),
        ([first]) => first?.status === status,
      )
      return row
    }
  }

  test('spec 5.13, 7.11: it was sent, stays paid for, and nothing tells to whom', async () => {
    const before = await balanceOf(samvad)
    const becomes = await deletedUnderWay('accept')
    const row = await becomes('sent')
    for (const name of [
      'message_id',
      'conversation_id',
      'contact_id',
      'address',
      'provider_id',
      'error_detail',
      'error_details',
    ])
      assert.equal(row?.[name], null, name)
    assert.equal(parseMicros(await balanceOf(samvad)), (parseMicros(before) as bigint) - PRICE)
  })

  test('spec 5.13: refused for now, it is not tried again without its content, but cancelled and reversed', async () => {
    const before = await balanceOf(samvad)
    const becomes = await deletedUnderWay({ code: 451 })
    await becomes('cancelled')
    assert.equal(mailbox.received.length, 0)
    assert.equal(await balanceOf(samvad), before)
  })
})

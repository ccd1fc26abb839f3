// Notifications by SMS to verified numbers, over real SMPP.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raiseFence } from '#installation/actions.ts'
import { Fenced, forgetFence } from '#installation/fence.ts'
import {
  app,
  carrier,
  codeTo,
  give,
  HINDI,
  NUMBER,
  noticeFor,
  prove,
  samvad,
  server,
  smsTo,
  someone,
} from '../../../test/numbers-story.ts'
import { assertRefused } from '../../../test/story.ts'

test('spec 14.126: a notice goes to a verified number alone, in English and Hindi, each by its own template', async () => {
  const { who, ...made } = await someone()
  assert.equal((await carrier.send(noticeFor(made))).became, 'unreachable')
  const number = await give(who)
  assert.equal((await carrier.send(noticeFor(made))).became, 'unreachable', 'a number is not enough')
  await who.post(`${NUMBER}/verify`, { code: codeTo(number) })
  assert.equal((await carrier.send(noticeFor(made))).became, 'sent')
  const english = smsTo(number).at(-1)
  assert.deepEqual(
    [english?.text, english?.from, english?.dataCoding],
    ['Recharge completed: INR 1,000.00 were added.', 'SAMVDN', 0],
  )
  assert.equal(english?.tlvs[0x1401], '1107000000000000003')
  assert.equal((await carrier.send(noticeFor(made, HINDI))).became, 'sent')
  const hindi = smsTo(number).at(-1)
  assert.deepEqual([hindi?.text, hindi?.dataCoding], [`${HINDI.title}: ${HINDI.text}`, 8])
  assert.equal(hindi?.tlvs[0x1401], '1107000000000000004')
  // No template is registered for this one: the operators would drop it.
  const count = server.taken.length
  const unregistered = await carrier.send(noticeFor(made, { type: 'balance.low' }))
  assert.equal(unregistered.became, 'refused')
  assert.match(unregistered.detail, /dlt_template_missing/)
  assert.equal(server.taken.length, count)

  // The number applies in every organization, but only to its own user.
  const elsewhere = await samvad.newCompany('Dosa Den')
  assert.equal((await carrier.send(noticeFor({ ...elsewhere, userId: made.userId }))).became, 'sent')
  assert.equal((await carrier.send(noticeFor(elsewhere))).became, 'unreachable')
  assert.equal((await who.delete(NUMBER)).status, 204)
  assertRefused(await who.delete(NUMBER), 404, 'not_found')
  assert.equal((await carrier.send(noticeFor(made))).became, 'unreachable')
})

test('spec 14.127: a long notice is cut to three parts, and arrives as one text', async () => {
  const { who, ...made } = await someone()
  const number = await prove(who)
  const url = 'https://samvad.example/console'
  for (const one of [
    { text: 'word '.repeat(200), url },
    { ...HINDI, text: 'शब्द '.repeat(200), url },
  ]) {
    const before = smsTo(number).length
    assert.equal((await carrier.send(noticeFor(made, one))).became, 'sent')
    const parts = smsTo(number).slice(before)
    assert.deepEqual(
      parts.map(({ place }) => place?.slice(1)),
      [
        [3, 1],
        [3, 2],
        [3, 3],
      ],
    )
    const text = parts.map((part) => part.text).join('')
    assert.ok(text.endsWith(`... ${url}`), text)
  }
  assert.equal((await samvad.rows('select 1 from sms_parts')).length, 0, 'nothing of it is kept')
})

test('spec 14.128: what the provider says becomes what is known: refused, later, or nobody knows', async () => {
  const { who, ...made } = await someone()
  const number = await prove(who)
  const send = (more = {}) => carrier.send(noticeFor(made, more))
  try {
    server.answer(() => 0x58)
    const throttled = await send()
    assert.equal(throttled.became, 'deferred')
    assert.ok(throttled.retryAt && throttled.retryAt > new Date())
    server.answer(() => 0x0b)
    const refused = await send()
    assert.equal(refused.became, 'refused')
    assert.ok(!refused.detail.includes(number.slice(4)))
    const count = server.unanswered.length
    server.answer(() => 'lose')
    assert.equal((await send()).became, 'unknown')
    assert.equal(server.unanswered.length, count + 1)
    // The server rejects the second of three parts: the first was delivered, so the message is not sent again.
    server.answer(({ place }) => (place?.[2] === 2 ? 0x58 : 0))
    const inPart = await send({ text: 'word '.repeat(200) })
    assert.equal(inPart.became, 'unknown')
    server.answer(({ place }) => (place?.[2] === 1 ? 0x58 : 0))
    assert.equal((await send({ text: 'word '.repeat(200) })).became, 'deferred', 'nothing of it left')
  } finally {
    server.answer(() => 0)
  }
})

test('spec 14.128, 17.16: fenced, neither a notice nor a code leaves', async () => {
  const { who, ...made } = await someone()
  await prove(who)
  const count = server.taken.length
  await app.database.transaction((tx) => raiseFence(tx, 'a copy', app.clock()))
  forgetFence(app)
  try {
    await assert.rejects(carrier.send(noticeFor(made)), Fenced)
    assert.equal(server.taken.length, count)
  } finally {
    await samvad.rows('update installation set fenced_since = null, fenced_reason = null')
    forgetFence(app)
  }
})

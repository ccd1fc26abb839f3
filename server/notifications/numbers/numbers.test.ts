// Numbers verified by a code: over real SMPP, through the installation's account.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import {
  codeTo,
  give,
  NUMBER,
  newNumber,
  prove,
  samvad,
  sendCodes,
  smsTo,
  someone,
  wrong,
} from '../../../test/numbers-story.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { CODES_A_DAY_MAX, CODES_OF_NUMBER_A_DAY_MAX, CODES_OF_USER_A_DAY_MAX, WRONG_CODES_MAX } from './rules.ts'

test('spec 14.8, 14.120: a number is proven by the code that came to it, in English and in Hindi, and nobody pays for it', async () => {
  const { who, organizationId, userId } = await someone()
  assert.deepEqual((await who.get(NUMBER)).body, {
    phone_number: null,
    verified_at: null,
    code: null,
    updated_at: null,
  })
  assertRefused(await who.put(NUMBER, { phone_number: '98123' }), 422, 'invalid_content', 'phone_number')
  assertRefused(await who.put(NUMBER, { phone_number: '+911' }), 422, 'invalid_content', 'phone_number')
  const number = await give(who)
  const [sms] = smsTo(number)
  assert.match(sms?.text ?? '', /^\d{6} is your Samvad verification code/)
  assert.deepEqual([sms?.from, sms?.registeredDelivery], ['SAMVAD', 0])
  assert.deepEqual(sms?.tlvs, { [0x1400]: '1101000000000000001', [0x1401]: '1107000000000000001' })
  const asked = (await who.get(NUMBER)).body
  assert.deepEqual([asked.verified_at, asked.code.status, asked.code.tries_left], [null, 'sent', WRONG_CODES_MAX])
  assert.ok(asked.code.expires_at - Math.floor(Date.now() / 1000) <= 600)
  const [row] = await samvad.rows<{ text: string }>(
    'select n::text as text from notification_numbers n where user_id = $1',
    [userId],
  )
  assert.ok(!row?.text.includes(codeTo(number)), 'a hash alone is kept')
  const key = { headers: { 'idempotency-key': 'prove' } }
  const pasted = codeTo(number)
    .replace(/(...)/, '$1 ')
    .replace(/[0-9]/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)))
  const proven = await who.post(`${NUMBER}/verify`, { code: pasted }, key)
  assert.deepEqual([proven.status, proven.body.code, typeof proven.body.verified_at], [200, null, 'number'])
  const repeated = await who.post(`${NUMBER}/verify`, { code: pasted }, key)
  assert.deepEqual([repeated.status, repeated.body], [200, proven.body])
  assertRefused(await who.post(`${NUMBER}/verify`, { code: codeTo(number) }), 409, 'conflict')
  // Entering the same number again changes nothing and sends no SMS.
  assert.deepEqual((await who.put(NUMBER, { phone_number: number })).body, proven.body)
  await sendCodes()
  assert.equal(smsTo(number).length, 1)

  const other = await give(who, newNumber(), { language: 'hi' })
  const [hindi] = smsTo(other)
  assert.match(hindi?.text ?? '', /^\d{6} आपका Samvad कोड है/)
  assert.equal(hindi?.dataCoding, 8)
  assert.equal((await who.get(NUMBER)).body.verified_at, null, 'another number is proven anew')
  for (const table of ['messages', 'deliveries', 'transactions', 'sms_parts', 'arrivals']) {
    const rows = await samvad.rows(`select 1 from ${table} where org_id = $1`, [organizationId])
    assert.equal(rows.length, 0, table)
  }
})

test('spec 14.121: five wrong codes lock it, however many are tried at once; another code opens it again', async () => {
  const { who } = await someone()
  const number = await give(who)
  const right = codeTo(number)
  const tried = await Promise.all(
    Array.from({ length: 12 }, () => who.post(`${NUMBER}/verify`, { code: wrong(right) })),
  )
  assert.equal(tried.filter(({ status }) => status === 422).length, WRONG_CODES_MAX)
  assert.ok(tried.every(({ status }) => status === 422 || status === 409))
  assertRefused(await who.post(`${NUMBER}/verify`, { code: right }), 409, 'conflict')
  assert.equal((await who.get(NUMBER)).body.code.tries_left, 0)
  await give(who, number)
  assertRefused(await who.post(`${NUMBER}/verify`, { code: wrong(codeTo(number)) }), 422, 'invalid_content', 'code')
  assert.equal((await who.post(`${NUMBER}/verify`, { code: codeTo(number) })).status, 200)
})

test('spec 14.121: a code is of one person, one number and one asking, and holds for ten minutes', async () => {
  const [one, other] = [await someone(), await someone()]
  const number = await give(one.who)
  const code = codeTo(number)
  await give(other.who, number)
  if (codeTo(number) !== code)
    assertRefused(await other.who.post(`${NUMBER}/verify`, { code }), 422, 'invalid_content', 'code')
  // The hash of one user's code does not verify another user's.
  await samvad.rows(
    `update notification_numbers n set code_hash = o.code_hash from notification_numbers o
      where n.user_id = $1 and o.user_id = $2`,
    [other.userId, one.userId],
  )
  assertRefused(await other.who.post(`${NUMBER}/verify`, { code }), 422, 'invalid_content', 'code')
  const second = await give(one.who)
  if (codeTo(second) !== code)
    assertRefused(await one.who.post(`${NUMBER}/verify`, { code }), 422, 'invalid_content', 'code')
  samvad.setClock(new Date(Date.now() + 601_000))
  try {
    assertRefused(await one.who.post(`${NUMBER}/verify`, { code: codeTo(second) }), 409, 'conflict')
  } finally {
    samvad.setClock(null)
  }
  assert.equal((await one.who.post(`${NUMBER}/verify`, { code: codeTo(second) })).status, 200)
  assertRefused(await (await someone()).who.post(`${NUMBER}/verify`, { code }), 404, 'not_found')
})

test('spec 14.122: a day has five codes of a person, five to a number whoever asks, and an end for all', async () => {
  const { who } = await someone()
  for (let n = 0; n < CODES_OF_USER_A_DAY_MAX; n++) await give(who)
  const sixth = await who.put(NUMBER, { phone_number: newNumber() })
  assertRefused(sixth, 429, 'rate_limited')
  assert.ok(Number(sixth.headers.get('retry-after')) > 0)
  const number = newNumber()
  for (let n = 0; n < CODES_OF_NUMBER_A_DAY_MAX; n++) await give((await someone()).who, number)
  assertRefused(await (await someone()).who.put(NUMBER, { phone_number: number }), 429, 'rate_limited')
  assert.equal(smsTo(number).length, CODES_OF_NUMBER_A_DAY_MAX)
  // Parallel requests do not exceed the limit.
  const crowd = await someone()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => crowd.who.put(NUMBER, { phone_number: newNumber() })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, CODES_OF_USER_A_DAY_MAX)
  await samvad.rows(
    `insert into notification_codes (id, user_id, number_hash, created_at)
     select gen_random_uuid(), gen_random_uuid(), '', now() from generate_series(1, ${CODES_A_DAY_MAX})`,
  )
  assertRefused(await (await someone()).who.put(NUMBER, { phone_number: newNumber() }), 429, 'rate_limited')
  samvad.setClock(new Date(Date.now() + 24 * 3_600_000 + 60_000))
  try {
    assert.equal((await who.put(NUMBER, { phone_number: newNumber() })).status, 200)
  } finally {
    samvad.setClock(null)
    await samvad.rows('delete from notification_codes')
    await samvad.rows("update notification_numbers set code_status = 'refused' where code_status = 'waiting'")
  }
})

test('spec 14.124: the number of somebody who is a member nowhere any more goes', async () => {
  const { who, organizationId } = await someone()
  const member = await samvad.newMember(organizationId, 'agent')
  const elsewhere = await samvad.newCompany('Egg Emporium')
  await samvad.rows(
    "insert into memberships (org_id, user_id, role_name, created_at) values ($1, $2, 'agent', now())",
    [elsewhere.organizationId, member.userId],
  )
  await prove(person(samvad, member))
  const kept = () => samvad.rows('select 1 from notification_numbers where user_id = $1', [member.userId])
  const userId = publicId('user', member.userId)
  assert.equal((await who.delete(`/v1/users/${userId}`)).status, 204)
  assert.equal((await kept()).length, 1, 'it is theirs, and they are a member elsewhere')
  assert.equal((await person(samvad, elsewhere).delete(`/v1/users/${userId}`)).status, 204)
  assert.equal((await kept()).length, 0)
})

test('spec 14.125: without a real account the code is in the sandbox of who asked; without either it is refused', async () => {
  const trying = await startSamvad({})
  trying.startWorker()
  const asha = person(trying)
  const phone_number = newNumber()
  assert.equal((await asha.put(NUMBER, { phone_number })).status, 200)
  const [found] = await until(
    async () =>
      (await asha.get(`/v1/sandbox/messages?channel=sms&address=${encodeURIComponent(phone_number)}`)).body.data,
    (rows) => rows.length > 0,
  )
  const colleague = person(trying, await trying.newMember(trying.company.organizationId, 'admin'))
  assert.deepEqual((await colleague.get('/v1/sandbox/messages')).body.data, [], 'nobody else reads it')
  assertRefused(await colleague.get(`/v1/sandbox/messages/${found.id}`), 404, 'not_found')
  const code = /^\d{6}/.exec(found.text)?.[0]
  await until(
    async () => (await asha.get(NUMBER)).body.code.status,
    (status) => status === 'sent',
  )
  assert.equal((await asha.post(`${NUMBER}/verify`, { code })).status, 200)

  const off = await startSamvad({ SAMVAD_SANDBOX: 'off' })
  assertRefused(await person(off).put(NUMBER, { phone_number }), 422, 'channel_unavailable')
})

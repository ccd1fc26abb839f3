// spec 13.1, 13.6 to 13.11: usage reports.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { dayStart } from '#kit/india/calendar.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import { createReceiptTaker } from '#messaging/receipts/taker.ts'
import { usageJobs } from '#money/usage/jobs.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { bookRerates, newOperator, publish, senderOf, tiers } from '../../../test/prices.ts'
import { approvedRefund } from '../../../test/refunds.ts'
import { assertRefused, person, walk } from '../../../test/story.ts'

const samvad = await startSamvad()
const operator = await newOperator(samvad)
const dispatcher = createDispatcher(samvad.app, {
  email: {
    send: async ({ deliveryId }) => ({ outcome: 'accepted', providerId: deliveryId }),
    async close() {},
  },
})
const USAGE = '/api/v1/billing/usage'
const noon = (day: string) => new Date(`${day}T06:30:00Z`)

/** Sets the clock to noon of the day, where it stays. */
async function company(name: string, day: string, rupees = 100n) {
  samvad.setClock(noon(day))
  const made = await samvad.newCompany(name)
  const { conversationId } = await readyToSend(samvad, made, rupees)
  const who = person(samvad, made)
  const draft = { conversation_id: conversationId, channel: 'email', text: 'Namaste' }
  const usage = async (query: string) => {
    const { status, body, text } = await who.get(`${USAGE}?${query}`)
    assert.equal(status, 200, text)
    return body
  }
  return { company: made, conversationId, who, draft, usage, send: () => who.make('/v1/messages', draft) }
}

const without = (rows: Record<string, unknown>[]) => rows.map(({ id: _, ...row }) => row)

test('spec 13.1: usage is broken down by what is asked for, with the sum of everything', async () => {
  const { company: asha, usage, send, conversationId } = await company('Asha Mills', '2026-10-30')
  await send()
  await send()
  samvad.setClock(noon('2026-11-02'))
  await send()
  await senderOf(samvad, asha, conversationId).send('sms', ['One'])
  const user = publicId('user', asha.userId)
  const counts = (messages: number, amount: string) => ({ messages, sent: messages, delivered: 0, failed: 0, amount })
  const period = 'from=2026-10-01&to=2026-11-30'

  const all = await usage(`${period}&group_by=month,channel,kind,campaign,list,user`)
  const rest = { campaign: null, list: null, user }
  assert.deepEqual(
    { ...all, data: without(all.data) },
    {
      from: dayStart('2026-10-01').getTime() / 1000,
      to: dayStart('2026-12-01').getTime() / 1000,
      currency: 'INR',
      total: counts(4, '0.70'),
      has_more: false,
      data: [
        { month: '2026-11', channel: 'email', kind: 'email', ...rest, ...counts(1, '0.15') },
        { month: '2026-11', channel: 'sms', kind: 'sms', ...rest, ...counts(1, '0.25') },
        { month: '2026-10', channel: 'email', kind: 'email', ...rest, ...counts(2, '0.30') },
      ],
    },
  )
  assert.deepEqual(without((await usage(`${period}&group_by=day`)).data), [
    { day: '2026-11-02', ...counts(2, '0.40') },
    { day: '2026-10-30', ...counts(2, '0.30') },
  ])
  // By default by channel, for the current month up to today.
  assert.deepEqual(without((await usage('')).data), [
    { channel: 'email', ...counts(1, '0.15') },
    { channel: 'sms', ...counts(1, '0.25') },
  ])
  assert.equal((await usage('from=2026-10-31&to=2026-11-01')).total.messages, 0)
  samvad.setClock(null)
})

test("spec 13.1: days are India's, and an instant that is no midnight there is refused, as is what makes no sense", async () => {
  // Half an hour before and after midnight in India.
  samvad.setClock(new Date('2026-10-31T18:00:00Z'))
  const { who, usage, send } = await company('Bela Silks', '2026-10-31')
  samvad.setClock(new Date('2026-10-31T18:00:00Z'))
  await send()
  samvad.setClock(new Date('2026-10-31T19:00:00Z'))
  await send()
  const midnight = dayStart('2026-11-01').getTime() / 1000
  assert.equal((await usage(`from=2026-10-01&to=${midnight}`)).total.messages, 1)
  assert.equal((await usage('from=2026-11-01')).total.messages, 1)
  assert.equal((await usage('from=2026-10-31&to=2026-11-01')).total.messages, 2)
  assertRefused(await who.get(`${USAGE}?from=${midnight + 1}`), 422, 'invalid_content', 'from')
  assertRefused(await who.get(`${USAGE}?from=2026-10-01&to=2026-10-31T00:00:00Z`), 422, 'invalid_content', 'to')
  assertRefused(await who.get(`${USAGE}?from=2026-10-02&to=2026-09-30`), 400, 'invalid_query', 'to')
  for (const wrong of ['', 'channels', 'channel,,day', 'day,month', 'day,day'])
    assertRefused(await who.get(`${USAGE}?group_by=${wrong}`), 400, 'invalid_query', 'group_by')
  samvad.setClock(null)
})

test('spec 13.6, 13.17: what was given back does not count as sent, and its money counts on the day of its booking', async () => {
  const { usage, send, who } = await company('Chitra Dairy', '2026-09-15')
  const first = await send()
  await send()
  samvad.setClock(noon('2026-11-03'))
  assert.equal((await who.delete(`/v1/messages/${first.id}`)).status, 204)
  const { data, total } = await usage('from=2026-09-01&to=2026-11-30&group_by=month')
  assert.deepEqual(without(data), [
    { month: '2026-11', messages: 0, sent: 0, delivered: 0, failed: 0, amount: '-0.15' },
    { month: '2026-09', messages: 2, sent: 1, delivered: 0, failed: 0, amount: '0.30' },
  ])
  assert.equal(total.amount, '0.15')
  samvad.setClock(null)
})

test('spec 13.8: a re-rate is of the messages that it makes cheaper, and a refund of one charge of that of its user', async () => {
  samvad.setClock(noon('2026-10-10'))
  const made = await samvad.newCompany('Ekta Pharma')
  await publish(samvad, operator, made.organizationId, { sms: { mode: 'volume', tiers: tiers('1.00', 3, '0.40') } })
  const { conversationId } = await readyToSend(samvad, made, 100n)
  const second = await samvad.newMember(made.organizationId, 'owner')
  const who = person(samvad, made)
  await senderOf(samvad, made, conversationId).send('sms', ['one', 'two'])
  const { contact_id } = (await who.get(`/v1/conversations/${conversationId}`)).body
  const { id: own } = await person(samvad, second).make('/v1/conversations', { contact_id })
  await senderOf(samvad, { ...made, userId: second.userId }, own).send('sms', ['three', 'four'])
  samvad.setClock(noon('2026-10-11'))
  await bookRerates(samvad)
  const rows = async (query: string) =>
    (await who.get(`${USAGE}?from=2026-10-01&to=2026-10-31&${query}`)).body.data.map(
      ({ user, day, messages, amount }: Record<string, unknown>) => [day, user, messages, amount],
    )
  const [one, two] = [made, second].map(({ userId }) => publicId('user', userId))
  assert.deepEqual(
    new Set(await rows('group_by=day,user')),
    new Set([
      ['2026-10-11', one, 0, '-1.20'],
      ['2026-10-11', two, 0, '-0.60'],
      ['2026-10-10', one, 2, '2.00'],
      ['2026-10-10', two, 2, '1.40'],
    ]),
  )
  samvad.setClock(null)
})

test('spec 13.8: a refund is of the kind of its charge, and of none where the charge was for several', async () => {
  samvad.setClock(noon('2026-10-10'))
  const made = await samvad.newCompany('Divya Steels')
  await publish(samvad, operator, made.organizationId, { app_session: { tiers: tiers('0.65') } })
  const { conversationId } = await readyToSend(samvad, made, 100n)
  await samvad.rows('update contacts set last_inbound_at = $1 where org_id = $2', [
    samvad.app.clock(),
    made.organizationId,
  ])
  await senderOf(samvad, made, conversationId).send('app', ['one', 'two'])
  // As if the second message had been a template of the same price: one charge for both.
  await samvad.rows(
    `update deliveries set status = 'sent', due_at = null,
            kind = case when month_number = 2 then 'app_template' else kind end where org_id = $1`,
    [made.organizationId],
  )
  await samvad.rows(
    `update daily_usage set message_count = 1, delivery_count = 1, unit_count = 1, amount_micros = 650000
      where org_id = $1`,
    [made.organizationId],
  )
  await samvad.rows(
    `insert into daily_usage (org_id, day, channel, kind, user_id, price_list_id, message_count, delivery_count,
                              unit_count, amount_micros)
     select org_id, day, channel, 'app_template', user_id, price_list_id, 1, 1, 1, 650000
       from daily_usage where org_id = $1`,
    [made.organizationId],
  )
  const who = person(samvad, made)
  const [charge] = (await who.get('/api/v1/billing/transactions?kind=deduction')).body.data
  await approvedRefund(samvad, operator, { transaction_id: charge.id, amount: '0.10' }, made)
  const { data, total } = (await who.get(`${USAGE}?from=2026-10-01&to=2026-10-31&group_by=channel,kind`)).body
  assert.deepEqual(
    data.map(({ channel, kind, amount }: Record<string, unknown>) => [channel, kind, amount]),
    [
      ['app', 'app_session', '0.65'],
      ['app', 'app_template', '0.65'],
      ['app', 'unattributed', '-0.10'],
    ],
  )
  assert.equal(total.amount, '1.20')
  samvad.setClock(null)
})

test('spec 13.7: what arrived and what failed is told at once, and the same after it is counted', async () => {
  const { company: farida, usage, send } = await company('Farida Stores', '2026-10-10')
  for (let sent = 0; sent < 4; sent++) await send()
  await dispatcher.run(new AbortController().signal)
  const rows = await samvad.rows<{ id: Uuid }>('select id from deliveries where org_id = $1 order by id', [
    farida.organizationId,
  ])
  samvad.setClock(noon('2026-10-12'))
  const statuses = ['delivered', 'read', 'undelivered', 'failed'] as const
  await createReceiptTaker(samvad.app)(
    statuses.map((status, index) => ({
      organizationId: farida.organizationId,
      channel: 'email' as const,
      delivery: { id: rows[index]?.id as Uuid },
      status,
      time: samvad.app.clock(),
      error: null,
    })),
  )
  const expected = [
    { day: '2026-10-12', messages: 0, sent: 0, delivered: 0, failed: 0, amount: '-0.15' },
    { day: '2026-10-10', messages: 4, sent: 3, delivered: 2, failed: 2, amount: '0.60' },
  ]
  const read = async () => without((await usage('from=2026-10-01&to=2026-10-31&group_by=day')).data)
  assert.deepEqual(await read(), expected)
  for (const job of usageJobs(samvad.app)) await job.run(new AbortController().signal)
  assert.equal((await samvad.rows('select from usage_outcomes')).length, 0)
  assert.deepEqual(await read(), expected)
  samvad.setClock(null)
})

test('spec 13.9: it is read in pages, in both directions, and a row that is not there is no place to go on from', async () => {
  const { company: gita, who } = await company('Gita Books', '2026-10-31')
  // 30 days, three users and two channels.
  await samvad.rows(
    `insert into daily_usage (org_id, day, channel, kind, user_id, message_count, delivery_count, unit_count,
                              amount_micros, booked_back_micros)
     select $1, '2026-10-01'::date + day, channel, channel, case when who > 0 then lpad(who::text, 32, '0')::uuid end,
            0, 0, 0, who * 10000 + 10000, who * 10000 + 10000
       from generate_series(0, 29) as day, generate_series(0, 2) as who,
            unnest(array['email', 'sms']) as channel`,
    [gita.organizationId],
  )
  const path = `${USAGE}?from=2026-10-01&to=2026-10-31&group_by=day,user,channel`
  const rows = await walk(who, path, 7)
  assert.equal(rows.length, 180)
  assert.equal(new Set(rows.map(({ id }) => id)).size, 180)
  assert.deepEqual(
    rows.slice(0, 6).map(({ day, channel }) => [day, channel]),
    [
      ['2026-10-30', 'email'],
      ['2026-10-30', 'email'],
      ['2026-10-30', 'email'],
      ['2026-10-30', 'sms'],
      ['2026-10-30', 'sms'],
      ['2026-10-30', 'sms'],
    ],
  )
  assert.equal(rows[2]?.user, null, 'what has no value stands last')
  for (const limit of [1, 2]) {
    const days = await walk(who, `${USAGE}?from=2026-10-01&to=2026-10-31&group_by=day`, limit)
    assert.equal(days.length, 30, 'a row for each day, however short the pages are')
  }
  const before = (await who.get(`${path}&limit=5&ending_before=${rows[100].id}`)).body
  assert.deepEqual(before.data, rows.slice(95, 100))
  assert.equal(before.has_more, true)
  const other = (await who.get(`${path.replace('day,', 'month,')}&limit=1`)).body.data[0].id
  for (const cursor of ['nothing', other, Buffer.from('[1]').toString('base64url')])
    assertRefused(await who.get(`${path}&starting_after=${cursor}`), 400, 'unknown_cursor', 'starting_after')
  await samvad.rows('delete from daily_usage where org_id = $1', [gita.organizationId])
  samvad.setClock(null)
})

test('spec 13.11, 1.1: only operators see usage by organization, and nobody another one', async () => {
  const { company: hema, who, send } = await company('Hema Cotton', '2027-01-10')
  await send()
  const stranger = person(samvad, (await company('Isha Foods', '2027-01-10')).company)
  const path = `${USAGE}?from=2027-01-01&to=2027-01-31`
  assert.equal((await stranger.get(path)).body.total.messages, 0)
  assertRefused(await who.get(`${path}&group_by=organization`), 403, 'permission_denied')
  const { data, total } = (await person(samvad, operator).get(`${path}&group_by=organization,channel`)).body
  assert.deepEqual(
    data.map(({ organization, messages, amount }: Record<string, unknown>) => [organization, messages, amount]),
    [[publicId('org', (hema as Company).organizationId), 1, '0.15']],
  )
  assert.equal(total.amount, '0.15')
  samvad.setClock(null)
})

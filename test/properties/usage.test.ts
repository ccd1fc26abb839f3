// spec 13.10: whatever is sent, re-rated, cancelled, refunded and granted on whatever days, usage equals the ledger to
// the micro-rupee, for every day and channel, and its groups add up to its total, whatever it is grouped by.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { indianDate } from '#kit/india/calendar.ts'
import type { Micros } from '#kit/money.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { usageJobs } from '#money/usage/jobs.ts'
import fc, { SLOW_CASES_OF_RARE_EVENTS } from '../cases.ts'
import { readyToSend } from '../company.ts'
import { startSamvad } from '../harness.ts'
import { bookRerates, newOperator, publish, senderOf, tiers } from '../prices.ts'
import { askForRefund, decideOn } from '../refunds.ts'
import { person, walk } from '../story.ts'
import { grant, signed } from '../usage.ts'

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url)
const HOUR_MS = 3600_000
const BEGIN = new Date('2026-10-29T10:00:00Z')

const samvad = await startSamvad()
const operator = await newOperator(samvad)

type Step =
  | { send: ChannelName; count: number; user: number }
  | { takeBack: number }
  | { refund: number; part: boolean }
  | { grant: bigint }
  | { book: true }
  | { hours: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      send: fc.constantFrom<ChannelName>('sms', 'email', 'app'),
      count: fc.integer({ min: 1, max: 5 }),
      user: fc.nat(1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ takeBack: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ refund: fc.nat(), part: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ grant: fc.bigInt(1n, 900n) }) },
  { weight: 2, arbitrary: fc.constant({ book: true as const }) },
  { weight: 3, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 40 }) }) },
)

/** At least one step of each kind, because chance may omit some. */
const everything: Step[] = [
  { send: 'email', count: 2, user: 0 },
  { refund: 0, part: true },
  { send: 'sms', count: 5, user: 0 },
  { book: true },
  { hours: 30 },
  { takeBack: 0 },
]

test('spec 13.10: usage is what the ledger booked, day by day, and however it is grouped its rows add up to the total', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 18 }), async (steps) => {
      let now = BEGIN
      samvad.setClock(now)
      const company = await samvad.newCompany('Lotus Bank')
      await publish(samvad, operator, company.organizationId, {
        sms: { mode: 'volume', tiers: tiers('1.00', 4, '0.123456', 8, '0.10') },
      })
      const { conversationId } = await readyToSend(samvad, company, 1000n)
      await samvad.rows(`update contacts set last_inbound_at = '2026-12-01' where org_id = $1`, [
        company.organizationId,
      ])
      const second = await samvad.newMember(company.organizationId, 'owner')
      const who = person(samvad, company)
      const { contact_id } = (await who.get(`/v1/conversations/${conversationId}`)).body
      const other = await person(samvad, second).make('/v1/conversations', { contact_id })
      const senders = [
        senderOf(samvad, company, conversationId),
        senderOf(samvad, { ...company, userId: second.userId }, other.id),
      ]
      for (const one of steps) {
        if ('send' in one) {
          await senders[one.user]?.send(
            one.send,
            Array.from({ length: one.count }, () => 'Namaste'),
          )
        } else if ('takeBack' in one) {
          const { data } = (await who.get(`/v1/messages?conversation_id=${conversationId}&limit=100`)).body
          if (data.length > 0) await who.delete(`/v1/messages/${data[one.takeBack % data.length].id}`)
        } else if ('refund' in one) {
          await samvad.rows(
            `update deliveries set status = 'sent', due_at = null where org_id = $1 and status = 'queued'
            and channel = 'email'`,
            [company.organizationId],
          )
          const { data } = (await who.get('/api/v1/billing/transactions?kind=deduction&channel=email&limit=100')).body
          const charge = data[one.refund % Math.max(data.length, 1)]
          const amount = one.part ? { amount: '0.01' } : {}
          const asked = charge && (await askForRefund(samvad, { transaction_id: charge.id, ...amount }, company))
          if (asked?.status === 201) await decideOn(samvad, operator, asked.body, 'approve', {}, company)
        } else if ('grant' in one) await grant(samvad, company, one.grant * 10_000n)
        else if ('book' in one) await bookRerates(samvad)
        else samvad.setClock((now = new Date(now.getTime() + one.hours * HOUR_MS)))
      }
      await bookRerates(samvad)
      // Some messages were delivered, some were not.
      await samvad.rows(
        `with ended as (
           update deliveries set status = case month_number % 2 when 0 then 'delivered' else 'undelivered' end
            where org_id = $1 and status = 'sent' and month_number % 3 > 0 returning *)
         insert into usage_outcomes (org_id, id, day, channel, kind, transaction_id, delivered_count, failed_count)
         select org_id, id, (created_at at time zone 'Asia/Kolkata')::date, channel, kind, transaction_id,
                (status = 'delivered')::int, (status = 'undelivered')::int from ended`,
        [company.organizationId],
      )
      for (const job of usageJobs(samvad.app)) await job.run(new AbortController().signal)

      const ledger = await samvad.rows<{ at: Date; channel: string; micros: Micros }>(
        `select completed_at as at, channel, -amount_micros as micros from transactions
          where org_id = $1 and status = 'completed' and counter_account like 'revenue:%'`,
        [company.organizationId],
      )
      const expected = new Map<string, Micros>()
      for (const { at, channel, micros } of ledger) {
        const name = `${indianDate(at)} ${channel}`
        expected.set(name, (expected.get(name) ?? 0n) + micros)
      }
      const path = '/api/v1/billing/usage?from=2026-10-01&to=2026-12-31'
      const days = await walk(who, `${path}&group_by=channel,day`, 50)
      assert.deepEqual(new Map(days.map(({ day, channel, amount }) => [`${day} ${channel}`, signed(amount)])), expected)
      for (const by of ['kind', 'user', 'month', 'campaign', 'list', 'month,channel,kind,user', 'day,user']) {
        const { total } = (await who.get(`${path}&group_by=${by}`)).body
        const rows = await walk(who, `${path}&group_by=${by}`, 100)
        assert.equal(
          signed(total.amount),
          [...expected.values()].reduce((sum, micros) => sum + micros, 0n),
          by,
        )
        assert.equal(
          rows.reduce((sum, { amount }) => sum + signed(amount), 0n),
          signed(total.amount),
          by,
        )
        assert.equal(
          rows.reduce((sum, { messages }) => sum + messages, 0),
          total.messages,
          by,
        )
      }
    }),
    { numRuns: SLOW_CASES_OF_RARE_EVENTS, endOnFailure: true, examples: [[everything]] },
  )
  const [seen] = await samvad.rows(
    `select count(*) filter (where key like 'rerate:%') as rerates,
            count(*) filter (where key like 'reversal:%') as reversals,
            count(*) filter (where key like 'refund:%') as refunds from transactions`,
  )
  assert.ok(seen?.rerates > 0n && seen?.reversals > 0n && seen?.refunds > 0n, 'the runs came past what they are about')
  samvad.setClock(null)
})

test('spec 13.10: what was there before it was counted this way is counted by the migration, as it would have been', async () => {
  const [name] = readdirSync(MIGRATIONS).filter((file) => file.endsWith('_usage_by_booking.sql'))
  const migration = readFileSync(new URL(name as string, MIGRATIONS), 'utf8')
  const counting = migration.slice(
    migration.indexOf('insert into daily_usage'),
    migration.indexOf('-- What a month came to'),
  )
  const all = `select org_id, day, channel, kind, user_id, campaign_id, price_list_id, message_count, delivery_count,
                      amount_micros, booked_back_micros, delivered_count, failed_count
                 from daily_usage where message_count <> 0 or delivery_count <> 0 or reversed_count <> 0
                   or booked_back_micros <> 0 or delivered_count <> 0 or failed_count <> 0
                order by 1, 2, 3, 4, 5, 6, 7`
  const client = await samvad.app.database.pool.connect()
  try {
    await client.query('begin')
    const counted = (await client.query(all)).rows
    assert.ok(counted.length > 20)
    await client.query('delete from daily_usage where delivery_count = 0 and reversed_count = 0')
    await client.query('update daily_usage set booked_back_micros = 0, delivered_count = 0, failed_count = 0')
    await client.query(counting)
    assert.deepEqual((await client.query(all)).rows, counted)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

// spec 8.8: under volume prices the month finally costs all its messages at the price of the tier that its count has
// reached: whatever the tiers, however the sends are batched and by which process, whenever something is reversed or
// booked.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { formatMicros, parseMicros } from '#kit/money.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import * as messages from '#messaging/messages/actions.ts'
import type { NewDelivery } from '#messaging/sending/rules.ts'
import { type PriceKind, priceOf, type Tier } from '#money/pricing/rules.ts'
import fc, { SLOW_CASES_OF_RARE_EVENTS } from '../cases.ts'
import { readyToSend } from '../company.ts'
import { type Company, startSamvad } from '../harness.ts'
import { balanceOf } from '../payments.ts'
import { bookRerates, newOperator, publish, senderOf } from '../prices.ts'

const RUPEES = 1000n

const samvad = await startSamvad()
const operator = await newOperator(samvad)

// Templates cannot be sent here: the text determines the kind of an app message.
const TEMPLATE = 'template'
const { kindOf } = channels.app
channels.app.kindOf = (_contact, { text }) => ({ kind: text?.startsWith(TEMPLATE) ? 'app_template' : 'app_session' })
after(() => {
  channels.app.kindOf = kindOf
})

/** Falling or constant prices, to six decimals, with tier boundaries that a few messages cross. */
const volumeTiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
    fc.array(fc.bigInt(0n, 900_000n), { minLength: 5, maxLength: 5 }),
  )
  .map(([limits, prices]) => {
    const falling = prices.toSorted((a, b) => Number(b - a))
    return [...limits.toSorted((a, b) => a - b), null].map((up_to, index) => ({
      up_to,
      price: formatMicros(falling[index] as bigint),
    }))
  })

/** Texts of one to four segments, in GSM characters and others. */
const text = fc.oneof(
  fc.integer({ min: 1, max: 600 }).map((length) => 'a'.repeat(length)),
  fc.integer({ min: 1, max: 250 }).map((length) => 'न'.repeat(length)),
)
const appText = fc.constantFrom(TEMPLATE, 'reply')
type Step = { send: ChannelName; texts: string[] } | { reverse: number[] } | { book: true }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      send: fc.constant<ChannelName>('sms'),
      texts: fc.array(text, { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      send: fc.constant<ChannelName>('app'),
      texts: fc.array(appText, { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ reverse: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.constant({ book: true as const }) },
)

/** Each kind passes a boundary, is booked, and then partly reversed: a case that chance may omit. */
const halved = [
  { up_to: 2, price: '0.300000' },
  { up_to: null, price: '0.150000' },
]
const everyKind: [Record<'sms' | 'app_session' | 'app_template', typeof halved>, Step[]] = [
  { sms: halved, app_session: halved, app_template: halved },
  [
    { send: 'sms', texts: ['a', 'b', 'c'] },
    { send: 'app', texts: ['reply', 'reply', 'reply', TEMPLATE, TEMPLATE, TEMPLATE] },
    { book: true },
    { reverse: [0, 2, 4] },
  ],
]

async function removeMessage({ organizationId, userId }: Company, id: string): Promise<void> {
  const actor = {
    organizationId,
    userId,
    tokenId: userId,
    callerId: userId,
    permissions: new Set<string>(),
    isOperator: false,
    at: samvad.app.clock(),
  }
  await samvad.app.database.transaction((tx) => messages.remove(tx, actor, id))
}

const read = (given: { up_to: number | null; price: string }[]): Tier[] =>
  given.map(({ up_to, price }) => ({
    upTo: up_to === null ? null : BigInt(up_to),
    priceMicros: parseMicros(price) as bigint,
  }))

test("spec 8.8: a month's messages that were not reversed cost, in the end, their number times the price of its tier, exactly", async () => {
  const lists = fc.record({ sms: volumeTiers, app_session: volumeTiers, app_template: volumeTiers })
  await fc.assert(
    fc.asyncProperty(lists, fc.array(step, { minLength: 3, maxLength: 14 }), async (list, steps) => {
      const company = await samvad.newCompany('Lotus Bank')
      const changes = Object.fromEntries(
        Object.entries(list).map(([kind, tiers]) => [kind, { mode: 'volume' as const, tiers }]),
      )
      await publish(samvad, operator, company.organizationId, changes, { sms_unit: 'segment' })
      const { conversationId } = await readyToSend(samvad, company, RUPEES)
      await samvad.rows('update contacts set last_inbound_at = now() where org_id = $1', [company.organizationId])
      const processes = [senderOf(samvad, company, conversationId), senderOf(samvad, company, conversationId)]
      const live: NewDelivery[] = []
      const counts = new Map<string, bigint>()

      for (const [index, one] of steps.entries()) {
        if ('send' in one) {
          const sender = processes[index % processes.length] as (typeof processes)[number]
          const accepted = (await sender.send(one.send, one.texts)).flatMap(({ deliveries }) => deliveries)
          live.push(...accepted)
          const units = accepted.reduce((sum, delivery) => sum + BigInt(delivery.units), 0n)
          counts.set(one.send, (counts.get(one.send) ?? 0n) + units)
        } else if ('reverse' in one) {
          for (const chosen of one.reverse) {
            const [removed] = live.splice(chosen % Math.max(live.length, 1), 1)
            if (removed) await removeMessage(company, removed.messageId)
          }
        } else {
          await bookRerates(samvad)
        }
      }
      await bookRerates(samvad)

      const cost = (kind: PriceKind, channel: ChannelName) => {
        const units = live.filter((one) => one.kind === kind).reduce((sum, one) => sum + BigInt(one.units), 0n)
        const count = counts.get(channel) ?? 0n
        return count === 0n ? 0n : units * priceOf(read(list[kind as keyof typeof list]), count).priceMicros
      }
      const expected = cost('sms', 'sms') + cost('app_session', 'app') + cost('app_template', 'app')
      assert.equal(await balanceOf(samvad, company), formatMicros(RUPEES * 1_000_000n - expected))
      const [open] = await samvad.rows('select count(*) from rerates where booked_at is null')
      assert.equal(open?.count, 0n)
    }),
    { numRuns: SLOW_CASES_OF_RARE_EVENTS, endOnFailure: true, examples: [everyKind] },
  )
  const [seen] = await samvad.rows(
    'select count(distinct kind) as kinds, count(*) as rerates from rerates where amount_micros > 0',
  )
  const [later] = await samvad.rows(
    `select count(*) as reversals from transactions t
      where t.key like 'reversal:%'
        and exists (select from rerates r where r.org_id = t.org_id and r.wallet_version < t.wallet_version)`,
  )
  assert.equal(seen?.kinds, 3n)
  assert.ok(seen?.rerates >= 3n && later?.reversals > 0n, 'the runs came past what they are about')
})

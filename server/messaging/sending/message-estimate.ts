// Estimates a message's cost if it were sent now, and lists the recipients it would not reach. Decided like a send on
// the same data; nothing is written. spec 7.25.

import { direct, ok, type Route } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import { formatMicros } from '#kit/money.ts'
import { Refusal } from '#kit/refusals.ts'
import { outsideGsm, sizeOfSms } from '#kit/sms-size.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { ChannelAccess } from '#messaging/channels/accounts/access.ts'
import { conversation } from '#messaging/conversations/examples.ts'
import { message } from '#messaging/messages/examples.ts'
import { hasSegments, kindsOf } from '#money/pricing/rules.ts'
import { type Cost, costOf } from './cost.ts'
import * as examples from './examples.ts'
import { createMaker } from './made.ts'
import type { ContextOf } from './partitions.ts'
import { ofAnother } from './plan.ts'
import { readAll } from './reads.ts'
import { tooManyRecipients, within } from './recipient-limits.ts'
import { type Addressed, everybodyOf } from './recipients.ts'
import { MessageEstimate, NewMessage, OUTSIDE_GSM_MAX, type SmsSize } from './schema.ts'

/** More than any message costs: an estimate requires no balance. */
const ENOUGH = 2n ** 62n

export function messageEstimateRoute(app: App, contextOf: ContextOf, access: ChannelAccess): Route {
  const make = createMaker(app, access)

  async function estimate(actor: Actor, given: NewMessage) {
    const { organizationId, at } = actor
    const [draft] = await make(organizationId, [given])
    if (draft === undefined) throw new Error('a draft is made of each')
    const submission = { actor, drafts: [draft], retry: null }
    const partition = { organizationId, submissions: [submission], context: await contextOf(organizationId, at) }
    const asked = { partitions: [partition], wallets: [partition], lock: null, month: indianMonth(at), at }
    const [read] = await readAll(
      asked,
      (statements) => Promise.all(statements.map((statement) => app.database.reads.rows<unknown>(statement))),
      () => {},
    )
    if (!read?.snapshot) throw new Error('the organization has no wallet')
    if (within(submission, read.sizes).drafts === 0) throw tooManyRecipients(true)
    const { context } = partition
    const { destinations, attachments, quotable } = read
    const found = everybodyOf({ ...context, destinations, attachments, quotable }, actor.userId, draft)
    if (found instanceof Refusal) throw ofAnother(found, actor, destinations, draft)
    const { priceList } = context
    const taken = read.snapshot.counters.get(draft.channel) ?? 0n
    const kinds = found.receivers.map(({ kind }) => kind)
    const cost = costOf({ priceList, balance: ENOUGH, taken }, kinds, found.content.text)
    if (cost instanceof Refusal) throw cost
    const isInSegments = kindsOf[draft.channel].some(hasSegments)
    const sms = isInSegments ? showSize(found.content.text ?? '') : null
    return { ...show(found, cost), sms }
  }

  return direct({
    operationId: 'estimateMessage',
    method: 'POST',
    path: '/v1/messages/estimate',
    permission: 'messages.send',
    tag: 'Messages',
    summary: 'Estimate what a message would cost',
    description:
      'Takes the same body as sending a message. Returns the price of each delivery if it were sent now, and the contacts that it would not be sent to, with the reason. A message that would be refused for another reason is refused here too. Nothing is sent or charged, and the balance is not checked.',
    body: NewMessage,
    responses: { 200: MessageEstimate },
    refuses: ['channel_unavailable', 'too_many_recipients', 'template_unavailable', 'not_found'],
    example: {
      request: examples.draft,
      response: {
        total: message.price,
        currency: 'INR',
        send_at: null,
        deliveries: [{ contact_id: conversation.contact_id, kind: 'email', price: message.price, units: 1 }],
        unreachable: [],
        sms: null,
      },
    },
    handle: async (_, actor, { body }) => ok(await estimate(actor, body)),
  })
}

/** Uses the same encoder as sending. */
export function showSize(text: string): Static<typeof SmsSize> {
  const { encoding, segments, left } = sizeOfSms(text)
  return { encoding, segments, characters_left: left, outside_gsm: outsideGsm(text, OUTSIDE_GSM_MAX) }
}

function show(
  { receivers, unreachable, sendAt }: Addressed,
  { deliveries, total }: Cost,
): Omit<Static<typeof MessageEstimate>, 'sms'> {
  return {
    total: formatMicros(total),
    currency: 'INR',
    send_at: seconds(sendAt),
    deliveries: deliveries.map(({ price, units }, index) => {
      const { contactId, kind } = receivers[index] as Addressed['receivers'][number]
      return { contact_id: publicId('contact', contactId), kind, price: formatMicros(price.priceMicros), units }
    }),
    unreachable: unreachable.map(({ contactId, reason }) => ({ contact_id: publicId('contact', contactId), reason })),
  }
}

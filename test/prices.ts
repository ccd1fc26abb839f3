// Price lists of test companies, as an operator publishes them, and sending on channels that are not set up.

import assert from 'node:assert/strict'
import type { App } from '#kit/app.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { rerateJobs } from '#messaging/rerating/rerate.ts'
import type { ContextOf } from '#messaging/sending/partitions.ts'
import type { AcceptedMessage } from '#messaging/sending/rules.ts'
import { createSender } from '#messaging/sending/send.ts'
import { createPriceLists } from '#money/pricing/actions.ts'
import type { SmsUnit } from '#money/pricing/rules.ts'
import { type Company, type Member, publicId, type TestSamvad, uuidOf } from './harness.ts'

export interface Priced {
  mode?: 'graduated' | 'volume'
  tiers: { up_to: number | null; price: string }[]
}

/** `['0.15', 3, '0.12']`: ₹0.15 up to the third message, ₹0.12 from then on. */
export function tiers(first: string, ...rest: (number | string)[]): Priced['tiers'] {
  const given = [first, ...rest]
  const prices = given.filter((_, index) => index % 2 === 0) as string[]
  return prices.map((price, index) => ({ up_to: (given[index * 2 + 1] as number | undefined) ?? null, price }))
}

/** The specification's prices with these changes. */
export function pricesWith(changes: Record<string, Priced>) {
  return {
    email: { tiers: tiers('0.15', 10_000, '0.12', 50_000, '0.10', 100_000, '0.08') },
    app_session: { tiers: tiers('0.45') },
    app_template: { tiers: tiers('0.65') },
    sms: { tiers: tiers('0.25', 10_000, '0.22', 50_000, '0.20') },
    ...changes,
  }
}

export async function newOperator(samvad: TestSamvad): Promise<Member> {
  const operator = await samvad.newMember(samvad.company.organizationId, 'owner')
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  return operator
}

/**
 * Publishes a contract's price list; call before the organization's first message, so that no process has cached
 * another.
 */
export async function publish(
  samvad: TestSamvad,
  { token }: Member,
  organizationId: Uuid,
  changes: Record<string, Priced>,
  more: { sms_unit?: SmsUnit; effective_from?: number } = {},
) {
  const answer = await samvad.request('POST', '/v1/price_lists', {
    token,
    json: { name: 'Contract', organization_id: publicId('org', organizationId), prices: pricesWith(changes), ...more },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

export interface Sender {
  /** Accepts the messages in one transaction, whatever channels the organization has set up. */
  send(channel: ChannelName, texts: string[]): Promise<AcceptedMessage[]>
}

/** A context in which every channel is set up. */
export function availableContext(app: App): ContextOf {
  const priceLists = createPriceLists(app)
  return async (organizationId, at) => ({
    priceList: await priceLists(organizationId, at),
    unavailable: new Set<string>(),
    at,
  })
}

/** A company's sender in one process; several of them simulate several processes. */
export function senderOf(samvad: TestSamvad, { organizationId, userId }: Company, conversationId: string): Sender {
  const { app } = samvad
  const sender = createSender(app, undefined, availableContext(app))
  return {
    async send(channel, texts) {
      const at = app.clock()
      const actor = {
        organizationId,
        userId,
        tokenId: newUuid(),
        callerId: newUuid(),
        permissions: new Set<string>(),
        isOperator: false,
        at,
      }
      const drafts = texts.map((text) => ({ conversation_id: uuidOf('conv', conversationId), channel, text }))
      const outcomes = await sender.send(actor, drafts)
      return outcomes.map((outcome) => {
        if (outcome instanceof Refusal) throw outcome
        return outcome.message
      })
    },
  }
}

/** Books due re-rates, as the worker does. */
export async function bookRerates({ app }: TestSamvad): Promise<void> {
  for (const job of rerateJobs(app)) while (await job.run(new AbortController().signal));
}

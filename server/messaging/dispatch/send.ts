// Sends one delivery through its channel's adapter, outside any transaction, and returns its outcome in every case.

import type { App } from '#kit/app.ts'
import { detailsOf, technicalError } from '#kit/messages/details.ts'
import { handoverSeconds } from '#kit/metrics.ts'
import { createCampaignDispatch } from '#messaging/campaigns/dispatch.ts'
import type { AccountState } from '#messaging/channels/accounts/kind.ts'
import { createAccountReader } from '#messaging/channels/accounts/reader.ts'
import type { Adapter, OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import type { Adapters } from '#messaging/channels/adapters.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { createOutboundTemplates } from '#messaging/templates/used.ts'
import { accountName, tellOfGates } from './accounts.ts'
import { attachedWith, createAttach, WITHOUT_FILE } from './attached.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { Departure, withinTime } from './departure.ts'
import { AccountGates, type Held, type Pass } from './gates.ts'
import type { DispatchJournal } from './journal/journal.ts'
import { IN_HAND_MAX } from './limits.ts'
import { servedOutcome, stoppedOutcome, wordsOf } from './of-campaign.ts'
import { pauseOf } from './pace-rules.ts'
import { AccountPaces } from './paces.ts'
import type { DispatchPauses } from './pauses.ts'
import { otherAccount, type WithoutItsAccount, withoutItsAccount, withoutItsAccountOutcome } from './pinned.ts'
import { createMayLeave } from './ruled.ts'
import {
  destinationOf,
  heldBackOutcome,
  OUTAGE_PAUSE_MS,
  type Outcome,
  outcomeOf,
  quietOutcome,
  RETRY_DELAYS_MS,
  returnedOutcome,
  withdrawnOutcome,
} from './rules.ts'
import type { DispatchTraces } from './traces.ts'

/** Never throws. A delivery that was not sent within a grace period after `signal` aborts is not sent. */
export type Send = (claimed: ClaimedRow, signal: AbortSignal) => Promise<Outcome>

/** One delivery on its way to the provider, with the results of the steps so far. */
interface Handover {
  claimed: ClaimedRow
  message: Omit<OutboundMessage, 'account' | 'at' | 'leaving'>
  departure: Departure
  channel: ChannelName
  adapter: Adapter
  account: AccountState
  /** Name of the account: accounts.ts. */
  name: string
  /** The template to send it with, if its account requires one. */
  template: OutboundMessage['content']['template']
  /** Its slot in the account's concurrency limit, once it has one. */
  place: Pass | null
}

/** The outcome of a delivery that is not handed to the provider now. */
type Stopped = SendResult | Held | WithoutItsAccount | { from: Date } | { pausedUntil: Date }

type Step = (handover: Handover) => Stopped | null | Promise<Stopped | null>

/** Labels in the metrics. */
const counted: Record<SendResult['outcome'], string> = {
  accepted: 'sent',
  refused: 'refused',
  temporary: 'deferred',
  throttled: 'deferred',
  unavailable: 'deferred',
  unknown: 'unknown',
}

const unavailable = (error: Error): SendResult => ({ outcome: 'unavailable', detail: technicalError(error) })

export function createSend(
  app: App,
  adapters: Adapters,
  journal: DispatchJournal,
  pauses: DispatchPauses,
  traces?: DispatchTraces,
  paces = new AccountPaces(app.database, app.clock),
): Send {
  const { clock, log } = app
  const accountOf = createAccountReader(app)
  const outboundTemplates = createOutboundTemplates(app)
  const attach = createAttach(app)
  const mayLeave = createMayLeave(app)
  const gates = new AccountGates(tellOfGates(log))
  const campaigns = createCampaignDispatch(app)

  /** Without an answer from the database, the local state decides. */
  function lost(err: unknown): Held {
    log.warn({ err }, 'rate limiter not available')
    return { until: new Date(clock().getTime() + OUTAGE_PAUSE_MS), detail: detailsOf('rate_limit_unknown') }
  }

  /** Nothing here throws unless there is a bug; a delivery that had started to leave then has an unknown outcome. */
  function failed(err: Error, departure: Departure): SendResult {
    const detail = detailsOf('sending_failed')
    if (!departure.isHeldBack) log.error({ err, ...departure.names }, 'delivery failed with an internal error')
    return departure.hasBegun ? { outcome: 'unknown', detail } : { outcome: 'temporary', detail, retryAfterMs: null }
  }

  // The checks before a delivery is handed to the provider, in order. The first one that stops it returns its outcome;
  // results are passed on to later checks.

  const leavesByItsAccount: Step = ({ claimed, departure, account }) => {
    const without = withoutItsAccount(app.settings, claimed, account)
    if (without === null) departure.through = otherAccount(app.settings, claimed, account)
    return without
  }

  const followsItsRule: Step = async (handover) => {
    const { message, channel, account } = handover
    const { organizationId, address, content } = message
    const may = await mayLeave({ organizationId, channel, address, account, ...content }).catch(unavailable)
    if ('outcome' in may || 'from' in may) return may
    if ('result' in may) return may.result
    handover.template = may.template
    return null
  }

  const entersItsGate: Step = async (handover) => {
    const { adapter, account, name, claimed } = handover
    const atOnceMax = adapter.atOnceMax?.(account) ?? IN_HAND_MAX
    const place = await gates.enter(name, atOnceMax, clock, claimed.campaign_id !== null)
    if ('until' in place) return place
    handover.place = place
    return null
  }

  /** Deliveries in flight during the wait for a slot may have paused the channel. */
  const isNotPaused: Step = ({ claimed, place }) => {
    const pausedUntil = pauses.of(claimed.org_id, claimed.channel, clock())
    if (pausedUntil) place?.leave('unavailable', clock())
    return pausedUntil && { pausedUntil }
  }

  /** Deliveries of a campaign that was paused in the meantime, or is in its quiet hours, are not sent. */
  const mayLeaveOfCampaign: Step = async ({ claimed, place }) => {
    if (claimed.campaign_id === null || claimed.has_message) return null
    const now = clock()
    const from = await campaigns.leavesFrom(claimed.org_id, claimed.campaign_id, now)
    if (from !== null && from <= now) return null
    place?.leave('throttled', now)
    return { pausedUntil: from ?? now }
  }

  const keepsItsPace: Step = async ({ adapter, message, account, name, place }) => {
    const notYet = await paces.enter(name, adapter.perSecond?.(account) ?? null, message.organizationId).catch(lost)
    if (notYet) place?.leave('throttled', clock())
    return notYet
  }

  const steps = [leavesByItsAccount, followsItsRule, entersItsGate, isNotPaused, mayLeaveOfCampaign, keepsItsPace]

  async function byAdapter(
    claimed: ClaimedRow,
    message: Handover['message'],
    departure: Departure,
    stopping: AbortSignal,
  ): Promise<SendResult | Stopped> {
    const { channel } = claimed
    const adapter = adapters[channel]
    if (!adapter)
      return {
        outcome: 'refused',
        code: 'channel_unavailable',
        detail: detailsOf('channel_without_account', { channel }),
      }
    const account = await accountOf(message.organizationId, channel).catch((error: Error) => error)
    if (account instanceof Error) return unavailable(account)
    const name = accountName(app.settings, message.organizationId, channel, account)
    const ofItsAccount = { channel, adapter, account, name, template: null, place: null }
    const handover: Handover = { claimed, message, departure, ...ofItsAccount }
    for (const step of steps) {
      const stopped = await step(handover)
      if (stopped) return stopped
    }
    return handOver(handover, stopping)
  }

  async function handOver(handover: Handover, stopping: AbortSignal): Promise<SendResult> {
    const { claimed, message, departure, channel, adapter, account, name, template, place } = handover
    const begun = performance.now()
    const { leaving } = departure
    const work = async (signal: AbortSignal): Promise<SendResult> => {
      if (!adapter.tellsWhenItLeaves) await leaving()
      const content = { ...message.content, template }
      return adapter.send({ ...message, content, account, at: clock(), leaving }, signal)
    }
    const result = await withinTime(work, stopping, departure).catch((err) => failed(err, departure))
    place?.leave(result.outcome, clock())
    const pausedUntil = pauseOf(result, clock())
    if (pausedUntil) await paces.pause(name, pausedUntil).catch(lost)
    traces?.handedOver(claimed, counted[result.outcome], begun)
    if (result.outcome === 'accepted' && !departure.hasBegun)
      log.error(
        { channel, delivery_id: message.deliveryId },
        'adapter accepted a message without reporting its transmission',
      )
    handoverSeconds.observe({ channel, outcome: counted[result.outcome] }, (performance.now() - begun) / 1000)
    return result
  }

  /** The template and variables of the message; an error when they cannot be read now. */
  async function madeFrom({
    org_id,
    template_id: id,
    template_version: version,
    variables,
  }: Pick<ClaimedRow, 'org_id' | 'template_id' | 'template_version' | 'variables'>) {
    if (id === null || version === null) return null
    try {
      return await outboundTemplates(org_id, { id, version, variables: variables ?? {} })
    } catch (error) {
      return error as Error
    }
  }

  async function sendOne(claimed: ClaimedRow, departure: Departure, stopping: AbortSignal): Promise<Outcome> {
    const { contact_id: contactId, contact, display_name: name, thread_subject } = claimed
    if (!claimed.has_content || contactId === null || contact === null) return withdrawnOutcome(claimed)
    const destination = destinationOf(claimed, contact)
    if ('outcome' in destination) return destination.outcome
    const words = await wordsOf(campaigns, claimed, destination.address)
    if (words === 'served') return servedOutcome(claimed)
    if (words === 'stopped') return stoppedOutcome(claimed)
    if (words instanceof Error) return outcomeOf(claimed, unavailable(words), clock(), Math.random())
    const { subject, text, html } = words
    // Most messages have neither, and then nothing is awaited.
    const made = words.template_id === null ? null : await madeFrom(words)
    if (made instanceof Error) return outcomeOf(claimed, unavailable(made), clock(), Math.random())
    const template = made?.template ?? null
    const attached = attachedWith(claimed, made)
    if (attached === 'missing') return outcomeOf(claimed, WITHOUT_FILE, clock(), Math.random())
    const files = attached === null ? { attachments: [] } : await attach({ org_id: claimed.org_id, attached })
    if ('result' in files) return outcomeOf(claimed, files.result, clock(), Math.random())
    const message = {
      organizationId: claimed.org_id,
      deliveryId: claimed.id,
      contactId,
      conversationId: claimed.conversation_id,
      address: destination.address,
      name,
      content: { subject, text, html, template, interactive: claimed.interactive, ...files },
      quoted: claimed.quoted_provider_id,
      earlier: claimed.earlier ?? [],
      threadSubject: thread_subject,
      ...(claimed.attempts > RETRY_DELAYS_MS.length ? { isLastTry: true as const } : {}),
    }
    const result = await byAdapter(claimed, message, departure, stopping)
    if ('until' in result) return heldBackOutcome(claimed, result)
    if ('verdict' in result) return withoutItsAccountOutcome(claimed, result, clock(), Math.random())
    if ('from' in result) return quietOutcome(claimed, result.from)
    if ('pausedUntil' in result) return returnedOutcome(claimed, result.pausedUntil)
    // The adapter's own error says nothing about the message or the provider.
    if (departure.isHeldBack && result.outcome !== 'accepted') return returnedOutcome(claimed, clock())
    const outcome = { ...outcomeOf(claimed, result, clock(), Math.random()), ...departure.through }
    return message.address === claimed.address ? outcome : { ...outcome, address: message.address }
  }

  return (claimed, stopping) => {
    const departure = new Departure(journal, claimed)
    const sent = sendOne(claimed, departure, stopping).catch((err) =>
      outcomeOf(claimed, failed(err, departure), clock(), Math.random()),
    )
    return traces ? sent.then((outcome) => traces.finished(claimed, outcome)) : sent
  }
}

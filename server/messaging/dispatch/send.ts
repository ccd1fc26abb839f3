// One delivery sent by its channel's adapter, outside any transaction: what becomes of it, whatever happens.

import type { App } from '#kit/app.ts'
import { handoverSeconds } from '#kit/metrics.ts'
import { createAccountReader } from '#messaging/channels/accounts/reader.ts'
import type { OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import type { Adapters } from '#messaging/channels/adapters.ts'
import { createOutboundTemplates } from '#messaging/templates/used.ts'
import { accountName, tellOfGates } from './accounts.ts'
import { createAttach } from './attached.ts'
import { AccountGates, type Held } from './gates.ts'
import type { DispatchJournal } from './journal/journal.ts'
import { IN_HAND_MAX } from './limits.ts'
import type { ClaimedRow } from './queries.ts'
import {
  contentOf,
  destinationOf,
  heldBackOutcome,
  isLastTry,
  type Outcome,
  outcomeOf,
  returnedOutcome,
  SEND_TIMEOUT_MS,
  withdrawnOutcome,
} from './rules.ts'
import type { DispatchTraces } from './traces.ts'

/** Never throws. What has not left some time after `signal` does not leave. */
export type Send = (claimed: ClaimedRow, signal: AbortSignal) => Promise<Outcome>

/** For what is in hand when the worker is to end; so that the rest is given back before it is killed. */
const STOP_GRACE_MS = 3000

/** Between a claimed delivery and its provider: whether a byte of it may have left. */
class Departure {
  /** It may have left. */
  hasBegun = false
  /** It has not, and does not any more. */
  isHeldBack = false
  readonly #journal: DispatchJournal
  readonly #claimed: ClaimedRow
  #noting: Promise<void> | undefined

  constructor(journal: DispatchJournal, claimed: ClaimedRow) {
    this.#journal = journal
    this.#claimed = claimed
  }

  /** As `OutboundMessage` says it; noted once, however often an adapter begins. */
  readonly leaving = (): Promise<void> => (this.#noting ??= this.#note())

  async #note(): Promise<void> {
    this.hasBegun = true
    try {
      await this.#journal.leave(this.#claimed)
    } catch (error) {
      this.hasBegun = false
      this.isHeldBack = true
      throw error
    }
  }

  get names() {
    return { organization_id: this.#claimed.org_id, delivery_id: this.#claimed.id }
  }

  holdBack(): void {
    if (this.#journal.takeBack(this.#claimed)) this.isHeldBack = true
  }
}

/** As they are counted. */
const counted: Record<SendResult['outcome'], string> = {
  accepted: 'sent',
  refused: 'refused',
  temporary: 'deferred',
  throttled: 'deferred',
  unavailable: 'deferred',
  unknown: 'unknown',
}

const unavailable = ({ message: detail }: Error): SendResult => ({ outcome: 'unavailable', detail })

export function createSend(app: App, adapters: Adapters, journal: DispatchJournal, traces?: DispatchTraces): Send {
  const { clock, log } = app
  const accountOf = createAccountReader(app)
  const outboundTemplates = createOutboundTemplates(app)
  const attach = createAttach(app)
  const gates = new AccountGates(tellOfGates(log))

  /** Nothing here throws; what does has a defect, and of what had begun to leave nobody knows how far it came. */
  function failed(err: Error, departure: Departure): SendResult {
    const detail = 'The program failed while it was sending it.'
    if (!departure.isHeldBack) log.error({ err, ...departure.names }, 'a delivery could not be sent')
    return departure.hasBegun ? { outcome: 'unknown', detail } : { outcome: 'temporary', detail, retryAfterMs: null }
  }

  async function byAdapter(
    claimed: ClaimedRow,
    message: Omit<OutboundMessage, 'account' | 'at' | 'leaving'>,
    departure: Departure,
    stopping: AbortSignal,
  ): Promise<SendResult | Held> {
    const { channel } = claimed
    const adapter = adapters[channel]
    if (!adapter)
      return { outcome: 'refused', code: 'channel_unavailable', detail: `The channel ${channel} is not set up.` }
    const { organizationId, deliveryId } = message
    const account = await accountOf(organizationId, channel).catch((error: Error) => error)
    if (account instanceof Error) return unavailable(account)
    const name = accountName(app.settings, organizationId, channel, account)
    const place = await gates.enter(name, adapter.atOnceMax?.(account) ?? IN_HAND_MAX, clock)
    if ('until' in place) return place
    const begun = performance.now()
    const { leaving } = departure
    const work = async (signal: AbortSignal): Promise<SendResult> => {
      if (!adapter.tellsWhenItLeaves) await leaving()
      return adapter.send({ ...message, account, at: clock(), leaving }, signal)
    }
    const result = await withinTime(work, stopping, departure).catch((err) => failed(err, departure))
    place.leave(result.outcome, clock())
    traces?.handedOver(claimed, counted[result.outcome], begun)
    if (result.outcome === 'accepted' && !departure.hasBegun)
      log.error({ channel, delivery_id: deliveryId }, 'an adapter did not say when a message left')
    handoverSeconds.observe({ channel, outcome: counted[result.outcome] }, (performance.now() - begun) / 1000)
    return result
  }

  /** What it was made from; an error where that cannot be read just now. */
  async function templateOf({ org_id, template_id: id, template_version: version, variables }: ClaimedRow) {
    if (id === null || version === null) return null
    try {
      return await outboundTemplates(org_id, { id, version, variables: variables ?? {} })
    } catch (error) {
      return error as Error
    }
  }

  async function sendOne(claimed: ClaimedRow, departure: Departure, stopping: AbortSignal): Promise<Outcome> {
    const { contact_id: contactId, contact, display_name: name } = claimed
    if (!claimed.has_content || contactId === null || contact === null) return withdrawnOutcome(claimed)
    const destination = destinationOf(claimed, contact)
    if ('outcome' in destination) return destination.outcome
    const { address } = destination
    const template = await templateOf(claimed)
    if (template instanceof Error) return outcomeOf(claimed, unavailable(template), clock(), Math.random())
    // Nearly none has any, and then there is nothing to wait for.
    const files = claimed.attached === null ? { attachments: [] } : await attach(claimed)
    if ('result' in files) return outcomeOf(claimed, files.result, clock(), Math.random())
    const message = {
      organizationId: claimed.org_id,
      deliveryId: claimed.id,
      contactId,
      conversationId: claimed.conversation_id,
      address,
      name,
      content: { ...contentOf(claimed, template), ...files },
      earlier: claimed.earlier ?? [],
      ...(isLastTry(claimed) ? { isLastTry: true as const } : {}),
    }
    const result = await byAdapter(claimed, message, departure, stopping)
    if ('until' in result) return heldBackOutcome(claimed, result)
    // Whatever the adapter makes of it, it says nothing of the message nor of its provider.
    if (departure.isHeldBack && result.outcome !== 'accepted') return returnedOutcome(claimed, clock())
    const outcome = outcomeOf(claimed, result, clock(), Math.random())
    return address === claimed.address ? outcome : { ...outcome, address }
  }

  return (claimed, stopping) => {
    const departure = new Departure(journal, claimed)
    const sent = sendOne(claimed, departure, stopping).catch((err) =>
      outcomeOf(claimed, failed(err, departure), clock(), Math.random()),
    )
    return traces ? sent.then((outcome) => traces.finished(claimed, outcome)) : sent
  }
}

/** Its timers end with the work: hundreds are under way at once. */
async function withinTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  stopping: AbortSignal,
  departure: Departure,
): Promise<Result> {
  const deadline = new AbortController()
  const timers = [setTimeout(() => deadline.abort(), SEND_TIMEOUT_MS)]
  const holdBack = () => {
    departure.holdBack()
    if (departure.isHeldBack) deadline.abort()
  }
  const stop = () => timers.push(setTimeout(holdBack, STOP_GRACE_MS))
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()
  try {
    return await work(deadline.signal)
  } finally {
    stopping.removeEventListener('abort', stop)
    for (const timer of timers) clearTimeout(timer)
  }
}

// Channels of organizations that are paused because their provider was unreachable or requested a lower rate, and until
// when. Their queues use up no attempts, and the organization's other channels continue.

import type { Uuid } from '#kit/ids.ts'
import { channelPauses } from '#kit/metrics.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import { ChannelOutages } from './outages.ts'
import { OUTAGE_PAUSE_MS, PAUSE_MAX_MS } from './rules.ts'

/** For this long after it was last held back, an organization claims no more than its account has slots for. */
const NARROW_MS = 10_000

interface Pause {
  until: Date
  /** True for an outage, which ends as soon as a message is sent on the channel. */
  isOutage: boolean
}

/** A longer pause than possible counts as over: the clock was set back. */
function isOn(until: Date, now: Date): boolean {
  const leftMs = until.getTime() - now.getTime()
  return leftMs > 0 && leftMs <= PAUSE_MAX_MS
}

export class DispatchPauses {
  readonly #pauses = new Map<Uuid, Map<ChannelName, Pause>>()
  readonly #narrowed = new Map<Uuid, { until: Date; atOnce: Map<ChannelName, number> }>()
  readonly #outages: ChannelOutages
  /** Pauses all channels of all organizations. */
  #heldUntil: Date | null = null

  constructor(outages = new ChannelOutages()) {
    this.#outages = outages
  }

  beginOutage(organizationId: Uuid, channel: ChannelName, at: Date): void {
    channelPauses.inc({ channel, reason: 'outage' })
    this.#outages.begin(organizationId, channel, at)
    this.#extend(organizationId, channel, { until: new Date(at.getTime() + OUTAGE_PAUSE_MS), isOutage: true })
  }

  throttle(organizationId: Uuid, channel: ChannelName, until: Date): void {
    channelPauses.inc({ channel, reason: 'throttled' })
    this.#extend(organizationId, channel, { until, isOutage: false })
  }

  /** Pauses all sending for a while. True if it was not paused before. */
  hold(at: Date): boolean {
    const isOver = !this.#heldUntil || !isOn(this.#heldUntil, at)
    this.#heldUntil = new Date(at.getTime() + OUTAGE_PAUSE_MS)
    return isOver
  }

  /** `hasAnswered`: false if no attempt was made. */
  endOutage(organizationId: Uuid, channel: ChannelName, hasAnswered: boolean): void {
    if (hasAnswered) this.#outages.end(organizationId, channel)
    if (this.#pauses.get(organizationId)?.get(channel)?.isOutage) this.#end(organizationId, channel)
  }

  /** Limits the number of deliveries per claim for a while: the account has no more slots. */
  narrow(organizationId: Uuid, channel: ChannelName, atOnce: number, at: Date): void {
    const ofThis = this.#narrowed.get(organizationId) ?? { until: at, atOnce: new Map<ChannelName, number>() }
    ofThis.until = new Date(at.getTime() + NARROW_MS)
    ofThis.atOnce.set(channel, atOnce)
    this.#narrowed.set(organizationId, ofThis)
  }

  narrowed(organizationId: Uuid, now: Date): ReadonlyMap<ChannelName, number> | null {
    const ofThis = this.#narrowed.get(organizationId)
    if (ofThis && isOn(ofThis.until, now)) return ofThis.atOnce
    if (ofThis) this.#narrowed.delete(organizationId)
    return null
  }

  /** Null if the channel is not paused. */
  of(organizationId: Uuid, channel: ChannelName, now: Date): Date | null {
    const pause = this.#pauses.get(organizationId)?.get(channel)
    if (pause && isOn(pause.until, now)) return pause.until
    if (pause) this.#end(organizationId, channel)
    if (this.#heldUntil && !isOn(this.#heldUntil, now)) this.#heldUntil = null
    return this.#heldUntil
  }

  /**
   * Returns the same array each time, because it is called for hundreds of organizations hundreds of times a second.
   */
  openChannels(organizationId: Uuid, now: Date): readonly ChannelName[] {
    if (this.#heldUntil === null && !this.#pauses.has(organizationId)) return channelNames
    const open = channelNames.filter((channel) => this.of(organizationId, channel, now) === null)
    return open.length === channelNames.length ? channelNames : open
  }

  #extend(organizationId: Uuid, channel: ChannelName, pause: Pause): void {
    const ofThis = this.#pauses.get(organizationId) ?? new Map<ChannelName, Pause>()
    const earlier = ofThis.get(channel)
    // A longer throttling pause stays in force.
    if (earlier && !earlier.isOutage && earlier.until > pause.until) return
    this.#pauses.set(organizationId, ofThis.set(channel, pause))
  }

  #end(organizationId: Uuid, channel: ChannelName): void {
    const ofThis = this.#pauses.get(organizationId)
    ofThis?.delete(channel)
    if (ofThis?.size === 0) this.#pauses.delete(organizationId)
  }
}

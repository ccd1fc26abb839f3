// Channels of organizations whose provider could not be reached or asked to go slower, and until when nothing is sent
// on them: their queues are not used up in vain, and the other channels' go on.

import type { Uuid } from '#kit/ids.ts'
import { channelPauses } from '#kit/metrics.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import { OUTAGE_PAUSE_MS, PAUSE_MAX_MS } from './rules.ts'

interface Pause {
  until: Date
  /** Ends when something is sent on the channel after all. */
  isOutage: boolean
}

const nameOf = (organizationId: Uuid, channel: ChannelName) => `${organizationId} ${channel}`

/** Longer than a pause can be: the clock was set back. */
function isOn(until: Date, now: Date): boolean {
  const leftMs = until.getTime() - now.getTime()
  return leftMs > 0 && leftMs <= PAUSE_MAX_MS
}

export class DispatchPauses {
  readonly #pauses = new Map<string, Pause>()
  /** Of all of them. */
  #heldUntil: Date | null = null

  beginOutage(organizationId: Uuid, channel: ChannelName, at: Date): void {
    channelPauses.inc({ channel, reason: 'outage' })
    this.#extend(organizationId, channel, { until: new Date(at.getTime() + OUTAGE_PAUSE_MS), isOutage: true })
  }

  throttle(organizationId: Uuid, channel: ChannelName, until: Date): void {
    channelPauses.inc({ channel, reason: 'throttled' })
    this.#extend(organizationId, channel, { until, isOutage: false })
  }

  /** For a while nothing leaves at all. True when that begins now. */
  hold(at: Date): boolean {
    const isOver = !this.#heldUntil || !isOn(this.#heldUntil, at)
    this.#heldUntil = new Date(at.getTime() + OUTAGE_PAUSE_MS)
    return isOver
  }

  endOutage(organizationId: Uuid, channel: ChannelName): void {
    const name = nameOf(organizationId, channel)
    if (this.#pauses.get(name)?.isOutage) this.#pauses.delete(name)
  }

  /** Null when there is none, or none any more. */
  of(organizationId: Uuid, channel: ChannelName, now: Date): Date | null {
    const name = nameOf(organizationId, channel)
    const pause = this.#pauses.get(name)
    if (pause && isOn(pause.until, now)) return pause.until
    this.#pauses.delete(name)
    return this.#heldUntil && isOn(this.#heldUntil, now) ? this.#heldUntil : null
  }

  openChannels(organizationId: Uuid, now: Date): ChannelName[] {
    return channelNames.filter((channel) => this.of(organizationId, channel, now) === null)
  }

  #extend(organizationId: Uuid, channel: ChannelName, pause: Pause): void {
    const name = nameOf(organizationId, channel)
    const earlier = this.#pauses.get(name)
    // What was throttled for longer stays so.
    if (earlier && !earlier.isOutage && earlier.until > pause.until) return
    this.#pauses.set(name, pause)
  }
}

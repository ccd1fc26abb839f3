// Limits connections: a caller that never reads its responses, or opens too many connections, must not use up the
// memory of others.

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#kit/app.ts'
import { interval } from '#kit/interval.ts'
import { type Reason, reasonOf } from '#kit/messages/reasons.ts'
import { connectionsTurnedAway } from '#kit/metrics.ts'
import { networkOf } from '#kit/networks.ts'
import { Refusal } from '#kit/refusals.ts'
import { answerAndClose } from './client-errors.ts'

/** How long a caller may read nothing of a pending response. */
export const STALLED_MS = interval('STALLED', 10_000)
/** Total of written but unread responses on all connections. */
const UNSENT_BYTES_MAX = 128 * 1024 * 1024
const LOOK_INTERVAL_MS = 250
/** The share of all connections that one address may have: one in this many. */
const ADDRESS_SHARE = 4
/** A connection younger than this may still be about to send its request. */
const IDLE_AFTER_MS = 1_000
/** Number of connections checked for an idle one to close; checking all would be slow with many connections. */
const LOOKED_AT_MAX = 100

interface Watched {
  since: number
  /** The unread bytes at the last check, and since when they have not changed. */
  unsent: number
  queued: number
  stalledSince: number
}

export function watchConnections(server: Server, { settings, log }: App): void {
  const { connectionsMax } = settings
  const addressMax = Math.max(1, Math.floor(connectionsMax / ADDRESS_SHARE))
  // Behind a proxy all connections come from the proxy's address.
  const countsAddresses = !trustsProxies(settings.trustProxy)
  const sockets = new Map<Socket, Watched>()
  const perAddress = new Map<string, number>()

  server.on('connection', (socket: Socket) => {
    const address = countsAddresses ? networkOf(socket.remoteAddress ?? '') : ''
    const ofAddress = perAddress.get(address) ?? 0
    if (countsAddresses && ofAddress >= addressMax)
      return refuse(socket, 'address', reasonOf('too_many_connections_of_address', { max: addressMax }))
    if (sockets.size >= connectionsMax && !closeOneIdle())
      return refuse(socket, 'crowded', reasonOf('too_many_connections'))
    const now = performance.now()
    sockets.set(socket, { since: now, unsent: 0, queued: 0, stalledSince: now })
    perAddress.set(address, ofAddress + 1)
    socket.once('close', () => {
      sockets.delete(socket)
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
    })
  })

  function refuse(socket: Socket, cause: 'address' | 'crowded', reason: Reason): void {
    connectionsTurnedAway.inc({ reason: cause })
    socket.on('error', () => {})
    answerAndClose(socket, new Refusal('temporarily_unavailable', reason), settings.publicUrl)
  }

  /** Closes the oldest idle one of the checked connections. */
  function closeOneIdle(): boolean {
    const until = performance.now() - IDLE_AFTER_MS
    let looked = 0
    for (const [socket, watched] of sockets) {
      if (++looked > LOOKED_AT_MAX) return false
      if (watched.since < until && !isBusy(socket)) {
        sockets.delete(socket)
        socket.destroy()
        return true
      }
      // Moved to the end, so that all others are checked first.
      sockets.delete(socket)
      sockets.set(socket, watched)
    }
    return false
  }

  const timer = setInterval(() => dropStalled(performance.now()), LOOK_INTERVAL_MS)
  timer.unref()
  server.once('close', () => clearInterval(timer))

  function dropStalled(now: number): void {
    let unsent = 0
    const holding: Socket[] = []
    for (const [socket, watched] of sockets) {
      const bytes = socket.writableLength
      if (bytes === 0) {
        watched.unsent = 0
        continue
      }
      const queued = queuedIn(socket)
      if (bytes !== watched.unsent || queued !== watched.queued) {
        watched.unsent = bytes
        watched.queued = queued
        watched.stalledSince = now
      } else if (now - watched.stalledSince >= STALLED_MS) {
        connectionsTurnedAway.inc({ reason: 'stalled' })
        socket.destroy()
        continue
      }
      unsent += bytes
      holding.push(socket)
    }
    if (unsent <= UNSENT_BYTES_MAX) return
    holding.sort((left, right) => right.writableLength - left.writableLength)
    let dropped = 0
    for (const socket of holding) {
      if (unsent <= UNSENT_BYTES_MAX) break
      unsent -= socket.writableLength
      socket.destroy()
      dropped++
    }
    connectionsTurnedAway.inc({ reason: 'unread' }, dropped)
    log.warn({ dropped }, 'closed connections with unread responses')
  }
}

/** True while a request on it is being answered, as Node records it. */
function isBusy(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return answer != null
}

/** The bytes that the kernel has not accepted yet; they shrink as the caller reads. */
function queuedIn(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}

function trustsProxies(trust: unknown): boolean {
  return Array.isArray(trust) ? trust.length > 0 : Boolean(trust)
}

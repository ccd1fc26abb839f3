// A call to a gateway that an organization chose, on a connection whose remote address was checked.

import { request } from 'node:http'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import { detailsOfError, Explained } from '#kit/explained.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { createReach, dial, type MayReach } from '#kit/networks.ts'
import { whenUnanswered } from '#kit/unanswered.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { GatewayCall } from './description.ts'
import type { GatewayAnswer } from './outcomes.ts'

const CONNECT_TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 30_000
const ANSWER_BYTES_MAX = 256 * 1024
const SECOND = 1000
const NO_TIME_LEFT = detailsOf('no_time_left')

/** Nothing of the message was written. */
export class NotCalled extends Explained {}

const isPublic = createReach([])

/** Connects, or explains why that is impossible. */
export function open(url: URL, mayReach: MayReach): Promise<Socket> {
  return withinDeadline({ of: 'call', name: 'sms_gateway', ms: CONNECT_TIMEOUT_MS * 2 }, async (signal) => {
    const socket = await connect(url, mayReach, signal)
    if (!signal.aborted) return socket
    socket.destroy()
    throw signal.reason
  })
}

async function connect(url: URL, mayReach: MayReach, signal: AbortSignal): Promise<Socket> {
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket = await dial(host, Number(url.port) || (isSecure ? 443 : 80), mayReach, CONNECT_TIMEOUT_MS)
  if (!isSecure) {
    if (!isPublic(socket.remoteAddress ?? '')) return socket
    socket.destroy()
    throw new Explained(detailsOf('gateway_https_only'))
  }
  const secure = connectTls({
    socket,
    host,
    servername: /^[\d.]+$|:/.test(host) ? '' : host,
    ALPNProtocols: ['http/1.1'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const end = () => secure.destroy(new Explained(detailsOf('gateway_no_answer')))
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  secure.on('error', reject)
  secure.once('secureConnect', () => resolve(secure))
  return promise.finally(() => signal.removeEventListener('abort', end))
}

/** Rejects with NotCalled when nothing was sent, and with another error when that is unknown. */
export async function callGateway(
  app: Pick<App, 'database'>,
  mayReach: MayReach,
  { url, method, headers, body }: GatewayCall,
  leaving: () => Promise<void>,
  signal: AbortSignal,
): Promise<GatewayAnswer> {
  const target = new URL(url)
  const notCalled = (error: Error): never => {
    throw new NotCalled(detailsOfError(error))
  }
  await mustNotBeFenced(app).catch(notCalled)
  const socket = await open(target, mayReach).catch(notCalled)
  try {
    await untilAborted(leaving(), signal, () => new NotCalled(NO_TIME_LEFT)).catch(notCalled)
    if (signal.aborted) throw new NotCalled(NO_TIME_LEFT)
    if (socket.destroyed) throw new NotCalled(detailsOf('gateway_closed'))
    return await withinDeadline({ of: 'call', name: 'sms_gateway', ms: ANSWER_TIMEOUT_MS, signal }, (limited) =>
      ask(socket, target, { url, method, headers, body }, limited),
    )
  } finally {
    socket.destroy()
  }
}

function ask(
  socket: Socket,
  target: URL,
  { method, headers, body }: GatewayCall,
  signal: AbortSignal,
): Promise<GatewayAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<GatewayAnswer>()
  const calling = request({
    createConnection: () => socket,
    method,
    host: target.hostname,
    path: `${target.pathname}${target.search}`,
    headers: { ...Object.fromEntries(headers), host: target.host },
    signal,
  })
  calling.on('error', reject)
  whenUnanswered(calling, reject)
  calling.once('response', (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= ANSWER_BYTES_MAX) chunks.push(chunk)
      else reject(new Explained(detailsOf('gateway_answer_too_large')))
    })
    response.once('error', reject)
    response.once('aborted', () => reject(new Explained(detailsOf('gateway_answer_cut_off'))))
    response.once('close', () => reject(new Explained(detailsOf('gateway_answer_cut_off'))))
    response.once('end', () => {
      const afterMs = Number(response.headers['retry-after']) * SECOND
      resolve({
        status: response.statusCode ?? 0,
        text: Buffer.concat(chunks).toString('utf8'),
        retryAfterMs: Number.isFinite(afterMs) && afterMs >= 0 ? afterMs : null,
      })
    })
  })
  calling.end(body ?? undefined)
  return promise
}

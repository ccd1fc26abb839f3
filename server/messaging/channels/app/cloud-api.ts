// HTTP calls to the WhatsApp Cloud API. A call has one of three results: answered, never sent, or unknown. Uses Node's
// own client, because it reports when a connection is open and nothing is written yet: the moment before the message is
// transmitted.

import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { startDeadline, withinDeadline } from '#kit/deadlines.ts'
import { detailsOfError, Explained } from '#kit/explained.ts'
import { detailsOf, technicalError } from '#kit/messages/details.ts'
import { whenUnanswered } from '#kit/unanswered.ts'

/** Responses of the API are a few hundred bytes. */
const ANSWER_BYTES_MAX = 1024 * 1024
/** An idle connection is closed by us before Meta closes it in the middle of a message. */
const IDLE_TIMEOUT_MS = 20_000

/** The maximum time of a call, media uploads included. Callers set shorter limits. */
const CALL_MS = 120_000
/** The maximum time until the response, and again until its last byte. */
const DOWNLOAD_MS = 120_000

/** Endpoint and credentials. */
export interface CloudAccount {
  /** Without a trailing slash. */
  baseUrl: string
  version: string
  phoneNumberId: string
  accessToken: string
}

export interface CloudCall {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path after the version; or a complete URL, for media. */
  path: string
  body?: CloudBody
  /** In addition to the headers of every call. */
  headers?: Readonly<Record<string, string>>
  /** Awaited once the connection is open, before the first byte. */
  leaving?: () => Promise<void>
}

export interface CloudBody {
  contentType: string
  /** Parts in order, with their total size. */
  parts: readonly (Buffer | Readable)[]
  size: number
}

export interface CloudAnswer {
  status: number
  /** The Retry-After header. */
  retryAfter: string | null
  /** Null when it is no JSON. */
  body: unknown
}

/** Nothing of the request was sent. */
export class NeverLeft extends Explained {}
/** No response arrived: the request may have been accepted. */
export class Unanswered extends Explained {}

export const jsonBody = (value: unknown): CloudBody => {
  const bytes = Buffer.from(JSON.stringify(value))
  return { contentType: 'application/json', parts: [bytes], size: bytes.length }
}

export class CloudApi {
  readonly #gate: () => Promise<void>
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS }),
  }
  readonly #underWay = new Set<(error: Error) => void>()
  #isClosed = false

  /** `gate` is awaited right before every call; when it rejects, the call is not made. */
  constructor(gate: () => Promise<void>) {
    this.#gate = gate
  }

  /** Throws NeverLeft or Unanswered. */
  async call(account: CloudAccount, call: CloudCall, signal: AbortSignal): Promise<CloudAnswer> {
    return within({ of: 'call', name: 'whatsapp', ms: CALL_MS, signal }, async (limited) => {
      const incoming = await this.#open(account, call, limited)
      try {
        return await answerOf(incoming)
      } catch (error) {
        throw new Unanswered(detailsOf('cloud_api_answer_cut_off', { error: reasonOf(error) }), { cause: error })
      }
    })
  }

  /** The body of a successful response, as a stream; for media. */
  async download(account: CloudAccount, url: string, signal: AbortSignal): Promise<Readable> {
    const limited = { of: 'call', name: 'whatsapp_media' } as const
    const open = (aborted: AbortSignal) => this.#open(account, { method: 'GET', path: url }, aborted)
    const incoming = await within({ ...limited, ms: DOWNLOAD_MS, signal }, open)
    if (incoming.statusCode === 200) {
      incoming.once(
        'close',
        startDeadline(limited, DOWNLOAD_MS, (error) => incoming.destroy(error)),
      )
      return incoming
    }
    incoming.destroy()
    throw new Unanswered(`it was answered with ${incoming.statusCode}`)
  }

  /** Ends the calls in progress and refuses new ones. */
  close(): void {
    this.#isClosed = true
    for (const end of this.#underWay) end(new Explained(detailsOf('program_ending')))
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  async #open(
    { baseUrl, version, accessToken }: CloudAccount,
    { method, path, body, headers, leaving }: CloudCall,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const url = new URL(/^https?:/.test(path) ? path : `${baseUrl}/${version}/${path}`)
    await this.#gate().catch((error: Error) => {
      throw new NeverLeft(detailsOfError(error), { cause: error })
    })
    if (this.#isClosed || signal.aborted) throw new NeverLeft(detailsOf('no_time_left'))
    const isSecure = url.protocol === 'https:'
    const outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      agent: this.#agents[isSecure ? 'https:' : 'http:'],
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'Samvad',
        ...(body ? { 'content-type': body.contentType, 'content-length': body.size } : {}),
        ...headers,
      },
    })
    return this.#exchange(outgoing, isSecure, body, leaving, signal)
  }

  #exchange(
    outgoing: ClientRequest,
    isSecure: boolean,
    body: CloudBody | undefined,
    leaving: (() => Promise<void>) | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    let hasBegun = false
    return new Promise<IncomingMessage>((resolve, reject) => {
      const end = (error: Error) => {
        const details = error instanceof Explained ? error.details : technicalError({ message: reasonOf(error) })
        reject(hasBegun ? new Unanswered(details, { cause: error }) : new NeverLeft(details, { cause: error }))
        outgoing.destroy(error)
      }
      const timeIsUp = () => end(new Explained(detailsOf('cloud_api_no_answer')))
      const begin = async () => {
        await leaving?.()
        if (outgoing.destroyed) return
        hasBegun = true
        await write(outgoing, body)
      }
      this.#underWay.add(end)
      signal.addEventListener('abort', timeIsUp, { once: true })
      outgoing.once('close', () => {
        this.#underWay.delete(end)
        signal.removeEventListener('abort', timeIsUp)
      })
      outgoing.on('error', end)
      whenUnanswered(outgoing, end)
      outgoing.once('response', resolve)
      outgoing.once('socket', (socket) => whenItStands(outgoing, socket, isSecure, () => void begin().catch(end)))
    })
  }
}

/** An abandoned call may have been sent. */
const within: typeof withinDeadline = (deadline, work) =>
  withinDeadline(deadline, work).catch((error: unknown) => {
    throw error instanceof NeverLeft || error instanceof Unanswered
      ? error
      : new Unanswered(detailsOf('cloud_api_no_answer'), { cause: error })
  })

function whenItStands(outgoing: ClientRequest, socket: Socket, isSecure: boolean, then: () => void): void {
  if (outgoing.reusedSocket) then()
  else socket.once(isSecure ? 'secureConnect' : 'connect', then)
}

/** The headers are sent with the first part. */
async function write(outgoing: ClientRequest, body: CloudBody | undefined): Promise<void> {
  for (const part of body?.parts ?? [])
    for await (const chunk of Buffer.isBuffer(part) ? [part] : part) {
      if (outgoing.destroyed) return
      if (!outgoing.write(chunk)) await drained(outgoing)
    }
  outgoing.end()
}

function drained(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.on('drain', go).on('close', go)
  })
}

async function answerOf(incoming: IncomingMessage): Promise<CloudAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw new Error(`it is larger than ${ANSWER_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  const { statusCode: status = 0, headers } = incoming
  return { status, retryAfter: headers['retry-after'] ?? null, body: parsed(Buffer.concat(chunks).toString('utf8')) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The message of an error of several attempts (one for each address of a host name) is empty. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || code || 'without a reason'
}

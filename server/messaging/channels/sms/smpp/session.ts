// One bind: a connection with a limited number of messages in flight and a rate limit, on which the provider delivers
// receipts and inbound messages. It ends permanently; a new bind is a new session.

import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startDeadline } from '#kit/deadlines.ts'
import { interval } from '#kit/interval.ts'
import { type Detail, detailsOf, englishOf, technicalError } from '#kit/messages/details.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import { AnswerLost, BindRefused, NotSubmitted } from './faults.ts'
import {
  type BindFields,
  BrokenPdu,
  bindBody,
  commands,
  encodePdu,
  messageIdOf,
  type Pdu,
  PduReader,
  RESPONSE,
} from './pdu.ts'
import { turn } from './turn.ts'

export interface SessionOptions {
  bind: BindFields
  window: number
  messagesPerSecond: number | null
  enquireLinkMs: number
  responseTimeoutMs?: number
  /** Handles deliver_sm and data_sm and resolves to the response status: 0 means that the PDU was stored. */
  onArrival(pdu: Pdu): Promise<number>
  onEnd(reason: string): void
}

/** The provider's response to a message. */
export interface Submitted {
  status: number
  messageId: string
}

/** Less than dispatch allows for sending (SEND_TIMEOUT_MS). */
const responseTimeoutMs = () => interval('SMPP_RESPONSE', 30_000)
const UNBIND_TIMEOUT_MS = 1_000
const LAST_WORDS_MS = 500
const SEQUENCE_MAX = 0x7fffffff
/** Inbound PDUs that are being stored at once; further ones wait in the connection. */
const ARRIVALS_MAX = 500
/** Maximum number of unread response bytes: a peer that never reads must not use up memory. */
const UNREAD_BYTES_MAX = 1024 * 1024
/** Maximum number of PDUs per period that are neither responses nor messages. */
const CHATTER_MAX = 5_000
const CHATTER_WITHIN_MS = 10_000
const NO_TIME_LEFT = detailsOf('no_time_left')
const ESME_RINVCMDID = 3
const ESME_RX_T_APPN = 0x64

interface Waiting {
  resolve(pdu: Pdu): void
  reject(error: Error): void
}

export class SmppSession {
  readonly #socket: Socket
  readonly #options: SessionOptions
  readonly #reader = new PduReader()
  readonly #waiting = new Map<number, Waiting>()
  readonly #queue: (() => void)[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #sequence = 0
  #inHand = 0
  #arriving = 0
  #nextAtMs = 0
  #chatter = 0
  #chatterSinceMs = performance.now()
  #ended: readonly Detail[] | null = null
  #isClosing = false
  lastUsedMs = performance.now()

  private constructor(socket: Socket, options: SessionOptions) {
    this.#socket = socket
    this.#options = options
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', (error) => this.#end(technicalError(error)))
    socket.on('close', () => this.#end(detailsOf('smpp_connection_closed')))
  }

  /** Binds. Rejects with BindRefused, or with the reason why binding failed; the connection is then closed. */
  static async bind(socket: Socket, options: SessionOptions): Promise<SmppSession> {
    const session = new SmppSession(socket, options)
    try {
      const { status, command } = await session.#ask(commands.bind_transceiver, bindBody(options.bind))
      if (status !== 0 || command !== commands.bind_transceiver_resp) throw new BindRefused(status)
    } catch (error) {
      session.#end(detailsOf('smpp_bind_failed'))
      throw error
    }
    const timer = setInterval(() => void session.#enquire(), options.enquireLinkMs)
    session.#timers.add(timer)
    return session
  }

  get isOpen(): boolean {
    return this.#ended === null && !this.#isClosing
  }

  get inHand(): number {
    return this.#inHand + this.#queue.length
  }

  /**
   * Submits one message once a slot and the rate limit allow it. Awaits `leaving` right before the first octet; nothing
   * is written after `signal` aborts. Rejects with NotSubmitted or AnswerLost.
   */
  async submit(body: Buffer, leaving: () => Promise<void>, signal: AbortSignal): Promise<Submitted> {
    await this.#enter(signal)
    try {
      await this.#pace(signal)
      const held = leaving().catch((error: Error) => {
        throw new NotSubmitted(error.message)
      })
      await untilAborted(held, signal, () => new NotSubmitted(NO_TIME_LEFT))
      if (signal.aborted || !this.isOpen) throw new NotSubmitted(this.#ended ?? NO_TIME_LEFT)
      const { status, body: answer, command } = await this.#ask(commands.submit_sm, body, signal)
      if (command === commands.generic_nack) return { status: status || ESME_RINVCMDID, messageId: '' }
      if (command !== commands.submit_sm_resp) throw new AnswerLost(detailsOf('smpp_wrong_answer'))
      return { status, messageId: status === 0 ? readId(answer) : '' }
    } finally {
      this.#inHand--
      this.lastUsedMs = performance.now()
      this.#queue.shift()?.()
    }
  }

  /** Unbinds and closes, whatever the provider's response. */
  async close(): Promise<void> {
    if (this.#ended !== null) return
    this.#isClosing = true
    for (const enter of this.#queue.splice(0)) enter()
    await Promise.race([
      this.#ask(commands.unbind, Buffer.alloc(0)).catch(() => {}),
      pause(UNBIND_TIMEOUT_MS, undefined, { ref: false }),
    ])
    this.#end(detailsOf('smpp_connection_closed'))
  }

  async #enter(signal: AbortSignal): Promise<void> {
    while (this.#inHand >= this.#options.window && this.isOpen && !signal.aborted) {
      const turn = Promise.withResolvers<void>()
      this.#queue.push(turn.resolve)
      signal.addEventListener('abort', () => turn.resolve(), { once: true })
      await turn.promise
      const place = this.#queue.indexOf(turn.resolve)
      if (place !== -1) this.#queue.splice(place, 1)
    }
    if (signal.aborted || !this.isOpen) {
      // Passes on the slot that this caller was given.
      this.#queue.shift()?.()
      throw new NotSubmitted(this.#ended ?? NO_TIME_LEFT)
    }
    this.#inHand++
  }

  async #pace(signal: AbortSignal): Promise<void> {
    const { messagesPerSecond } = this.#options
    if (messagesPerSecond === null) return
    const now = performance.now()
    const { at, next } = turn(this.#nextAtMs, now, messagesPerSecond)
    this.#nextAtMs = next
    if (at > now) await pause(at - now, undefined, { signal, ref: false }).catch(() => {})
  }

  #ask(command: number, body: Buffer, signal?: AbortSignal): Promise<Pdu> {
    if (this.#ended !== null) return Promise.reject(new NotSubmitted(this.#ended))
    this.#sequence = this.#sequence === SEQUENCE_MAX ? 1 : this.#sequence + 1
    const sequence = this.#sequence
    const { promise, resolve, reject } = Promise.withResolvers<Pdu>()
    const giveUp = () => {
      this.#waiting.delete(sequence)
      reject(new AnswerLost(detailsOf('smpp_no_answer')))
    }
    const endDeadline = startDeadline(
      { of: 'call', name: 'smpp' },
      this.#options.responseTimeoutMs ?? responseTimeoutMs(),
      () => giveUp(),
    )
    const onAbort = () => giveUp()
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#waiting.set(sequence, { resolve, reject })
    this.#socket.write(encodePdu(command, 0, sequence, body))
    return promise.finally(() => {
      endDeadline()
      signal?.removeEventListener('abort', onAbort)
    })
  }

  async #enquire(): Promise<void> {
    try {
      await this.#ask(commands.enquire_link, Buffer.alloc(0))
    } catch {
      this.#end(detailsOf('smpp_no_answer'))
    }
  }

  #read(chunk: Buffer): void {
    if (this.#ended !== null) return
    try {
      for (const pdu of this.#reader.push(chunk)) {
        this.#take(pdu)
        if (this.#ended !== null) return
      }
    } catch (error) {
      if (!(error instanceof BrokenPdu)) throw error
      this.#end(detailsOf('smpp_broken_data', { error: error.message }))
    }
  }

  #take(pdu: Pdu): void {
    if (pdu.command >= RESPONSE) {
      const asked = this.#waiting.get(pdu.sequence)
      if (asked === undefined) return this.#mustNotChatter()
      this.#waiting.delete(pdu.sequence)
      return asked.resolve(pdu)
    }
    switch (pdu.command) {
      case commands.enquire_link:
        this.#mustNotChatter()
        return this.#write(encodePdu(commands.enquire_link_resp, 0, pdu.sequence))
      case commands.unbind:
        this.#write(encodePdu(commands.unbind_resp, 0, pdu.sequence))
        return this.#end(detailsOf('smpp_connection_ended'))
      case commands.deliver_sm:
      case commands.data_sm:
        void this.#arrive(pdu)
        return
      default:
        this.#mustNotChatter()
        this.#write(encodePdu(commands.generic_nack, ESME_RINVCMDID, pdu.sequence))
    }
  }

  /** Excess PDUs would cost the processing time of all who send from this process. */
  #mustNotChatter(): void {
    if (++this.#chatter < CHATTER_MAX) return
    const now = performance.now()
    if (now - this.#chatterSinceMs < CHATTER_WITHIN_MS) this.#end(detailsOf('smpp_too_much_data'))
    this.#chatter = 0
    this.#chatterSinceMs = now
  }

  /** The response is sent after the commit: without one the provider sends the PDU again. */
  async #arrive(pdu: Pdu): Promise<void> {
    if (++this.#arriving >= ARRIVALS_MAX) this.#socket.pause()
    // A PDU that cannot be stored now must be sent again.
    const status = await this.#options.onArrival(pdu).catch(() => ESME_RX_T_APPN)
    if (--this.#arriving < ARRIVALS_MAX) this.#socket.resume()
    this.lastUsedMs = performance.now()
    this.#write(encodePdu(pdu.command + RESPONSE, status, pdu.sequence, status === 0 ? Buffer.of(0) : Buffer.alloc(0)))
  }

  #write(octets: Buffer): void {
    if (this.#ended !== null || !this.#socket.writable) return
    this.#socket.write(octets)
    if (this.#socket.writableLength > UNREAD_BYTES_MAX) this.#end(detailsOf('smpp_reads_nothing'))
  }

  #end(reason: readonly Detail[]): void {
    if (this.#ended !== null) return
    this.#ended = reason
    for (const timer of this.#timers) clearInterval(timer)
    for (const { reject } of this.#waiting.values()) reject(new AnswerLost(reason))
    this.#waiting.clear()
    for (const enter of this.#queue.splice(0)) enter()
    // The last responses are still written; a peer that does not read is not waited for.
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), LAST_WORDS_MS).unref()
    this.#options.onEnd(englishOf(reason))
  }
}

function readId(body: Buffer): string {
  try {
    return messageIdOf(body)
  } catch {
    return ''
  }
}

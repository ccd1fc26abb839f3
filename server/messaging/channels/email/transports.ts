// Connections to mail servers, kept open and reused: a pool per account, closed when the account changes.

import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import type { Transporter } from 'nodemailer'
import type { SMTPPoolOptions, SMTPPoolSentMessageInfo } from 'nodemailer/lib/smtp-pool/index.js'
import { withinDeadline } from '#kit/deadlines.ts'
import { createReach, dial, type MayReach } from '#kit/networks.ts'

/** Maximum number of connections to one mail server for one organization's deliveries. */
export const CONNECTIONS_MAX = 50
/** For a mail server that an organization chose: hosted ones commonly refuse more. */
export const CONNECTIONS_TO_CHOSEN_MAX = 20
/**
 * A connection is replaced after this many messages; servers would otherwise end long sessions at arbitrary moments.
 */
const MESSAGES_OF_A_CONNECTION_MAX = 1000
/**
 * Beyond this number, idle accounts are closed: never more are open than this number or the deliveries in flight,
 * whichever is larger.
 */
export const ACCOUNTS_MAX = 200
/** Some milliseconds of work. */
export const PIECE_BYTES = 256 * 1024
const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 10_000
const REPLY_TIMEOUT_MS = 30_000
const IDLE_TIMEOUT_MS = 30_000
/** From the mail's turn at a connection to the server's last reply. Dispatch sets a shorter limit. */
const SEND_TIMEOUT_MS = 60_000

export interface SmtpServer {
  host: string
  port: number
  secure: boolean
  user: string | null
  password: string | null
}

type Nodemailer = typeof import('nodemailer')
export type MailTransport = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>

/** The program's own progress in a mail that is being sent, shared with the transport. */
export interface Progress {
  /** True when a byte of the message was written: before that it cannot have been sent. */
  hasBegun: () => boolean
  /** True when all of it was written: before that no server has it completely. */
  hasEnded: () => boolean
  /** Awaited before the first byte; when it rejects, none is written. */
  leaving?: () => Promise<void>
}

/**
 * How to reach the server: a URL that the operator set and that may be anything, or a server that an organization
 * chose.
 */
export type Destination =
  | { url: string }
  | { server: SmtpServer; mayReach: MayReach; opened?: (socket: Socket) => void }
  | { loopback: SmtpServer }

const isPublic = createReach([])

interface Kept {
  fingerprint: string
  transport: MailTransport
  /** Mails in flight. */
  inHand: number
}

/** Loaded with the first mail: a process that sends none starts without it. */
const load = () => import('nodemailer')

export class Transports {
  readonly #kept = new Map<string, Kept>()
  readonly #gate: () => Promise<void>

  /** `gate` is awaited right before every mail is sent; when it rejects, the mail is not sent. */
  constructor(gate: () => Promise<void>) {
    this.#gate = gate
  }

  /** Sends a mail. `key` identifies the account, the destination is its current configuration. */
  async send(
    key: string,
    destination: Destination,
    mail: Parameters<MailTransport['sendMail']>[0],
    { ms = SEND_TIMEOUT_MS, signal }: { ms?: number; signal?: AbortSignal } = {},
  ): Promise<SMTPPoolSentMessageInfo> {
    const nodemailer = await load()
    await this.#gate()
    const kept = this.#of(key, destination, nodemailer)
    kept.inHand++
    try {
      return await withinDeadline({ of: 'call', name: 'smtp', ms, signal }, (aborted) =>
        kept.transport.sendMail({ ...mail, signal: aborted }),
      )
    } finally {
      kept.inHand--
    }
  }

  /** The pool of an account. */
  #of(key: string, destination: Destination, nodemailer: Nodemailer): Kept {
    const fingerprint = hash('sha256', JSON.stringify(destination))
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    if (kept?.fingerprint === fingerprint) {
      // Put back as the last one: the first is the least recently used.
      this.#kept.set(key, kept)
      return kept
    }
    // Its current mail is finished; waiting ones are retried.
    kept?.transport.close()
    this.#makeRoom()
    const opened = { fingerprint, transport: open(destination, nodemailer), inHand: 0 }
    this.#kept.set(key, opened)
    return opened
  }

  /** Busy accounts stay open even above the limit: closing them would fail their mails. */
  #makeRoom(): void {
    for (const [key, { transport, inHand }] of this.#kept) {
      if (this.#kept.size < ACCOUNTS_MAX) return
      if (inHand > 0) continue
      this.#kept.delete(key)
      transport.close()
    }
  }

  close(): void {
    for (const { transport } of this.#kept.values()) transport.close({ force: true })
    this.#kept.clear()
  }
}

export const openTransport = async (destination: Destination): Promise<MailTransport> => open(destination, await load())

function open(destination: Destination, { createTransport }: Nodemailer): MailTransport {
  const transport = createTransport({ ...optionsOf(destination), ...common })
  // A connection that breaks while idle is replaced when it is needed; the event must only have a listener.
  transport.on('error', () => {})
  transport.use('stream', (mail, done) => {
    const progress = (mail.data as { progress?: Progress }).progress
    const message = mail.message
    if (message) {
      const read = message.createReadStream.bind(message)
      message.createReadStream = (options) => {
        const stream = read(options)
        if (progress) {
          progress.hasBegun = () => stream.readableDidRead
          progress.hasEnded = () => stream.readableEnded
        }
        sendInPieces(stream, progress?.leaving)
        return stream
      }
    }
    done()
  })
  return transport
}

/**
 * The stream is connected after the server's 354 response; and the end of the message, without which the server accepts
 * nothing, follows only after the whole stream was read.
 */
function sendInPieces(stream: Readable, leaving: () => Promise<void> = async () => {}): void {
  const pipe = stream.pipe.bind(stream)
  stream.pipe = (destination, options) => {
    const begin = async () => {
      try {
        await leaving()
        if (!stream.destroyed) pipe(new Pieces()).pipe(destination, options)
      } catch (error) {
        stream.destroy(error as Error)
      }
    }
    void begin()
    return destination
  }
}

/**
 * Yields to other work between two chunks. A signed mail is in memory, and a fast server would otherwise receive all of
 * it in one turn of the event loop.
 */
export class Pieces extends Transform {
  #bytes = 0

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#bytes += chunk.length
    if (this.#bytes < PIECE_BYTES) return done(null, chunk)
    this.#bytes = 0
    setImmediate(done, null, chunk)
  }
}

const common = {
  pool: true as const,
  maxMessages: MESSAGES_OF_A_CONNECTION_MAX,
  // Retries are decided and recorded by the dispatcher, never here.
  maxRequeues: 0,
  idleTimeout: IDLE_TIMEOUT_MS,
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: GREETING_TIMEOUT_MS,
  socketTimeout: REPLY_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
}

function optionsOf(destination: Destination): SMTPPoolOptions {
  if ('url' in destination) return { url: destination.url, maxConnections: CONNECTIONS_MAX }
  if ('loopback' in destination)
    return { ...serverOptions(destination.loopback), ignoreTLS: true, maxConnections: CONNECTIONS_MAX }
  const { server, mayReach, opened } = destination
  return {
    ...serverOptions(server),
    maxConnections: CONNECTIONS_TO_CHOSEN_MAX,
    getSocket: (_options, done) => {
      const open = async () => {
        const connection = await dial(server.host, server.port, mayReach, CONNECT_TIMEOUT_MS)
        opened?.(connection)
        // Passwords are never sent over a public network without TLS.
        return { connection, requireTLS: server.user !== null && isPublic(connection.remoteAddress ?? '') }
      }
      open().then(
        (found) => done(null, found),
        (error) => done(error),
      )
    },
  }
}

function serverOptions({ host, port, secure, user, password }: SmtpServer): SMTPPoolOptions {
  return { host, port, secure, ...(user === null ? {} : { auth: { user, pass: password ?? '' } }) }
}

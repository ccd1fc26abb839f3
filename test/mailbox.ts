// A mail server on loopback for tests: real SMTP, answers chosen by the test, and its own log of received mails.
// Verdicts compare the database with this log.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { GUARD_MS } from './guard.ts'

export interface Mail {
  envelope: { from: string; to: string[] }
  /** Credentials of the SMTP session, if any. */
  user: { name: string; password: string } | null
  subject: string
  text: string
  html: string
  /** The last header of each name; names in lower case. */
  headers: Record<string, string>
  parsed: Email
  raw: string
}

/**
 * How the server treats a mail: accepts it; answers with a code (at the recipient, or by default after the message);
 * after the message never answers; after the message drops the connection.
 */
export type MailAnswer = 'accept' | 'hang' | 'drop' | { code: number; text?: string; at?: 'recipient' | 'message' }

export type Decide = (recipient: string, tries: number) => MailAnswer | Promise<MailAnswer>

export interface Mailbox {
  /** Value for SAMVAD_SMTP_URL. */
  url: string
  host: string
  port: number
  /** Accepted mails in order; without notifications to members, unless `isForNotices`. */
  received: Mail[]
  /** Notifications to members, unless `isForNotices`. */
  notices: Mail[]
  /** Received completely and not accepted: refused, hung, or dropped. */
  unanswered: Mail[]
  /** Number of connections since the start. */
  connections: number
  /**
   * Called for every mail; `tries` counts the earlier ones to this recipient. A promise is awaited after the message.
   */
  answer(decide: Decide): void
  /** Resolves when that many mails are accepted, or one matches; rejects after a time limit. */
  waitFor(wanted: number | ((mail: Mail) => boolean)): Promise<Mail[]>
  close(): Promise<void>
}

export interface MailboxOptions {
  /** Required credentials. */
  credentials?: { user: string; password: string }
  host?: string
  port?: number
  /** True in tests of notifications to members. */
  isForNotices?: boolean
}

/** Message-IDs of notifications to members contain the notification's id. */
const NOTICE = /^<ntf_/

export async function startMailbox({
  credentials,
  isForNotices = false,
  host = '127.0.0.1',
  port = 0,
}: MailboxOptions = {}): Promise<Mailbox> {
  let decide: Decide = () => 'accept'
  const tries = new Map<string, number>()
  const decided = new WeakMap<SMTPServerSession, ReturnType<Decide>>()
  const received: Mail[] = []
  const unanswered: Mail[] = []
  const notices: Mail[] = []
  const waiting = new Set<() => void>()

  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    closeTimeout: 200,
    onConnect(_session, done) {
      mailbox.connections++
      done()
    },
    onAuth({ username = '', password }, _session, done) {
      const name = { name: username, password: password ?? '' }
      const isRight = !credentials || (username === credentials.user && password === credentials.password)
      if (isRight) done(null, { user: name })
      else done(null, { responseCode: 535, message: 'wrong user or password' })
    },
    onRcptTo({ address }, session, done) {
      const before = tries.get(address) ?? 0
      tries.set(address, before + 1)
      const answer = decide(address, before)
      decided.set(session, answer)
      if (typeof answer === 'object' && 'code' in answer && answer.at === 'recipient') done(refusal(answer))
      else done()
    },
    onData(stream, session, done) {
      // A client killed in the middle of a mail has sent none.
      take(stream, session, done).catch(done)
    },
  })
  server.on('error', () => {})

  async function take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const mail = await readMail(Buffer.concat(chunks), session)
    const answer = (await decided.get(session)) ?? 'accept'
    if (!isForNotices && NOTICE.test(mail.headers['message-id'] ?? '')) notices.push(mail)
    else (answer === 'accept' ? received : unanswered).push(mail)
    for (const look of waiting) look()
    if (answer === 'accept') done()
    else if (answer === 'drop') socketOf(server, session)?.destroy()
    else if (answer !== 'hang') done(refusal(answer))
  }

  const mailbox: Mailbox = {
    url: '',
    host,
    port,
    received,
    notices,
    unanswered,
    connections: 0,
    answer(next) {
      decide = next
    },
    waitFor(wanted) {
      return new Promise((resolve, reject) => {
        const isThere = () => (typeof wanted === 'number' ? received.length >= wanted : received.some(wanted))
        const look = () => {
          if (!isThere()) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(typeof wanted === 'number' ? received : received.filter(wanted))
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(
            new Error(
              `the mailbox took ${received.length} mails in ${GUARD_MS} ms, which was not what the test waits for`,
            ),
          )
        }, GUARD_MS)
        waiting.add(look)
        look()
      })
    },
    async close() {
      for (const connection of server.connections) (connection as unknown as Connection)._socket.destroy()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }

  server.listen(port, host)
  await once(server.server, 'listening')
  mailbox.port = (server.server.address() as AddressInfo).port
  mailbox.url = `smtp://${host}:${mailbox.port}`
  return mailbox
}

interface Connection {
  id: string
  _socket: { destroy(): void }
}

function socketOf(server: SMTPServer, { id }: SMTPServerSession): { destroy(): void } | undefined {
  const connections = [...server.connections] as unknown as Connection[]
  return connections.find((connection) => connection.id === id)?._socket
}

function refusal({ code, text = 'as the test wants it' }: { code: number; text?: string }): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

async function readMail(bytes: Buffer, session: SMTPServerSession): Promise<Mail> {
  const parsed = await PostalMime.parse(bytes)
  const { mailFrom, rcptTo } = session.envelope
  return {
    envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
    user: session.user ?? null,
    subject: parsed.subject ?? '',
    text: (parsed.text ?? '').replace(/\r?\n$/, ''),
    html: parsed.html ?? '',
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
    parsed,
    raw: bytes.toString('utf8'),
  }
}

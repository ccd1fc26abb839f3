// The sandbox's mail server: real SMTP on loopback, inside the process that dispatches. It takes mail from this
// process alone, and keeps each for the organization that signed in. Nothing is passed on.

import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import type { SandboxMail } from '#messaging/channels/email/smtp.ts'
import type { ArrivedMail } from './queries.ts'
import * as queries from './queries.ts'

const LOOPBACK = '127.0.0.1'
const MAIL_BYTES_MAX = 5 * 1024 * 1024
const FLUSH_MAILS_MAX = 200
const WAITING_MAILS_MAX = 2000
const CLOSE_TIMEOUT_MS = 1000

export function createSandboxMailServer(app: App): SandboxMail {
  /** Known to this process alone; the user beside it is the organization. */
  const password = randomBytes(24).toString('base64url')
  let started: Promise<{ server: SMTPServer; port: number }> | undefined

  const store = async (organizationId: Uuid, rows: ArrivedMail[], held: 'wait' | 'pass over') =>
    app.database.transaction((tx) => tx.rows<{ id: Uuid }>(queries.insert(organizationId, rows, held)), organizationId)

  const inbox = new GroupCommit<ArrivedMail, unknown>(
    async (organizationId, rows) => {
      const kept = new Set((await store(organizationId, rows, 'pass over')).map(({ id }) => id))
      const outcomes: unknown[] = []
      // Deleted, or just being deleted: each by itself finds out which.
      for (const row of rows)
        outcomes.push(
          kept.has(row.id)
            ? null
            : await store(organizationId, [row], 'wait').then(
                () => null,
                (error) => error,
              ),
        )
      return outcomes
    },
    () => 1,
    { flushWeightMax: FLUSH_MAILS_MAX, waitingMax: WAITING_MAILS_MAX },
  )

  async function start(): Promise<{ server: SMTPServer; port: number }> {
    const server = new SMTPServer({
      banner: 'Samvad sandbox',
      logger: false,
      size: MAIL_BYTES_MAX,
      rejectOversized: true,
      closeTimeout: CLOSE_TIMEOUT_MS,
      disableReverseLookup: true,
      // On loopback, from this process to itself.
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password: given }, _session, done) {
        if (username && sameSecret(given ?? '', password)) done(null, { user: username })
        else done(new Error('this mail server is for the sandbox alone'))
      },
      onData(stream, session, done) {
        keep(stream, session).then(
          () => done(),
          (error) => {
            app.log.error({ err: error }, 'the sandbox could not keep a mail')
            done(Object.assign(new Error('could not be kept; try again'), { responseCode: 451 }))
          },
        )
      },
    })
    server.on('error', (err) => app.log.warn({ err }, 'sandbox mail connection'))
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject)
      server.listen(0, LOOPBACK, resolve)
    })
    return { server, port: (server.server.address() as AddressInfo).port }
  }

  async function keep(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    if (stream.sizeExceeded) return
    const bytes = Buffer.concat(chunks)
    const mail = await PostalMime.parse(bytes)
    const at = app.clock()
    const { mailFrom, rcptTo } = session.envelope
    await Promise.all(
      rcptTo.map(async ({ address }) => {
        const failure = await inbox.submit(session.user as string, session.user as Uuid, {
          id: newUuid(at.getTime()),
          channel: 'email',
          from_address: mail.from?.address ?? (mailFrom ? mailFrom.address : ''),
          address,
          subject: storable(mail.subject),
          text: storable(mail.text),
          html: storable(mail.html),
          raw: storable(bytes.toString('utf8')) ?? '',
          received_at: at,
          delivery_id: namedIn(mail.messageId, 'dlv'),
          invitation_id: namedIn(mail.messageId, 'invite'),
        })
        if (failure !== null) throw failure
      }),
    )
  }

  return {
    async serverFor(organizationId) {
      started ??= start()
      // One that could not start is started anew by the next mail.
      started.catch(() => {
        started = undefined
      })
      const { port } = await started
      return { host: LOOPBACK, port, secure: false, user: organizationId, password }
    },
    async close() {
      const running = await started?.catch(() => undefined)
      started = undefined
      if (running) await new Promise<void>((resolve) => running.server.close(resolve))
    },
  }
}

/** Mail that carries a delivery or an invitation has its id before the @. */
function namedIn(messageId: string | undefined, prefix: 'dlv' | 'invite'): Uuid | null {
  return parseTypeId(prefix, /^<([^@]+)@/.exec(messageId ?? '')?.[1] ?? '')
}

/** PostgreSQL does not store U+0000. */
function storable(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll('\0', '')
}

// The sandbox's mail server: real SMTP on loopback, in the dispatching process. It accepts mail from this process only,
// and stores each for the organization that signed in. Nothing is forwarded.

import { randomBytes } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import type { Email } from 'postal-mime'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import { SANDBOX_USER_HEADER } from '#kit/system-mail.ts'
import { MAIL_ATTACHMENTS_BYTES_MAX } from '#messaging/channels/attachment-limits.ts'
import type { SandboxMail } from '#messaging/channels/email/smtp.ts'
import { createSandboxInbox } from './inbox.ts'
import { createOwnMailReports, type OwnMailReports } from './mail-receipts.ts'
import { smtpReplyOf, TIMEOUT } from './rules.ts'

const LOOPBACK = '127.0.0.1'
/** Maximum size of an accepted mail: attachments in Base64, and texts. */
const MAIL_BYTES_MAX = 2 * MAIL_ATTACHMENTS_BYTES_MAX
/** Maximum stored size of a raw mail; what is beyond are files. */
const RAW_BYTES_KEPT_MAX = 1024 * 1024
const CLOSE_TIMEOUT_MS = 1000

export function createSandboxMailServer(app: App, reports: OwnMailReports = createOwnMailReports(app)): SandboxMail {
  /** Known to this process only; the user name is the organization's id. */
  const password = randomBytes(24).toString('base64url')
  let started: Promise<{ server: SMTPServer; port: number }> | undefined

  const inbox = createSandboxInbox(app)
  /** By remote port, to close the connection for a simulated timeout. */
  const sockets = new Map<number, Socket>()

  async function start(): Promise<{ server: SMTPServer; port: number }> {
    // Loaded with the first mail: most installations do not use the sandbox for mail.
    const { SMTPServer } = await import('smtp-server')
    const server = new SMTPServer({
      banner: 'Samvad sandbox',
      logger: false,
      size: MAIL_BYTES_MAX,
      rejectOversized: true,
      closeTimeout: CLOSE_TIMEOUT_MS,
      disableReverseLookup: true,
      // Delivery reports on request: RFC 3461.
      hideDSN: false,
      // On loopback within this process TLS is not needed.
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password: given }, _session, done) {
        if (username && sameSecret(given ?? '', password)) done(null, { user: username })
        else done(new Error('this mail server is for the sandbox alone'))
      },
      onData(stream, session, done) {
        keep(stream, session).then(
          (failCode) => answer(failCode, session, done),
          (error) => {
            app.log.error({ err: error }, 'sandbox failed to store an email')
            done(Object.assign(new Error('could not be kept; try again'), { responseCode: 451 }))
          },
        )
      },
    })
    server.server.on('connection', (socket: Socket) => {
      const port = socket.remotePort as number
      sockets.set(port, socket)
      socket.once('close', () => sockets.delete(port))
    })
    server.on('error', (err) => app.log.warn({ err }, 'sandbox SMTP connection error'))
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject)
      server.listen(0, LOOPBACK, resolve)
    })
    return { server, port: (server.server.address() as AddressInfo).port }
  }

  function answer(failCode: string | null, session: SMTPServerSession, done: (error?: Error) => void): void {
    if (failCode === null) done()
    else if (failCode === TIMEOUT) sockets.get(session.remotePort)?.destroy()
    else done(refusalOf(failCode))
  }

  /** Returns the refusal; null when the mail was accepted. */
  async function keep(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string | null> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    if (stream.sizeExceeded) return null
    const bytes = Buffer.concat(chunks)
    const { default: PostalMime } = await import('postal-mime')
    const mail = await PostalMime.parse(bytes)
    const at = app.clock()
    const { mailFrom, rcptTo } = session.envelope
    const deliveryId = namedIn(mail.messageId, 'dlv')
    const behaviours = await Promise.all(
      rcptTo.map(({ address }) =>
        inbox(session.user as Uuid, {
          id: newUuid(at.getTime()),
          channel: 'email',
          from_address: mail.from?.address ?? (mailFrom ? mailFrom.address : ''),
          address,
          subject: storable(mail.subject),
          text: storable(mail.text),
          html: storable(mail.html),
          raw: storable(rawOf(bytes)) ?? '',
          received_at: at,
          delivery_id: deliveryId,
          invitation_id: namedIn(mail.messageId, 'invite'),
          only_user_id: parseTypeId('user', headerOf(mail, SANDBOX_USER_HEADER) ?? ''),
        }),
      ),
    )
    const failCode = behaviours.find((one) => one.failCode !== null)?.failCode ?? null
    const organizationId = session.user as Uuid
    if (failCode === null && deliveryId !== null)
      for (const [place, { address, dsn }] of rcptTo.entries())
        if (behaviours[place]?.receipts === 'automatic' && dsn?.notify?.includes('SUCCESS'))
          reports.delivered({ organizationId, deliveryId, address })
    return failCode
  }

  return {
    async serverFor(organizationId) {
      started ??= start()
      // A server that failed to start is started again by the next mail.
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
      await reports.close()
    },
  }
}

function refusalOf(failCode: string): Error {
  const { responseCode, text } = smtpReplyOf(failCode)
  return Object.assign(new Error(text), { responseCode })
}

/** Mails of a delivery or invitation have its id before the @. */
function namedIn(messageId: string | undefined, prefix: 'dlv' | 'invite'): Uuid | null {
  return parseTypeId(prefix, /^<([^@]+)@/.exec(messageId ?? '')?.[1] ?? '')
}

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name.toLowerCase())?.value

function rawOf(bytes: Buffer): string {
  const kept = bytes.toString('utf8', 0, RAW_BYTES_KEPT_MAX)
  const left = bytes.length - RAW_BYTES_KEPT_MAX
  return left > 0 ? `${kept}\r\n[and ${left} bytes more]` : kept
}

/** PostgreSQL does not store U+0000. */
function storable(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll('\0', '')
}

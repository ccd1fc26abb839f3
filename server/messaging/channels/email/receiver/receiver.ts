// Receives mail by SMTP (RFC 5321): only for our own addresses, and stored before it is acknowledged. It is interpreted
// later (reader.ts). Nothing is ever sent from here, so there is no backscatter: refused mail is refused within the
// session.

import { hash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { GrowingBytes } from '#kit/growing-bytes.ts'
import type { Uuid } from '#kit/ids.ts'
import { networkOf } from '#kit/networks.ts'
import type { KeepArrivals, NewArrival } from '../../arrivals/arrival.ts'
import type { OwnAddress, OwnAddresses } from '../addresses.ts'
import type { InboxOf } from '../domains/receiving.ts'
import { type Certificate, selfMade } from './certificate.ts'
import { MAIL_SOURCE, pack, RECEIVED_BYTES_MAX } from './kept-mail.ts'
import { createPace } from './pace.ts'

/** The address for providers' complaint reports (ARF): the quoted mail in a report identifies the delivery. */
export const COMPLAINTS = 'complaints'
/** RFC 5321 §4.5.1. */
const POSTMASTER = 'postmaster'

export const limits = {
  mailBytes: RECEIVED_BYTES_MAX,
  /** Over all mails that are being received. */
  bytesInHand: 256 * 1024 * 1024,
  recipients: 50,
  connections: 500,
  connectionsOfAClient: 50,
  mailsOfAClientPerMinute: 6000,
  /** Per connection: a client that guesses addresses is disconnected. */
  unknownRecipients: 10,
}
const IDLE_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 2000
/** How much of a complaint is searched for the return path of the quoted mail. */
const LOOKED_THROUGH_BYTES = 1024 * 1024

export interface ReceiverParts {
  own: OwnAddresses
  keep: KeepArrivals
  domain: string
  clock: () => Date
  log: Logger
  /** While true, or while it rejects, mail is temporarily refused. */
  isFenced: () => Promise<boolean>
  /** The organization that receives mail for another address: one of a verified sender domain. */
  inboxOf?: InboxOf
  /** The organization that receives mail for `postmaster@` of the domain. */
  postmaster?: () => Promise<Uuid | null>
}

export interface Receiver {
  port: number
  /** For the handshakes from now on. */
  useCertificate(certificate: Certificate): void
  close(): Promise<void>
}

/** A self-authenticating address, or an inbox address of an organization. */
type Recipient = OwnAddress | { kind: 'inbox'; organizationId: Uuid; address: string }

interface State {
  /** The client's network, once its connection is counted. */
  client: string | null
  recipients: Recipient[]
  unknown: number
}

/** `port` 0 picks a free one. Rejects when it cannot listen. */
export async function startReceiver(
  parts: ReceiverParts,
  { host, port, certificate }: { host: string; port: number; certificate?: Certificate },
  most = limits,
): Promise<Receiver> {
  const { own, keep, domain, clock, log, isFenced, inboxOf = nobody, postmaster = nobody } = parts
  const pace = createPace(most.mailsOfAClientPerMinute)
  const connectionsOf = new Map<string, number>()
  const states = new WeakMap<SMTPServerSession, State>()
  let bytesInHand = 0

  const stateOf = (session: SMTPServerSession): State => {
    const state = states.get(session) ?? { client: null, recipients: [], unknown: 0 }
    states.set(session, state)
    return state
  }

  const server = new SMTPServer({
    name: domain,
    banner: 'Samvad',
    logger: false,
    ...(certificate ?? selfMade(domain, clock())),
    disabledCommands: ['AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    size: most.mailBytes,
    maxRecipients: most.recipients,
    maxClients: most.connections,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onConnect(session, done) {
      // The client disconnected at once: its address is no longer known.
      if (!session.remoteAddress) return done(notNow())
      const client = networkOf(session.remoteAddress)
      stateOf(session).client = client
      const count = (connectionsOf.get(client) ?? 0) + 1
      connectionsOf.set(client, count)
      done(count > most.connectionsOfAClient ? refusal(421, 'too many connections of yours; try again') : null)
    },
    onClose(session) {
      const { client } = stateOf(session)
      if (client === null) return
      const left = (connectionsOf.get(client) ?? 1) - 1
      if (left > 0) connectionsOf.set(client, left)
      else connectionsOf.delete(client)
    },
    onMailFrom(_address, session, done) {
      stateOf(session).recipients = []
      if (!pace.takes(session.remoteAddress, performance.now()))
        return done(refusal(451, '4.7.1 too many mails of yours; try again in a minute'))
      isFenced().then(
        (isUp) => done(isUp ? refusal(451, '4.3.2 this installation takes no mail now') : null),
        () => done(notNow()),
      )
    },
    onRcptTo({ address }, session, done) {
      const state = stateOf(session)
      const known = own.read(address)
      if (known) state.recipients.push(known)
      if (known || isForComplaints(address)) return done()
      state.unknown++
      if (state.unknown > most.unknownRecipients) return done(refusal(421, '4.7.1 too many unknown recipients'))
      organizationOf(address).then(
        (organizationId) => {
          if (organizationId !== null) {
            state.unknown--
            state.recipients.push({ kind: 'inbox', organizationId, address: address.toLowerCase() })
          }
          return done(organizationId === null ? refusal(550, '5.1.1 no such address') : null)
        },
        () => done(notNow()),
      )
    },
    onData(stream, session, done) {
      take(stream, session).then(
        () => done(),
        (error: Error & { responseCode?: number }) => done(error.responseCode === undefined ? notNow() : error),
      )
    },
  })
  server.on('error', (err) => log.debug({ err }, 'mail receiver connection error'))

  const isForComplaints = (address: string) => address.toLowerCase() === `${COMPLAINTS}@${domain}`

  const organizationOf = (address: string) =>
    address.toLowerCase() === `${POSTMASTER}@${domain}` ? postmaster() : inboxOf(address)

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const gathered = new GrowingBytes()
    let bytes = 0
    let isTooMuch = false
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        isTooMuch ||= bytesInHand + chunk.length > most.bytesInHand
        // Still read to its end: only then the client reads the response.
        if (isTooMuch || stream.sizeExceeded) continue
        bytes += chunk.length
        bytesInHand += chunk.length
        gathered.add(chunk)
      }
      if (stream.sizeExceeded) throw refusal(552, `5.3.4 a mail has at most ${most.mailBytes} bytes`)
      if (isTooMuch) throw refusal(452, '4.3.1 too many messages at once; try again')
      const arrivals = arrivalsOf(gathered.all(), session)
      if (arrivals.length === 0) throw refusal(550, '5.7.1 does not refer to a message sent from here')
      await keep(arrivals).catch((err) => {
        log.warn({ err }, 'failed to store inbound email; sender will retry')
        throw notNow()
      })
    } finally {
      bytesInHand -= bytes
    }
  }

  /** One event per recipient address. A repetition after a lost response has the same fingerprint. */
  function arrivalsOf(raw: Buffer, session: SMTPServerSession): NewArrival[] {
    const { mailFrom, rcptTo } = session.envelope
    const client = { address: session.remoteAddress, helo: session.hostNameAppearsAs || session.clientHostname || '' }
    const from = mailFrom ? (mailFrom as SMTPServerAddress).address : ''
    const content = hash('sha256', raw)
    const receivedAt = clock()
    const recipients = [...stateOf(session).recipients]
    if (rcptTo.some(({ address }) => isForComplaints(address))) {
      const quoted = own.readAll(raw.toString('latin1', 0, LOOKED_THROUGH_BYTES))
      recipients.push(...quoted.filter(({ kind }) => kind === 'bounce').slice(0, 1))
    }
    return recipients.map((one) => {
      const isInbox = one.kind === 'inbox'
      const to = isInbox ? one.address : own.make(one)
      const told = isInbox ? hash('sha256', one.address) : one.id
      return {
        organizationId: one.organizationId,
        channel: 'email',
        source: MAIL_SOURCE,
        fingerprint: `${one.kind} ${told} ${content}`,
        body: pack({ envelope: { from, to, client, ...(isInbox ? { isInbox } : {}) }, raw }),
        receivedAt,
      }
    })
  }

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    useCertificate: (next) => server.updateSecureContext(next),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })
const nobody = async () => null
const notNow = (): Error => refusal(451, '4.3.0 temporarily unable to store the message; try again')

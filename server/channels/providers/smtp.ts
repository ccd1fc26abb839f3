// Email by SMTP: composes the mail, hands it to the mail server of the organization, of the installation, or of the sandbox, and
// says what became of it. SMTP cannot recognise a mail that comes twice, so what may have left is never tried again.
// Sources: RFC 5321 (replies), RFC 8058 (one-click unsubscription).

import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { createReach } from '#kit/networks.ts'
import { publicId } from '#kit/wire.ts'
import { type EmailState, emailStates, openPassword } from '../actions.ts'
import { type EmailCarrier, emailCarrier, readSender, type Sender } from '../rules.ts'
import { createUnsubscribeTokens } from '../unsubscribe.ts'
import type { Handover, Letter, Provider } from './index.ts'
import { plainTextOf } from './plain-text.ts'
import { type Destination, openTransport, type Progress, type SmtpServer, Transports } from './transports.ts'

/** In less than the lease of a delivery, whatever the server does. */
const HANDOVER_TIMEOUT_MS = 40_000
const TEST_TIMEOUT_MS = 15_000
const DETAIL_MAX = 500
/** What an address may hold, so that it can neither begin a header nor be taken for two. Contacts are stored stricter still. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

/** RFC 5322 §3.6.4, of what other mail programs make of it as well. Those that others wrote are in our headers only so. */
const MESSAGE_ID = /^<[!-;=?-~]{1,250}>$/

/** The sandbox's own mail server, for the process that runs it. */
export interface SandboxMail {
  /** Where the mail of an organization goes in; starts the server when it does not run yet. */
  serverFor(organizationId: Uuid): Promise<SmtpServer>
  close(): Promise<void>
}

/** Accepted while there was a way, which is gone: it waits for another one, and comes back when none is found in time. */
const NO_CARRIER =
  'No mail server is set up for this organization any more; set one up with PUT /v1/channels/email. The sandbox does not come back once there was a real one.'

interface Carrier {
  key: string
  destination: Destination
  sender: Sender
  replyTo: Sender | null
}

export function createEmailProvider(app: App, sandbox: SandboxMail): Provider {
  const transports = new Transports()
  const tokens = createUnsubscribeTokens(app.sealer)
  const carriers = createCarriers(app, sandbox)

  return {
    async send(letter) {
      if (!ADDRESS.test(letter.address)) {
        return {
          became: 'refused',
          code: 'invalid_address',
          detail: 'The address of the contact is not one that mail can be sent to.',
        }
      }
      const progress: Progress = { hasBegun: () => false }
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), HANDOVER_TIMEOUT_MS)
      try {
        const carrier = await carriers(letter.organizationId)
        if (carrier === null) return outage(NO_CARRIER)
        const unsubscribeUrl = `${app.settings.publicUrl}/unsubscribe/${tokens.make({ ...letter, channel: 'email' })}`
        const mail = compose(letter, carrier, unsubscribeUrl)
        const options = { ...mail, progress, signal: deadline.signal } as typeof mail
        const info = await transports.send(carrier.key, carrier.destination, options)
        return { became: 'sent', providerId: info.messageId }
      } catch (error) {
        return classify(error as SmtpError, progress.hasBegun())
      } finally {
        clearTimeout(timer)
      }
    },
    async close() {
      transports.close()
      await sandbox.close()
    },
  }
}

/** How an organization's mail leaves now, or null when there is no way. */
function createCarriers(app: App, sandbox: SandboxMail): (organizationId: Uuid) => Promise<Carrier | null> {
  const { settings, sealer } = app
  const mayReach = createReach(settings.allowedNetworks)
  const fallback = readSender(settings.smtpFrom)
  if ('message' in fallback) throw new Error(`SAMVAD_SMTP_FROM ${fallback.message}`)

  // Deliveries that go out at the same moment ask once, whosever they are; nothing is kept, so that a changed account holds for the
  // next one.
  let asked: { organizationIds: Set<Uuid>; states: Promise<Map<Uuid, EmailState>> } | undefined
  async function stateOf(organizationId: Uuid): Promise<EmailState> {
    if (!asked) {
      const organizationIds = new Set<Uuid>()
      const states = endOfTurn().then(() => {
        asked = undefined
        return emailStates(app.database.reads, [...organizationIds])
      })
      asked = { organizationIds, states }
    }
    asked.organizationIds.add(organizationId)
    return (await asked.states).get(organizationId) as EmailState
  }

  return async (organizationId) => {
    const { account, history } = await stateOf(organizationId)
    const own = account === null ? null : readSender(account.settings.from)
    const sender = own && 'value' in own ? own.value : fallback.value
    const answers = account?.settings.reply_to ? readSender(account.settings.reply_to) : null
    const replyTo = answers && 'value' in answers ? answers.value : null
    const open: Record<EmailCarrier, () => Promise<Carrier | null>> = {
      organization: async () => {
        if (account === null) return null
        const server = { ...account.settings, password: openPassword(sealer, organizationId, account) }
        return { key: organizationId, destination: { server, mayReach }, sender, replyTo }
      },
      installation: async () => ({
        key: 'installation',
        destination: { url: settings.smtpUrl as string },
        sender: fallback.value,
        replyTo: null,
      }),
      sandbox: async () => ({
        key: `sandbox:${organizationId}`,
        destination: { loopback: await sandbox.serverFor(organizationId) },
        sender,
        replyTo,
      }),
      none: async () => null,
    }
    return open[emailCarrier(settings, history)]()
  }
}

/** One mail. Its Message-ID is the delivery's, so that it is the same however often it is tried. */
export function compose(
  letter: Letter,
  { sender, replyTo }: Pick<Carrier, 'sender' | 'replyTo'>,
  unsubscribeUrl: string,
) {
  const name = oneLine(letter.name ?? '')
  const text = letter.text ?? plainTextOf(letter.html ?? '')
  const earlier = letter.earlier.filter((id) => MESSAGE_ID.test(id))
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  return {
    from: sender,
    // Whose name is the address has no other.
    to: { name: name.toLowerCase() === letter.address.toLowerCase() ? '' : name, address: letter.address },
    ...(replyTo === null ? {} : { replyTo }),
    // Bounces go to the sender; the envelope is said apart, so that no header decides where a mail goes.
    envelope: { from: sender.address, to: [letter.address] },
    messageId: `<${publicId('dlv', letter.deliveryId)}@${domain}>`,
    date: letter.at,
    subject: oneLine(letter.subject ?? ''),
    // RFC 5322 §3.6.4: what it answers is the last of those before it.
    ...(earlier.length === 0 ? {} : { inReplyTo: earlier.at(-1) as string, references: earlier }),
    // Also of an HTML mail: who reads no HTML gets its words, and filters mistrust mail without them.
    ...(text === '' ? {} : { text }),
    ...(letter.html === null ? {} : { html: letter.html }),
    headers: {
      // As it is: folded in the middle, the address would be two.
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
    },
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
}

/** A reply decides; without one, whether the message had begun to go out. */
export function classify(error: SmtpError, hasBegun: boolean): Handover {
  const { code, responseCode } = error
  const detail = detailOf(error)
  const isAboutTheMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode !== undefined && isAboutTheMessage) {
    // RFC 5321 §4.2.1: 5yz for ever, 4yz for now. 503 speaks of the session, not of the message.
    if (responseCode >= 500 && responseCode !== 503) return { became: 'refused', code: 'refused', detail }
    // 421: the server is closing the connection, whatever it was asked.
    return responseCode === 421 ? outage(detail) : { became: 'deferred', code: 'temporarily_refused', detail }
  }
  // A reply to something else than the message (greeting, sign-in, 421): nothing was accepted.
  if (responseCode !== undefined) return outage(detail)
  if (isAboutTheMessage) return { became: 'refused', code: 'refused', detail }
  if (hasBegun) return { became: 'unknown', detail }
  return outage(detail)
}

function outage(detail: string): Handover {
  return { became: 'deferred', code: 'provider_unavailable', detail }
}

function detailOf({ message, response }: SmtpError): string {
  return oneLine(response ?? message).slice(0, DETAIL_MAX)
}

/** Connects and signs in, and sends nothing. For an account that an organization wants to know to work. */
export async function testConnection(server: SmtpServer, app: App): Promise<{ succeeded: boolean; detail: string }> {
  const transport = openTransport({ server, mayReach: createReach(app.settings.allowedNetworks) })
  const timeout = AbortSignal.timeout(TEST_TIMEOUT_MS)
  try {
    await Promise.race([
      transport.verify(),
      new Promise((_, reject) =>
        timeout.addEventListener('abort', () => reject(new Error('the mail server did not answer in time'))),
      ),
    ])
    return { succeeded: true, detail: 'The mail server was reached and took the sign-in.' }
  } catch (error) {
    return { succeeded: false, detail: detailOf(error as SmtpError) }
  } finally {
    transport.close({ force: true })
  }
}

// Adapter of the email channel, by SMTP: composes the mail (compose.ts), hands it to the mail server of the
// organization, the installation or the sandbox, and returns the result. SMTP does not recognize duplicates, so a mail
// that may have been sent is never retried. Source: RFC 5321.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { createReach } from '#kit/networks.ts'
import { publicId } from '#kit/wire.ts'
import type { AccountState, Carrier } from '../accounts/kind.ts'
import { openSecret } from '../accounts/secrets.ts'
import type { Adapter, OutboundMessage, SendResult } from '../adapter.ts'
import { createOwnAddresses } from './addresses.ts'
import { compose, domainOf, type From, SIGNED_HEADERS, waysBack } from './compose.ts'
import { createSigningKeys, type SigningKey } from './domains/keys.ts'
import { createOwnSenders } from './domains/senders.ts'
import { classify, type SmtpError } from './replies.ts'
import { type EmailSettings, emailCarrier, readSender, type WebhookProviderName } from './rules.ts'
import {
  CONNECTIONS_MAX,
  CONNECTIONS_TO_CHOSEN_MAX,
  type Destination,
  type Progress,
  type SmtpServer,
  Transports,
} from './transports.ts'
import { createUnsubscribeTokens } from './unsubscribe.ts'
import { carriedHeaders } from './webhooks/carried.ts'

/** Characters that keep an address from starting a header or being read as two. Stored contacts are stricter. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

/** The sandbox's own mail server, for the process that runs it. */
export interface SandboxMail {
  /** The sandbox mail server of an organization, started on demand. */
  serverFor(organizationId: Uuid): Promise<SmtpServer>
  close(): Promise<void>
}

/** Accepted by a version without assignments, through an account that no longer exists. */
const NO_CARRIER = detailsOf('no_mail_server')

/** Confirmed before the whole mail was written: the reply is not to this mail. */
const ANSWERED_TOO_EARLY: SendResult = {
  outcome: 'unknown',
  detail: detailsOf('mail_confirmed_too_early'),
}

/** The server that sends a mail, and the sender. */
interface MailRoute extends From {
  key: string
  destination: Destination
  /** Signs when the sender's domain was verified by the organization; never in the sandbox. */
  signing: SigningKey | null
  /** The provider that reports about the account's mail, if any. */
  provider?: WebhookProviderName | null | undefined
  /** Requests a delivery report for each mail (RFC 3461). Not requested from real servers, most of which send none. */
  asksForReports?: true
}

const REPORTS = { dsn: { notify: ['SUCCESS', 'FAILURE'] } }

export function createEmailAdapter(app: App, sandbox: SandboxMail): Adapter {
  const transports = new Transports(() => mustNotBeFenced(app))
  const tokens = createUnsubscribeTokens(app.sealer)
  const carrierOf = createCarriers(app, sandbox)
  const { mailDomain } = app.settings
  const own = mailDomain === null ? null : createOwnAddresses(app.sealer, mailDomain)

  return {
    tellsWhenItLeaves: true,
    // One connection each: a mail that waits for one inside the transport could not be cancelled.
    atOnceMax: ({ account }) => (account === null ? CONNECTIONS_MAX : CONNECTIONS_TO_CHOSEN_MAX),
    perSecond({ account, history }) {
      const carrier = emailCarrier(app.settings, history)
      if (carrier === 'installation') return app.settings.smtpMessagesPerSecond
      if (carrier !== 'organization') return null
      return (account?.settings as EmailSettings | undefined)?.messages_per_second ?? null
    },
    async send(message, signal) {
      if (!ADDRESS.test(message.address)) {
        return {
          outcome: 'refused',
          code: 'invalid_address',
          detail: detailsOf('mail_address_not_valid'),
        }
      }
      const progress: Progress = { hasBegun: () => false, hasEnded: () => false, leaving: message.leaving }
      try {
        const carrier = await carrierOf(message)
        if (carrier === null) return { outcome: 'unavailable', detail: NO_CARRIER }
        const unsubscribeUrl = `${app.settings.publicUrl}/unsubscribe/${tokens.make({ ...message, channel: 'email' })}`
        const carried = carriedHeaders(carrier.provider, publicId('dlv', message.deliveryId))
        const mail = compose(message, carrier, waysBack(message, carrier, own, unsubscribeUrl), carried)
        const signed: object =
          carrier.signing === null ? {} : { dkim: { ...carrier.signing, headerFieldNames: SIGNED_HEADERS } }
        const reports = carrier.asksForReports ? REPORTS : {}
        const options: object = { ...mail, ...signed, ...reports, progress }
        const info = await transports.send(carrier.key, carrier.destination, options as typeof mail, { signal })
        if (!progress.hasEnded()) return ANSWERED_TOO_EARLY
        return { outcome: 'accepted', providerId: info.messageId }
      } catch (error) {
        return classify(error as SmtpError, progress.hasBegun())
      }
    },
    async close() {
      transports.close()
      await sandbox.close()
    },
  }
}

/** The route of an organization's mail now, or null when there is none. */
function createCarriers(app: App, sandbox: SandboxMail): (message: OutboundMessage) => Promise<MailRoute | null> {
  const { settings, sealer } = app
  const mayReach = createReach(settings.allowedNetworks)
  const signingKeyOf = createSigningKeys(app)
  const ownSenderOf = createOwnSenders(app)
  const fallback = readSender(settings.smtpFrom)
  if ('message' in fallback) throw new Error(`SAMVAD_SMTP_FROM ${fallback.message}`)

  return async ({ organizationId, account: state }) => {
    const { account, history } = state as AccountState<EmailSettings>
    const own = account === null ? null : readSender(account.settings.from)
    const sender = own && 'value' in own ? own.value : fallback.value
    const answers = account?.settings.reply_to ? readSender(account.settings.reply_to) : null
    const replyTo = answers && 'value' in answers ? answers.value : null
    const verp = account?.settings.verp ?? true
    const open: Record<Carrier, () => Promise<MailRoute | null>> = {
      organization: async () => {
        if (account === null) return null
        const server = { ...account.settings, password: openSecret(sealer, organizationId, 'email', account) }
        const signing = await signingKeyOf(organizationId, domainOf(sender))
        const provider = account.settings.inbound
        return { key: organizationId, destination: { server, mayReach }, signing, sender, replyTo, verp, provider }
      },
      installation: async () => {
        const proven = await ownSenderOf(organizationId)
        const key = proven && (await signingKeyOf(organizationId, domainOf(proven)))
        return {
          key: 'installation',
          destination: { url: settings.smtpUrl as string },
          // A relay belongs to no domain but its own: an unsigned mail from another domain would not be trusted.
          ...(proven && key
            ? { sender: proven, signing: key }
            : { sender: fallback.value, signing: await signingKeyOf(organizationId, domainOf(fallback.value)) }),
          replyTo: null,
          verp: settings.smtpVerp === 'on',
        }
      },
      sandbox: async () => ({
        key: `sandbox:${organizationId}`,
        destination: { loopback: await sandbox.serverFor(organizationId) },
        signing: null,
        sender,
        replyTo,
        verp,
        asksForReports: true,
      }),
      none: async () => null,
    }
    return open[emailCarrier(settings, history)]()
  }
}

// Submits a mail written at a sandbox mailbox by SMTP on loopback. Its receiver is the program's own, except that it
// accepts a single mail, for the one organization whose sandbox address it has.

import type { Readable } from 'node:stream'
import { isFenced, mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import { MAIL_ATTACHMENTS_BYTES_MAX } from '#messaging/channels/attachment-limits.ts'
import { createOwnAddresses } from '#messaging/channels/email/addresses.ts'
import { pack, unpack } from '#messaging/channels/email/receiver/kept-mail.ts'
import { SANDBOX_DOMAIN } from './rules.ts'

const LOOPBACK = '127.0.0.1'
const ANSWERED_WITHIN_MS = 60_000
/** Base64 attachments plus the rest of the mail. */
const MAIL_BYTES_MAX = 2 * MAIL_ATTACHMENTS_BYTES_MAX

export interface WrittenMail {
  from: string
  subject: string | null
  text: string | null
  /** As a Message-ID has it. */
  messageId: string
  at: Date
  attachments: readonly { filename: string; contentType: string; content: Readable }[]
}

/** Rejects when the mail was not accepted. */
export async function bringMail(app: App, organizationId: Uuid, mail: WrittenMail, keep: KeepArrivals): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const { startReceiver, limits } = await import('#messaging/channels/email/receiver/receiver.ts')
  const inbox = `${publicId('org', organizationId)}@${SANDBOX_DOMAIN}`
  const receiver = await startReceiver(
    {
      own: createOwnAddresses(app.sealer, SANDBOX_DOMAIN),
      // The device's user states the sender: no domain could authenticate it.
      keep: (arrivals) => keep(arrivals.map((one) => ({ ...one, body: writtenAtDevice(one.body) }))),
      domain: SANDBOX_DOMAIN,
      clock: app.clock,
      log: app.log,
      isFenced: () => isFenced(app),
      inboxOf: async (address) => (address.toLowerCase() === inbox ? organizationId : null),
    },
    { host: LOOPBACK, port: 0 },
    { ...limits, mailBytes: MAIL_BYTES_MAX, bytesInHand: MAIL_BYTES_MAX },
  )
  // Without TLS: the connection is on loopback.
  const transport = createTransport({
    host: LOOPBACK,
    port: receiver.port,
    ignoreTLS: true,
    connectionTimeout: ANSWERED_WITHIN_MS,
    socketTimeout: ANSWERED_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await mustNotBeFenced(app)
    const { from, subject, text, messageId, at, attachments } = mail
    const written = {
      from: { name: '', address: from },
      to: inbox,
      ...(subject === null ? {} : { subject }),
      ...(text === null ? {} : { text }),
      // Preserves the line breaks as written.
      textEncoding: 'base64' as const,
      messageId,
      date: at,
      attachments: [...attachments],
    }
    await withinDeadline({ of: 'call', name: 'sandbox_mail', ms: ANSWERED_WITHIN_MS }, (signal) =>
      transport.sendMail({ ...written, signal }),
    )
  } finally {
    transport.close()
    await receiver.close()
  }
}

function writtenAtDevice(body: Buffer): Buffer {
  const { envelope, raw } = unpack(body)
  return pack({ envelope: { ...envelope, isOfDevice: true }, raw })
}

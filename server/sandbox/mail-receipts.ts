// Delivery reports of the sandbox's mail servers: each is stored as a mail to the delivery's return path, in the same
// way as the mail receiver stores those of real servers (spec 16.40). The mail server sends one itself when the mail
// requests it (RFC 3461, NOTIFY=SUCCESS).

import { hash } from 'node:crypto'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import type { KeepArrivals, NewArrival } from '#messaging/channels/arrivals/arrival.ts'
import { createOwnAddresses } from '#messaging/channels/email/addresses.ts'
import { MAIL_SOURCE, pack } from '#messaging/channels/email/receiver/kept-mail.ts'
import type { MailWord } from './device-words.ts'
import { complaint, deliveryReport } from './mail-reports.ts'

/** The reply to the mail is recorded before its report is read: a report that arrives too early is read again later. */
const REPORT_AFTER_MS = 20
const DELIVERED: MailWord = { action: 'delivered', code: '250 2.0.0 taken', complaint: null }

export interface ReportedDelivery {
  organizationId: Uuid
  deliveryId: Uuid
  /** The mail's recipient. */
  address: string
}

/** Resolves once the reports are stored. */
export type StoreMailReports = (delivery: ReportedDelivery, word: MailWord) => Promise<readonly NewArrival[]>

export function createMailReports({ sealer, settings, clock }: App, keep: KeepArrivals): StoreMailReports {
  const own = createOwnAddresses(sealer, settings.mailDomain ?? 'invalid')

  return async ({ organizationId, deliveryId, address }, word) => {
    const at = clock()
    const returnPath = own.make({ kind: 'bounce', organizationId, id: deliveryId })
    const mail = { address, returnPath, at }
    const reports = [deliveryReport(mail, word.action, word.code)]
    if (word.complaint !== null) reports.push(complaint(mail, word.complaint))
    const arrivals = reports.map((text): NewArrival => {
      const raw = Buffer.from(text)
      const fingerprint = `bounce ${deliveryId} ${hash('sha256', raw)}`
      const body = pack({ envelope: { from: '', to: returnPath, client: null }, raw })
      return { organizationId, channel: 'email', source: MAIL_SOURCE, fingerprint, body, receivedAt: at }
    })
    await keep(arrivals)
    return arrivals
  }
}

export interface OwnMailReports {
  /** Reports that the mail reached its mailbox. A report that cannot be stored is lost, as real ones can be. */
  delivered(delivery: ReportedDelivery): void
  /** Resolves when no report is being stored. */
  close(): Promise<void>
}

export function createOwnMailReports(app: App, keep: KeepArrivals = createArrivals(app).keep): OwnMailReports {
  const store = createMailReports(app, keep)
  const underWay = new Set<Promise<unknown>>()

  return {
    delivered(delivery) {
      const reported = new Promise((resolve) => setTimeout(resolve, REPORT_AFTER_MS))
        .then(() => store(delivery, DELIVERED))
        .catch((err: unknown) =>
          app.log.warn({ err, organization_id: delivery.organizationId }, 'sandbox failed to send an email receipt'),
        )
        .finally(() => underWay.delete(reported))
      underWay.add(reported)
    },
    async close() {
      await Promise.all(underWay)
    },
  }
}

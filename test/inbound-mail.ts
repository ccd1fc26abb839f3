// Mail to an address of an organization, stored as the receiver stores it and processed as the worker does.

import { hash } from 'node:crypto'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import { MAIL_SOURCE, pack } from '#messaging/channels/email/receiver/kept-mail.ts'
import { createTakers } from '#messaging/inbound/handing-on.ts'
import { arrivalJobs } from '#messaging/inbound/jobs.ts'
import type { TestSamvad } from './harness.ts'

export interface Written {
  raw: string
  to?: string
}

export function inboundMail({ app, rows }: TestSamvad, jobs = arrivalJobs(app, createTakers(app))) {
  const { keep } = createArrivals(app)

  async function process(): Promise<void> {
    for (const job of jobs) while (await job.run(new AbortController().signal));
  }

  return {
    process,
    /** Resolves once all of them are processed. */
    async deliver(organizationId: string, ...mails: Written[]): Promise<void> {
      const receivedAt = app.clock()
      for (const { raw, to = 'hello@asha.example' } of mails) {
        // A device's mail needs no sender authentication, which would query the DNS.
        const envelope = {
          from: 'ravi@shop.example',
          to,
          client: null,
          isInbox: true as const,
          isOfDevice: true as const,
        }
        const fingerprint = `inbox ${to} ${hash('sha256', raw)}`
        const body = pack({ envelope, raw: Buffer.from(raw) })
        await keep([{ organizationId, channel: 'email', source: MAIL_SOURCE, fingerprint, body, receivedAt }])
      }
      await process()
    },
    received: (organizationId: string): Promise<{ id: string; text: string | null }[]> =>
      rows<{ id: string; text: string | null }>(
        `select * from messages where org_id = $1 and direction = 'inbound' order by id`,
        [organizationId],
      ),
  }
}

// Bounces processed per second. Delivery reports are stored the way the receiver stores them while no worker runs, then
// processed: parsed, applied to their deliveries, and invalid addresses suppressed.

import { readSettings } from '#kit/settings.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import { createOwnAddresses } from '#messaging/channels/email/addresses.ts'
import { MAIL_SOURCE, pack } from '#messaging/channels/email/receiver/kept-mail.ts'
import { assemble } from '../server/program/app.ts'
import { foundOrganizations, type Organization } from './founding.ts'
import type { Installation } from './installation.ts'
import { median, ROUNDS } from './report.ts'
import type { Bench } from './rounds.ts'

const DOMAIN = 'in.bench.example'
const AIM = 2000
const ORGANIZATIONS = 20
const KEPT_TOGETHER = 500
const READ_WITHIN_MS = 300_000
const LOOK_EVERY_MS = 50
const RUPEES = 1000

/** Half of the reports are about full mailboxes, half about addresses that do not exist. */
export async function measureBounces({ at, add }: Bench, count: number): Promise<void> {
  for (const [what, status] of [
    ['full mailboxes', '5.2.2'],
    ['addresses that are none, each suppressed', '5.1.1'],
  ] as const) {
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round++) rates.push(await rateOf(at, status, count))
    const over = `${count.toLocaleString('en-US')} of ${ORGANIZATIONS} organizations`
    add({ what: `bounces read, of ${what}: ${over}`, value: median(rates), unit: '/s', aim: AIM })
  }
}

async function rateOf(at: Installation, status: string, count: number): Promise<number> {
  const environment = { SAMVAD_MAIL_DOMAIN: DOMAIN }
  await at.restart({ ...environment, ROLES: 'api' })
  const each = Math.ceil(count / ORGANIZATIONS)
  const organizations = await foundOrganizations(at, ORGANIZATIONS, { rupees: RUPEES, conversations: each })
  const total = await keepBounces(at, organizations, status)
  const begun = waitingOf(at, (waiting) => waiting < total)
  await at.restart({ ...environment, ROLES: 'api,worker' })
  const first = await begun
  const last = await waitingOf(at, (waiting) => waiting === 0)
  return (first.waiting / (last.atMs - first.atMs)) * 1000
}

async function waitingOf({ database }: Installation, isIt: (waiting: number) => boolean) {
  const until = performance.now() + READ_WITHIN_MS
  for (;;) {
    const { rows } = await database.query('select count(*)::int as count from arrivals where body is not null')
    const waiting: number = rows[0].count
    if (isIt(waiting)) return { waiting, atMs: performance.now() }
    if (performance.now() > until) throw new Error(`${waiting} bounces were not read`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Stores a sent mail to each contact, and its report; returns the number of reports. */
async function keepBounces(at: Installation, organizations: Organization[], status: string): Promise<number> {
  const { rows } = await at.database.query(
    `insert into deliveries (org_id, id, contact_id, address, channel, kind, status, price_micros, tier, month,
                             month_number, transaction_id, sent_at, created_at)
     select org_id, uuidv7(), id, email, 'email', 'email', 'sent', 0, 1, date_trunc('month', now())::date, 1, uuidv7(),
            now(), now()
       from contacts where org_id = any($1::uuid[])
     returning org_id, id, address`,
    [organizations.map(({ organizationId }) => organizationId)],
  )
  await at.database.query('vacuum analyze deliveries')
  const settings = readSettings({ DATA_DIR: at.dataDirectory, SAMVAD_LOG_LEVEL: 'warn' })
  const app = await assemble(settings, at.connection)
  try {
    const own = createOwnAddresses(app.sealer, DOMAIN)
    const { keep } = createArrivals(app)
    for (let from = 0; from < rows.length; from += KEPT_TOGETHER)
      await keep(
        rows.slice(from, from + KEPT_TOGETHER).map(({ org_id: organizationId, id, address }) => {
          const to = own.make({ kind: 'bounce', organizationId, id })
          const envelope = { from: '', to, client: { address: '127.0.0.1', helo: 'mail.shop.example' } }
          return {
            organizationId,
            channel: 'email' as const,
            source: MAIL_SOURCE,
            fingerprint: id,
            body: pack({ envelope, raw: Buffer.from(reportOf(address, status)) }),
            receivedAt: new Date(),
          }
        }),
      )
  } finally {
    await app.database.close()
  }
  return rows.length
}

/** RFC 3464, as mail servers write it. */
const reportOf = (to: string, status: string): string =>
  [
    'From: MAILER-DAEMON@mail.shop.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="4A1B2"',
    '',
    '--4A1B2',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--4A1B2',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.shop.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} not delivered`,
    '',
    '--4A1B2',
    'Content-Type: text/rfc822-headers',
    '',
    `To: ${to}`,
    'Subject: Your order',
    '',
    '--4A1B2--',
    '',
  ].join('\r\n')

// The waiting list through the whole program, with inbound events that no handler understands until a test allows it.
// Per file: it starts a server of the file's own.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import { NotUnderstood } from '#messaging/channels/arrivals/arrival.ts'
import { nothingArrived } from '#messaging/channels/arrivals/arrived.ts'
import type { Readers } from '#messaging/channels/arrivals/readers.ts'
import { pack } from '#messaging/channels/email/receiver/kept-mail.ts'
import { arrivalJobs } from '#messaging/inbound/jobs.ts'
import { someNumber } from './cloud-api/server.ts'
import { messagesOf } from './cloud-api/webhooks.ts'
import { runCommand } from './command-line.ts'
import { publicId, startSamvad } from './harness.ts'
import { urlOf } from './postgres.ts'
import { newOperator } from './prices.ts'
import { person } from './story.ts'

export const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
export const { app, company } = samvad
export const asha = person(samvad)
export const banyanCompany = await samvad.newCompany('Banyan Books')
export const banyan = person(samvad, banyanCompany)
export const operatorMember = await newOperator(samvad)
export const operator = person(samvad, operatorMember)
const folder = await mkdtemp(join(tmpdir(), 'samvad-waiting-'))
after(() => rm(folder, { recursive: true, force: true }))
export const run = (...words: string[]) =>
  runCommand(words, { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder })
export const PATH = '/v1/quarantine'

/** While `isUnderstood` is false, no event is understood. */
export const reading = { isUnderstood: false, processed: [] as string[] }
const reader = {
  async read({ body }: { body: Buffer }) {
    if (!reading.isUnderstood) throw new NotUnderstood('it is no such thing')
    reading.processed.push(String(body))
    return nothingArrived
  },
}
const sources = ['mail', 'cloud_api', 'sms_http', 'test', 'cloud_api_part']
const readers: Readers = Object.fromEntries(sources.map((source) => [source, () => reader]))
export async function work(): Promise<void> {
  for (const job of arrivalJobs(app, undefined, readers)) while (await job.run(new AbortController().signal));
}

beforeEach(async () => {
  Object.assign(reading, { isUnderstood: false, processed: [] })
  await samvad.rows('delete from arrivals')
  await samvad.rows('delete from quarantine')
})

interface Handed {
  organizationId?: Uuid
  channel?: 'email' | 'app' | 'sms'
  source?: string
  fingerprint?: string
}
/** Stores an inbound event that cannot be processed. */
export async function fail(body: Buffer | string, handed: Handed = {}): Promise<string> {
  const {
    organizationId = company.organizationId,
    channel = 'email',
    source = 'mail',
    fingerprint = newUuid(),
  } = handed
  const receivedAt = app.clock()
  await createArrivals(app).keep([
    { organizationId, channel, source, fingerprint, body: Buffer.from(body), receivedAt },
  ])
  await work()
  const [row] = await samvad.rows<{ id: Uuid }>('select id from arrivals order by id desc limit 1')
  return publicId('arr', row?.id as Uuid)
}
export async function quarantined(address: string, text: string): Promise<string> {
  const id = newUuid(app.clock().getTime())
  const body = webhook([{ from: address.slice(1), text }])
  await samvad.rows(
    `insert into quarantine (id, channel, source, fingerprint, body, address, text, received_at)
     values ($1, 'app', 'cloud_api_part', $2, $3, $4, $5, $6)`,
    [id, Buffer.from(id), body, address, text, app.clock()],
  )
  return publicId('quar', id)
}

export const envelope = {
  from: 'ravi@customer.example',
  to: 'help@asha.example',
  client: { address: '203.0.113.9', helo: 'mx.customer.example' },
}
export const mailOf = (from: string, subject: string, text: string) =>
  pack({ envelope: { ...envelope, from }, raw: Buffer.from(`From: ${from}\r\nSubject: ${subject}\r\n\r\n${text}`) })
export const webhook = (all: { from: string; text: string }[]) =>
  Buffer.from(
    JSON.stringify(
      messagesOf(someNumber, {
        contacts: all.map(({ from }) => ({ wa_id: from, profile: { name: 'Somebody' } })),
        messages: all.map(({ from, text }) => ({
          from,
          id: `wamid.${text}`,
          timestamp: '1',
          type: 'text',
          text: { body: text },
        })),
      }),
    ),
  )

/** Entries of the waiting list, of an organization or of the installation, oldest first. */
export const noted = (organizationId: Uuid) =>
  samvad.rows<{ actor: string; user_id: Uuid | null; action: string; object: string | null; details: any }>(
    `select actor, user_id, action, object, details from audit_log
      where org_id = $1 and action like 'quarantine.%' order by sequence`,
    [organizationId],
  )
/** The entries that are added during an action. */
export async function notedBy(organizationId: Uuid, act: () => Promise<unknown>) {
  const before = (await noted(organizationId)).length
  await act()
  return (await noted(organizationId)).slice(before)
}

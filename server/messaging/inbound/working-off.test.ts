// The job that processes inbound events.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import { type ArrivalReader, type NewArrival, NotUnderstood } from '#messaging/channels/arrivals/arrival.ts'
import { type Arrived, type Incoming, nothingArrived, type Receipt } from '#messaging/channels/arrivals/arrived.ts'
import { startWorker } from '#worker/worker.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { type Company, fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { person } from '../../../test/story.ts'
import { createTakers } from './handing-on.ts'
import { arrivalJobs, fingerprintJobs } from './jobs.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad
const { keep } = createArrivals(app)
const DAY_MS = 24 * 3600 * 1000

/** A test format: the body contains the parsed event as JSON, with dates as text. */
const reader: ArrivalReader = {
  async read({ body, organizationId, channel }) {
    const said = JSON.parse(body.toString()) as Partial<Arrived> & { fault?: string }
    if (said.fault === 'never') throw new NotUnderstood('it is no such thing')
    if (said.fault) throw new Error(said.fault)
    const timed = <T>(all: readonly T[] = []) =>
      all.map((one) => ({ ...one, time: new Date((one as { time?: string }).time ?? app.clock()) }))
    return {
      ...nothingArrived,
      messages: timed(said.messages).map((one) => ({ ...one, channel: one.channel ?? channel })),
      receipts: timed(said.receipts).map((one) => Object.assign({ organizationId, channel, error: null }, one)),
      reactions: timed(said.reactions),
      suppressions: timed(said.suppressions),
      templates: timed(said.templates),
    }
  },
}
const reviewed: unknown[] = []
const known = createTakers(app)
const takers = {
  ...known,
  reviewTemplates: async (...[, scope, channel, reviews]: Parameters<typeof known.reviewTemplates>) => {
    reviewed.push([scope.organizationId, channel, reviews.map(({ name }) => name)])
  },
}
const jobs = arrivalJobs(app, takers, { test: () => reader })

let count = 0
const arrival = ({ organizationId }: Company, what: object, changes: Partial<NewArrival> = {}): NewArrival => ({
  organizationId,
  channel: 'app',
  source: 'test',
  fingerprint: `arrival ${count++}`,
  body: Buffer.from(JSON.stringify(what)),
  receivedAt: app.clock(),
  ...changes,
})

const message = (text: string, changes: Partial<Incoming> = {}) => ({
  from: '+919876543210',
  providerId: `wamid.${text}`,
  content: { subject: null, text, html: null, attachments: [] },
  ...changes,
})

const mail = { channel: 'email' } as const

async function work(): Promise<void> {
  for (const job of jobs) while (await job.run(new AbortController().signal));
}

const textsOf = async ({ organizationId }: Company) =>
  (
    await samvad.rows<{ text: string }>(
      "select text from messages where org_id = $1 and direction = 'inbound' order by id",
      [organizationId],
    )
  ).map(({ text }) => text)

const arrivalsOf = ({ organizationId }: Company) =>
  samvad.rows(
    'select body, due_at, attempts, is_stored, error, failed_at from arrivals where org_id = $1 order by id',
    [organizationId],
  )

/** A mail that was accepted with this provider id. */
async function sent(company: Company, providerId: string): Promise<{ id: string; message: string }> {
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const contact = await who.make('/v1/contacts', { email: 'ravi@farm.example' })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const { id } = await who.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', text: 'Ready' })
  const message = uuidOf('msg', id)
  await samvad.rows(`update deliveries set status = 'sent', sent_at = now(), provider_id = $2 where message_id = $1`, [
    message,
    providerId,
  ])
  return { id, message }
}

const statusOf = async (id: string) =>
  (await samvad.rows('select status from deliveries where message_id = $1', [id]))[0]?.status

test('spec 5.32: messages of a contact are stored in the order in which they came, each once, and their bodies go', async () => {
  const { company } = samvad
  const texts = Array.from({ length: 30 }, (_, index) => `No. ${index}`)
  for (const text of texts) await keep([arrival(company, { messages: [message(text)] })])
  await Promise.all([work(), work()])
  assert.deepEqual(await textsOf(company), texts)
  const left = await arrivalsOf(company)
  assert.equal(left.length, 30)
  assert.ok(left.every(({ body, due_at }) => body === null && due_at === null))
  const due = await samvad.rows("select 1 from due_work where kind = 'arrivals'")
  assert.equal(due.length, 0)
})

test('spec 5.32: what has no name of its provider is one message however often it is begun, and two when it came twice', async () => {
  const company = await samvad.newCompany('Nameless')
  const one = arrival(company, { messages: [message('Hello', { providerId: null })] })
  await keep([one, one])
  await keep([one])
  await work()
  await keep([one])
  await work()
  assert.deepEqual(await textsOf(company), ['Hello'])
  await keep([{ ...one, fingerprint: 'another' }])
  await work()
  assert.deepEqual(await textsOf(company), ['Hello', 'Hello'])
})

test('spec 5.32: a receipt that comes before its delivery is known is tried again until it is, for 7 days', async () => {
  const company = await samvad.newCompany('Early')
  const receipt = (providerId: string): Partial<Receipt> => ({ delivery: { providerId }, status: 'delivered' })
  const begun = new Date('2026-03-10T06:30:00Z')
  samvad.setClock(begun)
  const both = { receipts: [receipt('later')], messages: [message('With it', { from: 'ravi@farm.example' })] }
  await keep([arrival(company, both, mail)])
  await keep([arrival(company, { receipts: [receipt('never')] }, mail)])
  await work()
  assert.deepEqual(await textsOf(company), ['With it'], 'what came with it is stored at once')
  const waiting = await arrivalsOf(company)
  assert.ok(waiting.every(({ body, due_at, error, attempts }) => body && due_at && error === null && attempts === 0))
  const { message: id } = await sent(company, 'later')
  samvad.setClock(new Date(begun.getTime() + 3600_000))
  await work()
  assert.equal(await statusOf(id), 'delivered')
  assert.deepEqual(await textsOf(company), ['With it'])
  assert.equal((await arrivalsOf(company)).filter(({ body }) => body).length, 1)
  samvad.setClock(new Date(begun.getTime() + 7 * DAY_MS))
  await work()
  assert.equal((await arrivalsOf(company)).filter(({ body }) => body).length, 0)
  samvad.setClock(null)
})

test('spec 5.33: what cannot be understood waits for a person at once, what fails is tried again and holds up nobody else', async () => {
  const company = await samvad.newCompany('Faults')
  const start = new Date('2026-03-10T06:30:00Z')
  samvad.setClock(start)
  await keep([
    arrival(company, { fault: 'never' }),
    arrival(company, { fault: 'its media are away' }),
    arrival(company, { messages: [message('Fine')] }),
    arrival(company, { messages: [message('No address', { from: '\u0007' })] }),
    arrival(company, {}, { source: 'unheard of' }),
    arrival(company, { receipts: [{ organizationId: samvad.company.organizationId, delivery: { providerId: 'x' } }] }),
    arrival(company, { messages: [message('Long ago', { from: '+919876543211', time: '-200000-01-01' as never })] }),
    arrival(company, { messages: [message('Before all \0\ud800', { details: { '\0': '\udc00' } as never })] }),
  ])
  await work()
  assert.deepEqual(await textsOf(company), ['Fine', 'Before all \ufffd\ufffd'])
  const state = async () =>
    (await arrivalsOf(company)).map(({ body, due_at, failed_at, error }) =>
      body === null
        ? 'done'
        : failed_at
          ? `failed: ${error}`
          : `again in ${(due_at.getTime() - start.getTime()) / 1000} s`,
    )
  assert.deepEqual(await state(), [
    'failed: it is no such thing',
    'again in 1 s',
    'done',
    'failed: from: Enter at least one visible character.',
    'again in 1 s',
    'failed: it names another organization or channel than it was received for',
    'failed: timestamp out of range: "200001-01-01T00:00:00.000+00:00 BC"',
    'done',
  ])
  for (let hour = 0; hour < 40; hour++) {
    samvad.setClock(new Date(start.getTime() + hour * 3600_000))
    await work()
  }
  const [, away] = await arrivalsOf(company)
  assert.equal(away?.error, 'its media are away')
  assert.ok(away?.failed_at, 'after a day of tries a person looks at it')
  samvad.setClock(null)
})

test('spec 5.33: what ended whoever worked on it is taken by itself, and waits for a person in the end', async () => {
  const company = await samvad.newCompany('Poison')
  await keep([arrival(company, { messages: [message('Fine')] }), arrival(company, { fault: 'poison' })])
  await samvad.rows('update arrivals set attempts = 5 where org_id = $1', [company.organizationId])
  await work()
  assert.deepEqual(await textsOf(company), ['Fine'])
  await samvad.rows(
    "update arrivals set attempts = 11, due_at = now() - interval '1 hour' where org_id = $1 and body is not null",
    [company.organizationId],
  )
  await samvad.rows("update due_work set due_at = now() - interval '1 hour' where kind = 'arrivals' and org_id = $1", [
    company.organizationId,
  ])
  await work()
  const [, poison] = await arrivalsOf(company)
  assert.equal(poison?.error, 'the worker exited during each attempt')
})

test("spec 5.32, 1.1: receipts of 12 organizations at once move each its own deliveries, whatever ids the others' have", async () => {
  const companies = await Promise.all(Array.from({ length: 12 }, (_, index) => samvad.newCompany(`Of ${index}`)))
  const messages: string[] = []
  for (const company of companies) messages.push((await sent(company, 'same id')).message)
  const stranger = await samvad.newCompany('Stranger')
  const receipt = { delivery: { providerId: 'same id' }, status: 'read' }
  await keep([arrival(stranger, { receipts: [{ ...receipt, status: 'undelivered' }] }, mail)])
  await Promise.all(companies.map((company) => keep([arrival(company, { receipts: [receipt] }, mail)])))
  await work()
  for (const id of messages) assert.equal(await statusOf(id), 'read')
  assert.equal((await arrivalsOf(stranger))[0]?.body !== null, true, 'it waits for a delivery of its own')
})

test('spec 7.18: a contact reacts to what it got and to what it wrote, one emoji at a time, and takes it back', async () => {
  const company = await samvad.newCompany('Reactions')
  const who = person(samvad, company)
  const { id } = await sent(company, 'wamid.out')
  await keep([arrival(company, { messages: [message('Mine', { from: 'ravi@farm.example' })] }, mail)])
  const react = async (providerId: string, emoji: string | null, time: string) => {
    await keep([arrival(company, { reactions: [{ from: 'ravi@farm.example', providerId, emoji, time }] }, mail)])
    await work()
  }
  const shown = async (message: string) =>
    (await who.get(`/v1/messages/${message}`)).body.reactions.map(({ emoji, reactor_id }: any) => [
      emoji,
      reactor_id.split('_')[0],
    ])
  await react('wamid.out', '👍', '2026-03-10T06:30:00Z')
  await react('wamid.out', '❤️', '2026-03-10T06:31:00Z')
  assert.deepEqual(await shown(id), [['❤️', 'contact']])
  await react('wamid.out', '👍', '2026-03-10T06:30:00Z')
  assert.deepEqual(await shown(id), [['❤️', 'contact']], 'what came late is older')
  await react('wamid.out', '', '2026-03-10T06:32:00Z')
  assert.deepEqual(await shown(id), [])
  await react('wamid.Mine', '👍', '2026-03-10T06:33:00Z')
  const [own] = await samvad.rows("select id from messages where org_id = $1 and direction = 'inbound'", [
    company.organizationId,
  ])
  assert.deepEqual(await shown(publicId('msg', own?.id)), [['👍', 'contact']])
  const other = await samvad.newCompany('Others')
  await keep([arrival(other, { reactions: [{ from: 'a@b.example', providerId: 'wamid.out', emoji: '👎' }] }, mail)])
  await work()
  assert.deepEqual(await shown(id), [])
})

test('what a provider decided of templates is handed on', async () => {
  const company = await samvad.newCompany('Templates')
  await keep([arrival(company, { templates: [{ name: 'order_ready', language: 'en', status: 'approved' }] })])
  await work()
  assert.deepEqual(reviewed, [[company.organizationId, 'app', ['order_ready']]])
})

test('spec 5.30: fingerprints go after 8 days, and nothing that still waits', async () => {
  const company = await samvad.newCompany('Old')
  const old = new Date(Date.now() - 8 * DAY_MS)
  await keep([
    arrival(company, { messages: [message('Old')] }, { receivedAt: old }),
    arrival(company, { messages: [message('Young')] }),
    arrival(company, { fault: 'never' }, { receivedAt: old }),
  ])
  await work()
  for (const job of fingerprintJobs(app)) while (await job.run(new AbortController().signal));
  const left = await arrivalsOf(company)
  assert.deepEqual(
    left.map(({ failed_at }) => failed_at !== null),
    [false, true],
  )
})

test('spec 5.32: the worker does it by itself', async (t) => {
  const company = await samvad.newCompany('By itself')
  // Only these jobs: the program's own worker would lease the work too, and has no reader for this source.
  const worker = startWorker(app, app.alarm, jobs)
  t.after(() => worker.stop(GUARD_MS))
  await keep([arrival(company, { messages: [message('Ready?')] })])
  await eventually('it is stored', async () => (await textsOf(company)).length === 1)
})

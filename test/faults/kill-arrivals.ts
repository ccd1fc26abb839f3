// Kills the workers that process inbound events with SIGKILL, repeatedly: for test/faults/kill-arrivals.test.ts and
// test/long/kill-arrivals.test.ts. No event is lost or stored twice, and a contact's messages stay in order, even where
// no provider id identifies a repetition.
// Per file: it starts a server of the file's own.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import type { NewArrival } from '#messaging/channels/arrivals/arrival.ts'
import { bundledProgram } from '../bundled-program.ts'
import { type Company, fund, startSamvad, uuidOf } from '../harness.ts'
import { until } from '../mail-story.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, removeDataDirectory } from '../program.ts'
import { person } from '../story.ts'

const WORKER = await bundledProgram('arrivals-worker')
const samvad = await startSamvad()
const { app } = samvad
const { keep } = createArrivals(app)
const dataDirectory = await newDataDirectory()
const workers = new Set<ChildProcess>()
after(async () => {
  for (const worker of workers) await kill(worker)
  await removeDataDirectory(dataDirectory)
})

function begin(): ChildProcess {
  const words = [WORKER, urlOf(samvad.connection), dataDirectory]
  const worker = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  workers.add(worker)
  return worker
}

async function kill(worker: ChildProcess): Promise<void> {
  workers.delete(worker)
  const exit = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exit
}

async function sent(company: Company): Promise<string> {
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const contact = await who.make('/v1/contacts', { email: 'ravi@farm.example' })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const { id } = await who.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', text: 'Ready' })
  await samvad.rows(
    "update deliveries set status = 'sent', sent_at = now(), provider_id = 'out' where message_id = $1",
    [uuidOf('msg', id)],
  )
  return uuidOf('msg', id)
}

const waiting = async () =>
  Number((await samvad.rows('select count(*) as count from arrivals where body is not null'))[0]?.count)

export async function killWhoWorksOnArrivals(sizes: { organizations: number; messages: number; kills: number }) {
  const { organizations, messages: messagesEach, kills } = sizes
  const companies = await Promise.all(Array.from({ length: organizations }, (_, n) => samvad.newCompany(`Of ${n}`)))
  const messages: string[] = []
  for (const company of companies) messages.push(await sent(company))
  const contacts = ['asha@farm.example', 'ravi@farm.example', 'nila@farm.example']
  const arrivals = companies.flatMap(({ organizationId }) =>
    Array.from({ length: messagesEach }, (_, n): NewArrival => {
      const said = { from: contacts[n % contacts.length], text: `${n}`, receipt: n === messagesEach - 1 ? 'out' : null }
      return {
        organizationId,
        channel: 'email',
        source: 'test',
        fingerprint: `${n}`,
        body: Buffer.from(JSON.stringify(said)),
        receivedAt: app.clock(),
      }
    }),
  )
  // In message order, as a provider delivers them.
  for (let n = 0; n < messagesEach; n++) await keep(arrivals.filter(({ fingerprint }) => fingerprint === `${n}`))

  let left = await waiting()
  let inTheMiddle = 0
  assert.equal(left, organizations * messagesEach)
  for (let round = 0; round < kills; round++) {
    const running = [begin(), begin()]
    const before = left
    const most = Math.max(0, before - (organizations * messagesEach) / (kills + 2))
    await until(waiting, (now) => now <= most)
    for (const worker of running) await kill(worker)
    // Simulates the expiry of their leases.
    await samvad.rows(
      "update due_work set due_at = now() - interval '1 s', lease_until = now() - interval '1 s' where kind = 'arrivals'",
    )
    // The provider delivers them again.
    await keep(arrivals)
    left = await waiting()
    if (left > 0) inTheMiddle++
  }
  assert.ok(inTheMiddle > 0, 'no kill fell while there was work')
  begin()
  await eventually('all of it is done', async () => (await waiting()) === 0)

  for (const { organizationId } of companies) {
    const rows = await samvad.rows<{ email: string; text: string }>(
      `select c.email, m.text from messages m join contacts c on c.org_id = m.org_id and c.id = m.sender_id
        where m.org_id = $1 and m.direction = 'inbound' order by m.created_at, m.id`,
      [organizationId],
    )
    assert.equal(rows.length, messagesEach)
    contacts.forEach((email, place) => {
      const texts = rows.filter((row) => row.email === email).map(({ text }) => Number(text))
      const expected = Array.from({ length: messagesEach }, (_, n) => n).filter((n) => n % contacts.length === place)
      assert.deepEqual(texts, expected)
    })
  }
  for (const id of messages) {
    const [delivery] = await samvad.rows('select status from deliveries where message_id = $1', [id])
    assert.equal(delivery?.status, 'delivered')
  }
  const failed = await samvad.rows('select error from arrivals where failed_at is not null')
  assert.deepEqual(failed, [])
}

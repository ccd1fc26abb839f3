// spec 13.3, 13.12 to 13.16: monthly summaries, created once when a month is over.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, startSamvad, uuidOf } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { newOperator, publish, senderOf } from '../../../test/prices.ts'
import { eventually } from '../../../test/program.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'
import { startSumming } from '../../../test/summing.ts'
import { grant } from '../../../test/usage.ts'
import { useUsualLimits } from '../../../test/usual-limits.ts'
import { summaryJobs } from './jobs.ts'

useUsualLimits(['lock'])

const samvad = await startSamvad()
const operator = await newOperator(samvad)
const SUMMARIES = '/api/v1/billing/summaries'
const noon = (day: string) => new Date(`${day}T06:30:00Z`)

/** Runs the job as a worker that has just started. */
async function sumUp(at: Date): Promise<void> {
  samvad.setClock(at)
  for (const job of summaryJobs(samvad.app)) await job.run(new AbortController().signal)
}

/** Sets the clock to noon of the day, where it stays. */
async function company(name: string, day: string) {
  samvad.setClock(noon(day))
  const made = await samvad.newCompany(name)
  const { conversationId } = await readyToSend(samvad, made, 100n)
  const who = person(samvad, made)
  const draft = { conversation_id: conversationId, channel: 'email', text: 'Namaste' }
  return { company: made, conversationId, who, send: () => who.make('/v1/messages', draft) }
}

const eventsOf = ({ organizationId }: Company) =>
  samvad.rows(`select payload from events where org_id = $1 and type = 'usage.monthly_summary' order by id`, [
    organizationId,
  ])
const monthsOf = async ({ organizationId }: Company) =>
  (
    await samvad.rows('select month::text from monthly_summaries where org_id = $1 order by month', [organizationId])
  ).map(({ month }) => month)

test('spec 13.3, 13.12, 13.13: when a month is over it is summed up once, told of once, and never changes', async () => {
  const { company: asha, who, send, conversationId } = await company('Asha Mills', '2026-09-30')
  await send()
  samvad.setClock(noon('2026-10-12'))
  const first = await send()
  await send()
  await senderOf(samvad, asha, conversationId).send('sms', ['One'])
  samvad.setClock(noon('2026-10-20'))
  assert.equal((await who.delete(`/v1/messages/${first.id}`)).status, 204)

  await sumUp(new Date('2026-10-31T18:34:59Z'))
  assert.deepEqual(await monthsOf(asha), ['2026-09-01'])
  assertRefused(await who.get(`${SUMMARIES}/2026-10`), 404, 'not_found')
  await sumUp(new Date('2026-10-31T18:35:00Z'))
  const { status, body, text } = await who.get(`${SUMMARIES}/2026-10`)
  assert.equal(status, 200, text)
  const { id, by_day, tips, ...rest } = body
  const email = { messages: 2, sent: 1, delivered: 0, failed: 0, amount: '0.15' }
  const sms = { messages: 1, sent: 1, delivered: 0, failed: 0, amount: '0.25' }
  assert.deepEqual(rest, {
    month: '2026-10',
    organization_name: 'Asha Mills',
    from: Date.parse('2026-09-30T18:30:00Z') / 1000,
    to: Date.parse('2026-10-31T18:30:00Z') / 1000,
    currency: 'INR',
    total: { messages: 3, sent: 2, delivered: 0, failed: 0, amount: '0.40' },
    previous: { month: '2026-09', messages: 1, amount: '0.15' },
    change: { amount: '0.25', percent: 166.7 },
    wallet: { recharged: '0.00', credited: '0.00', paid_out: '0.00', balance: '99.45' },
    by_channel: [
      { channel: 'email', ...email, previous_amount: '0.15' },
      { channel: 'sms', ...sms, previous_amount: '0.00' },
    ],
    by_kind: [
      { channel: 'email', kind: 'email', ...email },
      { channel: 'sms', kind: 'sms', ...sms },
    ],
    created_at: Date.parse('2026-10-31T18:35:00Z') / 1000,
  })
  assert.deepEqual(tips, [])
  assert.equal(by_day.length, 31)
  assert.deepEqual(
    [by_day[11], by_day[19], by_day[30]],
    [
      { day: '2026-10-12', messages: 3, amount: '0.55' },
      { day: '2026-10-20', messages: 0, amount: '-0.15' },
      { day: '2026-10-31', messages: 0, amount: '0.00' },
    ],
  )
  assert.deepEqual((await eventsOf(asha)).map(({ payload }) => payload).at(-1), body)

  // Later messages and further runs do not change the summary.
  samvad.setClock(noon('2026-11-02'))
  await send()
  await sumUp(noon('2026-11-03'))
  assert.deepEqual((await who.get(`${SUMMARIES}/2026-10`)).body, body)
  assert.equal((await eventsOf(asha)).length, 2)
  await assert.rejects(samvad.rows(`update monthly_summaries set document = '{}'`), /never changes/)
  await assert.rejects(samvad.rows('delete from monthly_summaries'), /never changes/)
  samvad.setClock(null)
})

test('spec 13.12: after the installation was down what it missed is made up, a month at a time, up to twelve', async () => {
  const { company: bela, who, send } = await company('Bela Silks', '2025-01-10')
  await send()
  for (const day of ['2025-03-05', '2025-06-05', '2025-09-05']) {
    samvad.setClock(noon(day))
    await send()
  }
  // A month with a recharge only.
  samvad.setClock(noon('2025-10-05'))
  await grant(samvad, bela, 5_000_000n)
  await sumUp(noon('2026-02-10'))
  assert.deepEqual(await monthsOf(bela), ['2025-03-01', '2025-06-01', '2025-09-01', '2025-10-01'])
  assert.equal((await eventsOf(bela)).length, 4)
  const all = await walk(who, SUMMARIES, 2)
  assert.deepEqual(
    all.map(({ month, total, wallet }) => [month, total.amount, wallet.credited, wallet.balance]),
    [
      ['2025-10', '0.00', '5.00', '104.40'],
      ['2025-09', '0.15', '0.00', '99.40'],
      ['2025-06', '0.15', '0.00', '99.55'],
      ['2025-03', '0.15', '0.00', '99.70'],
    ],
  )
  assert.equal(new Set(idsOf(all)).size, 4)
  samvad.setClock(null)
})

test('spec 13.12, 1.1: who had neither usage nor money has no summary, and nobody sees the one of another', async () => {
  const { company: chitra, send } = await company('Chitra Dairy', '2027-01-10')
  await send()
  const idle = await samvad.newCompany('Idle Looms')
  await sumUp(noon('2027-02-01'))
  assert.deepEqual(await monthsOf(idle), [])
  assert.deepEqual(await monthsOf(chitra), ['2027-01-01'])
  assertRefused(await person(samvad, idle).get(`${SUMMARIES}/2027-01`), 404, 'not_found')
  for (const malformed of ['2027-13', '2027-1', 'latest', '2027-01-01'])
    assertRefused(await person(samvad, chitra).get(`${SUMMARIES}/${malformed}`), 404, 'not_found')
  samvad.setClock(null)
})

test('spec 13.15: a summary is a PDF for who asks for one', async () => {
  const { who, send } = await company('दिव्या स्टील्स', '2027-03-10')
  await send()
  await sumUp(noon('2027-04-01'))
  const answer = await who.get(`${SUMMARIES}/2027-03`, { headers: { accept: 'application/pdf' } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  assert.match(answer.headers.get('content-disposition') ?? '', /summary-2027-03\.pdf/)
  assert.match(answer.text.slice(0, 5), /^%PDF-/)
  samvad.setClock(null)
})

test('spec 13.14: the tips are of what was really sent: templates, bounces, a character too many, an early auto-recharge', async () => {
  samvad.setClock(noon('2027-05-10'))
  const made = await samvad.newCompany('Ekta Pharma')
  await publish(samvad, operator, made.organizationId, {}, { sms_unit: 'segment' })
  const { conversationId } = await readyToSend(samvad, made, 500n)
  const sender = senderOf(samvad, made, conversationId)
  await samvad.rows('update contacts set last_inbound_at = $1 where org_id = $2', [
    samvad.app.clock(),
    made.organizationId,
  ])
  await sender.send('sms', [`${'a'.repeat(149)}’`, 'न'.repeat(100), 'short'])
  await sender.send('email', ['One', 'Two'])
  await samvad.rows(
    `with ended as (
       update deliveries set status = 'undelivered', due_at = null, sent_at = now(), ended_at = now()
        where org_id = $1 and channel = 'email' returning *)
     insert into usage_outcomes (org_id, id, day, channel, kind, transaction_id, delivered_count, failed_count)
     select org_id, id, (created_at at time zone 'Asia/Kolkata')::date, channel, kind, transaction_id, 0, 1 from ended`,
    [made.organizationId],
  )
  await samvad.rows(
    `insert into auto_recharges (org_id, enabled, threshold_micros, amount_micros, mandate_max_micros, configured_by,
                                 updated_at)
     values ($1, true, 200000000, 500000000, 1000000000, $2, now())`,
    [made.organizationId, made.userId],
  )
  await sumUp(noon('2027-06-01'))
  const { tips, total } = (await person(samvad, made).get(`${SUMMARIES}/2027-05`)).body
  assert.equal(total.failed, 2)
  assert.deepEqual(
    tips.map(({ code, kind, amount }: Record<string, unknown>) => [code, kind, amount]),
    [
      ['auto_recharge_headroom', null, '199.00'],
      // Three segments instead of one.
      ['sms_encoding', 'sms', '0.50'],
      ['addresses_that_bounce', 'email', '0.30'],
    ],
  )
  samvad.setClock(null)
})

test('spec 13.14: templates to contacts who never wrote are no reason to reply in time', async () => {
  const { who, company: made, conversationId } = await company('Hema Crafts', '2027-11-10')
  const draft = { name: 'order_ready', channel: 'app', language: 'en', category: 'utility', text: 'It is ready.' }
  const template = await who.make('/v1/templates', draft)
  await samvad.rows("update template_versions set status = 'approved' where org_id = $1", [made.organizationId])
  await samvad.rows('update templates set used_version = version where org_id = $1', [made.organizationId])
  const sent = async (to: string) =>
    who.make('/v1/messages', { conversation_id: to, channel: 'app', template_id: template.id })
  const stranger = await who.make('/v1/contacts', { display_name: 'Never Wrote', phone_number: '+919876500011' })
  const { id: cold } = await who.make('/v1/conversations', { contact_id: stranger.id })
  for (let count = 0; count < 3; count++) await sent(cold)
  await sent(conversationId)
  // After the first template the contact writes; two days later the session is closed.
  samvad.setClock(noon('2027-11-11'))
  const { contact_id } = (await who.get(`/v1/conversations/${conversationId}`)).body
  await samvad.rows(
    `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
     values ($1, $2, $3, 'inbound', 'app', $4, 'Is it ready?', $5)`,
    [
      made.organizationId,
      newUuid(samvad.app.clock().getTime()),
      uuidOf('conv', conversationId),
      uuidOf('contact', contact_id),
      samvad.app.clock(),
    ],
  )
  samvad.setClock(noon('2027-11-13'))
  await sent(conversationId)
  await sumUp(noon('2027-12-01'))
  const { tips, total } = (await who.get(`${SUMMARIES}/2027-11`)).body
  assert.deepEqual([total.messages, total.amount], [5, '3.25'])
  assert.deepEqual(
    tips.map(({ code, kind, amount }: Record<string, unknown>) => [code, kind, amount]),
    // One of the five.
    [['reply_in_session', 'app_template', '0.20']],
  )
  samvad.setClock(null)
})

// --- Processes -----------------------------------------------------------------------------------------------------

/** One west of UTC and one east: this process uses the machine's own. */
const ZONES = ['Asia/Kolkata', 'America/Los_Angeles']

test("spec 13.16: the month turns by India's clock in every time zone of the process, once for however many workers", async () => {
  const { company: farida, send } = await company('Farida Stores', '2027-07-31')
  await send()
  const workers = ZONES.map((zone) => startSumming(samvad.connection, zone))
  const early = await Promise.all(workers.map((worker) => worker.sumUp('2027-07-31T18:34:59Z')))
  assert.equal(new Set(early).size, ZONES.length, 'the processes really were in different zones')
  assert.deepEqual(await monthsOf(farida), [])
  await Promise.all(workers.map((worker) => worker.sumUp('2027-07-31T18:35:00Z')))
  await Promise.all(workers.map((worker) => worker.end()))
  assert.deepEqual(await monthsOf(farida), ['2027-07-01'])
  const [event, ...more] = await eventsOf(farida)
  assert.deepEqual(more, [])
  assert.equal(event?.payload.total.amount, '0.15')
  samvad.setClock(null)
})

test('spec 13.16: a worker that is killed between the summary and its event leaves neither, and the next makes both', async () => {
  const { company: gita, send } = await company('Gita Books', '2027-09-10')
  await send()
  // Its event cannot be written, so the worker waits with the summary in its transaction.
  const client = await samvad.app.database.pool.connect()
  await client.query('begin')
  await client.query('lock table events in exclusive mode')
  const killed = startSumming(samvad.connection, 'UTC').process
  killed.stdin?.write('2027-10-01T06:30:00Z\n')
  await eventually('the worker waits', async () => (await lockWaits(samvad, 'events')) > 0)
  killed.kill('SIGKILL')
  await once(killed, 'close')
  await client.query('rollback')
  client.release()
  await eventually('its transaction is over', async () => (await lockWaits(samvad)) === 0)
  await sumUp(new Date('2027-10-01T06:31:00Z'))
  assert.deepEqual(await monthsOf(gita), ['2027-09-01'])
  assert.equal((await eventsOf(gita)).length, 1)
  samvad.setClock(null)
})

// A running campaign that several people keep pausing, resuming and cancelling: each recipient receives it once, at the
// same cost as an undisturbed campaign.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { balance, campaign, crowd, later, receivedBy, statusOf } = campaignStory(samvad, mailbox)
samvad.startWorker()

const RECIPIENTS = 36
/** Five minutes are queued ahead, so that a campaign takes several batches. */
const PER_MINUTE = 4
const MINUTE_MS = 60_000
const FUNDED = 20
const PRICE = 0.15
/** Refused because its state changed, or because a batch holds the wallet's lock. */
const MAY_ANSWER = [200, 409, 503]
type Act = 'pause' | 'resume' | 'cancel'

/** The same actions for the same seed. */
function choices(seed: number) {
  let state = seed
  return (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * count)
  }
}

async function started(name: string) {
  const company = await samvad.newCompany(name)
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, BigInt(FUNDED))
  const { list, name: prefix } = await crowd(company, who, RECIPIENTS)
  const one = await campaign(who, [list], { max_per_minute: PER_MINUTE })
  assert.equal((await who.post(`/v1/campaigns/${one.id}/start`, {})).status, 200)
  const press = async (act: Act) => {
    const { status, text } = await who.post(`/v1/campaigns/${one.id}/${act}`)
    assert.ok(MAY_ANSWER.includes(status), `${act}: ${status} ${text}`)
    samvad.app.wake('campaigns')
    samvad.app.wake('dispatch')
  }
  const shown = () => statusOf(who, one)
  const received = () => receivedBy(prefix)
  return { who, one, press, shown, received }
}
type Started = Awaited<ReturnType<typeof started>>

/** Three people act at once, in each of `minutes` minutes. */
async function storm({ press, shown }: Started, seed: number, minutes: number): Promise<void> {
  const choose = choices(seed)
  for (let count = 0; count < minutes; count++) {
    samvad.setClock(new Date(samvad.app.clock().getTime() + MINUTE_MS))
    const acts = Array.from({ length: 3 }, (): Act => (choose(2) === 0 ? 'pause' : 'resume'))
    await Promise.all(acts.map(press))
    if ((await shown()).status === 'completed') return
  }
}

async function settled({ who, shown, received }: Started, status: string) {
  const done = await later(shown, (body) => body.status === status && body.counts.queued === 0)
  const { balance: left, reserved } = await balance(who)
  assert.deepEqual([done.reserved, reserved], ['0.00', '0.00'])
  assert.equal(new Set(received()).size, received().length, 'nobody received it twice')
  return { cost: done.cost, left, counts: done.counts, received: received().length }
}

test('spec 15.49: a storm of pauses and resumes changes neither who receives a campaign nor what it costs', async () => {
  const calm = await settled(await started('Calm'), 'completed')
  assert.deepEqual([calm.received, calm.cost, calm.left], [RECIPIENTS, '5.40', '14.60'])
  const company = await started('Stormy')
  await storm(company, 1, 16)
  await company.press('resume')
  assert.deepEqual(await settled(company, 'completed'), calm)
  const [{ queued, deliveries } = { queued: 0, deliveries: 0 }] = await samvad.rows<any>(
    `select count(*) filter (where r.status = 'queued')::int as queued,
            (select count(*)::int from deliveries d where d.campaign_id = $1) as deliveries
       from campaign_recipients r where r.campaign_id = $1`,
    [uuidOf('camp', company.one.id)],
  )
  assert.deepEqual([queued, deliveries], [RECIPIENTS, RECIPIENTS])
})

test('spec 15.49: cancelled in the middle of a storm, a campaign costs what was sent, and the rest is refunded', async () => {
  const company = await started('Cancelled')
  await storm(company, 3, 5)
  await Promise.all((['cancel', 'resume', 'cancel', 'pause'] as const).map(company.press))
  const { cost, left, received } = await settled(company, 'cancelled')
  assert.equal(Number(cost).toFixed(2), (received * PRICE).toFixed(2))
  assert.equal(Number(left).toFixed(2), (FUNDED - received * PRICE).toFixed(2))
  assert.ok(received < RECIPIENTS, 'it was cancelled before all were sent')
})

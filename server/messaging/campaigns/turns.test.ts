// Campaigns of several organizations take turns of equal size.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createChannelAccess } from '#messaging/channels/accounts/access.ts'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { person } from '../../../test/story.ts'
import { campaignJobs } from './jobs.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { campaign, crowd, ended, receivedBy } = campaignStory(samvad, mailbox)

const ORGANIZATIONS = 6
const RECIPIENTS = 12
const TURN = 3

/** The organization and size of each turn, from the order in which deliveries were created. */
async function turnsTaken(): Promise<{ organization: string; count: number }[]> {
  const deliveries = await samvad.rows<{ org_id: string }>(
    'select org_id from deliveries where campaign_id is not null order by id',
  )
  const turns: { organization: string; count: number }[] = []
  for (const { org_id: organization } of deliveries) {
    const last = turns.at(-1)
    if (last?.organization === organization) last.count++
    else turns.push({ organization, count: 1 })
  }
  return turns
}

test('spec 15.50: campaigns of several organizations take turns in a circle, of as many recipients each', async () => {
  const started = []
  for (let place = 0; place < ORGANIZATIONS; place++) {
    const company = await samvad.newCompany(`Sharing ${place}`)
    const who = person(samvad, company)
    await fund(samvad, company.organizationId, 10n)
    const { list, name } = await crowd(company, who, RECIPIENTS)
    const one = await campaign(who, [list])
    await who.post(`/v1/campaigns/${one.id}/start`, {})
    started.push({ who, one, name, organizationId: company.organizationId })
  }
  const [job] = campaignJobs(samvad.app, createChannelAccess(samvad.app), { turn: TURN, atOnce: 1 })
  await job?.run(new AbortController().signal)

  const turns = await turnsTaken()
  const circle = started.map(({ organizationId }) => organizationId)
  // The first turn that queues spent the rest on freezing the last recipients.
  const rounds = [1, TURN, TURN, TURN, 2]
  assert.deepEqual(
    turns,
    rounds.flatMap((count) => circle.map((organization) => ({ organization, count }))),
  )

  samvad.startWorker()
  for (const { who, one, name } of started) {
    await ended(who, one)
    assert.equal(receivedBy(name).length, RECIPIENTS)
  }
})

// Campaigns that are started at the same moment, with credit for only some of them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { assertRefused, person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { balance, campaign, crowd, statusOf } = campaignStory(samvad, mailbox)

test('spec 15.10: campaigns that start at once reserve one after the other, and an estimate sees what the others left', async () => {
  const company = await samvad.newCompany('Stacked')
  const who = person(samvad, company)
  // 10 recipients at ₹0.15: enough for two of three campaigns.
  await fund(samvad, company.organizationId, 3n)
  const { list } = await crowd(company, who, 10)
  const all = []
  for (const name of ['First', 'Second', 'Third']) all.push(await campaign(who, [list], { name }))
  const estimates = await Promise.all(all.map(({ id }) => who.post(`/v1/campaigns/${id}/estimate`)))
  assert.deepEqual(
    estimates.map(({ body }) => [body.total, body.available_credits, body.shortfall]),
    Array.from({ length: 3 }, () => ['1.50', '3.00', '0.00']),
  )
  const answers = await Promise.all(all.map(({ id }) => who.post(`/v1/campaigns/${id}/start`, {})))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 402])
  const index = answers.findIndex(({ status }) => status === 402)
  const refused = answers[index]
  assert.ok(refused)
  assertRefused(refused, 402, 'insufficient_balance')
  assert.equal(refused.body.params.available, '0.00')
  const { balance: money, reserved, available_credits } = await balance(who)
  assert.deepEqual([money, reserved, available_credits], ['3.00', '3.00', '0.00'])
  const loser = all[index] as { id: string }
  const { body: later } = await who.post(`/v1/campaigns/${loser.id}/estimate`)
  assert.deepEqual([later.available_credits, later.shortfall], ['0.00', '1.50'])
  assert.equal((await statusOf(who, loser)).status, 'draft')

  // Credit that a cancellation releases is available to the next campaign.
  const winner = all.find(({ id }) => id !== loser.id) as { id: string }
  await who.post(`/v1/campaigns/${winner.id}/cancel`)
  assert.equal((await who.post(`/v1/campaigns/${loser.id}/start`, { max_total: '1.50' })).status, 200)
  assert.equal((await balance(who)).reserved, '3.00')
})

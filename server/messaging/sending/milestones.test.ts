// spec 8.14: from 100,000 emails or 50,000 app messages in a month an organization is marked eligible for enterprise
// pricing, and the operator is notified.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indianMonth } from '#kit/india/calendar.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { operatorJobs } from '#operators/jobs.ts'
import { homesOf } from '#operators/rules.ts'
import type { OperatorHomeRow } from '#people/members/queries.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { writeNotices } from '../../../test/notices.ts'
import { newOperator, senderOf } from '../../../test/prices.ts'
import { idsOf, type Person, person } from '../../../test/story.ts'

// The counts are set close to the limit, without the messages.
const samvad = await startSamvad({}, { breaks: ['T1'] })
const operator = await newOperator(samvad)
const boss = person(samvad, operator)
const TYPE = 'organization.enterprise_eligible'

async function company(name: string, channel: ChannelName, count: number) {
  const made = await samvad.newCompany(name)
  const { conversationId } = await readyToSend(samvad, made, 100n)
  await samvad.rows('update contacts set last_inbound_at = $2 where org_id = $1', [
    made.organizationId,
    samvad.app.clock(),
  ])
  const month = indianMonth(samvad.app.clock())
  await samvad.rows('insert into month_counters (org_id, channel, month, message_count) values ($1, $2, $3, $4)', [
    made.organizationId,
    channel,
    month,
    count,
  ])
  const sender = senderOf(samvad, made, conversationId)
  return { ...made, month, send: (count: number) => sender.send(channel, Array<string>(count).fill('Namaste')) }
}

const marks = ({ organizationId }: Company) =>
  samvad.rows('select channel, month from enterprise_eligibilities where org_id = $1 order by month', [organizationId])
const told = async ({ organizationId }: Company) =>
  (await samvad.rows('select org_id, payload from events where type = $1 and object_id = $2 order by org_id', [
    TYPE,
    organizationId,
  ])) as {
    org_id: string
    payload: Record<string, unknown>
  }[]
const since = async ({ organizationId }: Company) =>
  (await boss.get(`/v1/organizations/${publicId('org', organizationId)}`)).body.enterprise_eligible_since

test('spec 8.14: the 100,000th email of a month marks the organization, once, and tells the operator', async () => {
  const asha = await company('Asha Bank', 'email', 99_998)
  await asha.send(1)
  assert.deepEqual(await marks(asha), [])
  assert.equal(await since(asha), null)

  const before = Math.floor(samvad.app.clock().getTime() / 1000)
  await asha.send(1)
  assert.deepEqual(await marks(asha), [{ channel: 'email', month: asha.month }])
  const [toOperator, toOrganization, ...more] = await told(asha)
  assert.deepEqual(
    [toOperator?.org_id, toOrganization?.org_id, more.length],
    ['00000000-0000-0000-0000-000000000000', asha.organizationId, 0],
  )
  assert.deepEqual(toOperator?.payload, toOrganization?.payload)
  const { reached_at = 0, ...payload } = (toOperator?.payload ?? {}) as { reached_at?: number }
  assert.deepEqual(payload, {
    organization_id: publicId('org', asha.organizationId),
    channel: 'email',
    month: asha.month.slice(0, 7),
    message_count: 100_000,
  })
  assert.ok(reached_at >= before)
  assert.equal(await since(asha), reached_at)
  assert.equal(
    (await samvad.request('GET', '/v1/organization', { token: asha.token })).body.enterprise_eligible_since,
    reached_at,
  )

  await asha.send(3)
  assert.equal((await told(asha)).length, 2, 'told once')
})

test('spec 8.43: an operator reads once in the notifications which organization reached enterprise pricing, nobody else does', async () => {
  const elsewhere = await company('Eastern Bank', 'email', 99_999)
  await elsewhere.send(2)
  const told = async (who: Person) =>
    (await who.get('/v1/notifications?limit=100')).body.data.filter(
      ({ object_id }: { object_id: string }) => object_id === publicId('org', elsewhere.organizationId),
    )
  const tellOperators = async () => {
    for (const job of operatorJobs(samvad.app)) await job.run(new AbortController().signal)
    await writeNotices(samvad)
  }
  await tellOperators()
  const [notice, ...none] = await told(boss)
  assert.deepEqual(
    [none.length, notice?.type, notice?.title],
    [0, 'enterprise_pricing.reached', 'Eastern Bank is eligible for enterprise pricing'],
  )
  assert.match(notice.url, new RegExp(`/operator/organizations/${publicId('org', elsewhere.organizationId)}$`))
  const colleague = person(samvad, await samvad.newMember(samvad.company.organizationId, 'owner'))
  const { data } = (await colleague.get('/v1/events?type=enterprise_pricing.reached')).body
  assert.deepEqual([await told(colleague), await told(person(samvad, elsewhere)), data], [[], [], []])
  const open = (await boss.get('/v1/organizations?enterprise_status=open&limit=100')).body.data
  assert.ok(idsOf(open).includes(publicId('org', elsewhere.organizationId) as string))

  // A worker that was killed before it recorded the notification, and every further message.
  await samvad.rows('update enterprise_eligibilities set operators_told_at = null')
  await elsewhere.send(1)
  await tellOperators()
  assert.equal((await told(boss)).length, 1)
})

test('spec 8.43: operators who share an organization are told there, each other in the first that they joined', () => {
  const rows = [
    ['one', 'a'],
    ['one', 'b'],
    ['two', 'c'],
    ['two', 'b'],
    ['three', 'd'],
    ['three', 'a'],
  ].map(([user_id, org_id]) => ({ user_id, org_id }) as unknown as OperatorHomeRow)
  assert.deepEqual(homesOf(rows), ['a', 'c'])
})

test('spec 8.14: 50,000 app messages do as well, passed in one flush; SMS do not', async () => {
  const app = await company('Bharat Bank', 'app', 49_990)
  await app.send(20)
  assert.deepEqual(await marks(app), [{ channel: 'app', month: app.month }])
  assert.equal((await told(app))[0]?.payload.message_count, 50_010)
  const sms = await company('Chandra Bank', 'sms', 99_999)
  await sms.send(2)
  assert.deepEqual(await marks(sms), [])
})

test('spec 8.14: each month counts by itself, and the operator lists who is eligible', async () => {
  const first = new Date('2035-05-31T23:59:59+05:30')
  samvad.setClock(first)
  const asha = await company('Deccan Bank', 'email', 99_999)
  await asha.send(1)
  samvad.setClock(new Date('2035-06-01T00:00:00+05:30'))
  await asha.send(1)
  assert.equal((await marks(asha)).length, 1)
  await samvad.rows(`update month_counters set message_count = 99999 where org_id = $1 and month = '2035-06-01'`, [
    asha.organizationId,
  ])
  const other = senderOf(samvad, asha, (await readyToSend(samvad, asha, 0n)).conversationId)
  await other.send('email', ['Namaste'])
  samvad.setClock(null)
  assert.equal((await marks(asha)).length, 2)
  assert.equal((await told(asha)).length, 4)
  assert.equal(await since(asha), first.getTime() / 1000, 'the first time counts')

  const listed = async (query: string) => idsOf((await boss.get(`/v1/organizations?limit=100&${query}`)).body.data)
  const eligible = await listed('enterprise_eligible=true')
  const others = await listed('enterprise_eligible=false')
  assert.ok(eligible.includes(publicId('org', asha.organizationId)))
  assert.equal(eligible.length, 4)
  assert.ok(others.includes(publicId('org', samvad.company.organizationId)))
  assert.deepEqual([...eligible, ...others].toSorted(), (await listed('')).toSorted())
})

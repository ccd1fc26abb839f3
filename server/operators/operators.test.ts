// Organizations as operators see them, and their decisions about them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indianMonth } from '#kit/india/calendar.ts'
import { type Company, fund, publicId, startSamvad } from '../../test/harness.ts'
import { newOperator, pricesWith, publish, tiers } from '../../test/prices.ts'
import { assertRefused, person, walk } from '../../test/story.ts'

// Sets counts, marks and wallets directly, without the messages that would cause them.
const samvad = await startSamvad({}, { breaks: ['T1', 'T6', 'B1', 'L1', 'L2', 'L3', 'L4', 'L5'] })
const { company } = samvad
const operator = await newOperator(samvad)
const boss = person(samvad, operator)
const idOf = ({ organizationId }: Pick<Company, 'organizationId'>) => publicId('org', organizationId) as string
const month = indianMonth(samvad.app.clock())
const bharat = await samvad.newCompany('Bharat Tools')
const chola = await samvad.newCompany('Chola 100%_Silks')

type Shown = Record<string, any>
async function found(query = ''): Promise<Shown[]> {
  const { status, body, text } = await boss.get(`/v1/organizations?limit=100${query}`)
  assert.equal(status, 200, text)
  return body.data
}
const names = async (query: string) => (await found(query)).map(({ name }) => name)

async function mark({ organizationId }: Company, channel: string, ofMonth: string, at: Date): Promise<void> {
  const values = [organizationId, channel, ofMonth]
  await samvad.rows(
    'insert into enterprise_eligibilities (org_id, channel, month, reached_at) values ($1, $2, $3, $4)',
    [...values, at],
  )
  await samvad.rows(
    'insert into month_counters (org_id, channel, month, message_count) values ($1, $2, $3, 100200)',
    values,
  )
}

test('spec 1.61: a page of organizations shows what each has and used', async () => {
  await samvad.newMember(bharat.organizationId, 'agent')
  await fund(samvad, bharat.organizationId, 250n)
  await samvad.rows('insert into month_counters (org_id, channel, month, message_count) values ($1, $2, $3, 41)', [
    bharat.organizationId,
    'sms',
    month,
  ])
  const [shown] = await found('&q=bharat')
  const { id, price_list, created_at, ...rest } = shown as Shown
  assert.equal(id, idOf(bharat))
  assert.equal(price_list.is_own, false)
  assert.deepEqual(rest, {
    name: 'Bharat Tools',
    enterprise_eligible_since: null,
    suspended_at: null,
    suspension_reason: null,
    member_count: 2,
    currency: 'INR',
    balance: '250.00',
    low_balance_warning: null,
    month: month.slice(0, 7),
    messages: [
      { channel: 'email', count: 0 },
      { channel: 'app', count: 0 },
      { channel: 'sms', count: 41 },
    ],
    enterprise_status: null,
    is_priority: false,
  })
  assert.deepEqual((await boss.get(`/v1/organizations/${id}`)).body, shown)
  assert.deepEqual(await walk(boss, '/v1/organizations', 1), await found(), 'page by page, each once')
})

test('spec 1.61: they are found by name and id, as they are written', async () => {
  assert.deepEqual(await names('&q=TOOLS'), ['Bharat Tools'])
  assert.deepEqual(await names(`&q=${idOf(chola)}`), ['Chola 100%_Silks'])
  assert.deepEqual(await names('&q=0%25_s'), ['Chola 100%_Silks'], 'no character stands for others')
  assert.deepEqual(await names('&q=0%25%25'), [])
  assert.deepEqual(await names(`&q=${publicId('org', company.userId)}`), [])
  assert.equal((await found()).length, 3)
})

test('spec 1.61: those with a low balance are those that are warned', async () => {
  const set = (balance: bigint, base: bigint, next: bigint | null) =>
    samvad.rows(
      'update wallets set balance_micros = $2, warning_base_micros = $3, next_price_micros = $4 where org_id = $1',
      [chola.organizationId, balance, base, next],
    )
  const before = await samvad.rows('select * from wallets where org_id = $1', [chola.organizationId])
  for (const [balance, base, next, level] of [
    [200_000n, 1_000_000n, 150_000n, '20'],
    [200_001n, 1_000_000n, 150_000n, null],
    [100_000n, 1_000_000n, 50_000n, '10'],
    [149_999n, 200_000n, 150_000n, '0'],
    [150_000n, 200_000n, 150_000n, null],
    [0n, 0n, null, '0'],
    [0n, 0n, 0n, '10'],
  ] as const) {
    await set(balance, base, next)
    const [shown] = await found('&q=chola')
    assert.equal(shown?.low_balance_warning, level, `${balance} of ${base}`)
    assert.equal((await names('&low_balance=true')).includes('Chola 100%_Silks'), level !== null)
    assert.equal((await names('&low_balance=false')).includes('Chola 100%_Silks'), level === null)
  }
  const [{ balance_micros, warning_base_micros, next_price_micros }] = before as [Record<string, bigint | null>]
  await set(balance_micros as bigint, warning_base_micros as bigint, next_price_micros as bigint | null)
})

test('spec 1.62: an operator suspends with a reason that the members read, and resumes; said again nothing changes', async () => {
  const path = `/v1/organizations/${idOf(bharat)}`
  assertRefused(await boss.post(`${path}/suspend`, {}), 422, 'invalid_content', 'reason')
  const suspended = await boss.post(`${path}/suspend`, { reason: 'Unpaid invoice' })
  assert.equal(suspended.status, 200, suspended.text)
  assert.ok(suspended.body.suspended_at > 0)
  const again = await boss.post(`${path}/suspend`, { reason: 'Another reason' })
  assert.deepEqual(again.body, suspended.body)
  const own = (await person(samvad, bharat).get('/v1/organization')).body
  assert.deepEqual(own, suspended.body)
  assert.equal(own.suspension_reason, 'Unpaid invoice')
  assert.deepEqual(await names('&suspended=true'), ['Bharat Tools'])
  assert.equal((await names('&suspended=false')).length, 2)

  const resumed = await boss.post(`${path}/resume`)
  assert.deepEqual([resumed.body.suspended_at, resumed.body.suspension_reason], [null, null])
  assert.deepEqual((await boss.post(`${path}/resume`)).body, resumed.body)
  const { data } = (await person(samvad, bharat).get('/v1/audit_log')).body
  assert.deepEqual(
    data.slice(0, 2).map(({ action, details, user_id }: Shown) => [action, details, user_id]),
    [
      ['organization.resumed', {}, publicId('user', operator.userId)],
      ['organization.suspended', { reason: 'Unpaid invoice' }, publicId('user', operator.userId)],
    ],
  )
  const told = await samvad.rows(
    `select payload -> 'suspension_reason' as reason from events where org_id = $1 and type = 'organization.updated'
      order by id`,
    [bharat.organizationId],
  )
  assert.deepEqual(told, [{ reason: 'Unpaid invoice' }, { reason: null }])
  const nobody = publicId('org', company.userId)
  assertRefused(await boss.post(`/v1/organizations/${nobody}/suspend`, { reason: 'x' }), 404, 'not_found')
  assertRefused(await boss.post(`/v1/organizations/${nobody}/resume`), 404, 'not_found')
})

test('spec 8.42: the prices of a list become those of an organization, as a list of its own', async () => {
  const path = `/v1/organizations/${idOf(chola)}`
  const everybody = (await boss.get(`${path}/prices`)).body
  assert.deepEqual([everybody.in_force.organization_id, everybody.coming], [null, []])
  const source = await publish(samvad, operator, bharat.organizationId, { email: { tiers: tiers('0.07') } })
  const given = await boss.make(`${path}/price_lists`, { price_list_id: source.id, name: 'Chola 2026' })
  assert.deepEqual(given.prices, source.prices)
  assert.deepEqual([given.name, given.organization_id, given.sms_unit], ['Chola 2026', idOf(chola), source.sms_unit])
  assert.notEqual(given.id, source.id)
  const later = Math.floor(samvad.app.clock().getTime() / 1000) + 86_400
  const coming = await boss.make(`${path}/price_lists`, {
    price_list_id: everybody.in_force.id,
    effective_from: later,
  })
  assert.equal(coming.name, everybody.in_force.name)
  assert.deepEqual((await boss.get(`${path}/prices`)).body, { in_force: given, coming: [coming] })
  const [shown] = await found('&q=chola')
  assert.deepEqual(shown?.price_list, { id: given.id, name: 'Chola 2026', is_own: true })
  const own = (await person(samvad, chola).get('/api/v1/billing/prices')).body
  assert.equal(own.id, given.id)
  const [entry] = (await person(samvad, chola).get('/v1/audit_log?action=price_list.published')).body.data
  assert.equal(entry.object, coming.id)

  const missing = publicId('plist', chola.userId)
  const absent = await boss.post(`${path}/price_lists`, { price_list_id: missing })
  assertRefused(absent, 404, 'not_found', 'price_list_id')
  const past = { price_list_id: source.id, effective_from: 1_600_000_000 }
  assertRefused(await boss.post(`${path}/price_lists`, past), 422, 'invalid_content', 'effective_from')
  const nobody = `/v1/organizations/${publicId('org', company.userId)}`
  assertRefused(await boss.get(`${nobody}/prices`), 404, 'not_found')
  assertRefused(await boss.post(`${nobody}/price_lists`, { price_list_id: source.id }), 404, 'not_found')
  assert.equal((await boss.get(`${path}/prices`)).body.coming.length, 1, 'what was refused is no list')
})

test('spec 8.41: enterprise pricing is decided once a month reached it, granted with prices of its own alone', async () => {
  const ganga = await samvad.newCompany('Ganga Books')
  const path = `/v1/organizations/${idOf(ganga)}/enterprise`
  const none = (await boss.get(path)).body
  assert.deepEqual([none.status, none.months, none.decision], [null, [], null])
  assertRefused(await boss.put(path, { decision: 'declined' }), 409, 'conflict')

  const now = samvad.app.clock()
  await mark(ganga, 'email', '2020-01-01', new Date(now.getTime() - 86_400_000))
  assert.deepEqual(await names('&enterprise_status=open'), ['Ganga Books'])
  assertRefused(await boss.put(path, { decision: 'granted' }), 409, 'conflict')
  const declined = await boss.put(path, { decision: 'declined', note: 'One festival' })
  assert.equal(declined.status, 200, declined.text)
  assert.deepEqual([declined.body.status, declined.body.note], ['declined', 'One festival'])
  assert.deepEqual(declined.body.months, [
    {
      month: '2020-01',
      channel: 'email',
      reached_at: Math.floor(now.getTime() / 1000) - 86_400,
      message_count: 100_200,
    },
  ])
  assert.deepEqual(await names('&enterprise_status=open'), [])
  assert.deepEqual(await names('&enterprise_status=declined'), ['Ganga Books'])

  await mark(ganga, 'email', '2020-02-01', new Date(now.getTime() + 60_000))
  assert.deepEqual(await names('&enterprise_status=open'), ['Ganga Books'], 'another month')
  await publish(samvad, operator, ganga.organizationId, pricesWith({}))
  const granted = (await boss.put(path, { decision: 'granted' })).body
  assert.deepEqual([granted.status, granted.note, granted.months.length], ['granted', null, 2])
  assert.equal(granted.decided_by, publicId('user', operator.userId))
  assert.deepEqual((await boss.get(path)).body, granted)
  const { data } = (await person(samvad, ganga).get('/v1/audit_log?action=organization.enterprise_decided')).body
  assert.deepEqual(
    data.map(({ details }: Shown) => details.after.decision),
    ['granted', 'declined'],
  )
  assert.equal((await samvad.rows('select decision from enterprise_decisions')).length, 1)
})

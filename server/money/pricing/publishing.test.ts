// spec 8.12: price lists are published once, take effect at an exact time, and are never edited.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyToSend, type Sending } from '../../../test/company.ts'
import { publicId, request, startSamvad, testDatabase, uuidOf } from '../../../test/harness.ts'
import { newOperator, pricesWith, publish, tiers } from '../../../test/prices.ts'
import { eventually } from '../../../test/program.ts'
import { assertRefused, idsOf, person } from '../../../test/story.ts'

const connection = await testDatabase()
const [samvad, other] = await Promise.all([startSamvad({}, { connection }), startSamvad({}, { connection })])
const operator = await newOperator(samvad)
const boss = person(samvad, operator)

const LISTS = '/v1/price_lists'
const PRICES = '/api/v1/billing/prices'
const ORGANIZATION = publicId('org', samvad.company.organizationId)
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

async function priceOfNext({ company, conversationId }: Sending, url = samvad.url): Promise<string> {
  const json = { conversation_id: conversationId, channel: 'email', text: 'New prices' }
  const answer = await request(url, 'POST', '/v1/messages', { token: company.token, json })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.price
}

test('spec 8.12: a contract is published, shown, listed, audited and told to its organization', async () => {
  const company = await samvad.newCompany('Bharat Seeds')
  const organization_id = publicId('org', company.organizationId)
  const prices = pricesWith({ email: { mode: 'volume', tiers: tiers('0.0725', 50_000, '0.05') } })
  const json = { name: 'Bharat 2026', organization_id, sms_unit: 'segment', prices }
  const answer = await boss.post(LISTS, json)
  assert.equal(answer.status, 201, answer.text)
  const { body } = answer
  assert.equal(answer.headers.get('location'), `${LISTS}/${body.id}`)
  assert.deepEqual(body.prices.email, {
    mode: 'volume',
    tiers: [
      { from: 1, up_to: 50_000, price: '0.0725' },
      { from: 50_001, up_to: null, price: '0.05' },
    ],
  })
  assert.deepEqual(
    [body.name, body.organization_id, body.sms_unit, body.currency, body.prices.app_session.mode],
    ['Bharat 2026', organization_id, 'segment', 'INR', 'graduated'],
  )
  assert.equal(body.effective_from, body.published_at)
  assert.deepEqual((await boss.get(`${LISTS}/${body.id}`)).body, body)
  assert.deepEqual((await boss.get(`${LISTS}?organization_id=${organization_id}`)).body, {
    has_more: false,
    data: [body],
  })
  assert.deepEqual(
    (await boss.get(`${LISTS}?organization_id=`)).body.data.map(({ name }: { name: string }) => name),
    ['Public prices'],
  )

  const { published_at: _published, organization_id: _organization, ...shown } = body
  assert.deepEqual((await samvad.request('GET', PRICES, { token: company.token })).body, shown)
  const events = await samvad.rows('select org_id, object_id, payload from events where type = $1', [
    'price_list.published',
  ])
  assert.deepEqual(events, [{ org_id: company.organizationId, object_id: uuidOf('plist', body.id), payload: body }])
  const audited = await samvad.rows('select org_id, user_id, object from audit_log where action = $1', [
    'price_list.published',
  ])
  assert.deepEqual(audited, [{ org_id: company.organizationId, user_id: operator.userId, object: body.id }])
})

test('spec 8.13: a published list holds in every process within 5 seconds, for what is sent from then on', async () => {
  const company = await samvad.newCompany('Chandra Foods')
  const sending = await readyToSend(samvad, company, 10_000n)
  // Both processes have just cached the public prices.
  assert.deepEqual([await priceOfNext(sending), await priceOfNext(sending, other.url)], ['0.15', '0.15'])
  await publish(samvad, operator, company.organizationId, { email: { tiers: tiers('0.01') } })
  for (const { url } of [samvad, other]) {
    await eventually('it holds', async () => (await priceOfNext(sending, url)) === '0.01')
  }
  const charged = await samvad.rows(
    'select price_micros from deliveries where org_id = $1 order by month_number limit 2',
    [company.organizationId],
  )
  assert.deepEqual(
    charged,
    [{ price_micros: 150_000n }, { price_micros: 150_000n }],
    'what was sent before keeps its price',
  )
})

test('spec 8.13: a list for later takes over at its instant, though the one before was just read', async () => {
  const company = await samvad.newCompany('Deccan Tools')
  const sending = await readyToSend(samvad, company, 100n)
  const begins = new Date('2031-04-01T00:00:00+05:30')
  samvad.setClock(new Date('2031-03-31T12:00:00+05:30'))
  const list = await publish(
    samvad,
    operator,
    company.organizationId,
    { email: { tiers: tiers('0.02') } },
    { effective_from: seconds(begins) },
  )
  assert.equal(list.effective_from, seconds(begins))
  samvad.setClock(new Date(begins.getTime() - 1))
  assert.equal(await priceOfNext(sending), '0.15')
  samvad.setClock(begins)
  assert.equal(await priceOfNext(sending), '0.02')
  samvad.setClock(null)
})

test('spec 8.12: a mistake is corrected by another list with the same or a later time', async () => {
  const company = await samvad.newCompany('Eastern Mills')
  const at = new Date('2032-01-10T10:00:00+05:30')
  samvad.setClock(at)
  const seenAt = async ({ url }: { url: string }) =>
    (await request(url, 'GET', PRICES, { token: company.token })).body.prices.email.tiers[0].price
  await publish(samvad, operator, company.organizationId, { email: { tiers: tiers('15.00') } })
  await publish(
    samvad,
    operator,
    company.organizationId,
    { email: { tiers: tiers('0.15') } },
    { effective_from: seconds(at) },
  )
  assert.equal(await seenAt(samvad), '0.15', 'of two at the same instant the last published')
  await publish(
    samvad,
    operator,
    company.organizationId,
    { email: { tiers: tiers('0.14') } },
    { effective_from: seconds(at) + 60 },
  )
  other.setClock(new Date(at.getTime() + 60_000))
  assert.equal(await seenAt(other), '0.14')
  for (const one of [samvad, other]) one.setClock(null)
})

test('spec 8.13: the default list is for everybody without a contract, and audited in the chain of the installation', async () => {
  const begins = new Date('2033-01-01T00:00:00Z')
  const prices = pricesWith({ email: { tiers: tiers('0.16') } })
  const list = await boss.make(LISTS, { name: 'Prices of 2033', effective_from: seconds(begins), prices })
  assert.equal(list.organization_id, null)
  const log = await boss.get('/v1/installation/audit_log?action=price_list.published')
  assert.deepEqual([log.body.data[0].object, log.body.data[0].details.name], [list.id, 'Prices of 2033'])
  const contract = await samvad.newCompany('Fort Books')
  await publish(samvad, operator, contract.organizationId, { email: { tiers: tiers('0.09') } })
  const without = await samvad.newCompany('Ganga Tiles')
  samvad.setClock(begins)
  const seen = async (token: string) =>
    (await samvad.request('GET', PRICES, { token })).body.prices.email.tiers[0].price
  assert.deepEqual([await seen(without.token), await seen(contract.token)], ['0.16', '0.09'])
  samvad.setClock(null)
  assert.equal(await seen(without.token), '0.15')
})

test('spec 8.12: errors name their field, and nothing is published', async () => {
  const [before] = await samvad.rows('select count(*) from price_lists')
  const refused = async (fields: string[], change: object, status = 422, code = 'invalid_content') =>
    assertRefused(await boss.post(LISTS, { name: 'Wrong', prices: pricesWith({}), ...change }), status, code, ...fields)
  const email = (...given: [string, ...(number | string)[]]) => ({
    prices: pricesWith({ email: { tiers: tiers(...given) } }),
  })
  await refused(['prices.email.tiers[1].up_to'], email('0.15', 10, '0.12', 5, '0.10'))
  await refused(['prices.email.tiers[0].up_to'], {
    prices: pricesWith({ email: { tiers: [{ up_to: 9, price: '1' }] } }),
  })
  await refused(['prices.email.tiers[0].price'], email('0.0000001'))
  await refused(['prices.email.tiers'], { prices: pricesWith({ email: { tiers: [] } }) })
  const volume = { mode: 'volume' as const, tiers: tiers('0.10', 10, '0.11') }
  await refused(['prices.sms.tiers[1].price'], { prices: pricesWith({ sms: volume }) })
  const { sms: _sms, ...three } = pricesWith({})
  await refused(['prices.sms'], { prices: three })
  await refused(['sms_unit'], { sms_unit: 'letter' })
  await refused(['effective_from'], { effective_from: seconds(new Date()) - 3600 })
  await refused(['organization_id'], { organization_id: publicId('org', samvad.company.userId) }, 404, 'not_found')
  await refused(['name'], { name: '' })
  await refused(['name'], { name: ' ' })
  const nobody = { name: 'X', prices: pricesWith({}), organization_id: publicId('org', samvad.company.userId) }
  const [error] = (await boss.post(LISTS, nobody)).body.errors
  assert.deepEqual([error.code, error.params], ['unknown_in_installation', { resource: 'organization' }])
  const float = { ...pricesWith({}), email: { tiers: [{ up_to: null, price: 0.15 }] } }
  await refused(['prices.email.tiers[0].price'], { prices: float })
  assert.deepEqual(await samvad.rows('select count(*) from price_lists'), [before])
})

test('spec 3.13: a form publishes too, and the same Idempotency-Key publishes once', async () => {
  const fields = Object.entries(pricesWith({})).flatMap(([kind, priced]) =>
    priced.tiers.flatMap(({ up_to, price }, index): [string, string][] => [
      [`prices[${kind}][tiers][${index}][up_to]`, up_to === null ? '' : String(up_to)],
      [`prices[${kind}][tiers][${index}][price]`, price],
    ]),
  )
  const send = () =>
    samvad.request('POST', LISTS, {
      token: operator.token,
      form: [['name', 'By form'], ['organization_id', ORGANIZATION], ...fields],
      headers: { 'idempotency-key': 'form-1' },
    })
  const first = await send()
  assert.equal(first.status, 201, first.text)
  assert.deepEqual((await send()).body, first.body)
  assert.deepEqual(idsOf((await boss.get(`${LISTS}?organization_id=${ORGANIZATION}`)).body.data), [first.body.id])
})

test('spec 8.12: a published list cannot be changed or taken back, by no route and not in the database', async () => {
  const [list] = (await boss.get(`${LISTS}?limit=1`)).body.data
  for (const method of ['PUT', 'DELETE'])
    assert.equal((await samvad.request(method, `${LISTS}/${list.id}`, { token: operator.token })).status, 405)
  for (const statement of [`update price_lists set name = 'Other'`, 'delete from price_lists', 'truncate price_lists'])
    await assert.rejects(samvad.rows(statement), { code: '42501' })
  assert.deepEqual((await boss.get(`${LISTS}/${list.id}`)).body, list)
})

test('spec 1.7: only operators publish and see price lists', async () => {
  const owner = person(samvad)
  assertRefused(await owner.post(LISTS, { name: 'Mine', prices: pricesWith({}) }), 403, 'permission_denied')
  assertRefused(await owner.get(LISTS), 403, 'permission_denied')
  assertRefused(
    await owner.get(`${LISTS}/${publicId('plist', '00000000-0000-7000-8000-000000000001')}`),
    403,
    'permission_denied',
  )
  assertRefused(await boss.get(`${LISTS}/plist_wrong`), 404, 'not_found')
})

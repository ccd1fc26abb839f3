// The global search: spec 7.152 to 7.154.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMicros } from '#kit/money.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { openRecharge, payAtCheckout } from '../../test/payments.ts'
import { approvedRefund, newOperator, paidRecharge } from '../../test/refunds.ts'
import { indexAll } from '../../test/search.ts'
import { assertRefused, idsOf, person } from '../../test/story.ts'
import { permissionOf, searchTypes, soughtIn } from './rules.ts'

const samvad = await startSamvad()
const owner = person(samvad)

const search = async (q: string, more = '', who = owner): Promise<any> => {
  const { status, body, text } = await who.get(`/v1/search?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, text)
  return body
}

test('spec 7.153: an amount, the number of an invoice and the id of a transaction are read from what is typed', () => {
  const rupees = (text: string) => parseMicros(text)
  for (const [typed, amount] of [
    ['1180', '1180.00'],
    ['₹1,180.00', '1180.00'],
    ['-1180', '1180.00'],
    ['Rs. 1,18,000.50', '118000.50'],
    ['INR 0.085', '0.085'],
    ['१,१८०', '1180.00'],
  ] as const)
    assert.equal(soughtIn(typed).amount, rupees(amount), typed)
  for (const typed of ['ravi', '+919876543210', '11800000000000000', 'INV/26-27/000001', '1180 ravi'])
    assert.equal(soughtIn(typed).amount, null, typed)
  const { numberStart, numberEnd } = soughtIn('inv/26-27/000001')
  assert.deepEqual(
    { numberStart, numberEnd },
    {
      numberStart: 'INV/26-27/000001%',
      numberEnd: { end: '%INV/26-27/000001', seriesNumber: 1n },
    },
  )
  assert.equal(soughtIn('SBX/26').numberStart, 'SBX/26%')
  assert.equal(soughtIn('26-27/000012').numberEnd?.seriesNumber, 12n)
  assert.equal(soughtIn('ravi').numberStart, null)
  assert.equal(soughtIn('ravi').numberEnd, null)
  assert.deepEqual(soughtIn('Ordér_Shipped १२').patterns, ['%order%', '%shipped%', '%12%'])
})

test('spec 7.153: a recharge is found by its amount and its id, its invoice by number, part of the number and total', async () => {
  const recharge = await openRecharge(samvad, '4321.00')
  await payAtCheckout(recharge.checkout_url, 'success')
  const { data: transactions } = (await owner.get('/api/v1/billing/transactions?kind=recharge')).body
  const paid = transactions.find(({ amount }: { amount: string }) => amount === '4321.00')
  const { data: invoices } = (await owner.get('/api/v1/billing/invoices')).body
  const invoice = invoices.find(({ id }: { id: string }) => id === paid.invoice_id)
  assert.deepEqual(idsOf((await search('₹4,321.00')).transactions.data), [paid.id])
  const [foundById] = (await search(paid.id)).transactions.data
  assert.deepEqual([foundById.id, foundById.purpose, foundById.channel], [paid.id, 'recharge', null])
  const shown = { id: invoice.id, number: invoice.number, kind: 'recharge', total: invoice.total }
  for (const typed of [invoice.number.toLowerCase(), invoice.number.slice(4), invoice.total]) {
    const [{ issued_at, ...rest }] = (await search(typed, '&type=invoices')).invoices.data
    assert.deepEqual({ ...rest, issued_at }, { ...shown, issued_at: invoice.issued_at }, typed)
  }
  assert.deepEqual((await search('4322')).transactions.data, [])
})

test('spec 7.153: a refund and a credit are found by their amount, the charge of a message is not', async () => {
  const company = await samvad.newCompany('Search Silks')
  const who = person(samvad, company)
  const recharge = await paidRecharge(samvad, '800.00', company)
  const operator = await newOperator(samvad)
  const refund = await approvedRefund(samvad, operator, { recharge_id: recharge.id, amount: '321.50' }, company)
  const credit = { amount: '77.25', reason: 'Goodwill' }
  const path = `/v1/organizations/${publicId('org', company.organizationId)}/credits`
  assert.equal((await samvad.request('POST', path, { token: operator.token, json: credit })).status, 201)
  const contact = await who.make('/v1/contacts', { email: 'zoya@silks.example' })
  const { id: conversation_id } = await who.make('/v1/conversations', { contact_id: contact.id })
  await who.make('/v1/messages', { conversation_id, channel: 'email', subject: 'Silk', text: 'Ready.' })
  const { data } = (await who.get('/api/v1/billing/transactions')).body
  const purposesBy = async (amount: string) =>
    (await search(amount, '&type=transactions', who)).transactions.data.map((one: any) => [one.kind, one.amount])
  assert.deepEqual(await purposesBy('321.5'), [['refund', '-321.50']])
  assert.equal((await search('₹321.50', '', who)).transactions.data[0].id, refund.refund_transaction_id)
  assert.deepEqual(await purposesBy('77.25'), [['credit', '77.25']])
  const charge = data.find(({ kind }: { kind: string }) => kind === 'deduction')
  assert.ok(charge, 'the message is charged')
  assert.deepEqual(await purposesBy(charge.amount.replace('-', '')), [])
  const listed = (await who.get('/api/v1/billing/transactions?kind=deduction')).body.data
  assert.deepEqual(idsOf(listed), [charge.id], 'the list of deductions has it')
})

test('spec 7.152, 22.19: one search finds contacts, groups, lists, segments, campaigns, forms, conversations, messages, templates, members and webhook endpoints by their words', async () => {
  const contact = await owner.make('/v1/contacts', { display_name: 'Zarina Khān', email: 'zarina@looms.example' })
  const group = await owner.make('/v1/groups', { name: 'Zarina and friends' })
  const list = await owner.make('/v1/lists', { name: 'Weavers', description: 'Whom zarina knows' })
  const segment = await owner.make('/v1/segments', { name: 'Not Zarina', filter: { attribute: 'name', is_not: 'Z' } })
  const text = 'Dear Zarina, the looms have left.'
  const { id: conversation_id } = await owner.make('/v1/conversations', { contact_id: contact.id })
  const message = await owner.make('/v1/messages', { conversation_id, channel: 'email', subject: 'Looms', text })
  const template = await owner.make('/v1/templates', {
    name: 'welcome_zarina',
    channel: 'email',
    language: 'en',
    category: 'utility',
    subject: 'Welcome',
    text: 'Welcome.',
  })
  const campaign = await owner.make('/v1/campaigns', {
    name: 'Zarina’s sale',
    channel: 'email',
    subject: 'Sale',
    text: 'Looms for less',
    list_ids: [list.id],
  })
  const form = await owner.make('/v1/forms', { name: 'Order a Zarina loom', slug: 'zarina-looms' })
  const service = await owner.make('/v1/service_users', { name: 'Zarina’s shop', role: 'agent' })
  const endpoint = await owner.make('/v1/webhook_endpoints', {
    url: 'https://hooks.example/zarina',
    event_types: ['contact.created'],
  })
  await indexAll(samvad.app)

  const found = await search('ZARINA')
  assert.deepEqual(Object.keys(found), [...searchTypes])
  assert.deepEqual(idsOf(found.contacts.data), [contact.id])
  assert.deepEqual(idsOf(found.groups.data), [group.id])
  assert.deepEqual(idsOf(found.conversations.data), [message.conversation_id])
  assert.deepEqual(idsOf(found.messages.data), [message.id])
  assert.deepEqual(idsOf(found.lists.data), [list.id])
  assert.deepEqual(found.segments.data, [
    { id: segment.id, name: 'Not Zarina', matches: { name: [{ start: 4, end: 10 }] } },
  ])
  assert.deepEqual(found.templates.data, [
    {
      id: template.id,
      name: 'welcome_zarina',
      channel: 'email',
      language: 'en',
      status: template.status,
      matches: { name: [{ start: 8, end: 14 }] },
    },
  ])
  assert.deepEqual(found.campaigns.data, [
    {
      id: campaign.id,
      name: 'Zarina’s sale',
      channel: 'email',
      status: 'draft',
      matches: { name: [{ start: 0, end: 6 }] },
    },
  ])
  assert.deepEqual(found.forms.data, [
    {
      id: form.id,
      name: 'Order a Zarina loom',
      slug: 'zarina-looms',
      status: 'draft',
      matches: { name: [{ start: 8, end: 14 }], slug: [{ start: 0, end: 6 }] },
    },
  ])
  assert.deepEqual(idsOf(found.members.data), [service.id])
  assert.deepEqual(idsOf(found.webhook_endpoints.data), [endpoint.id])
  assert.deepEqual([found.invoices.data, found.transactions.data], [[], []])
  // All words, in any order; also parts of names.
  assert.deepEqual(idsOf((await search('knows weav')).lists.data), [list.id])
  assert.deepEqual((await search('zarina nobody')).lists.data, [])
})

test('spec 7.152, 7.154: one type is searched page by page, and a cursor belongs to a type', async () => {
  const ids: string[] = []
  for (const name of ['Paged one', 'Paged two', 'Paged three'])
    ids.unshift((await owner.make('/v1/lists', { name })).id)
  const first = await search('paged', '&type=lists&limit=2')
  assert.deepEqual(Object.keys(first), ['lists'])
  assert.deepEqual([idsOf(first.lists.data), first.lists.has_more], [ids.slice(0, 2), true])
  const second = await search('paged', `&type=lists&limit=2&starting_after=${ids[1]}`)
  assert.deepEqual([idsOf(second.lists.data), second.lists.has_more], [ids.slice(2), false])
  const { body: more } = await owner.get('/v1/search?q=paged&limit=1')
  assert.deepEqual([idsOf(more.lists.data), more.lists.has_more], [ids.slice(0, 1), true])
  assertRefused(await owner.get(`/v1/search?q=paged&starting_after=${ids[1]}`), 400, 'invalid_query', 'starting_after')
  for (const type of searchTypes) {
    const refused = await owner.get(`/v1/search?q=paged&type=${type}&starting_after=org_01jd3v9k4be2n8q4x5c6t7w8yz`)
    assertRefused(refused, 400, 'unknown_cursor', 'starting_after')
  }
  const foreign = 'list_01jd3v9k4be2n8q4x5c6t7w8yz'
  assertRefused(
    await owner.get(`/v1/search?q=paged&type=lists&starting_after=${foreign}`),
    400,
    'unknown_cursor',
    'starting_after',
  )
  assertRefused(await owner.get('/v1/search?q=paged&type=invoice_lines'), 400, 'invalid_query', 'type')
  assertRefused(await owner.get('/v1/search?q=%20'), 400, 'invalid_query', 'q')
})

test('spec 7.154: each sees the types of their permissions and nothing of another organization', async () => {
  const other = await samvad.newCompany('Neighbour')
  const neighbour = person(samvad, other)
  await owner.make('/v1/lists', { name: 'Secret of ours' })
  const role = await owner.make('/v1/roles', { name: 'Approver', permissions: ['templates.view'] })
  const approver = person(samvad, await samvad.newPerson(samvad.company.organizationId, role.id))
  assert.deepEqual(Object.keys(await search('secret', '', approver)), ['templates'])
  for (const type of searchTypes.filter((one) => permissionOf[one] !== 'templates.view'))
    assertRefused(await approver.get(`/v1/search?q=secret&type=${type}`), 403, 'permission_denied', 'type')
  const found = await search('secret', '', neighbour)
  for (const type of searchTypes) assert.deepEqual(found[type].data, [], type)
})

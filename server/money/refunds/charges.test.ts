// Refunds of charges to the wallet that paid them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyToSend } from '../../../test/company.ts'
import { type Company, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { askForRefund, decideOn, newOperator, REFUNDS, refundNow, requestedRefund } from '../../../test/refunds.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'

const samvad = await startSamvad()
const operator = await newOperator(samvad)

/** A company that has sent `count` emails in one request, for 0.15 each. */
async function companyThatSent(name: string, count = 4, status = 'sent') {
  const company = await samvad.newCompany(name)
  const { conversationId } = await readyToSend(samvad, company, 100n)
  const draft = { conversation_id: conversationId, channel: 'email', subject: 'Your order', text: 'It leaves today.' }
  const { token } = company
  const sent = await samvad.request('POST', '/v1/messages/batch', {
    token,
    json: { messages: Array.from({ length: count }, () => draft) },
  })
  assert.equal(sent.status, 200, sent.text)
  await samvad.rows('update deliveries set status = $1 where org_id = $2', [status, company.organizationId])
  const { body } = await samvad.request('GET', '/api/v1/billing/transactions?kind=deduction', { token })
  return {
    company,
    charge: body.data[0],
    messages: sent.body.data.map((item: any) => item.message) as { id: string }[],
  }
}

async function transactionsOf({ token }: Company, query = ''): Promise<any[]> {
  return (await samvad.request('GET', `/api/v1/billing/transactions?limit=100&${query}`, { token })).body.data
}

const typesOf = async ({ organizationId }: Company, prefix: string): Promise<string[]> =>
  (
    await samvad.rows('select type from events where org_id = $1 and type like $2 order by id', [
      organizationId,
      `${prefix}.%`,
    ])
  ).map(({ type }) => type as string)

test('spec 11.3: a charge is refunded to the wallet: asked for, approved, and paid at once', async () => {
  const { company, charge } = await companyThatSent('Asha Mills')
  assert.equal(charge.amount, '-0.60')
  const asked = await askForRefund(
    samvad,
    { transaction_id: charge.id, reason: 'service_downtime', note: 'Nothing arrived on Sunday.' },
    company,
  )
  assert.equal(asked.status, 201, asked.text)
  assert.equal(asked.headers.get('location'), `${REFUNDS}/${asked.body.id}`)
  assert.deepEqual(asked.body, {
    id: asked.body.id,
    status: 'requested',
    reason: 'service_downtime',
    automatic: false,
    destination: 'wallet',
    amount: '0.60',
    tax: '0.00',
    total: '0.60',
    currency: 'INR',
    transaction_id: charge.id,
    recharge_id: null,
    subscription_payment_id: null,
    refund_transaction_id: null,
    credit_note_id: null,
    requested_by: publicId('user', company.userId),
    note: 'Nothing arrived on Sunday.',
    decision_note: null,
    expected_from: null,
    expected_by: null,
    reference: null,
    failure_reason: null,
    created_at: asked.body.created_at,
    approved_at: null,
    completed_at: null,
  })
  assert.equal(await balanceOf(samvad, company), '99.40', 'asking moves nothing')

  const approved = await decideOn(samvad, operator, asked.body, 'approve', { note: 'We were down.' }, company)
  assert.equal(approved.status, 200, approved.text)
  assert.equal(approved.body.organization_id, publicId('org', company.organizationId))
  const refund = await refundNow(samvad, asked.body, company)
  assert.equal(refund.status, 'completed')
  assert.equal(refund.decision_note, 'We were down.')
  assert.equal(refund.expected_by, null, 'it is there already')
  assert.equal(await balanceOf(samvad, company), '100.00')
  const [transaction] = await transactionsOf(company, 'kind=refund')
  assert.equal(transaction.id, refund.refund_transaction_id)
  assert.equal(transaction.amount, '0.60')
  assert.equal(transaction.reverses_id, charge.id)
  assert.equal(transaction.channel, 'email')
  assert.equal(transaction.description, 'Refund: service downtime')
  assert.deepEqual(await typesOf(company, 'refund'), ['refund.requested', 'refund.approved', 'refund.completed'])
  const { body } = await samvad.request('GET', '/v1/audit_log?limit=100', { token: company.token })
  const entries = body.data.filter(({ object }: any) => object === refund.id)
  assert.deepEqual(
    entries.map(({ action, user_id }: any) => [action, user_id]),
    [
      ['refund.completed', publicId('user', operator.userId)],
      ['refund.approved', publicId('user', operator.userId)],
      ['refund.requested', publicId('user', company.userId)],
    ],
  )
})

test('spec 11.3, 11.5: several refunds of a charge, of any fraction of a paisa, are never more than the charge', async () => {
  const { company, charge } = await companyThatSent('Bela Silks')
  const first = await requestedRefund(samvad, { transaction_id: charge.id, amount: '0.123456' }, company)
  // A request reserves its amount before it is decided.
  const over = await askForRefund(samvad, { transaction_id: charge.id, amount: '0.476545' }, company)
  assertRefused(over, 422, 'invalid_content', 'amount')
  assert.deepEqual(over.body.errors[0].params, { max: '0.476544' })
  const second = await requestedRefund(samvad, { transaction_id: charge.id }, company)
  assert.equal(second.amount, '0.476544')
  assertRefused(await askForRefund(samvad, { transaction_id: charge.id }, company), 409, 'conflict')
  // An approval needs no body.
  const path = `/v1/organizations/${publicId('org', company.organizationId)}/refunds/${first.id}/approve`
  assert.equal((await samvad.request('POST', path, { token: operator.token })).status, 200)
  await decideOn(samvad, operator, second, 'approve', {}, company)
  assert.equal(await balanceOf(samvad, company), '100.00')
  assertRefused(await askForRefund(samvad, { transaction_id: charge.id, amount: '0.01' }, company), 409, 'conflict')
})

test('spec 11.1, 11.5: a rejected request gives its place up, tells why, and is not decided on again', async () => {
  const { company, charge } = await companyThatSent('Chand Papers')
  const refund = await requestedRefund(samvad, { transaction_id: charge.id }, company)
  assertRefused(await decideOn(samvad, operator, refund, 'reject', {}, company), 422, 'invalid_content', 'note')
  assertRefused(
    await decideOn(samvad, operator, refund, 'reject', { note: '  ' }, company),
    422,
    'invalid_content',
    'note',
  )
  const { status } = await decideOn(samvad, operator, refund, 'reject', { note: 'All of it was delivered.' }, company)
  assert.equal(status, 200)
  const rejected = await refundNow(samvad, refund, company)
  assert.deepEqual([rejected.status, rejected.decision_note], ['rejected', 'All of it was delivered.'])
  assertRefused(await decideOn(samvad, operator, refund, 'approve', {}, company), 409, 'conflict')
  assertRefused(await decideOn(samvad, operator, refund, 'reject', { note: 'No.' }, company), 409, 'conflict')
  assert.equal(await balanceOf(samvad, company), '99.40')
  assert.deepEqual(await transactionsOf(company, 'kind=refund'), [])
  await requestedRefund(samvad, { transaction_id: charge.id }, company)
})

test('spec 11.9: a charge that was reversed is not refunded again, and one that may yet be is not refunded', async () => {
  const { company, charge, messages } = await companyThatSent('Deepa Tools', 2, 'queued')
  const early = await askForRefund(samvad, { transaction_id: charge.id }, company)
  assertRefused(early, 409, 'conflict')
  assert.equal(early.body.reason, 'charge_not_sent')
  const [one, other] = messages as [{ id: string }, { id: string }]
  const { token } = company
  assert.equal((await samvad.request('DELETE', `/v1/messages/${one.id}`, { token })).status, 204)
  assertRefused(await askForRefund(samvad, { transaction_id: charge.id }, company), 409, 'conflict')

  await samvad.rows("update deliveries set status = 'sent' where message_id = $1", [uuidOf('msg', other.id)])
  const over = await askForRefund(samvad, { transaction_id: charge.id, amount: '0.30' }, company)
  assertRefused(over, 422, 'invalid_content', 'amount')
  const rest = await requestedRefund(samvad, { transaction_id: charge.id }, company)
  assert.equal(rest.amount, '0.15', 'the other half was reversed')

  const reversed = await companyThatSent('Esha Toys', 1, 'queued')
  const [only] = reversed.messages as [{ id: string }]
  const gone = await samvad.request('DELETE', `/v1/messages/${only.id}`, { token: reversed.company.token })
  assert.equal(gone.status, 204)
  const again = await askForRefund(samvad, { transaction_id: reversed.charge.id }, reversed.company)
  assertRefused(again, 409, 'conflict')
  assert.equal(again.body.reason, 'nothing_left_to_refund')
  assert.equal(await balanceOf(samvad, reversed.company), '100.00')
  // The reversal itself cannot be refunded.
  const [reversal] = await transactionsOf(reversed.company, 'kind=refund')
  const odd = await askForRefund(samvad, { transaction_id: reversal.id }, reversed.company)
  assertRefused(odd, 422, 'invalid_content', 'transaction_id')
})

test('spec 11.1: a request names one thing, to a place where it can go, for one of the three reasons', async () => {
  const { company, charge } = await companyThatSent('Farid Seeds')
  const ask = (json: object) => askForRefund(samvad, json, company)
  assertRefused(await ask({}), 422, 'invalid_content', 'transaction_id')
  const rech = publicId('rech', company.organizationId)
  assertRefused(await ask({ transaction_id: charge.id, recharge_id: rech }), 422, 'invalid_content', 'transaction_id')
  assertRefused(await ask({ transaction_id: charge.id, destination: 'source' }), 422, 'invalid_content', 'destination')
  assertRefused(await ask({ transaction_id: charge.id, reason: 'regret' }), 422, 'invalid_content', 'reason')
  assertRefused(await ask({ transaction_id: charge.id, amount: '0.00' }), 422, 'invalid_content', 'amount')
  assertRefused(await ask({ transaction_id: charge.id, amount: 0.1 }), 422, 'invalid_content', 'amount')
  assertRefused(await ask({ recharge_id: rech }), 404, 'not_found', 'recharge_id')
  const stranger = await companyThatSent('Gita Books')
  assertRefused(await ask({ transaction_id: stranger.charge.id }), 404, 'not_found', 'transaction_id')
  assert.deepEqual((await samvad.request('GET', REFUNDS, { token: company.token })).body, { has_more: false, data: [] })
})

test('spec 11.1: who manages billing asks, who sees the balance looks, operators alone decide', async () => {
  const { company, charge } = await companyThatSent('Hari Cotton')
  const { organizationId } = company
  const refund = await requestedRefund(samvad, { transaction_id: charge.id, amount: '0.10' }, company)
  const viewer = await samvad.newMember(organizationId, 'owner', ['balance.view'])
  const manager = await samvad.newMember(organizationId, 'billing', ['billing.manage'])
  const as = (token: string, method: string, path: string, json?: object) =>
    samvad.request(method, path, { token, ...(json ? { json } : {}) })
  const wanted = { transaction_id: charge.id, reason: 'system_error', amount: '0.10' }
  assertRefused(await as(viewer.token, 'POST', REFUNDS, wanted), 403, 'permission_denied')
  assert.equal((await as(viewer.token, 'GET', `${REFUNDS}/${refund.id}`)).status, 200)
  assert.equal((await as(manager.token, 'POST', REFUNDS, wanted)).status, 201)
  assertRefused(await as(manager.token, 'GET', REFUNDS), 403, 'permission_denied')
  for (const token of [company.token, viewer.token, manager.token]) {
    assertRefused(await as(token, 'GET', '/v1/refunds'), 403, 'permission_denied')
    assertRefused(
      await decideOn(samvad, { token, userId: '' }, refund, 'approve', {}, company),
      403,
      'permission_denied',
    )
  }
  const stranger = await samvad.newCompany('Indu Glass')
  assertRefused(await as(stranger.token, 'GET', `${REFUNDS}/${refund.id}`), 404, 'not_found')
  // With another organization's id, an operator does not find the refund.
  assertRefused(await decideOn(samvad, operator, refund, 'approve', {}, stranger), 404, 'not_found')
  assert.equal((await refundNow(samvad, refund, company)).status, 'requested')
})

test('spec 4.5: refunds are listed newest first by status, to the customer their own, to operators all', async () => {
  const { company, charge } = await companyThatSent('Jaya Foods', 10)
  const asked = []
  for (let count = 0; count < 5; count++)
    asked.push(await requestedRefund(samvad, { transaction_id: charge.id, amount: '0.10' }, company))
  await decideOn(samvad, operator, asked[1], 'approve', {}, company)
  await decideOn(samvad, operator, asked[3], 'reject', { note: 'No.' }, company)
  const newestFirst = idsOf(asked).toReversed()
  const own = person(samvad, company)
  assert.deepEqual(idsOf(await walk(own, REFUNDS, 2)), newestFirst)
  const requested = [asked[4], asked[2], asked[0]].map(({ id }) => id)
  assert.deepEqual(idsOf(await walk(own, `${REFUNDS}?status=requested`, 2)), requested)
  const queue = await walk(person(samvad, operator), '/v1/refunds?status=requested', 3)
  const ofCompany = queue.filter(({ organization_id }) => organization_id === publicId('org', company.organizationId))
  assert.deepEqual(idsOf(ofCompany), requested)
  assert.ok(queue.length > ofCompany.length, 'others wait as well')
  const [{ name }] = (await samvad.rows('select name from organizations where id = $1', [company.organizationId])) as [
    { name: string },
  ]
  assert.ok(ofCompany.every(({ organization_name }) => organization_name === name))
  assert.ok(queue.every(({ organization_name }) => organization_name !== ''))
  assert.deepEqual(idsOf(queue), idsOf(queue).toSorted().toReversed())
  const answer = await samvad.request('GET', `/v1/refunds?starting_after=${publicId('rfnd', company.userId)}`, {
    token: operator.token,
  })
  assertRefused(answer, 400, 'unknown_cursor', 'starting_after')
})

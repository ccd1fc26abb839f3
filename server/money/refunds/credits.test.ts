// Credits: granted by operators with a reason and without a payment.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditGrant } from '#cli/credit.ts'
import { refundApprove, refundList, refundReject } from '#cli/refund.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { newOperator, paidRecharge, refundNow, requestedRefund } from '../../../test/refunds.ts'
import { assertRefused } from '../../../test/story.ts'

const samvad = await startSamvad()
const operator = await newOperator(samvad)

const grant = (company: Company, json: object, token = operator.token, headers = {}) =>
  samvad.request('POST', `/v1/organizations/${publicId('org', company.organizationId)}/credits`, {
    token,
    json: { reason: 'For the outage of 3 January', ...json },
    headers,
  })

test('spec 11.12: an operator grants a credit with a reason; it is a transaction, and sending goes on', async () => {
  const company = await samvad.newCompany('Asha Mills')
  const { conversationId } = await readyToSend(samvad, company, 0n)
  const draft = { conversation_id: conversationId, channel: 'email', subject: 'Order', text: 'It leaves today.' }
  const send = () => samvad.request('POST', '/v1/messages', { token: company.token, json: draft })
  assertRefused(await send(), 402, 'insufficient_balance')

  const granted = await grant(company, { amount: '0.30' })
  assert.equal(granted.status, 201, granted.text)
  assert.deepEqual(
    [granted.body.kind, granted.body.amount, granted.body.balance_after, granted.body.description],
    ['credit', '0.30', '0.30', 'For the outage of 3 January'],
  )
  assert.equal((await send()).status, 201)
  assert.equal((await send()).status, 201)
  assertRefused(await send(), 402, 'insufficient_balance')
  const eventsOf = async () =>
    (
      await samvad.rows(
        "select type, payload from events where org_id = $1 and (type like 'credit.%' or type like 'balance.%') order by id",
        [company.organizationId],
      )
    ).map(({ type }) => type)
  const once = await eventsOf()
  assert.deepEqual([once[0], once.at(-1)], ['credit.granted', 'balance.empty'])
  await grant(company, { amount: '0.15' })
  await send()
  assert.deepEqual(
    (await eventsOf()).slice(once.length),
    ['credit.granted', 'balance.empty'],
    'a new episode of warnings',
  )

  const books = await samvad.rows('select account, balance_micros from ledger_balances where org_id = $1 order by 1', [
    company.organizationId,
  ])
  assert.deepEqual(
    books.map(({ account, balance_micros }) => [account, balance_micros]),
    [
      ['operator', -450_000n],
      ['revenue:email', 450_000n],
      ['wallet', 0n],
    ],
  )
  const { body } = await samvad.request('GET', '/v1/audit_log?action=credit.granted', { token: company.token })
  assert.deepEqual(
    [body.data[1].user_id, body.data[1].object, body.data[1].details],
    [publicId('user', operator.userId), granted.body.id, { amount: '0.30', reason: 'For the outage of 3 January' }],
  )
})

test('spec 1.7, 11.12: only operators grant credits, to organizations that exist, of amounts within a limit', async () => {
  const company = await samvad.newCompany('Bela Silks')
  assertRefused(await grant(company, { amount: '1.00' }, company.token), 403, 'permission_denied')
  assertRefused(await grant({ ...company, organizationId: company.userId }, { amount: '1.00' }), 404, 'not_found')
  for (const amount of ['0', '1000000.01', '-5.00', '1.0000001', 5, null])
    assertRefused(await grant(company, { amount }), 422, 'invalid_content', 'amount')
  assertRefused(await grant(company, { amount: '1.00', reason: '' }), 422, 'invalid_content', 'reason')
  assertRefused(await grant(company, { amount: '1.00', reason: ' \t' }), 422, 'invalid_content', 'reason')
  assertRefused(await grant(company, { amount: '1.00', reason: 'x'.repeat(201) }), 422, 'invalid_content', 'reason')
  assert.equal(await balanceOf(samvad, company), '0.00')
})

test('spec 3.13: a repeated grant with its Idempotency-Key is one credit', async () => {
  const company = await samvad.newCompany('Chand Papers')
  const key = { 'idempotency-key': 'outage-3-january' }
  const answers = [
    await grant(company, { amount: '5.00' }, operator.token, key),
    await grant(company, { amount: '5.00' }, operator.token, key),
  ]
  assert.equal(answers[1]?.body.id, answers[0]?.body.id)
  assert.equal(await balanceOf(samvad, company), '5.00')
})

test('spec 17.4: an operator does all of it on the command line as well', async () => {
  const company = await samvad.newCompany('Deepa Tools')
  const { transaction_id } = await paidRecharge(samvad, '1000.00', company)
  const one = await requestedRefund(samvad, { transaction_id, amount: '10.00' }, company)
  const other = await requestedRefund(samvad, { transaction_id, amount: '20.00' }, company)
  const organization = publicId('org', company.organizationId)
  const run = (command: typeof refundList, options: object) =>
    command.run({ app: samvad.app, connection: samvad.connection, options: options as never, say: () => {} })

  const queue = await run(refundList, { status: 'requested' })
  assert.deepEqual(
    (queue.data as { id: string }[]).map(({ id }) => id),
    [other.id, one.id],
  )
  assert.match(
    queue.lines[0] as string,
    new RegExp(`^${other.id}  ${organization}  requested  20.00 \\(23.60 with tax\\) INR to the source`),
  )
  await run(refundApprove, { refund: one.id, organization, note: 'Paid twice.' })
  await run(refundReject, { refund: other.id, organization, note: 'Paid once.' })
  const [approved, rejected] = [await refundNow(samvad, one, company), await refundNow(samvad, other, company)]
  assert.deepEqual([approved.status, approved.decision_note], ['approved', 'Paid twice.'])
  assert.deepEqual([rejected.status, rejected.decision_note], ['rejected', 'Paid once.'])
  assert.deepEqual((await run(refundList, { status: 'requested' })).lines, ['Nothing found.'])
  await assert.rejects(run(refundApprove, { refund: 'rfnd_x', organization }), /not the ID of a refund/)
  await assert.rejects(run(refundApprove, { refund: one.id, organization }), { reason: 'refund_not_requested' })
  await assert.rejects(run(refundList, { status: 'lost' }), /--status lost/)

  const granted = await run(creditGrant, { amount: '250.00', reason: 'Welcome', organization, yes: true })
  assert.match(granted.lines[0] as string, /250\.00 INR; the balance is 1240\.00/)
  await assert.rejects(run(creditGrant, { amount: '2,50', reason: 'Welcome', organization }), /--amount 2,50/)
  const { body } = await samvad.request('GET', '/v1/audit_log', { token: company.token })
  assert.deepEqual(
    body.data.slice(0, 3).map(({ action, actor }: any) => [action, actor]),
    [
      ['credit.granted', 'command_line'],
      ['refund.rejected', 'command_line'],
      ['refund.approved', 'command_line'],
    ],
  )
})

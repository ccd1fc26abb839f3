import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { assertRefused } from '../../../test/story.ts'
import { grant, INVOICES, newSender, stateMonth } from '../../../test/usage.ts'

const samvad = await startSamvad()
const ask = (company: { token: string }, month: string) => stateMonth(samvad, company, month)

test("spec 12.2: a month's usage on request: by channel, kind and price, with the tax that the recharges paid", async () => {
  const company = await newSender(samvad, 'Asha Textiles', new Date('2030-10-05T10:00:00Z'))
  await company.recharge('100.00')
  const messages = [await company.send(), await company.send(), await company.send()]
  await company.cancel(messages[0] as { id: string })
  const before = await samvad.rows('select count(*)::int as n from invoices')

  samvad.setClock(new Date('2030-11-02T10:00:00Z'))
  await company.send()
  const answer = await ask(company, '2030-10')
  assert.equal(answer.status, 201, answer.text)
  const statement = answer.body
  assert.equal(answer.headers.get('location'), `${INVOICES}/${statement.id}`)
  assert.deepEqual(statement.lines, [
    { description: 'Email messages', sac: '998413', quantity: 3, unit_price: '0.15', amount: '0.45' },
    {
      description: 'Email messages: not sent, charge reversed',
      sac: '998413',
      quantity: -1,
      unit_price: '0.15',
      amount: '-0.15',
    },
  ])
  assert.deepEqual(statement.taxes, [
    { name: 'CGST', rate: '9', amount: '0.03' },
    { name: 'SGST', rate: '9', amount: '0.03' },
  ])
  assert.deepEqual(
    [statement.kind, statement.taxable_amount, statement.total, statement.amount_due, statement.status],
    ['usage', '0.30', '0.36', '0.00', 'paid'],
  )
  assert.deepEqual(statement.period, { from: 1917023400, to: 1919701800 })
  const [invoice] = (await samvad.request('GET', `${INVOICES}?kind=recharge`, { token: company.token })).body.data
  assert.match(
    statement.notes[1],
    new RegExp(`GST of ₹0.06 was charged when the wallet was recharged \\(${invoice.number}\\)`),
  )

  const again = await ask(company, '2030-10')
  assert.deepEqual([again.status, again.body], [200, statement])
  const told = await samvad.rows(
    `select object_id from events where org_id = $1 and type = 'invoice.generated' and payload ->> 'kind' = 'usage'`,
    [company.organizationId],
  )
  assert.equal(told.length, 1)
  assert.deepEqual(await samvad.rows('select count(*)::int - 1 as n from invoices'), before)
  const audited = await samvad.request('GET', '/v1/audit_log?action=invoice.issued', { token: company.token })
  assert.deepEqual(audited.body.data[0].object, statement.id)
  assert.equal(audited.body.data[0].actor, 'user')
})

test('spec 12.2: only a month that is over in India; the refusal says from when', async () => {
  const company = await newSender(samvad, 'Bharat Seeds', new Date('2031-01-15T10:00:00Z'))
  await company.recharge('100.00')
  await company.send()
  // 00:04:59 and 00:05:00 on 1 February in India.
  samvad.setClock(new Date('2031-01-31T18:34:59Z'))
  const early = await ask(company, '2031-01')
  assertRefused(early, 422, 'invalid_content', 'month')
  assert.deepEqual(early.body.errors[0].params, { month: '2031-01', from: '2031-02-01 00:05' })
  samvad.setClock(new Date('2031-01-31T18:35:00Z'))
  assert.equal((await ask(company, '2031-01')).status, 201)
  assertRefused(await ask(company, '2030-12'), 422, 'invalid_content', 'month')
  for (const month of ['2031-13', '2031-1', 'January', '']) {
    assertRefused(await ask(company, month), 422, 'invalid_content', 'month')
  }
  const other = await samvad.request('POST', INVOICES, {
    token: company.token,
    json: { kind: 'recharge', month: '2031-01' },
  })
  assertRefused(other, 422, 'invalid_content', 'kind')
})

test('spec 12.2: asked for many times at once, a month has one statement', async () => {
  const company = await newSender(samvad, 'Chennai Optics', new Date('2031-03-05T10:00:00Z'))
  await company.recharge('100.00')
  await company.send()
  samvad.setClock(new Date('2031-04-05T10:00:00Z'))
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(company, '2031-03')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201])
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
})

test('spec 12.13: credits of the operator bear no tax; what came first is used first', async () => {
  const company = await newSender(samvad, 'Delhi Paper', new Date('2031-05-05T10:00:00Z'))
  await grant(samvad, company, 300_000n)
  await company.recharge('100.00')
  await company.send()
  samvad.setClock(new Date('2031-06-05T10:00:00Z'))
  for (let count = 0; count < 3; count++) await company.send()
  const may = (await ask(company, '2031-05')).body
  assert.deepEqual([may.taxable_amount, may.taxes, may.total], ['0.15', [], '0.15'])
  assert.deepEqual(may.notes.slice(-2), [
    'No GST was charged for this usage. No amount is due.',
    '₹0.15 was paid from credits, on which no GST is due.',
  ])
  samvad.setClock(new Date('2031-07-05T10:00:00Z'))
  const june = (await ask(company, '2031-06')).body
  // 0.15 from the remaining credit, 0.30 from the recharge.
  assert.deepEqual([june.taxable_amount, june.total], ['0.45', '0.51'])
})

test('spec 1.4: a usage statement needs invoices.download alone', async () => {
  const company = await newSender(samvad, 'Earth Tiles', new Date('2031-08-05T10:00:00Z'))
  await company.recharge('100.00')
  await company.send()
  samvad.setClock(new Date('2031-09-05T10:00:00Z'))
  const member = (...permissions: Parameters<typeof samvad.newMember>[2] & object) =>
    samvad.newMember(company.organizationId, 'owner', permissions)
  const without = await member('balance.view', 'wallet.recharge', 'usage.view', 'billing.manage')
  assertRefused(await ask(without, '2031-08'), 403, 'permission_denied')
  assert.equal((await ask(await member('invoices.download'), '2031-08')).status, 201)
  const neighbour = await newSender(samvad, 'Fresh Farms', samvad.app.clock())
  assertRefused(await ask(neighbour, '2031-08'), 422, 'invalid_content', 'month')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, request, startSamvad } from '../../../test/harness.ts'
import { BALANCE, balanceOf, openRecharge, payAtCheckout, RECHARGES } from '../../../test/payments.ts'

const samvad = await startSamvad()
const neighbour = await samvad.newCompany('Neighbour Traders')

const count = async (table: string) =>
  Number((await samvad.rows<{ n: bigint }>(`select count(*) as n from ${table}`))[0]?.n)

test('spec 10.4, 10.5: a recharge shows every field, asks 18 % on top, and waits at its checkout', async () => {
  const before = Math.floor(Date.now() / 1000)
  const answer = await samvad.request('POST', RECHARGES, { json: { amount: '1000.00', payment_method: 'upi' } })
  assert.equal(answer.status, 201)
  const { id, checkout_url, created_at, ...rest } = answer.body
  assert.deepEqual(rest, {
    status: 'created',
    amount: '1000.00',
    tax: '180.00',
    total: '1180.00',
    currency: 'INR',
    payment_method: 'upi',
    bank: null,
    failure_reason: null,
    invoice_id: null,
    completed_at: null,
    claims: [],
  })
  assert.match(id, /^rech_/)
  assert.ok(checkout_url.startsWith(`${samvad.url}/sandbox/checkout/`))
  assert.ok(before <= created_at && created_at <= Date.now() / 1000)
  assert.equal(answer.headers.get('location'), `${RECHARGES}/${id}`)

  const again = await samvad.request('GET', `${RECHARGES}/${id}`)
  assert.deepEqual(again.body, { ...answer.body, status: 'pending' }, 'the gateway has the order by now')
  const { body: balance } = await samvad.request('GET', BALANCE)
  assert.equal(balance.balance, '0.00', 'nothing is credited before the gateway says so')
  assert.deepEqual(balance.pending_transactions, { count: 0, amount: '0.00' }, 'nobody has paid at it yet')
})

test('spec 10.1: 99.99 is refused with the least amount, and 100.00 is taken', async () => {
  const before = await count('recharges')
  const refused = await samvad.request('POST', RECHARGES, { json: { amount: '99.99' } })
  assert.equal(refused.status, 422)
  assert.equal(refused.body.errors[0].field, 'amount')
  assert.match(refused.body.errors[0].message, /at least "100\.00"/)
  assert.equal(await count('recharges'), before)
  assert.equal((await openRecharge(samvad, '100.00')).total, '118.00')
})

test('spec 10.1: a recharge above the ceiling is refused, one at it is taken', async () => {
  const refused = await samvad.request('POST', RECHARGES, { json: { amount: '1000000.01' } })
  assert.equal(refused.status, 422)
  assert.match(refused.body.errors[0].message, /at most "1000000\.00"/)
  assert.equal((await openRecharge(samvad, '1000000.00')).amount, '1000000.00')
})

for (const [amount, remedy] of [
  ['1e3', /decimal string/],
  ['-5', /decimal string/],
  ['+500', /decimal string/],
  ['', /decimal string/],
  [' 500', /decimal string/],
  ['100.0000001', /decimal string/],
  ['1,000.00', /decimal string/],
  ['500.005', /two decimals/],
  [500, /"100\.00" in quotes/],
  [null, /must be/],
] as const) {
  test(`spec 3.9: the amount ${JSON.stringify(amount)} is refused and says what to send instead`, async () => {
    const before = [await count('recharges'), await count('transactions')]
    const answer = await samvad.request('POST', RECHARGES, { json: { amount } })
    assert.equal(answer.status, 422)
    assert.equal(answer.body.errors[0].field, 'amount')
    assert.match(answer.body.errors[0].message, remedy)
    assert.deepEqual([await count('recharges'), await count('transactions')], before)
  })
}

test('spec 10.2: the five payment methods are taken, others are not', async () => {
  for (const payment_method of ['credit_card', 'debit_card', 'net_banking', 'upi', 'wallet']) {
    assert.equal((await openRecharge(samvad, '100.00', { payment_method })).payment_method, payment_method)
  }
  const refused = await samvad.request('POST', RECHARGES, { json: { amount: '100.00', payment_method: 'cheque' } })
  assert.equal(refused.status, 422)
  assert.equal(refused.body.errors[0].field, 'payment_method')
  const bank = { payment_method: 'net_banking', bank: 'State Bank of India' }
  assert.equal((await openRecharge(samvad, '100.00', bank)).bank, 'State Bank of India')
  const stray = await samvad.request('POST', RECHARGES, {
    json: { amount: '100.00', payment_method: 'upi', bank: 'State Bank of India' },
  })
  assert.equal(stray.body.errors[0].field, 'bank')
})

test('spec 3.13, 3.14: the same Idempotency-Key makes one recharge, and another request with it is refused', async () => {
  const before = await count('recharges')
  const headers = { 'idempotency-key': 'festival-season' }
  const first = await samvad.request('POST', RECHARGES, { headers, json: { amount: '250.00' } })
  const second = await samvad.request('POST', RECHARGES, { headers, json: { amount: '250.00' } })
  assert.equal(first.status, 201)
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  const other = await samvad.request('POST', RECHARGES, { headers, json: { amount: '251.00' } })
  assert.equal(other.body.code, 'idempotency_key_reused')
  assert.equal(await count('recharges'), before + 1)
})

test('spec 16.8: success at the checkout has credited the wallet when the page answers', async () => {
  const company = await samvad.newCompany('Bhavani Foods')
  const recharge = await openRecharge(samvad, '1000.00', { payment_method: 'upi' }, company)
  const page = await payAtCheckout(recharge.checkout_url, 'success', 'debit_card')
  assert.equal(page.status, 200)
  assert.match(page.text, /Paid by Debit card/)

  assert.equal(await balanceOf(samvad, company), '1000.00')
  const { body } = await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })
  assert.equal(body.status, 'succeeded')
  assert.equal(body.payment_method, 'debit_card')
  assert.equal(body.checkout_url, null)
  assert.match(body.invoice_id, /^inv_/)
  assert.equal(await balanceOf(samvad, neighbour), '0.00')

  const twice = await payAtCheckout(recharge.checkout_url, 'success')
  assert.equal(twice.status, 409)
  assert.match(twice.headers.get('content-type') as string, /text\/html/)
  assert.match(twice.text, /already paid/)
  assert.equal(await balanceOf(samvad, company), '1000.00')
})

for (const outcome of ['insufficient_funds', 'expired_card', 'daily_limit_reached', 'bank_declined']) {
  test(`spec 10.6, 10.7: ${outcome} fails the recharge, and a retry of it succeeds`, async () => {
    const company = await samvad.newCompany('Chandra Stores')
    const get = (path: string) => samvad.request('GET', path, { token: company.token })
    const recharge = await openRecharge(samvad, '500.00', {}, company)
    const page = await payAtCheckout(recharge.checkout_url, outcome, 'credit_card')
    assert.match(page.text, /Payment failed/)

    const failed = (await get(`${RECHARGES}/${recharge.id}`)).body
    assert.deepEqual([failed.status, failed.failure_reason, failed.invoice_id], ['failed', outcome, null])
    const [transaction] = (await get('/api/v1/billing/transactions')).body.data
    assert.deepEqual(
      [transaction.status, transaction.failure_reason, transaction.balance_after, transaction.recharge_id],
      ['failed', outcome, null, recharge.id],
    )
    assert.equal(await balanceOf(samvad, company), '0.00')

    const retried = await samvad.request('POST', `${RECHARGES}/${recharge.id}/retry`, { token: company.token })
    assert.equal(retried.status, 200)
    assert.deepEqual(
      [retried.body.id, retried.body.status, retried.body.failure_reason, retried.body.checkout_url],
      [recharge.id, 'pending', null, recharge.checkout_url],
    )
    await payAtCheckout(recharge.checkout_url, 'success')
    assert.equal(await balanceOf(samvad, company), '500.00')
    const { data } = (await get('/api/v1/billing/transactions')).body
    assert.deepEqual(
      data.map((one: { status: string }) => one.status),
      ['completed', 'failed'],
      'the failed transaction stays as it was',
    )
  })
}

test('spec 10.7: a success after a failure is credited without a retry, as a transaction of its own', async () => {
  const company = await samvad.newCompany('Deepa Crafts')
  const recharge = await openRecharge(samvad, '300.00', {}, company)
  await payAtCheckout(recharge.checkout_url, 'bank_declined')
  await payAtCheckout(recharge.checkout_url, 'success')
  assert.equal(await balanceOf(samvad, company), '300.00')
  const rows = await samvad.rows(`select status from transactions where org_id = $1 order by id`, [
    company.organizationId,
  ])
  assert.deepEqual(rows, [{ status: 'failed' }, { status: 'completed' }])
})

test('spec 10.7: only a failed recharge can be retried', async () => {
  const recharge = await openRecharge(samvad, '100.00')
  assert.equal((await samvad.request('POST', `${RECHARGES}/${recharge.id}/retry`)).status, 409)
  await payAtCheckout(recharge.checkout_url, 'success')
  assert.equal((await samvad.request('POST', `${RECHARGES}/${recharge.id}/retry`)).status, 409)
})

test('spec 14.3: recharge completed, invoice generated and payment failed are told once each', async () => {
  const company = await samvad.newCompany('Esha Books')
  const recharge = await openRecharge(samvad, '100.00', {}, company)
  await payAtCheckout(recharge.checkout_url, 'expired_card')
  await payAtCheckout(recharge.checkout_url, 'success')
  const events = await samvad.rows<{ type: string; payload: any }>(
    `select type, payload from events where org_id = $1 and type ~ '^(recharge|payment|invoice)' order by id`,
    [company.organizationId],
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    ['payment.failed', 'recharge.completed', 'invoice.generated'],
  )
  assert.equal(events[0]?.payload.failure_reason, 'expired_card')
  assert.equal(events[1]?.payload.invoice_id, events[2]?.payload.id)
  assert.equal(events[2]?.payload.total, '118.00')
})

test('spec 16.8: the checkout is a plain form under a strict policy, and refuses what it does not offer', async () => {
  const recharge = await openRecharge(samvad, '118000.00')
  const { origin, pathname } = new URL(recharge.checkout_url)
  const page = await request(origin, 'GET', pathname)
  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy') as string
  assert.match(policy, /^default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe|\*/)
  assert.doesNotMatch(page.text, /<script|https?:\/\//)
  assert.match(page.text, /₹1,39,240\.00/)
  for (const name of ['credit_card', 'debit_card', 'net_banking', 'upi', 'wallet', 'success', 'bank_declined']) {
    assert.ok(page.text.includes(`value="${name}"`), name)
  }
  for (const form of [{ method: 'upi' }, { method: 'upi', outcome: 'free' }, { method: 'cash', outcome: 'success' }]) {
    assert.equal((await request(origin, 'POST', pathname, { form: form as Record<string, string> })).status, 422)
  }
  assert.equal((await samvad.request('GET', `${RECHARGES}/${recharge.id}`)).body.status, 'pending')
  const stranger = pathname.replace(
    publicId('org', samvad.company.organizationId),
    publicId('org', neighbour.organizationId),
  )
  assert.equal((await request(origin, 'GET', stranger)).status, 404)
  assert.equal((await request(origin, 'POST', stranger, { form: { method: 'upi', outcome: 'success' } })).status, 404)
})

test('spec 10.5: recharges are listed newest first, and another organization sees none of them', async () => {
  const company = await samvad.newCompany('Farida Motors')
  const made = []
  for (const amount of ['100.00', '200.00', '300.00']) made.push((await openRecharge(samvad, amount, {}, company)).id)
  const get = (path: string, token = company.token) => samvad.request('GET', path, { token })
  const first = (await get(`${RECHARGES}?limit=2`)).body
  assert.deepEqual([first.has_more, first.data.map((one: { id: string }) => one.id)], [true, [made[2], made[1]]])
  const rest = (await get(`${RECHARGES}?limit=2&starting_after=${made[1]}`)).body
  assert.deepEqual([rest.has_more, rest.data.map((one: { id: string }) => one.id)], [false, [made[0]]])

  assert.equal((await get(`${RECHARGES}/${made[0]}`, neighbour.token)).status, 404)
  assert.equal((await get(`${RECHARGES}?starting_after=${made[0]}`, neighbour.token)).status, 400)
  const retry = await samvad.request('POST', `${RECHARGES}/${made[0]}/retry`, { token: neighbour.token })
  assert.equal(retry.status, 404)
  assert.equal((await get(`${RECHARGES}/rech_nonsense`)).status, 404)
  assert.deepEqual((await get(RECHARGES, neighbour.token)).body.data, [])
})

test('spec 1.4: whoever may not recharge can neither begin, see nor retry one', async () => {
  const { id } = await openRecharge(samvad, '100.00')
  const { organizationId } = samvad.company
  const without = (await samvad.newMember(organizationId, 'owner', ['balance.view', 'invoices.download', 'usage.view']))
    .token
  const only = (await samvad.newMember(organizationId, 'owner', ['wallet.recharge'])).token
  const tries = (token: string) => [
    samvad.request('POST', RECHARGES, { token, json: { amount: '100.00' } }),
    samvad.request('GET', RECHARGES, { token }),
    samvad.request('GET', `${RECHARGES}/${id}`, { token }),
    samvad.request('POST', `${RECHARGES}/${id}/retry`, { token }),
  ]
  assert.deepEqual(
    (await Promise.all(tries(without))).map(({ status }) => status),
    [403, 403, 403, 403],
  )
  assert.deepEqual(
    (await Promise.all(tries(only))).map(({ status }) => status),
    [201, 200, 200, 409],
  )
  assert.equal((await samvad.request('POST', RECHARGES, { token: null, json: { amount: '100.00' } })).status, 401)
})

test('spec 10.5: recharges are listed by status, page by page, and an unknown status is refused with the list', async () => {
  const company = await samvad.newCompany('Status Traders')
  const { token } = company
  const made = []
  for (let count = 0; count < 5; count++) made.push(await openRecharge(samvad, '100.00', {}, company))
  for (const [index, outcome] of [
    [0, 'success'],
    [2, 'success'],
    [3, 'bank_declined'],
  ] as const)
    await payAtCheckout(made[index].checkout_url, outcome)
  const listed = async (query: string) => (await samvad.request('GET', `${RECHARGES}?${query}`, { token })).body
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
  const [first, second, third, fourth, fifth] = made.map(({ id }) => id)
  assert.deepEqual(idsOf(await listed('status=succeeded')), [third, first])
  assert.deepEqual(idsOf(await listed('status=failed')), [fourth])
  assert.deepEqual(idsOf(await listed('status=pending')), [fifth, second])
  assert.deepEqual(await listed('status=created'), { has_more: false, data: [] })
  assert.deepEqual(idsOf(await listed('')), [fifth, fourth, third, second, first])
  const page = await listed('status=succeeded&limit=1')
  assert.deepEqual([page.has_more, idsOf(page)], [true, [third]])
  assert.deepEqual(idsOf(await listed(`status=succeeded&limit=1&starting_after=${third}`)), [first])
  const unknown = await samvad.request('GET', `${RECHARGES}?status=paid`, { token })
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'invalid_query'])
  assert.match(unknown.body.detail, /status must be one of created, pending, succeeded, failed/)
  const neighbour = await samvad.newCompany('Neighbour')
  const theirs = await samvad.request('GET', `${RECHARGES}?status=succeeded`, { token: neighbour.token })
  assert.deepEqual(theirs.body.data, [])
})

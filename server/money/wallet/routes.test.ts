import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { fund, publicId, startSamvad } from '../../../test/harness.ts'
import { BALANCE, openRecharge, payAtCheckout } from '../../../test/payments.ts'
import { insertTransactions } from './queries.ts'

// This test creates ledger transactions without messages, to test only the statement.
const samvad = await startSamvad({}, { breaks: ['L2', 'L4', 'L6', 'L7', 'U2'] })
const neighbour = await samvad.newCompany('Neighbour Traders')
const TRANSACTIONS = '/api/v1/billing/transactions'

interface Spent {
  channel?: string
  description?: string
  at?: Date
}

/** Consecutive deductions, oldest first. */
async function spend(organizationId: string, spent: Spent[]): Promise<string[]> {
  const ids = spent.map(() => newUuid())
  await samvad.app.database.transaction(async (tx) => {
    for (const [
      index,
      { channel = 'email', description = '1 email message at 0.15', at = new Date() },
    ] of spent.entries()) {
      const ledgerTransaction = {
        id: ids[index] as string,
        kind: 'deduction' as const,
        amount: -150_000n,
        counterAccount: `revenue:${channel}`,
        key: null,
        version: BigInt(index + 1),
        balanceAfter: 0n,
        description,
        channel,
        messageCount: 1,
        reversesId: null,
      }
      await tx.run(insertTransactions(organizationId, at, [ledgerTransaction]))
    }
  })
  return ids.map((id) => publicId('txn', id))
}

const setWallet = (organizationId: string, balance: bigint, base: bigint) =>
  samvad.rows(`update wallets set balance_micros = $2, warning_base_micros = $3 where org_id = $1`, [
    organizationId,
    balance,
    base,
  ])

test('spec 9.5: a new wallet is empty, paused, and shows every field', async () => {
  const company = await samvad.newCompany('Asha Textiles')
  const { status, body } = await samvad.request('GET', BALANCE, { token: company.token })
  assert.equal(status, 200)
  const { updated_at, ...rest } = body
  assert.equal(typeof updated_at, 'number')
  assert.deepEqual(rest, {
    currency: 'INR',
    balance: '0.00',
    available_credits: '0.00',
    reserved: '0.00',
    pending_transactions: { count: 0, amount: '0.00' },
    low_balance_warning: '0',
    sending_paused: true,
    days_left: null,
    grace_until: null,
    auto_recharge: { enabled: false, threshold: null, amount: null, status: 'off' },
  })
})

test('spec 9.9: warnings at 20 and 10 percent remaining and at 0, measured from the last money in', async () => {
  const company = await samvad.newCompany('Bhavani Foods')
  const base = 1_000_000_000n
  for (const [balance, warning, paused] of [
    [base, null, false],
    [200_000_001n, null, false],
    [200_000_000n, '20', false],
    [100_000_001n, '20', false],
    [100_000_000n, '10', false],
    [150_000n, '10', false],
    [149_999n, '0', true],
    [0n, '0', true],
  ] as const) {
    await setWallet(company.organizationId, balance, base)
    const { body } = await samvad.request('GET', BALANCE, { token: company.token })
    assert.deepEqual([body.low_balance_warning, body.sending_paused], [warning, paused], String(balance))
  }
})

test('spec 9.6: a checkout that nobody has paid at is no pending transaction, however it ends', async () => {
  const company = await samvad.newCompany('Chandra Stores')
  const recharges = [
    await openRecharge(samvad, '100.00', {}, company),
    await openRecharge(samvad, '250.50', {}, company),
  ]
  const pending = async () => (await samvad.request('GET', BALANCE, { token: company.token })).body.pending_transactions
  assert.deepEqual(await pending(), { count: 0, amount: '0.00' })
  await payAtCheckout(recharges[0].checkout_url, 'success')
  assert.deepEqual(await pending(), { count: 0, amount: '0.00' })
  await payAtCheckout(recharges[1].checkout_url, 'bank_declined')
  assert.deepEqual(await pending(), { count: 0, amount: '0.00' })
})

test('spec 9.3: a recharge is a transaction with every field, and leads to its invoice', async () => {
  const company = await samvad.newCompany('Deepa Crafts')
  const recharge = await openRecharge(samvad, '1000.00', { payment_method: 'upi' }, company)
  await payAtCheckout(recharge.checkout_url, 'success', 'wallet')
  const { body } = await samvad.request('GET', TRANSACTIONS, { token: company.token })
  assert.equal(body.has_more, false)
  const { id, created_at, completed_at, invoice_id, ...rest } = body.data[0]
  assert.deepEqual(rest, {
    kind: 'recharge',
    status: 'completed',
    amount: '1000.00',
    currency: 'INR',
    balance_after: '1000.00',
    payment_method: 'wallet',
    failure_reason: null,
    description: 'Recharge',
    purpose: 'recharge',
    channel: null,
    message_count: null,
    campaign_id: null,
    recharge_id: recharge.id,
    reverses_id: null,
  })
  assert.ok(completed_at >= created_at)
  const invoice = await samvad.request('GET', `/api/v1/billing/invoices/${invoice_id}`, {
    token: company.token,
    headers: { accept: 'application/json' },
  })
  assert.equal(invoice.body.total, recharge.total)
  const one = await samvad.request('GET', `${TRANSACTIONS}/${id}`, { token: company.token })
  assert.deepEqual(one.body, body.data[0])
  assert.equal((await samvad.request('GET', `${TRANSACTIONS}/${id}`, { token: neighbour.token })).status, 404)
  assert.equal((await samvad.request('GET', `${TRANSACTIONS}/txn_nonsense`, { token: company.token })).status, 404)
})

test('spec 9.7: the statement is newest first, filtered as asked, and a walk over its pages sees each once', async () => {
  const company = await samvad.newCompany('Esha Books')
  const { organizationId, token } = company
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const spent = Array.from({ length: 25 }, (_, n) => ({ channel: n % 5 === 0 ? 'sms' : 'email', at: day(n + 1) }))
  const ids = (await spend(organizationId, spent)).reverse()
  await openRecharge(samvad, '100.00', {}, company)
  const get = async (query: string) => (await samvad.request('GET', `${TRANSACTIONS}?${query}`, { token })).body

  const seen: string[] = []
  let page = await get('kind=deduction&limit=7')
  while (true) {
    seen.push(...page.data.map((one: { id: string }) => one.id))
    if (!page.has_more) break
    page = await get(`kind=deduction&limit=7&starting_after=${seen.at(-1)}`)
  }
  assert.deepEqual(seen, ids)
  const idsOf = async (query: string) => (await get(query)).data.map((one: { id: string }) => one.id)
  assert.deepEqual(await idsOf(`kind=deduction&limit=3&ending_before=${ids[10]}`), ids.slice(7, 10))
  assert.equal((await idsOf('channel=sms&limit=100')).length, 5)
  assert.equal((await idsOf('status=pending')).length, 1)
  assert.deepEqual(await idsOf('kind=recharge&amount=100.00'), await idsOf('status=pending'))
  assert.deepEqual(await idsOf('kind=recharge&amount=99.99'), [])
  for (const wrong of ['amount=100.00', 'kind=deduction&amount=0.15'])
    assert.equal((await get(wrong)).errors?.[0].field, 'amount', wrong)
  assert.equal((await idsOf('kind=recharge&status=completed')).length, 0)
  assert.deepEqual(await idsOf(`from=${day(3).getTime() / 1000}&to=${day(5).getTime() / 1000}`), [ids[21], ids[22]])
  assert.deepEqual(await idsOf('from=2026-01-03T00:00:00Z&to=2026-01-04T00:00:00Z'), [ids[22]])
  // spec 3.10: midnight UTC is 05:30 on that day in India.
  assert.deepEqual(await idsOf('from=2026-01-03&to=2026-01-03'), [ids[22]])
  assert.deepEqual(await idsOf('from=2026-01-03&to=2026-01-04'), [ids[21], ids[22]])
  assert.deepEqual(await idsOf('campaign_id=camp_01jd3v9k7he2n8q4x5c6t7w8yz'), [])
  assert.deepEqual((await samvad.request('GET', TRANSACTIONS, { token: neighbour.token })).body.data, [])
})

for (const [query, field] of [
  ['kind=gift', 'kind'],
  ['status=done', 'status'],
  ['channel=fax', 'channel'],
  ['from=yesterday', 'from'],
  ['from=1767225600000', 'from'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['chanel=sms', 'chanel'],
  ['campaign_id=nonsense', 'campaign_id'],
] as const) {
  test(`spec 3.5: the query ${query} is refused by name`, async () => {
    const answer = await samvad.request('GET', `${TRANSACTIONS}?${query}`)
    assert.deepEqual([answer.status, answer.body.errors[0].field], [400, field])
  })
}

test('spec 4.4: a period that ends before it begins is an impossible query, also as CSV', async () => {
  for (const accept of ['application/json', 'text/csv']) {
    const answer = await samvad.request('GET', `${TRANSACTIONS}?from=1767225601&to=1767225600`, { headers: { accept } })
    assert.deepEqual([answer.status, answer.body.errors[0].field], [400, 'to'])
  }
  assert.equal((await samvad.request('GET', `${TRANSACTIONS}?from=1767225600&to=1767225600`)).status, 200)
})

test("spec 4.4: another organization's transaction is no cursor of this list", async () => {
  const [id] = await spend(neighbour.organizationId, [{}])
  const answer = await samvad.request('GET', `${TRANSACTIONS}?starting_after=${id}`)
  assert.deepEqual([answer.status, answer.body.code], [400, 'unknown_cursor'])
})

test('spec 9.8: Accept text/csv gives all that match, with formulas defused and numbers left alone', async () => {
  const company = await samvad.newCompany('Farida Motors')
  const { organizationId, token } = company
  const [plain] = await spend(organizationId, [{ at: new Date(1_767_225_600_000) }])
  await samvad.rows(`alter table transactions disable trigger user`)
  await samvad.rows(`update transactions set wallet_version = 100 where org_id = $1`, [organizationId])
  await samvad.rows(`alter table transactions enable trigger user`)
  await spend(organizationId, [{ description: '=HYPERLINK("http://evil.example","x"), really', channel: 'sms' }])
  const csv = async (query: string) =>
    samvad.request('GET', `${TRANSACTIONS}?${query}`, { token, headers: { accept: 'text/csv' } })

  const all = await csv('kind=deduction')
  assert.equal(all.status, 200)
  assert.equal(all.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(all.headers.get('content-disposition'), 'attachment; filename="transactions.csv"')
  const lines = all.text.split('\r\n')
  assert.equal(
    lines[0],
    'id,kind,status,amount,currency,balance_after,payment_method,failure_reason,description,channel,message_count,campaign_id,recharge_id,invoice_id,reverses_id,created_at,completed_at,created_at_ist,completed_at_ist',
  )
  assert.equal(lines.length, 4)
  assert.match(
    lines[1] as string,
    /,-0\.15,INR,0\.00,,,"'=HYPERLINK\(""http:\/\/evil\.example"",""x""\), really",sms,1,/,
  )
  assert.equal(
    lines[2],
    `${plain},deduction,completed,-0.15,INR,0.00,,,1 email message at 0.15,email,1,,,,,1767225600,1767225600,2026-01-01 05:30:00,2026-01-01 05:30:00`,
  )
  assert.equal((await csv('channel=email')).text.split('\r\n').length, 3)
  assert.equal((await csv('limit=5')).status, 400)
  assert.equal((await csv('kind=gift')).status, 400)
})

test('spec 9.8: the CSV of more transactions than one page of it holds has each exactly once, newest first', async () => {
  const company = await samvad.newCompany('Gauri Tours')
  const ids = await samvad.rows<{ id: string }>(
    `insert into transactions (org_id, id, kind, status, amount_micros, counter_account, description, created_at)
     select $1, gen_random_uuid(), 'recharge', 'pending', 100000000, 'gateway', 'Recharge', now()
       from generate_series(1, 4500) returning id`,
    [company.organizationId],
  )
  const { text } = await samvad.request('GET', TRANSACTIONS, { token: company.token, headers: { accept: 'text/csv' } })
  const listed = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])
  assert.deepEqual(
    listed,
    ids
      .map(({ id }) => publicId('txn', id))
      .sort()
      .reverse(),
  )
})

test('spec 1.4: balance and transactions need balance.view alone', async () => {
  const { organizationId } = samvad.company
  const [id] = await spend(organizationId, [{}])
  const statuses = async (permissions: Parameters<typeof samvad.newMember>[2]) => {
    const { token } = await samvad.newMember(organizationId, 'owner', permissions)
    const paths = [BALANCE, TRANSACTIONS, `${TRANSACTIONS}/${id}`]
    return Promise.all(paths.map(async (path) => (await samvad.request('GET', path, { token })).status))
  }
  assert.deepEqual(await statuses(['balance.view']), [200, 200, 200])
  assert.deepEqual(
    await statuses(['wallet.recharge', 'invoices.download', 'usage.view', 'billing.manage']),
    [403, 403, 403],
  )
  const csv = await samvad.request('GET', TRANSACTIONS, {
    token: (await samvad.newMember(organizationId, 'owner', ['usage.view'])).token,
    headers: { accept: 'text/csv' },
  })
  assert.equal(csv.status, 403)
})

test('spec 9.5: a funded wallet shows its credit as available', async () => {
  const company = await samvad.newCompany('Hema Spices')
  await fund(samvad, company.organizationId, 1180n)
  const { body } = await samvad.request('GET', BALANCE, { token: company.token })
  assert.deepEqual([body.balance, body.available_credits, body.low_balance_warning], ['1180.00', '1180.00', null])
})

// How long the balance lasts, from the last 7 days' spending.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyToSend } from '../../../test/company.ts'
import { type Company, fund, startSamvad } from '../../../test/harness.ts'
import { BALANCE, openRecharge, payAtCheckout } from '../../../test/payments.ts'
import { person } from '../../../test/story.ts'
import * as wallet from './actions.ts'
import { spendingSince } from './reading-queries.ts'
import { DAYS_LEFT_MAX, daysLeft } from './rules.ts'

// One refund here is only a movement, without the request and the payment of a real one.
const samvad = await startSamvad({}, { breaks: ['L10'] })
const DAY_MS = 24 * 3600 * 1000
const start = new Date(Math.floor(Date.now() / 1000) * 1000)
const after = (ms: number) => samvad.setClock(new Date(start.getTime() + ms))

async function companyThatSends(name: string, rupees: bigint) {
  const company = await samvad.newCompany(name)
  after(0)
  const { conversationId: conversation_id } = await readyToSend(samvad, company, rupees)
  const owner = person(samvad, company)
  const send = async (count: number): Promise<string[]> => {
    const messages = Array.from({ length: count }, () => ({
      conversation_id,
      channel: 'email',
      subject: 'Hi',
      text: 'Namaste',
    }))
    const { status, body, text } = await owner.post('/v1/messages/batch', { messages })
    assert.equal(status, 200, text)
    return body.data.map(({ message }: { message: { id: string } }) => message.id)
  }
  return { company, owner, send }
}

const daysOf = async (company: Company) =>
  (await samvad.request('GET', BALANCE, { token: company.token })).body.days_left

test('spec 9.12: days left are whole days of the balance at the mean daily spending of seven days, rounded down', () => {
  assert.equal(daysLeft(100n, 0n), null)
  assert.equal(daysLeft(100n, -1n), null)
  assert.equal(daysLeft(0n, 7n), 0)
  assert.equal(daysLeft(100n, 7n), 100)
  assert.equal(daysLeft(99n, 70n), 9)
  assert.equal(daysLeft(6n, 70n), 0)
  assert.equal(daysLeft(10n ** 18n, 1n), DAYS_LEFT_MAX)
})

test('spec 9.12: nothing was spent: null, with money and without', async () => {
  const { company } = await companyThatSends('Asha Textiles', 0n)
  assert.equal(await daysOf(company), null)
  await fund(samvad, company.organizationId, 500n)
  assert.equal(await daysOf(company), null)
})

test('spec 9.12: messages are spending, money that comes in is not, and after 7 times 24 hours it is forgotten', async () => {
  const { company, send } = await companyThatSends('Bhavani Foods', 100n)
  await send(7)
  // ₹1.05 in seven days, ₹98.95 left: ₹0.15 a day.
  assert.equal(await daysOf(company), 659)
  after(3 * DAY_MS)
  await payAtCheckout((await openRecharge(samvad, '1000.00', {}, company)).checkout_url, 'success')
  assert.equal(await daysOf(company), DAYS_LEFT_MAX)
  await send(7)
  // ₹2.10 in seven days, ₹1,097.90 left.
  assert.equal(await daysOf(company), DAYS_LEFT_MAX)
  after(7 * DAY_MS - 1)
  assert.equal(await daysOf(company), DAYS_LEFT_MAX)
  after(7 * DAY_MS)
  assert.equal(await daysOf(company), DAYS_LEFT_MAX)
  after(10 * DAY_MS)
  assert.equal(await daysOf(company), null)
})

test('spec 9.12: what was given back for messages that never left was not spent', async () => {
  const { company, owner, send } = await companyThatSends('Chandra Stores', 50n)
  const [first, ...others] = await send(8)
  // ₹1.20 spent, ₹48.80 left.
  assert.equal(await daysOf(company), 284)
  assert.equal((await owner.delete(`/v1/messages/${first}`)).status, 204)
  // ₹1.05 spent, ₹48.95 left.
  assert.equal(await daysOf(company), 326)
  for (const id of others) await owner.delete(`/v1/messages/${id}`)
  assert.equal(await daysOf(company), null)
})

test('spec 9.12: an empty wallet lasts no day; credits and refunds of a payment are not spending', async () => {
  const { company, send } = await companyThatSends('Deepa Crafts', 3n)
  await send(20)
  assert.equal(await daysOf(company), 0)
  const { organizationId } = company
  const move = (amount: bigint, kind: 'credit' | 'refund') =>
    samvad.app.database.transaction(async (tx) => {
      const walletState = await wallet.lock(tx, organizationId)
      const counterAccount = kind === 'credit' ? 'operator' : 'gateway'
      const movement = { kind, amount, counterAccount, key: `${kind}:${amount}`, description: kind }
      await wallet.move(tx, organizationId, walletState, movement, samvad.app.clock())
    })
  await move(30_000_000n, 'credit')
  // ₹3.00 spent, ₹30.00 left.
  assert.equal(await daysOf(company), 70)
  await move(-15_000_000n, 'refund')
  assert.equal(await daysOf(company), 35)
})

test('spec 9.12: the spending equals the sum of what it is made of, whatever came in between', async () => {
  const { company, owner, send } = await companyThatSends('Esha Books', 200n)
  const { organizationId } = company
  for (let step = 0; step < 12; step++) {
    after(step * 17 * 3600 * 1000)
    const ids = await send(1 + ((step * 7) % 5))
    if (step % 3 === 1) await owner.delete(`/v1/messages/${ids[0]}`)
    if (step % 4 === 2) await fund(samvad, organizationId, 10n)
    if (step % 5 === 3) await openRecharge(samvad, '100.00', {}, company)
    for (const hours of [0, 1, 16, 17, 40, 168, 1000]) {
      const since = new Date(start.getTime() + step * 17 * 3600 * 1000 - hours * 3600 * 1000)
      const sum = await samvad.rows<{ spent: string }>(
        `select coalesce(-sum(amount_micros), 0)::text as spent from transactions
          where org_id = $1 and counter_account like 'revenue:%' and created_at > $2`,
        [organizationId, since],
      )
      const row = await samvad.app.database.reads.row<{ spent_micros: bigint }>(spendingSince(organizationId, since))
      assert.equal(String(row?.spent_micros), sum[0]?.spent, `step ${step}, ${hours} hours`)
    }
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spend } from '../../../test/auto-recharge.ts'
import fc from '../../../test/cases.ts'
import { readyToSend, type Sending } from '../../../test/company.ts'
import { type Company, fund, startSamvad } from '../../../test/harness.ts'
import { BALANCE, balanceOf, openRecharge, payAtCheckout } from '../../../test/payments.ts'
import * as wallet from './actions.ts'
import { newWarning, type WalletState, warningLevel } from './rules.ts'

const samvad = await startSamvad()

/** The emitted levels, in order. */
async function toldTo({ organizationId }: Company): Promise<string[]> {
  const rows = await samvad.rows<{ level: string }>(
    `select payload ->> 'level' as level from events where org_id = $1 and type in ('balance.low', 'balance.empty')
     order by id`,
    [organizationId],
  )
  return rows.map(({ level }) => level)
}

async function shownTo({ token }: Company) {
  const { body } = await samvad.request('GET', BALANCE, { token })
  return [body.low_balance_warning, body.sending_paused]
}

/** ₹15.00: 100 emails at ₹0.15. */
async function companyWith100Emails(name: string): Promise<Sending> {
  return readyToSend(samvad, await samvad.newCompany(name), 15n)
}

test('spec 9.9: warnings at 20 percent remaining, at 10 percent remaining and at 0, each once', async () => {
  const sending = await companyWith100Emails('Asha Mills')
  const { company } = sending
  await spend(samvad, sending, 79)
  assert.deepEqual(await toldTo(company), [], '21 percent remain')
  assert.deepEqual(await shownTo(company), [null, false])
  await spend(samvad, sending, 1)
  assert.deepEqual(await toldTo(company), ['20'])
  assert.deepEqual(await shownTo(company), ['20', false])
  for (let count = 0; count < 9; count++) await spend(samvad, sending, 1)
  assert.deepEqual(await toldTo(company), ['20'], 'told once')
  await spend(samvad, sending, 1)
  assert.deepEqual(await toldTo(company), ['20', '10'])
  await spend(samvad, sending, 9)
  assert.deepEqual(await toldTo(company), ['20', '10'])
  await spend(samvad, sending, 1)
  assert.deepEqual(await toldTo(company), ['20', '10', '0'])
  assert.deepEqual(await shownTo(company), ['0', true])
  const [empty] = await samvad.rows(
    `select type, payload - 'wallet_version' as payload from events where org_id = $1 and type = 'balance.empty'`,
    [company.organizationId],
  )
  assert.deepEqual(empty, {
    type: 'balance.empty',
    payload: { level: '0', balance: '0.00', of: '15.00', next_price: '0.15', currency: 'INR' },
  })
})

test('spec 9.9: a request that passes several levels warns of the lowest alone', async () => {
  const sending = await companyWith100Emails('Bela Silks')
  await spend(samvad, sending, 95)
  assert.deepEqual(await toldTo(sending.company), ['10'])
  await spend(samvad, sending, 5)
  assert.deepEqual(await toldTo(sending.company), ['10', '0'])
  const whole = await companyWith100Emails('Chitra Dairy')
  await spend(samvad, whole, 100)
  assert.deepEqual(await toldTo(whole.company), ['0'])
})

test('spec 9.10: sending is paused at 0, and goes on after a recharge, with warnings of its own', async () => {
  const sending = await companyWith100Emails('Divya Steels')
  const { company } = sending
  await spend(samvad, sending, 100)
  const paused = await spend(samvad, sending, 1)
  assert.equal(paused.body.data[0].status, 402)
  assert.equal(paused.body.data[0].error.code, 'insufficient_balance')
  assert.deepEqual(await toldTo(company), ['0'], 'a refusal is no news')

  const recharge = await openRecharge(samvad, '100.00', {}, company)
  await payAtCheckout(recharge.checkout_url, 'success')
  assert.deepEqual(await shownTo(company), [null, false])
  assert.equal((await spend(samvad, sending, 1)).body.data[0].status, 201)
  assert.equal(await balanceOf(samvad, company), '99.85')
  // 20 percent of ₹100.00 is reached with the 534th email.
  await spend(samvad, sending, 532)
  assert.deepEqual(await toldTo(company), ['0'])
  await spend(samvad, sending, 1)
  assert.deepEqual(await toldTo(company), ['0', '20'])
})

test('spec 9.11: what is given back is not money that comes in, a credit is', async () => {
  const sending = await companyWith100Emails('Ekta Pharma')
  const { company } = sending
  const { organizationId } = company
  await spend(samvad, sending, 80)
  const last = await spend(samvad, sending, 1)
  const { id } = last.body.data[0].message
  assert.equal((await samvad.request('DELETE', `/v1/messages/${id}`, { token: company.token })).status, 204)
  assert.equal(await balanceOf(samvad, company), '3.00')
  await spend(samvad, sending, 1)
  assert.deepEqual(await toldTo(company), ['20'])

  const { app } = samvad
  await app.database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, organizationId)
    const credit = { kind: 'credit', counterAccount: 'operator', key: 'credit:test', description: 'Sorry' } as const
    await wallet.move(tx, organizationId, walletState, { ...credit, amount: 12_150_000n }, app.clock())
  })
  assert.equal(await balanceOf(samvad, company), '15.00')
  await spend(samvad, sending, 80)
  assert.deepEqual(await toldTo(company), ['20', '20'])
})

test('spec 9.9: requests at the same moment warn once for each level', async () => {
  const sending = await companyWith100Emails('Farah Foods')
  const answers = await Promise.all(Array.from({ length: 110 }, () => spend(samvad, sending, 1)))
  assert.equal(answers.filter(({ body }) => body.data[0].status === 201).length, 100)
  const told = await toldTo(sending.company)
  assert.equal(told.at(-1), '0')
  assert.deepEqual(told, [...new Set(told)])
})

test('spec 9.9: money that comes in begins again, however much is left', async () => {
  const sending = await companyWith100Emails('Gita Papers')
  const { company } = sending
  await spend(samvad, sending, 80)
  await fund(samvad, company.organizationId, 1n)
  assert.deepEqual(await shownTo(company), [null, false])
  // The balance is 4.00 now: 20 percent is 0.80.
  await spend(samvad, sending, 21)
  assert.deepEqual(await toldTo(company), ['20'])
  await spend(samvad, sending, 1)
  assert.deepEqual(await toldTo(company), ['20', '20'])
})

test('spec 9.9: whatever is spent and put in, each level is told once an episode, lower ones only after higher ones', () => {
  const steps = fc.array(fc.record({ isMoney: fc.boolean(), share: fc.integer({ min: 0, max: 100 }) }), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(steps, (given) => {
      const walletState: WalletState = {
        balance: 0n,
        version: 0n,
        state: '',
        warningBase: 0n,
        reserved: 0n,
        warnedLevel: null,
        rechargeBelow: null,
        nextPrice: 1n,
      }
      let told: number[] = []
      for (const { isMoney, share } of given) {
        if (isMoney) {
          walletState.balance += BigInt(share) + 1n
          walletState.warningBase = walletState.balance
          walletState.warnedLevel = null
          told = []
        } else {
          walletState.balance -= (walletState.balance * BigInt(share)) / 100n
          const level = newWarning(walletState)
          if (level === null) continue
          assert.equal(level, warningLevel(walletState.balance, walletState.warningBase, walletState.nextPrice))
          assert.ok(told.every((earlier) => level < earlier))
          told.push(level)
          walletState.warnedLevel = level
        }
      }
    }),
  )
})

// Random months of sending, reversals, recharges and credits, by the real service on a real database: the statements
// match the ledger, and no tax is shown twice or missing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMicros } from '#kit/money.ts'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { startSamvad } from '../../../test/harness.ts'
import { grant, newSender, signed, stateMonth } from '../../../test/usage.ts'

const samvad = await startSamvad()

/** Prices of a custom list with a fraction of a paisa, so that rounding has an effect. */
const PRICE = '0.123456'

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('send' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), count: fc.constant(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('recharge' as const), count: fc.integer({ min: 10_000, max: 20_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('grant' as const), count: fc.integer({ min: 1, max: 100 }) }) },
)
const months = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 3 })

test('spec 12.2, 12.13: for random months, lines, sum and tax of the statements are those of the ledger', async () => {
  let year = 2040
  await fc.assert(
    fc.asyncProperty(months, fc.boolean(), async (story, hasOwnPrices) => {
      const keys = story.map((_, index) => `${year}-0${index + 1}`)
      const lastAsk = new Date(`${year}-0${story.length + 1}-10T00:00:00Z`)
      const company = await newSender(samvad, `Company of ${year}`, new Date(`${year++}-01-01T00:00:00Z`))
      if (hasOwnPrices) await company.setPrice(PRICE)
      await grant(samvad, company, 300_000n)
      await company.recharge('100.00')
      const queued: { id: string }[] = []
      for (const [index, steps] of story.entries()) {
        samvad.setClock(new Date(`${keys[index]}-15T12:00:00Z`))
        for (const { what, count } of steps) {
          if (what === 'send') for (let one = 0; one < count; one++) queued.push(await company.send())
          else if (what === 'recharge') await company.recharge((count / 100).toFixed(2))
          else if (what === 'grant') await grant(samvad, company, BigInt(count) * 5000n)
          else if (queued.length > 0) await company.cancel(queued.shift() as { id: string })
        }
      }
      samvad.setClock(lastAsk)
      let stated = 0n
      for (const key of keys) {
        const answer = await stateMonth(samvad, company, key)
        const [ledger] = await samvad.rows<{ used: bigint | null; moved: bigint }>(
          `select (-sum(amount_micros))::int8 as used, count(*) as moved from transactions
            where org_id = $1 and status = 'completed' and counter_account like 'revenue:%'
              and to_char(completed_at at time zone 'Asia/Kolkata', 'YYYY-MM') = $2`,
          [company.organizationId, key],
        )
        if (ledger?.moved === 0n) {
          assert.equal(answer.status, 422)
          continue
        }
        assert.equal(answer.status, 201, answer.text)
        const { lines, taxable_amount, taxes, total } = answer.body
        const used = ledger?.used as bigint
        assert.ok(signed(taxable_amount) - used <= 5000n && used - signed(taxable_amount) <= 5000n, 'to the paisa')
        for (const { quantity, unit_price, amount } of lines) {
          assert.equal(BigInt(quantity) * signed(unit_price), signed(amount))
        }
        const sum = (all: { amount: string }[]) => all.reduce((so, { amount }) => so + signed(amount), 0n)
        assert.equal(sum(lines), signed(taxable_amount))
        assert.equal(sum(lines) + sum(taxes), signed(total))
        stated += sum(taxes)
      }
      // The statements together show the tax on the used part of the recharges, first in, first out.
      assert.equal(stated, await taxUsed(company.organizationId))
    }),
    { numRuns: SLOW_CASES },
  )
  samvad.setClock(null)
})

/** Replays the ledger, tracking the remainder of each amount received. */
async function taxUsed(organizationId: string): Promise<bigint> {
  const rows = await samvad.rows<{ amount: bigint; account: string; taxes: { amount: string }[] | null }>(
    `select t.amount_micros as amount, t.counter_account as account, i.document -> 'taxes' as taxes
       from transactions t left join invoices i on i.org_id = t.org_id and i.transaction_id = t.id
      where t.org_id = $1 and t.status = 'completed' order by t.wallet_version`,
    [organizationId],
  )
  const pots: { amount: bigint; taxes: bigint[] }[] = []
  let used = 0n
  for (const { amount, account, taxes } of rows) {
    if (account.startsWith('revenue:')) used -= amount
    else pots.push({ amount, taxes: (taxes ?? []).map((tax) => parseMicros(tax.amount) as bigint) })
  }
  let tax = 0n
  for (const pot of pots) {
    const part = used < pot.amount ? used : pot.amount
    used -= part
    for (const whole of pot.taxes) tax += (((whole * part) / pot.amount + 5000n) / 10_000n) * 10_000n
  }
  return tax
}

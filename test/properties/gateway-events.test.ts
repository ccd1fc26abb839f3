import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { SLOW_CASES } from '../cases.ts'
import type { Webhook } from '../gateways/fake.ts'
import { gatewayNames, install, orderOf } from '../gateways/scene.ts'
import { type Company, request, startSamvad } from '../harness.ts'
import { openRecharge } from '../payments.ts'

const installations = await Promise.all(
  gatewayNames.map(async (name) => install(await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' }), name)),
)

/** The customer's attempts at the gateway; each fails or is captured later. */
const attempts = fc.constantFrom('insufficient_funds', 'bank_declined', 'failed_and_captured')
/** Then perhaps a success, and finally every webhook in any order, some repeated, with our own queries in between. */
const story = fc.record({
  attempts: fc.array(attempts, { maxLength: 3 }),
  succeeds: fc.boolean(),
  repeated: fc.array(fc.nat(), { maxLength: 8 }),
  asks: fc.array(fc.nat(), { maxLength: 3 }),
  retries: fc.array(fc.nat(), { maxLength: 2 }),
  order: fc.infiniteStream(fc.nat({ max: 1_000_000 })),
})

for (const { name, samvad, fake, newCompany, mustAgree } of installations) {
  const { webhooks } = fake
  webhooks.mode = 'hold'

  async function booksOf({ organizationId }: Company) {
    const [wallet] = await samvad.rows(`select balance_micros, version from wallets where org_id = $1`, [
      organizationId,
    ])
    const credits = await samvad.rows<{ key: string }>(
      `select key from transactions where org_id = $1 and status = 'completed'`,
      [organizationId],
    )
    const accounts = await samvad.rows<{ account: string; balance_micros: bigint }>(
      `select account, balance_micros from ledger_balances where org_id = $1`,
      [organizationId],
    )
    const invoices = await samvad.rows(`select id from invoices where org_id = $1`, [organizationId])
    const open = await samvad.rows(`select id from transactions where org_id = $1 and status = 'pending'`, [
      organizationId,
    ])
    return { wallet, credits: credits.map(({ key }) => key), accounts, invoices: invoices.length, open: open.length }
  }

  test(`${name}: spec 10.9: any order and repetition of gateway events gives the same ledger`, async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const company = await newCompany('Indira Looms')
        const recharge = await openRecharge(samvad, '1000.00', {}, company)
        const orderId = await orderOf(samvad, recharge)
        const back = new URL(recharge.checkout_url).pathname.replace('/checkout/', '/checkout/return/')
        webhooks.waiting.length = 0
        let capturedId: string | null = null
        for (const outcome of told.attempts) {
          const isLate = outcome === 'failed_and_captured'
          const { paymentId } = await fake.pay(orderId, { outcome: isLate ? 'bank_declined' : outcome })
          // The gateway itself captures an order only once.
          if (isLate && capturedId === null) {
            await fake.capture(paymentId)
            capturedId = paymentId
          }
          if (capturedId !== null) break
        }
        if (told.succeeds && capturedId === null) capturedId = (await fake.pay(orderId)).paymentId
        const events = webhooks.waiting.splice(0)

        const steps: (() => Promise<unknown>)[] = [
          ...events.map((one) => () => send(one)),
          ...told.repeated.flatMap((n) =>
            events.length === 0 ? [] : [() => send(events[n % events.length] as Webhook)],
          ),
          ...told.asks.map(() => async () => assert.equal((await request(samvad.url, 'GET', back)).status, 303)),
          ...told.retries.map(
            () => () =>
              samvad.request('POST', `/api/v1/billing/recharges/${recharge.id}/retry`, { token: company.token }),
          ),
        ]
        for (const step of shuffled(steps, told.order)) await step()

        const books = await booksOf(company)
        const credited = capturedId === null ? 0n : 1n
        assert.deepEqual(books.wallet, { balance_micros: credited * 1_000_000_000n, version: credited })
        assert.deepEqual(books.credits, capturedId === null ? [] : [`payment:${name}:${capturedId}`])
        assert.equal(books.invoices, Number(credited))
        assert.equal(
          books.accounts.find(({ account }) => account === 'tax')?.balance_micros ?? 0n,
          credited * 180_000_000n,
        )
        assert.ok(books.open <= (capturedId === null ? 1 : 0), 'nothing awaits money that has come')
      }),
      { numRuns: SLOW_CASES },
    )
    await mustAgree()
  })

  async function send(webhook: Webhook): Promise<void> {
    assert.equal(await webhooks.send(webhook), 200)
  }
}

/** Uses a generated stream of numbers, so that a failure can be reproduced. */
function shuffled<T>(all: T[], numbers: Iterator<number>): T[] {
  const keyed = all.map((one) => ({ one, key: numbers.next().value as number }))
  return keyed.sort((left, right) => left.key - right.key).map(({ one }) => one)
}

// A company with a subscription, and everything around it that can go wrong: late, repeated and reordered webhooks, two
// workers that are killed between commits and whose clocks differ, people who change their minds, failing debits,
// mandates that end and prices that change.

import assert from 'node:assert/strict'
import { hasPremium } from '#money/subscriptions/premium.ts'
import { GRACE_MS, NOTICE_MS } from '#money/subscriptions/rules.ts'
import { shuffled } from './chance.ts'
import type { FakeCashfree } from './gateways/cashfree.ts'
import type { Webhook } from './gateways/fake.ts'
import type { FakeRazorpay } from './gateways/razorpay.ts'
import type { Company, TestSamvad } from './harness.ts'
import { cancel, SUBSCRIPTION, subscribe } from './premium.ts'
import { mandated, mustAddUp } from './subscription-verdict.ts'
import { Killed, mortal, payNow, resume, runJobs, type StoredPayment, storedPayments } from './subscriptions.ts'

const HOUR_MS = 3600_000
/** Maximum clock steps, where little happens and where much does. */
const QUIET_HOURS = 400
const BUSY_HOURS = 90
/** Maximum interval at which workers query a gateway, while payments are open. */
const ASKING_HOURS = 6
/** A webhook about an older payment is late but never lost: the payment would not be queried for much longer. */
const LOST_AGE_MS = 4 * 24 * HOUR_MS
const WEBHOOKS_REMEMBERED = 30

export interface Around {
  /** Two processes on one database. */
  workers: readonly [TestSamvad, TestSamvad]
  /** With mandates, or with payment by link only. */
  fake: FakeRazorpay | FakeCashfree
  /** Publishes a price of premium, effective immediately. */
  publish(price: string): Promise<void>
  company: Company
  random: () => number
}

interface Row {
  status: string
  period_from: Date | null
  period_to: Date | null
  grace_started_at: Date | null
}

export class SubscriptionWorld {
  at: Date
  readonly #around: Around
  /** Payments that must no longer be paid. */
  readonly #revoked = new Set<string>()
  /** Payments whose webhooks were lost: they are found by queries, which continue for a week. */
  readonly #lost = new Set<string>()
  /** Number of occurrences of each action. */
  readonly counts: Record<string, number> = {}

  constructor(around: Around, at: Date) {
    this.#around = around
    this.at = at
  }

  #happens = (probability: number) => this.#around.random() < probability
  #one = <T>(list: readonly T[]): T | undefined => list[Math.floor(this.#around.random() * list.length)]
  #count = (what: string) => {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  async row(): Promise<Row | undefined> {
    const { workers, company } = this.#around
    const rows = await workers[0].rows<Row>(
      'select status, period_from, period_to, grace_started_at from subscriptions where org_id = $1',
      [company.organizationId],
    )
    return rows[0]
  }

  setClock(at: Date, behindMs = 0): void {
    const [first, second] = this.#around.workers
    this.at = at
    first.setClock(at)
    second.setClock(new Date(at.getTime() - behindMs))
  }

  async work(killed = 0): Promise<void> {
    const [first, second] = this.#around.workers
    const both = this.#happens(0.3) ? [first, second] : [this.#happens(0.5) ? first : second]
    await Promise.all(
      both.map(({ app }) =>
        runJobs(killed > 0 ? mortal(app, () => this.#happens(killed)) : app, 1).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
          this.#count('killed')
        }),
      ),
    )
  }

  /** Advances to the next due work, or by some hours; grace is checked in its last second and at its end. */
  async advance(): Promise<void> {
    const { workers, company, random } = this.#around
    const [due] = await workers[0].rows<{ at: Date | null }>(
      `select min(due_at) as at from due_work where org_id = $1 and kind = 'subscription'`,
      [company.organizationId],
    )
    const row = await this.row()
    const isQuiet = row?.status === 'active' || row?.status === 'cancelling'
    const later = new Date(this.at.getTime() + Math.ceil(random() * (isQuiet ? QUIET_HOURS : BUSY_HOURS)) * HOUR_MS)
    const wished = due?.at && due.at > this.at && this.#happens(0.7) ? due.at : later
    const soon = new Date(this.at.getTime() + ASKING_HOURS * HOUR_MS)
    const target = this.#lost.size > 0 && wished > soon ? soon : wished
    const graceEnd = row?.grace_started_at && new Date(row.grace_started_at.getTime() + GRACE_MS)
    if (graceEnd && graceEnd > this.at && graceEnd <= target) return this.#endOfGrace(graceEnd)
    this.setClock(target, this.#happens(0.1) ? Math.floor(random() * 3 * HOUR_MS) : 0)
  }

  async #endOfGrace(end: Date): Promise<void> {
    const { workers, company } = this.#around
    this.setClock(new Date(end.getTime() - 1000))
    assert.ok(await hasPremium(workers[0].app.database.reads, company.organizationId), 'premium in the last second')
    this.setClock(end)
    await this.work()
    const row = await this.row()
    // A payment may have been captured in the meantime, and be found by a query.
    if (row?.status !== 'free') assert.ok(row?.status !== 'grace', 'grace ended to the second')
    this.#count('end of grace')
  }

  async step(): Promise<void> {
    await this.advance()
    const { fake } = this.#around
    fake.webhooks.mode = this.#happens(0.6) ? 'hold' : this.#happens(0.75) ? 'deliver' : 'dead'
    fake.fail(this.#happens(0.06) ? { fault: this.#happens(0.5) ? 'cut_after' : 'error_before', times: 2 } : null)
    await this.work(this.#happens(0.4) ? 0.12 : 0)
    await this.#people()
    await this.#bank()
    await this.#payers()
    await this.#webhooks()
    await this.#look()
  }

  async #people(): Promise<void> {
    const { workers, fake, company, publish } = this.#around
    const [first, second] = workers
    const status = (await this.row())?.status ?? 'free'
    if (status === 'free' && this.#happens(0.8)) {
      const answers = await Promise.all([subscribe(first, company), subscribe(second, company)])
      // The worker retries a gateway that fails; a wallet that is locked for too long answers 503.
      for (const { status: code, text } of answers) assert.ok(code === 200 || code === 503, text)
      this.#count('subscribed by two')
    }
    if (status === 'cancelling' && this.#happens(0.5)) await resume(first, company)
    if (['grace', 'active'].includes(status) && this.#happens(0.1)) await payNow(second, company)
    if (status !== 'free' && this.#happens(0.03)) {
      await cancel(first, company)
      this.#count('cancelled')
    }
    if (['grace', 'active'].includes(status) && this.#happens(0.06)) await this.#changePaymentMethod()
    const token = this.#one([...(mandated(fake)?.tokens.values() ?? [])].filter((one) => one.status === 'confirmed'))
    if (token && this.#happens(0.03)) {
      await mandated(fake)?.setToken(token.id, 'cancelled')
      this.#count('mandate ended')
    }
    if (this.#happens(0.02)) {
      await publish(this.#one(['499.00', '549.00', '1299.00']) as string)
      this.#count('price changed')
    }
  }

  /** A new card is authorized at once, later, or never; the gateway reports it at a random time. */
  async #changePaymentMethod(): Promise<void> {
    const { workers, fake, company } = this.#around
    const { status, body, text } = await workers[0].request('POST', `${SUBSCRIPTION}/payment_method`, {
      token: company.token,
      json: {},
    })
    // The other worker's clock may have ended it already; a wallet that is locked for too long answers 503.
    if (mandated(fake) === null) {
      const isRefused = ['mandate_not_possible', 'no_payment_method_to_change'].includes(body.reason)
      return assert.ok(isRefused || status === 503, text)
    }
    assert.ok([201, 409, 503].includes(status), text)
    this.#count(`asked for another payment method: ${status}`)
  }

  /** Executes or refuses due debits, including cancelled ones. */
  async #bank(): Promise<void> {
    const { workers, company } = this.#around
    const fake = mandated(this.#around.fake)
    if (fake === null) return
    const ours = new Map((await storedPayments(workers[0], company)).map((one) => [one.order_id, one]))
    for (const { id, order_id, status, token_id } of fake.payments.values()) {
      const payment = ours.get(order_id)
      // A payment made by hand in the meantime is not debited.
      if (status !== 'created' || token_id === null || !payment || this.#isPaid(order_id)) continue
      const isDue = this.at >= payment.due_at
      if (!this.#happens(isDue ? 0.85 : 0.02)) continue
      const outcome = isDue && this.#happens(0.7) ? 'success' : 'insufficient_funds'
      this.#mayLose(payment)
      await fake.settleDebits(outcome, id)
      this.#count(`debit: ${outcome}`)
    }
  }

  async #payers(): Promise<void> {
    const { fake, workers, company } = this.#around
    const unpaid = (await storedPayments(workers[0], company)).filter(
      ({ order_id, captures }) => order_id !== null && captures === 0 && !this.#isPaid(order_id),
    )
    const links = unpaid.filter(({ kind, outcome }) => kind === 'link' && outcome === null)
    const link = this.#one(links)
    if (link && this.#happens(0.5)) await this.#pay(link, this.#happens(0.8) ? 'success' : 'bank_declined')
    const check = this.#one(unpaid.filter(({ purpose, outcome }) => purpose === 'payment_method' && outcome === 'left'))
    if (check && this.#happens(0.4)) await this.#pay(check, 'success')
    // Somebody pays on an old page.
    const old = this.#one(unpaid.filter(({ id }) => id !== link?.id && id !== check?.id))
    if (old && this.#happens(0.05)) await this.#pay(old, 'success')
    fake.webhooks.mode = 'deliver'
  }

  #isPaid = (orderId: string) => this.#around.fake.log.some((one) => one.kind === 'capture' && one.orderId === orderId)

  #mayLose({ id, begun_at }: StoredPayment): void {
    const { webhooks } = this.#around.fake
    if (webhooks.mode !== 'dead') return
    if (+this.at - +begun_at > LOST_AGE_MS) webhooks.mode = 'hold'
    else this.#lost.add(id)
  }

  async #pay(payment: StoredPayment, how: string): Promise<void> {
    const { order_id, outcome, purpose } = payment
    this.#mayLose(payment)
    await this.#around.fake.pay(order_id as string, { method: 'credit_card', outcome: how })
    this.#count(`paid: ${purpose === 'payment_method' ? purpose : (outcome ?? 'open')}, ${how}`)
  }

  async #webhooks(): Promise<void> {
    const { fake, random } = this.#around
    this.#signAnew()
    if (this.#happens(0.6)) await fake.webhooks.sendWaiting((all) => shuffled(all, random))
    for (const one of shuffled(fake.webhooks.all.slice(-WEBHOOKS_REMEMBERED), random).slice(0, 2))
      if (this.#happens(0.3)) await fake.webhooks.send(this.#signed(one))
  }

  /** Signs again where the signature contains the time, as the gateway does when it repeats. */
  #signed(one: Webhook): Webhook {
    const { fake } = this.#around
    return mandated(fake) === null ? fake.webhooks.signed(one.type, one.body) : one
  }

  #signAnew(): void {
    const { waiting } = this.#around.fake.webhooks
    waiting.splice(0, waiting.length, ...waiting.map((one) => this.#signed(one)))
  }

  /** Checks the invariants that hold at every moment. */
  async #look(): Promise<void> {
    const { workers, company } = this.#around
    const row = await this.row()
    if (!row) return
    const isOn = await hasPremium(workers[0].app.database.reads, company.organizationId)
    const isPaid = row.period_from !== null && row.period_from <= this.at && this.at < (row.period_to as Date)
    if (isPaid) assert.ok(isOn, `what is paid for is on, ${row.status}`)
    const payments = await storedPayments(workers[0], company)
    assert.ok(payments.filter(({ outcome }) => outcome === null).length <= 1, 'one payment is awaited')
    for (const { id, outcome, captures, status, begun_at } of payments) {
      if (outcome === 'revoked') this.#revoked.add(id)
      else if (this.#revoked.has(id)) assert.equal(outcome, 'refunded', 'what was revoked gives no period')
      if (captures > 0 || status === 'failed' || +this.at - +begun_at > 2 * LOST_AGE_MS) this.#lost.delete(id)
    }
    const living = await workers[0].rows(
      'select id from mandates where org_id = $1 and ended_at is null and status = $2',
      [company.organizationId, 'active'],
    )
    assert.ok(living.length <= 1, 'one mandate is debited')
    for (const { kind, purpose, begun_at, due_at } of payments)
      if (kind === 'debit' && purpose !== 'first')
        assert.ok(+due_at - +begun_at >= NOTICE_MS, 'announced 24 hours before')
  }

  /** Lets everything in flight arrive, then compares the gateway's book with the ledger. */
  async settle(): Promise<void> {
    const { fake, workers, company } = this.#around
    fake.fail(null)
    fake.webhooks.mode = 'deliver'
    await cancel(workers[0], company)
    for (const { id, status, order_id } of mandated(fake)?.payments.values() ?? [])
      if (status === 'created' && !this.#isPaid(order_id)) await mandated(fake)?.settleDebits('success', id)
    for (let day = 0; day < 10; day++) {
      this.setClock(new Date(this.at.getTime() + 24 * HOUR_MS))
      this.#signAnew()
      await fake.webhooks.sendWaiting()
      for (let round = 0; round < 2; round++) await this.work()
    }
    Object.assign(this.counts, await mustAddUp(workers[0], company, fake))
  }
}

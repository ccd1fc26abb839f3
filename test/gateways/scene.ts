// An installation with a real gateway: its account is configured as an operator does it, and its fake posts webhooks to
// the program.

import assert from 'node:assert/strict'
import { rechargeJobs } from '#money/recharges/jobs.ts'
import { createToken } from '#people/access/actions.ts'
import { permissions } from '#people/access/rules.ts'
import * as users from '#people/identity/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import { type Answer, type Company, request, type TestSamvad, uuidOf } from '../harness.ts'
import { type FakeCashfree, startFakeCashfree } from './cashfree.ts'
import { type FakeRazorpay, startFakeRazorpay } from './razorpay.ts'
import { verdict } from './verdict.ts'

/** A new operator of the installation, with a token. */
export async function newOperator(samvad: TestSamvad): Promise<string> {
  const { app, company } = samvad
  const at = new Date()
  return app.database.transaction(async (tx) => {
    const email = `operator-${crypto.randomUUID()}@samvad.example`
    const person = { email, displayName: 'Operator', password: null, isOperator: true }
    const { id: userId } = await users.findOrCreate(tx, person, at)
    await organizations.addMember(tx, company.organizationId, userId, { name: 'viewer' }, at)
    const terms = { userId, name: 'operator', permissions, allowedAddresses: null, expiresAt: null }
    return (await createToken(tx, company.organizationId, terms, at)).secret
  })
}

export const razorpayAccount = (fake: FakeRazorpay) => ({
  key_id: fake.keyId,
  key_secret: fake.keySecret,
  webhook_secret: 'razorpay-webhook-secret-of-the-tests',
  base_url: fake.url,
})

export const cashfreeAccount = (fake: FakeCashfree) => ({
  client_id: fake.clientId,
  client_secret: fake.clientSecret,
  base_url: fake.url,
})

export const PHONE = '+919812345678'

/** Gateways require a phone number. */
export async function givePhone(samvad: TestSamvad, company: Company): Promise<void> {
  const json = { phone: PHONE, email: 'accounts@company.example', state_code: '29' }
  const answer = await samvad.request('PUT', '/api/v1/billing/profile', { token: company.token, json })
  assert.equal(answer.status, 200, answer.text)
}

export interface RealGateway<Fake> {
  fake: Fake
  operator: string
  /** Sets the gateway's account as the operator; `change` overrides fields. */
  set(change?: object): Promise<Answer>
}

async function setUp<Fake extends FakeRazorpay | FakeCashfree>(
  samvad: TestSamvad,
  name: 'razorpay' | 'cashfree',
  fake: Fake,
  account: object,
): Promise<RealGateway<Fake>> {
  fake.webhooks.url = `${samvad.url}/webhooks/gateways/${name}`
  const operator = await newOperator(samvad)
  const set = (change: object = {}) =>
    samvad.request('PUT', `/v1/gateways/${name}`, { token: operator, json: { ...account, ...change } })
  const answer = await set()
  assert.equal(answer.status, 200, answer.text)
  return { fake, operator, set }
}

export async function withRazorpay(samvad: TestSamvad): Promise<RealGateway<FakeRazorpay>> {
  const fake = await startFakeRazorpay({ clock: () => samvad.app.clock() })
  return setUp(samvad, 'razorpay', fake, razorpayAccount(fake))
}

export async function withCashfree(samvad: TestSamvad): Promise<RealGateway<FakeCashfree>> {
  const fake = await startFakeCashfree({ clock: () => samvad.app.clock() })
  return setUp(samvad, 'cashfree', fake, cashfreeAccount(fake))
}

/** The gateway's id of the recharge's order. */
export async function orderOf(samvad: TestSamvad, recharge: { id: string }): Promise<string> {
  const [row] = await samvad.rows<{ gateway_order_id: string }>(
    `select gateway_order_id from recharges where id = $1`,
    [uuidOf('rech', recharge.id)],
  )
  assert.ok(row?.gateway_order_id, 'the order is placed')
  return row.gateway_order_id
}

/** Queries the gateway about due payments, as the worker does. */
export async function askGateways(samvad: TestSamvad): Promise<void> {
  for (const job of rechargeJobs(samvad.app)) while (await job.run(new AbortController().signal));
}

const unescape = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

export interface Form {
  action: string
  fields: Record<string, string>
}

/** The form of a page, as a browser parses it. */
export function formOf(html: string): Form {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  assert.ok(action, html)
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const fields = Object.fromEntries([...inputs].map(([, name, value]) => [unescape(name ?? ''), unescape(value ?? '')]))
  return { action: unescape(action), fields }
}

/** Submits a form as a browser does, with what a person types. */
export async function submit({ action, fields }: Form, typed: Record<string, string> = {}): Promise<Answer> {
  const { origin, pathname, search } = new URL(action)
  const answer = await request(origin, 'POST', pathname + search, { form: { ...fields, ...typed } })
  const location = answer.headers.get('location')
  return answer.status === 303 && location !== null ? request(origin, 'GET', location) : answer
}

export const gatewayNames = ['razorpay', 'cashfree'] as const
export type RealName = (typeof gatewayNames)[number]

/** The interface that the tests of both gateways share, so that one test runs against each. */
export interface Installation {
  name: RealName
  samvad: TestSamvad
  fake: FakeRazorpay | FakeCashfree
  set(change?: object): Promise<Answer>
  /** A company with the contact details that gateways require. */
  newCompany(name: string): Promise<Company>
  /** Asserts that the ledger and the gateway's book agree. */
  mustAgree(options?: { whileWaiting?: boolean }): Promise<void>
}

export async function install(samvad: TestSamvad, name: RealName): Promise<Installation> {
  const { fake, set } = name === 'razorpay' ? await withRazorpay(samvad) : await withCashfree(samvad)
  return {
    name,
    samvad,
    fake,
    set,
    async newCompany(title) {
      const company = await samvad.newCompany(title)
      await givePhone(samvad, company)
      return company
    },
    async mustAgree(options) {
      assert.deepEqual(await verdict(samvad.rows, name, fake.log, options), [])
    },
  }
}

/** Every row of every table, as text: for checks that a value is stored nowhere. */
export async function everythingStored({ rows }: TestSamvad): Promise<string> {
  const tables = await rows<{ name: string }>(
    `select format('%I', relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => rows<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)),
  )
  return texts.flatMap((found) => found.map(({ row }) => row)).join('\n')
}

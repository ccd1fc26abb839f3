// An installation with a real gateway: its account is set as an operator sets it, and its fake is told where the
// webhooks go.

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

/** Somebody who operates the installation, with a token for it. */
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

/** Gateways ask for it. */
export async function givePhone(samvad: TestSamvad, company: Company): Promise<void> {
  const json = { phone: PHONE, email: 'accounts@company.example', state_code: '29' }
  const answer = await samvad.request('PUT', '/api/v1/billing/profile', { token: company.token, json })
  assert.equal(answer.status, 200, answer.text)
}

export interface RealGateway<Fake> {
  fake: Fake
  operator: string
  /** Of the gateway, as the journey goes on. */
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

/** The gateway's name of the recharge's order. */
export async function orderOf(samvad: TestSamvad, recharge: { id: string }): Promise<string> {
  const [row] = await samvad.rows<{ gateway_order_id: string }>(
    `select gateway_order_id from recharges where id = $1`,
    [uuidOf('rech', recharge.id)],
  )
  assert.ok(row?.gateway_order_id, 'the order is placed')
  return row.gateway_order_id
}

/** Asks the gateway about what is due, as the worker does. */
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

/** The form of a page, as a browser reads it. */
export function formOf(html: string): Form {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  assert.ok(action, html)
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const fields = Object.fromEntries([...inputs].map(([, name, value]) => [unescape(name ?? ''), unescape(value ?? '')]))
  return { action: unescape(action), fields }
}

/** What a browser does with a form, with what a person adds to it. */
export async function submit({ action, fields }: Form, typed: Record<string, string> = {}): Promise<Answer> {
  const { origin, pathname, search } = new URL(action)
  const answer = await request(origin, 'POST', pathname + search, { form: { ...fields, ...typed } })
  const location = answer.headers.get('location')
  return answer.status === 303 && location !== null ? request(origin, 'GET', location) : answer
}

export const gatewayNames = ['razorpay', 'cashfree'] as const
export type RealName = (typeof gatewayNames)[number]

/** What the tests of both gateways work with, so that one story is told of each. */
export interface Installation {
  name: RealName
  samvad: TestSamvad
  fake: FakeRazorpay | FakeCashfree
  set(change?: object): Promise<Answer>
  /** A company that can be reached, as gateways want it. */
  newCompany(name: string): Promise<Company>
  /** Its books and the gateway's agree. */
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

/** Every row of every table, as text: for what must not be in any of them. */
export async function everythingStored({ rows }: TestSamvad): Promise<string> {
  const tables = await rows<{ name: string }>(
    `select format('%I', relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => rows<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)),
  )
  return texts.flatMap((found) => found.map(({ row }) => row)).join('\n')
}

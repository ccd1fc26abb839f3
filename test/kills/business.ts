// The companies' activity while processes are killed around them. Each acts independently and retries until it is
// answered; acknowledged results are recorded, and in the end compared with what is stored.

import assert from 'node:assert/strict'
import type { Assembled } from '../../server/program/app.ts'
import type { FakeRazorpay } from '../gateways/razorpay.ts'
import { type Company, foundCompany, publicId } from '../harness.ts'
import { eventually, type Program } from '../program.ts'
import type { Chance } from './chance.ts'
import { type Caller, caller } from './client.ts'
import { type CloudAccount, type Providers, SMS_PASSWORD } from './providers.ts'

export const WEBHOOK_SECRET = 'webhook-secret-of-the-kills'
const FIRST_RECHARGE = '1000.00'
/** So high that every charge triggers a recharge, as often as the limits allow. */
const THRESHOLD = '100000.00'
const CHANNELS_OF_A_BATCH = ['email', 'email', 'app', 'sms'] as const
/** One SMS in this many is long and sent in parts. */
const ONE_OF_WHICH_IS_LONG = 6
const PARTS_TEXT_REPEATED = 25
/** A contact writes at one of this many opportunities. */
const ONE_OF_WHICH_IS_WRITTEN = 4
const REASONS = ['duplicate_charge', 'system_error', 'service_downtime']
/** One payment in this many fails at first. */
const ONE_OF_WHICH_FAILS = 5
const ORDER_PATIENCE_MS = 5_000

export interface Acting extends Company {
  name: string
  call: Caller
  operator: Caller
  conversationId: string
  contact: { email: string; phone_number: string }
  /** How the providers of the other channels identify it; null where it sends only mail. */
  known: Known | null
}

interface Known {
  providers: Providers
  /** Its account at the SMPP server, and its number at the Cloud API. */
  systemId: string
  number: CloudAccount
}

/** The results acknowledged to the companies. */
export interface Told {
  /** Ids of created recharges. */
  recharges: Set<string>
  /** How many messages were accepted. */
  messages: number
  /** Ids of requested refunds, and of approved ones. */
  refunds: Set<string>
  approved: Set<string>
}

export interface Business {
  told: Told
  progress(): string
  /** Total number of acknowledged results of any kind. */
  acknowledged(): number
  failure(): Error | null
  /** Lets every company finish its current action. */
  end(): Promise<void>
}

/** Creates companies with one contact each, recharged once, with auto-recharge on. */
export async function foundCompanies(
  app: Assembled,
  program: Program,
  gateway: FakeRazorpay,
  count: number,
  providers: Providers | null = null,
): Promise<Acting[]> {
  const operator = caller(() => program.url, program.token)
  const account = { key_id: gateway.keyId, key_secret: gateway.keySecret, webhook_secret: WEBHOOK_SECRET }
  done(await operator.put('/v1/gateways/razorpay', { ...account, base_url: gateway.url, is_enabled: true }))
  const companies: Acting[] = []
  for (let index = 0; index < count; index++) {
    const company = await foundCompany(app, `Company ${index}`)
    const call = caller(() => program.url, company.token)
    // Half of the companies are in the supplier's state, half in another, so that both kinds of tax occur.
    const profile = {
      legal_name: `Company ${index}`,
      state_code: index % 2 ? '27' : '29',
      email: 'pay@company.example',
    }
    done(await call.put('/api/v1/billing/profile', { ...profile, phone: '+919812345678' }))
    const contact = { email: `buyer-${index}@customer.example`, phone_number: `+9198765000${10 + index}` }
    const { id: contact_id } = done(await call.post('/v1/contacts', contact))
    const conversation = done(await call.post('/v1/conversations', { contact_id }))
    const name = `Company ${index}`
    const number = providers?.numbers[index]
    const known = providers && number ? { providers, systemId: `company-${index}`, number } : null
    const acting = { ...company, name, call, operator, conversationId: conversation.id, contact, known }
    await authorize(acting, gateway)
    if (known) await connect(acting, known)
    companies.push(acting)
  }
  return companies
}

/** Sets up accounts with the providers; the contact writes first, so that the company may reply by app. */
async function connect({ call, contact, conversationId }: Acting, { providers, systemId, number }: Known) {
  const { smpp, writeApp } = providers
  const sms = { protocol: 'smpp', from: 'ASHATX', host: '127.0.0.1', port: smpp.port, system_id: systemId }
  // A killed worker's connections count until their leases expire.
  done(await call.put('/v1/channels/sms', { ...sms, password: SMS_PASSWORD, binds: 10 }))
  const { phoneNumberId, businessAccountId, accessToken, appSecret } = number
  const ids = { phone_number_id: phoneNumberId, business_account_id: businessAccountId }
  const app = done(await call.put('/v1/channels/app', { ...ids, access_token: accessToken, app_secret: appSecret }))
  number.callbackUrl = app.callback_url
  writeApp(number, contact.phone_number, nextMark())
  await eventually('the contact has written', async () => {
    const { body } = await call.get(`/v1/messages?conversation_id=${conversationId}&limit=1`)
    return body.data.length > 0
  })
}

/** The first recharge, which also gives the mandate. */
async function authorize({ call }: Acting, gateway: FakeRazorpay): Promise<void> {
  const wanted = { enabled: true, threshold: THRESHOLD, amount: FIRST_RECHARGE, monthly_limit: '20000.00' }
  const { authorization_url } = done(await call.put('/api/v1/billing/auto_recharge', wanted))
  await gateway.pay(await orderOf(gateway, authorization_url.split('/').at(-1)))
  await eventually('the mandate is active', async () => {
    const { body } = await call.get('/api/v1/billing/auto_recharge')
    return body.mandate?.status === 'active'
  })
}

/** `breathMs`: the maximum random pause of each company between actions. */
export function begin(companies: Acting[], gateway: FakeRazorpay, random: Chance, breathMs: number): Business {
  const told: Told = { recharges: new Set(), messages: 0, refunds: new Set(), approved: new Set() }
  const day = { isOver: false }
  let failure: Error | null = null
  const forEver = async (act: () => Promise<void>) => {
    while (!day.isOver && failure === null) {
      try {
        await act()
      } catch (error) {
        failure ??= error as Error
      }
      await new Promise((resolve) => setTimeout(resolve, random.integer(breathMs)))
    }
  }
  const actors = [
    ...companies.flatMap((company) => [
      forEver(() => recharge(company, gateway, random, told, () => day.isOver)),
      forEver(() => spend(company, random, told)),
      forEver(() => refund(company, random, told)),
      ...(company.known ? [forEver(async () => contactWrites(company.contact, company.known as Known, random))] : []),
    ]),
    // Sends the gateway's retries of webhooks, and occasionally a duplicate.
    forEver(async () => {
      await gateway.webhooks.sendWaiting()
      if (gateway.webhooks.all.length > 0) await gateway.webhooks.send(random.pick(gateway.webhooks.all))
    }),
    forEver(() => gateway.settleDebits(random.integer(ONE_OF_WHICH_FAILS) === 0 ? 'insufficient_funds' : 'success')),
  ]
  return {
    told,
    progress: () =>
      `${told.recharges.size} recharges, ${told.messages} messages, ${told.approved.size} refunds were acknowledged`,
    acknowledged: () => told.recharges.size + told.messages + told.refunds.size + told.approved.size,
    failure: () => failure,
    async end() {
      day.isOver = true
      await Promise.all(actors)
      if (failure) throw failure
    },
  }
}

async function recharge(
  { call }: Acting,
  gateway: FakeRazorpay,
  random: Chance,
  told: Told,
  isOver: () => boolean,
): Promise<void> {
  const amount = `${100 + random.integer(900)}.${String(random.integer(100)).padStart(2, '0')}`
  const opened = done(await call.post('/api/v1/billing/recharges', { amount, payment_method: 'upi' }))
  told.recharges.add(opened.id)
  // The order is placed right after the commit, or by the job a minute later: a customer does not wait so long.
  const orderId = await orderOf(gateway, opened.id, isOver).catch(() => null)
  if (orderId === null) return
  if (random.integer(ONE_OF_WHICH_FAILS) === 0) {
    await gateway.pay(orderId, { outcome: 'bank_declined' })
    // The customer retries on the gateway's page, whatever the program has stored by then.
  }
  await gateway.pay(orderId, { method: random.pick(['upi', 'credit_card', 'net_banking'] as const) })
}

async function spend(
  { call, conversationId: conversation_id, known }: Acting,
  random: Chance,
  told: Told,
): Promise<void> {
  const messages = CHANNELS_OF_A_BATCH.map((one) => {
    const channel = known ? one : 'email'
    const isLong = channel === 'sms' && random.integer(ONE_OF_WHICH_IS_LONG) === 0
    const text = `Cotton at old prices <${nextMark()}> `
    const subject = channel === 'email' ? { subject: 'Offer' } : {}
    return { conversation_id, channel, ...subject, text: isLong ? markOnly(text).repeat(PARTS_TEXT_REPEATED) : text }
  })
  const answer = await call.post('/v1/messages/batch', { messages })
  for (const one of done(answer).data) {
    if (one.status === 201) told.messages++
    else assert.equal(one.status, 402, JSON.stringify(one))
  }
}

/** Writes on a random channel; the provider retries until it is acknowledged. */
function contactWrites(contact: Acting['contact'], { providers, systemId, number }: Known, random: Chance): void {
  if (random.integer(ONE_OF_WHICH_IS_WRITTEN) > 0) return
  const channel = random.integer(3)
  if (channel === 0) providers.writeSms(systemId, contact.phone_number, nextMark())
  else if (channel === 1) providers.writeApp(number, contact.phone_number, nextMark())
  else providers.writeMail(contact.email, nextMark())
}

let lastMark = 0
/** Unique per process: each message has its own mark. */
const nextMark = (): string => String(++lastMark).padStart(6, '0')

/** Only the mark, so that each part identifies its message. */
const markOnly = (text: string): string => text.slice(text.indexOf('<'))

/** Requests a refund of part of a payment; the operator approves it. */
async function refund({ call, operator, organizationId }: Acting, random: Chance, told: Told): Promise<void> {
  const { data } = done(await call.get('/api/v1/billing/transactions?kind=recharge&status=completed&limit=20'))
  if (data.length === 0) return
  const [rupees, paise] = [1 + random.integer(40), String(random.integer(100)).padStart(2, '0')]
  const wanted = { transaction_id: random.pick(data as { id: string }[]).id, amount: `${rupees}.${paise}` }
  const requested = await call.post('/api/v1/billing/refunds', { ...wanted, reason: random.pick(REASONS) })
  // More than the refundable rest of that payment is refused.
  if (requested.status !== 201) return assert.ok([409, 422].includes(requested.status), requested.text)
  told.refunds.add(requested.body.id)
  const path = `/v1/organizations/${publicId('org', organizationId)}/refunds/${requested.body.id}/approve`
  const approved = await operator.post(path)
  if (approved.status < 300) told.approved.add(requested.body.id)
  else assert.ok([402, 409].includes(approved.status), approved.text)
}

/** The gateway's order of the recharge, found by its receipt. */
function orderOf(gateway: FakeRazorpay, rechargeId: string, isOver: () => boolean = () => false): Promise<string> {
  const find = async () => {
    const order = [...gateway.orders.values()].find(({ receipt }) => receipt === rechargeId)
    if (!order && isOver()) throw new Error('nobody waits any more')
    return order?.id
  }
  return eventually(`an order for ${rechargeId}`, find, ORDER_PATIENCE_MS)
}

function done({ status, body, text }: { status: number; body: any; text: string }) {
  assert.ok(status < 300, `${status} ${text}`)
  return body
}

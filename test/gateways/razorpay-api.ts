// The API of the fake Razorpay: validates and refuses requests as strictly as the documentation says.

import { type Asked, hiddenForm, randomName, type Told, Wrong } from './fake.ts'
import type { FakeRazorpay, Paying } from './razorpay.ts'
import { isPaid, type Order, type Payment, showOrder, showPayment, showRefund, showToken } from './razorpay-books.ts'

type Body = Record<string, unknown>
type Operation = (fake: FakeRazorpay, asked: Asked, ids: string[]) => Told | Promise<Told>

const wrong = (description: string, field: string | null = null, status = 400) =>
  new Wrong(status, {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...(field === null ? {} : { field }),
    },
  })

const unknownId = () => wrong('The id provided does not exist')
const collection = (items: unknown[]) => ({ entity: 'collection', count: items.length, items })

export async function answer(fake: FakeRazorpay, asked: Asked): Promise<Told> {
  try {
    for (const [pattern, operation] of operations) {
      const match = pattern.exec(`${asked.method} ${asked.path}`)
      if (!match) continue
      if (!asked.path.startsWith('/v1/checkout/')) mustBeKnown(fake, asked)
      return await operation(fake, asked, match.slice(1))
    }
    throw wrong('The requested URL was not found on the server.', null, 404)
  } catch (error) {
    if (error instanceof Wrong) return { status: error.status, body: error.body }
    throw error
  }
}

function mustBeKnown({ keyId, keySecret }: FakeRazorpay, { headers }: Asked): void {
  const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  if (headers.authorization !== expected) throw wrong('Authentication failed', null, 401)
}

/** Checks every field; `?` at the end of a name makes it optional. Unlisted fields are refused. */
function read(text: string, checks: Record<string, (value: unknown) => boolean>): Body {
  const body = JSON.parse(text) as Body
  const known = new Set(Object.keys(checks).map((name) => name.replace('?', '')))
  const stray = Object.keys(body).find((name) => !known.has(name))
  if (stray) throw wrong(`${stray} is/are not required and should not be sent`, stray)
  for (const [name, check] of Object.entries(checks)) {
    const field = name.replace('?', '')
    if (body[field] === undefined && name.endsWith('?')) continue
    if (!check(body[field])) throw wrong(`The ${field} field is invalid.`, field)
  }
  return body
}

const isText = (most: number) => (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= most
const isPaise = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 100
const isRupees = (value: unknown) => value === 'INR'
const isNotes = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length <= 15 &&
  Object.values(value).every(isText(256))
const isPhone = (value: unknown) => typeof value === 'string' && /^\+?\d{8,14}$/.test(value)
const isEmail = (value: unknown) => typeof value === 'string' && /^\S+@\S+$/.test(value)
const isToken = (value: unknown) => {
  const { max_amount, expire_at, frequency, ...rest } = (value ?? {}) as Body
  const isKnown = Object.keys(rest).length === 0 && frequency === 'as_presented'
  return isKnown && isPaise(max_amount) && Number.isSafeInteger(expire_at)
}

function find<T>(map: Map<string, T>, id: string | undefined): T {
  const found = map.get(id as string)
  if (!found) throw unknownId()
  return found
}

const createOrder: Operation = (fake, { body: text }) => {
  const body = read(text, {
    amount: isPaise,
    currency: isRupees,
    'receipt?': isText(40),
    'notes?': isNotes,
    'payment_capture?': (value) => typeof value === 'boolean',
    'customer_id?': (value) => fake.customers.has(value as string),
    'token?': isToken,
  })
  const isKnown = [...fake.orders.values()].some(({ receipt }) => receipt === body.receipt)
  if (isKnown && fake.refusesReceipts) throw wrong('The receipt is used by another order.', 'receipt')
  const token = body.token as { max_amount: number; expire_at: number; frequency: string } | undefined
  const order: Order = {
    id: `order_${randomName(14)}`,
    receipt: (body.receipt as string) ?? null,
    amount: BigInt(body.amount as number),
    notes: (body.notes as Record<string, string>) ?? {},
    customer_id: (body.customer_id as string) ?? null,
    token: token ? { ...token, max_amount: BigInt(token.max_amount) } : null,
    checkoutNotes: {},
    attempts: 0,
    created_at: Math.floor(fake.clock().getTime() / 1000),
  }
  fake.orders.set(order.id, order)
  fake.log.push({ kind: 'order', orderId: order.id, receipt: order.receipt, amount: order.amount })
  return { status: 200, body: showOrder(fake, order) }
}

const refundPayment: Operation = async (fake, { headers, body: text }, [paymentId]) => {
  const body = read(text, {
    amount: isPaise,
    'speed?': (value) => value === 'normal' || value === 'optimum',
    'receipt?': isText(40),
    'notes?': isNotes,
  })
  const payment = find(fake.payments, paymentId)
  const key = headers['x-refund-idempotency'] as string | undefined
  if (key !== undefined && !/^[\w-]{10,}$/.test(key)) throw wrong('The idempotency key is not valid.')
  const before = key === undefined ? undefined : fake.refundKeys.get(key)
  if (before) {
    if (before.request !== `${paymentId} ${text}`)
      throw wrong('Different request with the same idempotency key has already been processed.')
    return { status: 200, body: showRefund(find(fake.refunds, before.refundId)) }
  }
  const amount = BigInt(body.amount as number)
  if (payment.status !== 'captured') throw wrong('The payment status should be captured for action to be taken')
  if (payment.amount_refunded + amount > payment.amount)
    throw wrong('The total refund amount is greater than the refund payment amount')
  const refund = {
    id: `rfnd_${randomName(14)}`,
    payment_id: payment.id,
    amount,
    receipt: (body.receipt as string) ?? null,
    status: 'pending' as const,
    arn: null,
    created_at: Math.floor(fake.clock().getTime() / 1000),
  }
  fake.refunds.set(refund.id, refund)
  if (key !== undefined) fake.refundKeys.set(key, { request: `${paymentId} ${text}`, refundId: refund.id })
  payment.amount_refunded += amount
  fake.log.push({ kind: 'refund', refundId: refund.id, receipt: refund.receipt, paymentId: payment.id, amount })
  await fake.tell('refund.created', { refund: showRefund(refund), payment: showPayment(payment) })
  if (fake.refundsBecome !== 'pending') await fake.settleRefund(refund.id, fake.refundsBecome)
  return { status: 200, body: showRefund(refund) }
}

const createCustomer: Operation = (fake, { body: text }) => {
  const body = read(text, {
    name: isText(50),
    email: isEmail,
    contact: isPhone,
    'fail_existing?': (value) => value === '0' || value === '1',
    'notes?': isNotes,
  }) as { name: string; email: string; contact: string; fail_existing?: string }
  const same = [...fake.customers.values()].find((one) => one.email === body.email && one.contact === body.contact)
  if (same && body.fail_existing !== '0') throw wrong('Customer already exists for the merchant')
  const { name, email, contact } = body
  const customer = same ?? { id: `cust_${randomName(14)}`, name, email, contact }
  fake.customers.set(customer.id, customer)
  return { status: 200, body: { ...customer, entity: 'customer', gstin: null, notes: [] } }
}

const chargeToken: Operation = (fake, { body: text }) => {
  const body = read(text, {
    email: isEmail,
    contact: isPhone,
    amount: isPaise,
    currency: isRupees,
    order_id: (value) => fake.orders.has(value as string),
    customer_id: (value) => fake.customers.has(value as string),
    token: (value) => fake.tokens.has(value as string),
    recurring: (value) => value === true,
    'description?': isText(255),
    'notes?': isNotes,
  })
  const order = find(fake.orders, body.order_id as string)
  const token = find(fake.tokens, body.token as string)
  const amount = BigInt(body.amount as number)
  if (token.status !== 'confirmed') throw wrong('The token is not confirmed for recurring payments.')
  if (token.customer_id !== body.customer_id) throw unknownId()
  if (amount !== order.amount) throw wrong('Payment amount is different from the order amount.', 'amount')
  if (amount > token.max_amount) throw wrong('Payment amount is more than the maximum of the token.', 'amount')
  if (isPaid(fake, order)) throw wrong('Payment already done for this order.')
  const payment: Payment = {
    id: `pay_${randomName(14)}`,
    order_id: order.id,
    amount,
    status: 'created',
    method: 'card',
    card: { type: 'credit', last4: '1111' },
    bank: null,
    wallet: null,
    vpa: null,
    customer_id: token.customer_id,
    token_id: token.id,
    amount_refunded: 0n,
    notes: (body.notes as Record<string, string>) ?? {},
    error: null,
    created_at: Math.floor(fake.clock().getTime() / 1000),
  }
  fake.payments.set(payment.id, payment)
  order.attempts++
  fake.log.push({
    kind: 'attempt',
    paymentId: payment.id,
    orderId: order.id,
    amount,
    method: 'credit_card',
    token: token.id,
  })
  return { status: 200, body: { razorpay_payment_id: payment.id } }
}

const tokenOf = (fake: FakeRazorpay, customerId?: string, tokenId?: string) => {
  const token = find(fake.tokens, tokenId)
  // Expired tokens can no longer be fetched.
  if (token.customer_id !== customerId || token.status === 'expired') throw unknownId()
  return token
}

const cancelToken: Operation = async (fake, _, [customerId, tokenId]) => {
  const token = tokenOf(fake, customerId, tokenId)
  if (!['initiated', 'confirmed', 'paused'].includes(token.status)) throw wrong('The token cannot be cancelled.')
  await fake.setToken(token.id, 'cancelled')
  return { status: 200, body: { status: 'cancellation_initiated' } }
}

const paymentsOf = (fake: FakeRazorpay, orderId: string) =>
  [...fake.payments.values()].filter((payment) => payment.order_id === orderId).map(showPayment)

/** The hosted checkout: only the key, the order and the return URL are used. */
const openCheckout: Operation = (fake, { body: text }) => {
  const fields = Object.fromEntries(new URLSearchParams(text))
  if (fields.key_id !== fake.keyId) throw wrong('The api key provided is invalid', 'key_id')
  const order = find(fake.orders, fields.order_id)
  if (fields.amount !== String(order.amount)) throw wrong('Payment amount is different from the order.', 'amount')
  if (order.token !== null && (fields.recurring !== '1' || fields.customer_id !== order.customer_id))
    throw wrong('The recurring field is required for this order.', 'recurring')
  if (!URL.canParse(fields.callback_url ?? '')) throw wrong('The callback_url is required.', 'callback_url')
  const personal = Object.keys(fields).find((name) => name.startsWith('prefill'))
  if (personal) throw wrong('Whoever has the address of the page would read this.', personal)
  const notes = Object.entries(fields).flatMap(([name, value]) => {
    const key = /^notes\[(\w+)\]$/.exec(name)?.[1]
    return key ? [[key, value] as const] : []
  })
  order.checkoutNotes = Object.fromEntries(notes)
  return hiddenForm(`${fake.url}/v1/checkout/pay`, { order_id: order.id, callback_url: fields.callback_url as string })
}

/** What the customer types on the gateway's own page: only this page receives the card's number. */
const payAtCheckout: Operation = async (fake, { body: text }) => {
  const { order_id, callback_url, method, outcome, card_number } = Object.fromEntries(new URLSearchParams(text))
  const paying = { method: method as Paying['method'], outcome, cardNumber: card_number }
  const { fields } = await fake.pay(order_id as string, paying)
  return hiddenForm(callback_url as string, fields)
}

const operations: readonly [RegExp, Operation][] = [
  [/^POST \/v1\/orders$/, createOrder],
  [
    /^GET \/v1\/orders$/,
    (fake, { query }) => {
      const found = [...fake.orders.values()].filter(({ receipt }) => receipt === query.get('receipt'))
      return { status: 200, body: collection(found.map((order) => showOrder(fake, order))) }
    },
  ],
  [/^GET \/v1\/orders\/([^/]+)$/, (fake, _, [id]) => ({ status: 200, body: showOrder(fake, find(fake.orders, id)) })],
  [
    /^GET \/v1\/orders\/([^/]+)\/payments$/,
    (fake, _, [id]) => ({ status: 200, body: collection(paymentsOf(fake, find(fake.orders, id).id)) }),
  ],
  [/^GET \/v1\/payments\/([^/]+)$/, (fake, _, [id]) => ({ status: 200, body: showPayment(find(fake.payments, id)) })],
  [/^POST \/v1\/payments\/create\/recurring$/, chargeToken],
  [/^POST \/v1\/payments\/([^/]+)\/refund$/, refundPayment],
  [
    /^GET \/v1\/payments\/([^/]+)\/refunds$/,
    (fake, _, [id]) => {
      const { id: paymentId } = find(fake.payments, id)
      const found = [...fake.refunds.values()].filter(({ payment_id }) => payment_id === paymentId)
      return { status: 200, body: collection(found.map(showRefund)) }
    },
  ],
  [
    /^GET \/v1\/payments\/([^/]+)\/refunds\/([^/]+)$/,
    (fake, _, [, id]) => ({ status: 200, body: showRefund(find(fake.refunds, id)) }),
  ],
  [/^POST \/v1\/customers$/, createCustomer],
  [
    /^GET \/v1\/customers\/([^/]+)\/tokens\/([^/]+)$/,
    (fake, _, [customer, token]) => ({ status: 200, body: showToken(tokenOf(fake, customer, token)) }),
  ],
  [/^PUT \/v1\/customers\/([^/]+)\/tokens\/([^/]+)\/cancel$/, cancelToken],
  [/^POST \/v1\/checkout\/embedded$/, openCheckout],
  [/^POST \/v1\/checkout\/pay$/, payAtCheckout],
]

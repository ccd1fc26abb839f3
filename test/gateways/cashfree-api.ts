// The API of the fake Cashfree: validates and refuses requests as strictly as the documentation says.

import { type FakeCashfree, isPaid, type Order, type Refund, showOrder, showPayment, showRefund } from './cashfree.ts'
import { type Asked, hiddenForm, randomName, type Told, Wrong } from './fake.ts'
import type { Paying } from './razorpay.ts'

type Body = Record<string, unknown>
type Operation = (fake: FakeCashfree, asked: Asked, ids: string[]) => Told | Promise<Told>

const API_VERSION = '2025-01-01'

const wrong = (code: string, message: string, status = 400) =>
  new Wrong(status, { message, code, type: status === 401 ? 'authentication_error' : 'invalid_request_error' })

export async function answer(fake: FakeCashfree, asked: Asked): Promise<Told> {
  try {
    for (const [pattern, operation] of operations) {
      const match = pattern.exec(`${asked.method} ${asked.path}`)
      if (!match) continue
      if (!asked.path.startsWith('/pg/view/')) mustBeKnown(fake, asked)
      return await operation(fake, asked, match.slice(1))
    }
    throw wrong('request_invalid', 'there is no such path', 404)
  } catch (error) {
    if (error instanceof Wrong) return { status: error.status, body: error.body }
    throw error
  }
}

function mustBeKnown({ clientId, clientSecret }: FakeCashfree, { headers }: Asked): void {
  if (headers['x-client-id'] !== clientId || headers['x-client-secret'] !== clientSecret)
    throw wrong('request_failed', 'authentication Failed', 401)
  if (headers['x-api-version'] !== API_VERSION) throw wrong('api_version_invalid', 'invalid value for x-api-version')
}

/** Checks every field; `?` at the end of a name makes it optional. Unlisted fields are refused. */
function read(body: Body, place: string, checks: Record<string, (value: unknown) => boolean>): void {
  const known = new Set(Object.keys(checks).map((name) => name.replace('?', '')))
  const stray = Object.keys(body ?? {}).find((name) => !known.has(name))
  if (stray) throw wrong('request_invalid', `${place}${stray} : unknown field`)
  for (const [name, check] of Object.entries(checks)) {
    const field = name.replace('?', '')
    if (body?.[field] === undefined && name.endsWith('?')) continue
    if (!check(body?.[field])) throw wrong(`${field}_invalid`, `${place}${field} : invalid value`)
  }
}

/** Amounts exactly as in the body: digits, never a float. */
function paiseOf(text: string, field: string): bigint {
  const match = new RegExp(`"${field}":(\\d+)(?:\\.(\\d{1,2}))?[,}]`).exec(text)
  if (!match) throw wrong(`${field}_invalid`, `${field} : should be a number with at most two decimals`)
  return BigInt(match[1] as string) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

const isText = (least: number, most: number) => (value: unknown) =>
  typeof value === 'string' && value.length >= least && value.length <= most
const isName = (least: number, most: number) => (value: unknown) =>
  isText(least, most)(value) && /^[\w-]+$/.test(value as string)
const isObject = (value: unknown) => typeof value === 'object' && value !== null
const isNumber = (value: unknown) => typeof value === 'number' && value > 0

const createOrder: Operation = (fake, { body: text }) => {
  const body = JSON.parse(text) as Body & {
    customer_details: Record<string, string>
    order_meta: { return_url: string }
  }
  read(body, '', {
    order_id: isName(3, 45),
    order_amount: isNumber,
    order_currency: (value) => value === 'INR',
    customer_details: isObject,
    order_meta: isObject,
    'order_note?': isText(3, 200),
    'order_tags?': isObject,
  })
  read(body.customer_details, 'customer_details.', {
    customer_id: isName(3, 50),
    customer_phone: (value) => typeof value === 'string' && /^(\+\d{10,14}|\d{10})$/.test(value),
    'customer_email?': isText(3, 100),
    'customer_name?': isText(3, 100),
  })
  read(body.order_meta, 'order_meta.', {
    return_url: (value) => typeof value === 'string' && URL.canParse(value),
    'notify_url?': (value) => typeof value === 'string' && URL.canParse(value),
  })
  const orderId = body.order_id as string
  if (fake.orders.has(orderId)) throw wrong('order_already_exists', 'order with same id is already present', 409)
  const order: Order = {
    order_id: orderId,
    cf_order_id: randomName(10, '123456789'),
    amount: paiseOf(text, 'order_amount'),
    session: `session_${randomName(60)}`,
    customer: body.customer_details,
    return_url: body.order_meta.return_url,
  }
  fake.orders.set(orderId, order)
  fake.log.push({ kind: 'order', orderId, receipt: orderId, amount: order.amount })
  return { status: 200, body: showOrder(fake, order) }
}

function orderOf(fake: FakeCashfree, id: string | undefined): Order {
  const order = fake.orders.get(id as string)
  if (!order) throw wrong('order_not_found', 'Order Reference Id does not exist', 404)
  return order
}

const paymentsOf = (fake: FakeCashfree, orderId: string) =>
  [...fake.payments.values()].filter((payment) => payment.order_id === orderId)

const createRefund: Operation = async (fake, { body: text }, [id]) => {
  const body = JSON.parse(text) as Body
  read(body, '', {
    refund_amount: isNumber,
    refund_id: isName(3, 40),
    'refund_note?': isText(3, 100),
    'refund_speed?': (value) => value === 'STANDARD' || value === 'INSTANT',
  })
  const order = orderOf(fake, id)
  const refundId = body.refund_id as string
  if (fake.refunds.has(refundId)) throw wrong('refund_already_exists', 'refund with same id is already present', 409)
  const paid = paymentsOf(fake, order.order_id).find(({ status }) => status === 'SUCCESS')
  if (!paid) throw wrong('order_not_paid', 'refunds are possible for paid orders only')
  const amount = paiseOf(text, 'refund_amount')
  if (paid.refunded + amount > paid.amount)
    throw wrong('refund_amount_invalid', 'refund amount can not be greater than what is left of the payment')
  const refund: Refund = {
    cf_refund_id: randomName(8, '123456789'),
    refund_id: refundId,
    cf_payment_id: paid.cf_payment_id,
    order_id: order.order_id,
    amount,
    status: 'PENDING',
    arn: null,
  }
  fake.refunds.set(refundId, refund)
  paid.refunded += amount
  fake.log.push({ kind: 'refund', refundId, receipt: refundId, paymentId: paid.cf_payment_id, amount })
  if (fake.refundsBecome !== 'pending') await fake.settleRefund(refundId, fake.refundsBecome)
  return { status: 200, body: showRefund(refund) }
}

/** The hosted checkout: the session alone determines the amount. */
const openCheckout: Operation = (fake, { body: text }) => {
  const session = new URLSearchParams(text).get('payment_session_id')
  const order = [...fake.orders.values()].find((one) => one.session === session)
  if (!order) throw wrong('payment_session_id_invalid', 'payment_session_id is not present or is invalid')
  if (isPaid(fake, order.order_id)) throw wrong('order_paid', 'order is already paid')
  return hiddenForm(`${fake.url}/pg/view/pay`, { payment_session_id: session as string })
}

/** What the customer types on the gateway's own page: only this page receives the card's number. */
const payAtCheckout: Operation = async (fake, { body: text }) => {
  const { payment_session_id, method, outcome, card_number } = Object.fromEntries(new URLSearchParams(text))
  const order = [...fake.orders.values()].find(({ session }) => session === payment_session_id)
  const paying = { method: method as Paying['method'], outcome, cardNumber: card_number }
  const { returnUrl } = await fake.pay((order as Order).order_id, paying)
  return { status: 200, contentType: 'text/html', body: `<a href="${returnUrl}">Back to the shop</a>` }
}

const operations: readonly [RegExp, Operation][] = [
  [/^POST \/pg\/orders$/, createOrder],
  [/^GET \/pg\/orders\/([^/]+)$/, (fake, _, [id]) => ({ status: 200, body: showOrder(fake, orderOf(fake, id)) })],
  [
    /^GET \/pg\/orders\/([^/]+)\/payments$/,
    (fake, _, [id]) => ({ status: 200, body: paymentsOf(fake, orderOf(fake, id).order_id).map(showPayment) }),
  ],
  [/^POST \/pg\/orders\/([^/]+)\/refunds$/, createRefund],
  [
    /^GET \/pg\/orders\/([^/]+)\/refunds\/([^/]+)$/,
    (fake, _, [id, refundId]) => {
      const refund = fake.refunds.get(refundId as string)
      if (refund?.order_id !== orderOf(fake, id).order_id) throw wrong('refund_not_found', 'refund not found', 404)
      return { status: 200, body: showRefund(refund) }
    },
  ],
  [/^POST \/pg\/view\/sessions\/checkout$/, openCheckout],
  [/^POST \/pg\/view\/pay$/, payAtCheckout],
]

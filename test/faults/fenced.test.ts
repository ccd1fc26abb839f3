// A fenced installation with a real gateway and a real mail server: neither receives anything, whatever falls due; and
// once the fence is lifted everything is done once, including what the original installation had already requested.
// Their own logs are the evidence.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Fenced, forgetFence } from '#installation/fence.ts'
import { jobRuns } from '#kit/metrics.ts'
import { createSystemMail } from '#messaging/channels/email/system-mail.ts'
import { createGateways } from '#money/gateways/providers/index.ts'
import { createRazorpay } from '#money/gateways/providers/razorpay.ts'
import type { Receipt } from '#money/gateways/rules.ts'
import { liftFence } from '../../server/program/lift-fence.ts'
import { raiseFence, settleIn } from '../../server/program/place.ts'
import { autoRechargeOf, rechargesOf, set, settleDown, spend, usual } from '../auto-recharge.ts'
import { readyToSend } from '../company.ts'
import type { FakeRazorpay } from '../gateways/razorpay.ts'
import { askGateways, install, newOperator, orderOf, razorpayAccount } from '../gateways/scene.ts'
import { publicId, startSamvad, uuidOf } from '../harness.ts'
import { startMailbox } from '../mailbox.ts'
import { openRecharge } from '../payments.ts'
import { eventually } from '../program.ts'
import { approvedRefund, refundNow } from '../refunds.ts'

const RUPEE = 1_000_000n
/** Their cost takes the balance below the threshold of auto-recharge. */
const MAILS = 100

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({
  SAMVAD_LOG_LEVEL: 'silent',
  SAMVAD_SMTP_URL: mailbox.url,
  DATABASE_URL: 'postgres://the-tests-say-where/it',
})
/** The original: not fenced, with the same account at the gateway. */
const original = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad
const installed = await install(samvad, 'razorpay')
const fake = installed.fake as FakeRazorpay
const operator = { token: await newOperator(samvad), userId: '' }
await settleIn(app)

const company = await installed.newCompany('Asha Mills')
const { conversationId } = await readyToSend(samvad, company, 0n)
const gateway = async () => (await createGateways(app)()).named('razorpay')
const debits = () => [...fake.payments.values()].filter(({ status, token_id }) => status === 'created' && token_id)
const isFenced = async () => (await samvad.request('GET', '/v1/me')).headers.get('samvad-fenced') === 'true'
const runsOf = async () =>
  new Map((await jobRuns.get()).values.map(({ labels, value }) => [String(labels.job), value] as const))

const OUTSIDE = ['dispatch', 'invitation', 'settle_recharge', 'auto_recharge', 'refund'] as const

let recharge: { id: string }
let refund: { id: string }

test('spec 17.16: while it is fenced no gateway and no mail server hears of it, whatever falls due', async () => {
  await set(samvad, usual, company)
  const [first] = await rechargesOf(samvad, company)
  await fake.pay(await orderOf(samvad, { id: publicId('rech', first?.id as string) }), { method: 'credit_card' })
  await settleDown(samvad)
  assert.equal((await autoRechargeOf(samvad, company)).status, 'active')
  const paid = await openRecharge(samvad, '100.00', {}, company)
  await fake.pay(await orderOf(samvad, paid))
  await askGateways(samvad)

  // Stored while the gateway did not answer: its order is not placed yet.
  fake.fail({ fault: 'error_before', times: 3 })
  recharge = await openRecharge(samvad, '500.00', {}, company)
  fake.fail(null)

  assert.equal(await raiseFence(app, 'the test wants it'), true)
  assert.equal(await raiseFence(app, 'twice'), false)
  forgetFence(app)
  await eventually('every answer says so', isFenced)
  const asked = fake.asked.length
  refund = await approvedRefund(samvad, operator, { recharge_id: paid.id, amount: '95.00' }, company)
  const many = await spend(samvad, { company, conversationId }, MAILS)
  assert.ok(many.body.data.every(({ status }: { status: number }) => status === 201))
  const invited = { email: 'meera@mills.example', role: 'agent' }
  assert.equal((await samvad.request('POST', '/v1/invitations', { token: company.token, json: invited })).status, 202)

  samvad.startWorker()
  const before = await runsOf()
  await eventually('the jobs have looked', async () => {
    for (const kind of OUTSIDE) app.wake(kind)
    const now = await runsOf()
    return OUTSIDE.every((name) => (now.get(name) ?? 0) > (before.get(name) ?? 0) + 2)
  })
  assert.deepEqual([fake.asked.length, mailbox.connections], [asked, 0])
  assert.equal((await refundNow(samvad, refund, company)).status, 'approved')
  assert.deepEqual(await samvad.rows(`select distinct status, attempts from deliveries`), [
    { status: 'queued', attempts: 0 },
  ])
})

test('spec 17.16: the last step before a gateway or a mail server asks once more, so that nobody passes beside the jobs', async () => {
  const asked = fake.asked.length
  const named = await gateway()
  await assert.rejects(async () => named?.fetchPayments(company.organizationId, 'order_of_somebody'), Fenced)
  const mail = createSystemMail(app, { serverFor: () => Promise.reject(new Error('unused')), close: async () => {} })
  const text = { subject: 'Come in', text: 'A link', html: '', at: new Date() }
  const letter = { messageName: 'letter', organizationId: company.organizationId, to: 'meera@mills.example', ...text }
  assert.equal((await mail.send(letter, 'installation')).became, 'deferred')
  assert.deepEqual([fake.asked.length, mailbox.connections], [asked, 0])
})

test('spec 17.17: once it is lifted everything is done once, also what the original had asked the gateway for', async () => {
  // The copy never tried to place it, while the original did; the refund likewise.
  await samvad.rows(`update recharges set placing_count = 0 where gateway_order_id is null`)
  const { key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret, base_url } = razorpayAccount(fake)
  const elsewhere = createRazorpay(original.app, { baseUrl: base_url, keyId, keySecret, webhookSecret })
  const customer = { name: 'Asha Mills', email: 'accounts@company.example', phone: '+919812345678' }
  const { organizationId } = company
  const [row] = await samvad.rows<{ total_micros: bigint }>(`select total_micros from recharges where id = $1`, [
    uuidOf('rech', recharge.id),
  ])
  const order = { organizationId, receipt: recharge.id as Receipt, customer, mandate: null, mayExist: false }
  const { orderId } = await elsewhere.createOrder({ ...order, total: row?.total_micros as bigint })
  const [asked] = await samvad.rows<{ payment_id: string; order_id: string; micros: bigint }>(
    `select payment_id, order_id, amount_micros + tax_micros as micros from refunds`,
  )
  assert.ok(asked)
  const given = { organizationId, refundId: uuidOf('rfnd', refund.id), amount: asked.micros }
  assert.ok(given.amount > 95n * RUPEE)
  await elsewhere.refund({ ...given, paymentId: asked.payment_id, orderId: asked.order_id })

  const lifted = await liftFence(app, null)
  assert.deepEqual([lifted?.fence.reason, lifted?.settled], ['the test wants it', {}])
  assert.equal(await liftFence(app, null), null)
  samvad.setClock(new Date(Date.now() + 10 * 60_000))
  const wake = () => {
    for (const kind of OUTSIDE) app.wake(kind)
  }
  await eventually('the mails have left', async () => (wake(), mailbox.received.length > MAILS))
  await eventually('the customer is debited', async () => (wake(), debits().length === 1))
  await eventually('the refund is known', async () => {
    wake()
    return (await refundNow(samvad, refund, company)).status !== 'approved'
  })
  await eventually('the order is known', async () => {
    wake()
    return (await orderOf(samvad, recharge).catch(() => null)) === orderId
  })
  assert.equal(mailbox.received.length, MAILS + 1)
  assert.equal(debits().length, 1)
  assert.equal(fake.refunds.size, 1)
  assert.equal([...fake.orders.values()].filter(({ receipt }) => receipt === recharge.id).length, 1)
  await installed.mustAgree({ whileWaiting: true })
})

// The main job, end to end, as a new user does it: a fresh installation in a separate process, a recharge, a
// conversation, a mail that really arrives, its cost, and the invoice.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MAIN } from '../bundled-program.ts'
import { watchLoading } from '../loading.ts'
import { type Mailbox, startMailbox } from '../mailbox.ts'
import { eventually, newPreparedDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'

/** Also watches one module that every process loads, so that a watch that sees nothing fails. */
const loading = watchLoading(/kit\/(?:tracing\/|interval\.ts)/)
let samvad: Program
let mailbox: Mailbox
let dataDirectory: string

before(async () => {
  mailbox = await startMailbox()
  // initdb and the migrations are in test/faults/full-disk.test.ts and test/start/stops.test.ts.
  dataDirectory = await newPreparedDirectory()
  const environment = {
    SAMVAD_SMTP_URL: mailbox.url,
    SAMVAD_SMTP_FROM: 'Asha Textiles <orders@asha.example>',
    ...loading.environment,
    // Tracing options, but no collector.
    OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
    OTEL_TRACES_SAMPLER: 'always_on',
  }
  samvad = await startProgram(dataDirectory, environment, MAIN)
})

after(async () => {
  await samvad.stop()
  await mailbox.close()
  await removeDataDirectory(dataDirectory)
  loading.remove()
})

test('spec 9.1, 9.2, 9.5: money in, a message out, its price deducted, and the three billing endpoints show it', async () => {
  const empty = await samvad.request('GET', '/api/v1/billing/balance')
  assert.equal(empty.body.balance, '0.00')
  assert.equal(empty.body.sending_paused, true)

  const recharge = await samvad.request('POST', '/api/v1/billing/recharges', {
    json: { amount: '1000.00', payment_method: 'upi' },
  })
  assert.equal(recharge.status, 201, recharge.text)
  assert.deepEqual([recharge.body.amount, recharge.body.tax, recharge.body.total], ['1000.00', '180.00', '1180.00'])
  await fetch(recharge.body.checkout_url, {
    method: 'POST',
    body: new URLSearchParams({ method: 'upi', outcome: 'success' }),
  })
  const paid = await samvad.request('GET', `/api/v1/billing/recharges/${recharge.body.id}`)
  assert.equal(paid.body.status, 'succeeded')

  const contact = await samvad.request('POST', '/v1/contacts', {
    json: { display_name: 'रवि कुमार', email: 'ravi@customer.example' },
  })
  assert.equal(contact.status, 201, contact.text)
  const conversation = await samvad.request('POST', '/v1/conversations', { form: { contact_id: contact.body.id } })
  assert.equal(conversation.status, 201, conversation.text)
  const sent = await samvad.request('POST', '/v1/messages', {
    json: {
      conversation_id: conversation.body.id,
      channel: 'email',
      subject: 'आपका ऑर्डर निकल गया 🎉',
      text: 'नमस्ते रवि',
    },
  })
  assert.equal(sent.status, 201, sent.text)
  assert.equal(sent.body.price, '0.15')

  await mailbox.waitFor(1)
  const [mail] = mailbox.received
  assert.equal(mail?.parsed.subject, 'आपका ऑर्डर निकल गया 🎉')
  assert.match(mail?.parsed.text ?? '', /नमस्ते रवि/)
  assert.equal(mail?.parsed.from?.address, 'orders@asha.example')
  await eventually('the message is sent', async () => {
    const message = await samvad.request('GET', `/v1/messages/${sent.body.id}`)
    return message.body.status === 'sent'
  })

  const balance = await samvad.request('GET', '/api/v1/billing/balance')
  assert.equal(balance.body.balance, '999.85')
  assert.equal(balance.body.sending_paused, false)
  const { body: transactions } = await samvad.request('GET', '/api/v1/billing/transactions')
  assert.deepEqual(
    transactions.data.map(({ kind, status, amount, balance_after }: Record<string, string>) => [
      kind,
      status,
      amount,
      balance_after,
    ]),
    [
      ['deduction', 'completed', '-0.15', '999.85'],
      ['recharge', 'completed', '1000.00', '1000.00'],
    ],
  )
  const { body: deliveries } = await samvad.request('GET', `/v1/messages/${sent.body.id}/deliveries`)
  assert.equal(deliveries.data[0].tier, 1)
  assert.equal(deliveries.data[0].transaction_id, transactions.data[0].id)

  const invoice = await samvad.request('GET', `/api/v1/billing/invoices/${paid.body.invoice_id}`, {
    headers: { accept: 'application/json' },
  })
  assert.deepEqual([invoice.body.taxable_amount, invoice.body.total], ['1000.00', '1180.00'])
  assert.match(invoice.body.number, /^SBX\/\d\d-\d\d\/000001$/)
  const pdf = await samvad.request('GET', `/api/v1/billing/invoices/${paid.body.invoice_id}`)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.ok(pdf.text.startsWith('%PDF-'))
})

test('spec 17.6: the doctor finds nothing wrong, and says so with exit code 0', async () => {
  const { code, out } = await samvad.cli('doctor')
  assert.equal(code, 0, out)
})

test('spec 17.21: where no collector is set nothing that makes traces is loaded, in any process of the program', () => {
  const ofProcesses = loading.loaded()
  assert.ok(ofProcesses.length > 1, 'the API and the worker are watched')
  assert.doesNotMatch(ofProcesses.join(''), /kit\/tracing\//)
})

test('spec 16.3: a second start keeps everything, and brings no mail sandbox back where the mail server is taken away; SIGTERM ends cleanly', async () => {
  const carrier = async () => (await samvad.request('GET', '/v1/channels/email')).body.carrier
  assert.equal(await carrier(), 'installation')
  const before = await samvad.request('GET', '/api/v1/billing/balance')
  assert.equal(await samvad.stop(), 0)
  samvad = await startProgram(dataDirectory, { ROLES: 'api' })
  assert.equal(await carrier(), 'none')
  const afterwards = await samvad.request('GET', '/api/v1/billing/balance')
  assert.equal(afterwards.status, 200)
  assert.equal(afterwards.body.balance, before.body.balance)
  assert.equal(mailbox.received.length, 1)
})

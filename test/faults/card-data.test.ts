import assert from 'node:assert/strict'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { capturedLog } from '../gateways/log.ts'
import { everythingStored, formOf, gatewayNames, install, submit } from '../gateways/scene.ts'
import { request, startSamvad } from '../harness.ts'
import { balanceOf, openRecharge, RECHARGES } from '../payments.ts'
import { assertRefused } from '../story.ts'

const CARD = { card_number: '4012888888881881', card_cvv: '937', card_expiry: '11/39', card_name: 'MRS ASHA RAO' }

/** A proxy in front of the program that records everything sent to it. */
async function startListener(target: string) {
  const heard: string[] = []
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    heard.push(`${incoming.method} ${incoming.url} ${JSON.stringify(incoming.headers)}`)
    const onward = httpRequest(
      { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.on('data', (bytes: Buffer) => heard.push(bytes.toString('utf8')))
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, text: () => heard.join('\n') }
}

for (const name of gatewayNames) {
  test(`${name}: spec 10.3: cards are not stored: their numbers reach no request, no table and no log`, async () => {
    const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'trace' })
    const log = capturedLog(samvad)
    const { fake, newCompany, mustAgree } = await install(samvad, name)
    const listener = await startListener(samvad.url)
    samvad.app.settings.publicUrl = listener.url
    fake.webhooks.url = `${listener.url}/webhooks/gateways/${name}`
    const company = await newCompany('Asha Mills')

    for (const outcome of ['expired_card', 'success']) {
      const recharge = await openRecharge(samvad, '100.00', { payment_method: 'credit_card' }, company)
      const checkout = new URL(recharge.checkout_url)
      assert.equal(checkout.origin, listener.url)
      const page = await request(checkout.origin, 'GET', checkout.pathname)
      const atGateway = await submit(formOf(page.text))
      const paid = await submit(formOf(atGateway.text), { method: 'credit_card', outcome, ...CARD })
      assert.equal(paid.status, 200, paid.text)
      const link = /<a href="([^"]+)">Back/.exec(paid.text)?.[1]
      if (link) await request(new URL(link).origin, 'GET', new URL(link).pathname)
      else await submit(formOf(paid.text))
    }
    assert.equal(await balanceOf(samvad, company), '100.00')
    await mustAgree()

    const seenByGateway = fake.asked.map(({ body }) => body).join('\n')
    const ours = { requests: listener.text(), database: await everythingStored(samvad), log: log.text() }
    assert.match(ours.requests, new RegExp(`POST /webhooks/gateways/${name}`), 'the scan hears the webhooks')
    assert.match(ours.database, /Asha Mills/, 'the scan sees the database')
    assert.ok(ours.log.length > 0, 'the scan sees the log')
    for (const [field, value] of Object.entries(CARD)) {
      const typed = new URLSearchParams({ [field]: value }).toString()
      assert.ok(seenByGateway.includes(typed), `the gateway was told the ${field}, so the scan could find it`)
      // Three digits occur in any number.
      if (field === 'card_cvv') continue
      for (const [where, text] of Object.entries(ours)) assert.ok(!text.includes(value), `${field} in the ${where}`)
    }
    for (const [where, text] of Object.entries(ours)) assert.doesNotMatch(text, /card_cvv|"cvv"/, where)
  })
}

test('spec 10.3: a request that brings card data is refused by the name of the field, and nothing of it is kept', async () => {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'trace' })
  const log = capturedLog(samvad)
  for (const [field, value] of Object.entries(CARD)) {
    const json = { amount: '100.00', payment_method: 'credit_card', [field]: value }
    assertRefused(await samvad.request('POST', RECHARGES, { json }), 422, 'invalid_content', field)
  }
  const nested = { amount: '100.00', card: { number: CARD.card_number, cvv: CARD.card_cvv } }
  assertRefused(await samvad.request('POST', RECHARGES, { json: nested }), 422, 'invalid_content', 'card')
  assert.deepEqual(await samvad.rows(`select id from recharges`), [])
  const kept = `${await everythingStored(samvad)}\n${log.text()}`
  assert.ok(!kept.includes(CARD.card_number) && !kept.includes(CARD.card_name))
})

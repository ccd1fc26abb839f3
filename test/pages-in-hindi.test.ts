// Pages rendered by the service, for a browser that requests Hindi: no English sentence is left.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureReasons, purposes } from '#money/gateways/rules.ts'
import { checkoutReply } from '#money/recharges/checkout-page.ts'
import { recharging } from './auto-recharge.ts'
import { startSamvad } from './harness.ts'
import { inviteBySandbox } from './invitations.ts'
import { latinIn, textOf } from './latin.ts'
import { openRecharge } from './payments.ts'

const samvad = await startSamvad()
samvad.startWorker()
const ask = (path: string, form?: Record<string, string>) =>
  samvad.request(form ? 'POST' : 'GET', path, {
    token: null,
    headers: { accept: 'text/html', 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.4', origin: samvad.url },
    ...(form && { form }),
  })

function mustBeHindi({ text, headers }: { text: string; headers: Headers }, names: string[] = []): void {
  assert.match(text, /<html lang="hi">/)
  assert.equal(headers.get('content-language'), 'hi')
  assert.match(headers.get('vary') ?? '', /accept-language/)
  assert.deepEqual(latinIn(textOf(text), names), [], textOf(text))
}

test('the sandbox gateway asks, pays, fails and refuses in Hindi', async () => {
  const company = await samvad.newCompany('Bhavani Foods')
  const { checkout_url: url } = await openRecharge(samvad, '1000.00', {}, company)
  const { pathname } = new URL(url)
  mustBeHindi(await ask(pathname))
  const failure = { method: 'upi', outcome: 'bank_declined' }
  assert.equal((await ask(pathname, failure)).status, 303)
  mustBeHindi(await ask(pathname))
  assert.equal((await ask(pathname, { method: 'upi', outcome: 'success' })).status, 303)
  mustBeHindi(await ask(pathname))
  const again = await ask(pathname, failure)
  assert.equal(again.status, 409)
  assert.match(again.text, /इस ऑर्डर का भुगतान हो चुका है/)
  mustBeHindi(again)
})

test('a mandate at the sandbox gateway is told in Hindi, whatever becomes of it', async () => {
  const { mandatePage } = await recharging(samvad, 'Asha Mills')
  mustBeHindi(await ask(mandatePage))
  const choices: Record<string, string>[] = [{ outcome: 'expired_card' }, { status: 'paused' }, { status: 'cancelled' }]
  for (const choice of choices) {
    assert.equal((await ask(mandatePage, choice)).status, 303)
    mustBeHindi(await ask(mandatePage))
  }
  mustBeHindi(await ask(mandatePage, { status: 'active' }))
})

test('the way to a real gateway is told in Hindi, whatever became of the payment', () => {
  const view = { supplier: 'Samvad', receipt: 'rech_1', consolePath: '/', amount: 1n, tax: 0n, total: 1n }
  const form = { title: 'Razorpay', action: 'https://a.example', fields: { id: 'x' }, origins: [] }
  const pages = purposes.flatMap((purpose) =>
    (['created', 'pending', 'succeeded', 'failed', 'closed'] as const).flatMap((status) =>
      failureReasons.flatMap((failureReason) =>
        [null, form].map((way) => ({ ...view, purpose, status, failureReason, form: way })),
      ),
    ),
  )
  for (const page of pages) {
    const { raw, headers } = checkoutReply(page, 'hi')
    mustBeHindi({ text: raw?.content as string, headers: new Headers(headers as Record<string, string>) })
  }
})

test('an invitation asks, refuses and is over in Hindi', async () => {
  const firm = await samvad.newCompany('Ganga Books')
  const link = await inviteBySandbox(samvad, firm, 'hari@ganga.example')
  mustBeHindi(await ask(link), ['Ganga Books'])
  const short = await ask(link, { display_name: ' ', password: 'correct horse battery' })
  assert.equal(short.status, 422)
  mustBeHindi(short, ['Ganga Books'])
  mustBeHindi(await ask(`/console/invitations/${'a'.repeat(43)}`))
})

test('links that lead nowhere, and the sandbox, are told in Hindi', async () => {
  for (const path of ['/nowhere', '/unsubscribe/none', '/docs/errors/none', '/exports/none'])
    mustBeHindi(await ask(path), [path])
})

// How all pages of money look: on a phone and a desk, light and dark, in both languages, with the ugliest names.

import { after, test } from 'node:test'
import { fund, startSamvad } from '../harness.ts'
import { correspond, delivered, until, write } from '../mail-story.ts'
import { openRecharge, payAtCheckout } from '../payments.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const DAYS_AGO_MS = 40 * 24 * 3600 * 1000
const visitors: Visitor[] = []
// Before the server waits for its streams to end.
after(async () => {
  for (const { context } of visitors) await context.close()
})
const samvad = await startSamvad()
const asha = person(samvad)
// Closed behind the file, so not within a hook.
const opened = skip ? null : await openConsole(samvad)

const paid: { id: string }[] = []
let month = ''
if (opened) {
  // Of a month that is over there is a summary.
  samvad.setClock(new Date(Date.now() - DAYS_AGO_MS))
  await fund(samvad, samvad.company.organizationId, 100n)
  samvad.setClock(null)
  samvad.startWorker()
  const ravi = await correspond(asha, 'ravi@customer.example', 'Śrī Venkaṭanarasiṃharājuvāripēṭa 👩‍👩‍👧‍👦 مرحبا')
  await delivered(samvad, await write(asha, ravi), 'sent')
  for (const outcome of ['success', 'bank_declined']) {
    const recharge = await openRecharge(samvad, '500.00')
    await payAtCheckout(recharge.checkout_url, outcome)
    paid.push(recharge)
  }
  const { body } = await until(
    () => asha.get('/api/v1/billing/summaries'),
    ({ body }) => body.data.length > 0,
  )
  month = body.data[0].month
}

const looks = [
  { colorScheme: 'light', language: 'en' },
  { colorScheme: 'dark', language: 'hi' },
] as const

for (const look of looks)
  test(`every page of money is fine on a phone and a desk, ${look.colorScheme}, ${look.language}`, {
    skip,
  }, async () => {
    const visitor = (await opened?.signIn('owner', look)) as Visitor
    visitors.push(visitor)
    const invoices = (await asha.get('/api/v1/billing/invoices')).body.data
    const transactions = (await asha.get('/api/v1/billing/transactions?kind=deduction')).body.data
    const pages = [
      'billing',
      'billing/recharge',
      ...paid.map(({ id }) => `billing/recharge/${id}`),
      'billing/auto-recharge',
      `billing/transactions?open=${transactions[0].id}`,
      `billing/invoices?open=${invoices[0].id}`,
      `billing/refunds?ask=${transactions[0].id}`,
      'billing/prices',
      'billing/exports',
      'billing/profile',
      'usage',
      'usage?view=table&by=user',
      'usage/months',
      `usage/months/${month}`,
    ]
    for (const where of pages) {
      await visitor.goWithin(where)
      await mustBeFine(visitor, `${where.replaceAll(/[/?=&]/g, '-')}-${look.colorScheme}-${look.language}`)
    }
  })

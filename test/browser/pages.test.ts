// Every page that the program serves, in a real browser: on a phone and on a desktop, light and dark.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Sealer } from '#kit/crypto.ts'
import { createUnsubscribeTokens } from '#messaging/channels/email/unsubscribe.ts'
import { routesOf } from '../../server/program/routes.ts'
import { recharging } from '../auto-recharge.ts'
import { fieldOf, publishForm } from '../form-pages.ts'
import { install } from '../gateways/scene.ts'
import { startSamvad, uuidOf } from '../harness.ts'
import { inviteBySandbox } from '../invitations.ts'
import { isLong } from '../long-stories.ts'
import { until } from '../mail-story.ts'
import { openRecharge, payAtCheckout } from '../payments.ts'
import { subscribe } from '../premium.ts'
import { person } from '../story.ts'
import { AXE_WIDTHS } from './axe.ts'
import {
  brightness,
  faultsAt,
  open,
  type Seen,
  schemes,
  sharedBrowser,
  showsFocus,
  whyNoBrowser,
  widths,
} from './browser.ts'
import { signIn } from './signed-in.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const real = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
let window: Seen
after(() => window?.context.close())
/** Names and URLs of the pages. */
const pages = new Map<string, string>()
/** Pages that need JavaScript. */
const SCRIPTED = ['docs', 'sandbox', 'form']
/** One page of each layout, because the others have the same colours. The long run checks all in dark mode. */
const LAYOUTS = ['about', 'errors', 'sandbox', 'unsubscribe', 'checkout', 'mandate', 'invitation', 'form']

before(async () => {
  if (skip) return
  window = await open(await sharedBrowser())
  samvad.startWorker()
  const razorpay = await install(real, 'razorpay')
  const { token } = await razorpay.newCompany('Śrī Veṅkaṭeśvara Paper & Stationery Wholesale Traders (Chickpet)')
  const company = { ...real.company, token }
  const [unpaid, failing, paid] = await Promise.all([1, 2, 3].map(() => openRecharge(samvad, '100000.00')))
  await payAtCheckout(failing.checkout_url, 'insufficient_funds')
  await payAtCheckout(paid.checkout_url, 'success')
  const { mandatePage } = await recharging(samvad, 'Asha Mills')
  const atRazorpay = await openRecharge(real, '1000.50', {}, company)
  const subscribing = await subscribe(real, company)
  const contact = await person(samvad).make('/v1/contacts', { email: 'ravi@company.example' })
  const unsubscribe = createUnsubscribeTokens(samvad.app.sealer as Sealer).make({
    organizationId: samvad.company.organizationId,
    contactId: uuidOf('contact', contact.id),
    channel: 'email',
  })
  const { path: form } = await publishForm(samvad, [fieldOf('name', 'short_text'), fieldOf('city', 'short_text')])
  const paths = {
    about: '/about',
    docs: '/docs',
    errors: '/docs/errors',
    error: '/docs/errors/idempotency_key_reused',
    sandbox: '/sandbox',
    unsubscribe: `/unsubscribe/${unsubscribe}`,
    checkout: unpaid.checkout_url,
    'checkout-failed': failing.checkout_url,
    'checkout-paid': paid.checkout_url,
    mandate: mandatePage,
    'real-checkout': atRazorpay.checkout_url,
    'subscription-checkout': subscribing.body.authorization_url,
    invitation: await inviteBySandbox(
      samvad,
      samvad.company,
      'a.very.long.address.of.somebody@a-very-long-name-of-a-company.example',
    ),
    'invitation-over': `/console/invitations/invitation_${'A'.repeat(43)}`,
    'link-broken': '/l/broken',
    form,
    'form-thanks': `${form}/thanks`,
    'form-report': `${form}/report`,
    'form-confirm': '/f/confirm/broken',
    'no-page': '/nowhere',
  }
  for (const [name, path] of Object.entries(paths)) pages.set(name, new URL(path, samvad.url).href)
})

test('every page that a domain serves is looked at here', { skip }, () => {
  const served = [samvad, real]
    .flatMap(({ app }) => routesOf(app))
    .filter(({ method, produces }) => method === 'GET' && produces?.startsWith('text/html'))
    .map(({ path }) => path)
    .filter((path) => !/^\/checkout\/(subscriptions\/)?return\//.test(path))
  const looked = [...pages.values()].map((url) => new URL(url).pathname)
  for (const path of new Set(served)) {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
    assert.ok(
      looked.some((one) => pattern.test(one)),
      `${path} is a page: add it to the list`,
    )
  }
})

test('spec 4.16: each page is whole on a phone, dark where the system is, and breaks no rule of accessibility', {
  skip,
}, async (t) => {
  const { page, faults, go } = window
  for (const [name, url] of pages)
    await t.test(name, async () => {
      await go(url)
      assert.equal(await page.getAttribute('html', 'lang'), 'en')
      assert.match(await page.title(), /^\S.{5,}/)
      if (!SCRIPTED.includes(name)) assert.equal(await page.locator('script').count(), 0)
      // The API reference is Scalar's, and takes as long as all others: dark, wide and axe checks only in the long run.
      const isBrief = name === 'docs' && !isLong
      for (const colorScheme of isLong || LAYOUTS.includes(name) ? schemes : (['light'] as const)) {
        await page.emulateMedia({ colorScheme })
        if (name === 'docs') await page.getByRole('button', { name: 'Copy' }).first().waitFor({ state: 'attached' })
        // The page's script applies the change in its next frame.
        await until(
          () => brightness(page),
          (light) => (colorScheme === 'dark' ? light < 0.25 : light > 0.9),
        )
        // Colours neither move anything nor remove the focus ring: both are checked in light mode.
        const isDark = colorScheme === 'dark'
        if (!isDark) assert.ok(await showsFocus(page), 'what has the focus shows it')
        for (const width of isDark || isBrief ? [AXE_WIDTHS.dark] : widths)
          faults.push(...(await faultsAt(page, width, `${name}-${colorScheme}`, name !== 'docs')))
      }
      assert.deepEqual(faults.splice(0), [])
    })
})

test('the sandbox says what to do first, and its first steps are true', { skip }, async () => {
  const company = await samvad.newCompany('Ravi Traders')
  const { page, go } = window
  await go(`${samvad.url}/sandbox`)
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.waitFor()
  assert.doesNotMatch(await page.content(), /samvad_[A-Za-z0-9]/, 'no token is printed')

  // Runs the commands that the page shows.
  const folder = await mkdtemp(join(tmpdir(), 'samvad-steps-'))
  const DATA_DIR = join(folder, 'not the default')
  await mkdir(DATA_DIR)
  await writeFile(join(DATA_DIR, 'first-access.json'), JSON.stringify({ access_token: company.token }))
  const lines = (await steps.locator('pre').allInnerTexts()).join('\n')
  const path = `${process.execPath.replace(/\/[^/]+$/, '')}:${process.env.PATH}`
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', lines], {
    cwd: folder,
    env: { ...process.env, PATH: path, DATA_DIR },
  })
  await rm(folder, { recursive: true })
  assert.match(stdout, /"status":"queued"/)

  await until(
    () => samvad.rows("select 1 from deliveries where org_id = $1 and status = 'sent'", [company.organizationId]),
    (arrived) => arrived.length === 1,
  )
  await signIn(samvad, page, company.userId, company.organizationId)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const mail = page.getByRole('button', { name: /Hello/ })
  await mail.waitFor()
  assert.equal(await steps.isHidden(), true)
  await mail.click()
  await page.getByText('It works.', { exact: true }).first().waitFor()
  for (const width of widths) assert.deepEqual(await faultsAt(page, width, 'sandbox-mail-light'), [])
  await page.getByLabel('Reply as this contact').fill('Thank you')
  await page.getByRole('region', { name: 'Email' }).getByRole('button', { name: 'Send' }).click()
  await page.getByText('Sent as ravi@customer.example.').waitFor()
  const arrived = await samvad.rows("select 1 from messages where text = 'Thank you' and direction = 'inbound'")
  assert.equal(arrived.length, 1)
})

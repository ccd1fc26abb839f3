// Browser notifications, as a person switches them on and off. The test's Chromium reaches no push service, so its
// `PushManager` is replaced by one that returns what a browser would.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Response } from 'playwright-core'
import { startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { eventually } from '../program.ts'
import { mustBeFine, openConsole, whyNoBrowser } from './console.ts'
import { button, says } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const console = skip ? (null as never) : await openConsole(samvad, { hasWorker: true })

const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** Persists over reloads; `change()` replaces the endpoint, as browsers sometimes do. */
const MANAGER = `
  const key = 'test.subscription'
  const endpointOf = (n) => 'https://push.example/send/' + n
  const made = (n, options) => ({
    endpoint: endpointOf(n),
    options,
    toJSON: () => ({ endpoint: endpointOf(n), expirationTime: null, keys: ${JSON.stringify(KEYS)} }),
    unsubscribe: async () => { localStorage.removeItem(key); return true },
  })
  let options
  PushManager.prototype.subscribe = async (given) => {
    if (!given.userVisibleOnly || given.applicationServerKey.length !== 65) throw new TypeError('not as browsers take it')
    options = { applicationServerKey: given.applicationServerKey.buffer }
    localStorage.setItem(key, JSON.stringify({ n: Math.random(), bytes: [...given.applicationServerKey] }))
    return PushManager.prototype.getSubscription()
  }
  PushManager.prototype.getSubscription = async () => {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && made(kept.n, options ?? { applicationServerKey: Uint8Array.from(kept.bytes).buffer })
  }`

const changedTo = (n: string) => `localStorage.setItem('test.subscription',
  JSON.stringify({ ...JSON.parse(localStorage.getItem('test.subscription')), n: '${n}' }))`
const CHANGE = changedTo('changed')
const RENEWED = changedTo('renewed')
const RENEWAL = `{
  const endpoint = (n) => 'https://push.example/send/' + n
  const toJSON = () => ({ endpoint: endpoint('renewed'), expirationTime: null, keys: ${JSON.stringify(KEYS)} })
  dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), {
    oldSubscription: { endpoint: endpoint('changed') },
    newSubscription: { endpoint: endpoint('renewed'), toJSON },
  }))
}`

const origin = { origin: samvad.url }
/** Chromium's headless shell denies notifications to every page, whatever was granted. */
const GRANTED = `Object.defineProperty(Notification, 'permission', { get: () => 'granted' })`
async function allow(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications'], origin)
  await context.addInitScript(GRANTED)
}

interface Row {
  user_id: string
  endpoint: string
}
const subscribed = () => samvad.rows<Row>('select user_id, endpoint from push_subscriptions order by created_at')

test('spec 21.11: a browser is subscribed by a press, shown in the list, told of its change, and signing out ends it', {
  skip,
}, async () => {
  const visitor = await console.signIn('owner')
  const { page, context } = visitor
  await allow(context)
  await context.addInitScript(MANAGER)
  await visitor.go('settings/notifications')
  await says(page, 'No browser gets notifications yet.')
  assert.deepEqual(await subscribed(), [], 'nobody is subscribed without a press')
  await button(page, 'Turn on in this browser').click()
  await page.getByText('This browser', { exact: true }).waitFor()
  const [row] = await subscribed()
  assert.match(row?.endpoint ?? '', /^https:\/\/push\.example\/send\/0\./)
  await mustBeFine(visitor, 'browsers')
  const box = page.getByRole('checkbox', { name: 'New invoice: Browser' })
  assert.equal(await box.isChecked(), false)
  const isSaved = (response: Response) =>
    response.url().endsWith('/notification_preferences') && response.request().method() !== 'GET'
  await Promise.all([page.waitForResponse(isSaved), box.check()])
  await page.reload()
  await page.getByText('This browser', { exact: true }).waitFor()
  assert.equal(await box.isChecked(), true)

  await page.evaluate(CHANGE)
  await page.reload()
  const isTold = async (name: string) => {
    const all = await subscribed()
    return all.length === 1 && all[0]?.endpoint === `https://push.example/send/${name}`
  }
  await eventually('the change is told', () => isTold('changed'))

  // While no page is open the service worker receives the event.
  await context.serviceWorkers()[0]?.evaluate(RENEWAL)
  await eventually('the worker tells it', () => isTold('renewed'))
  await page.evaluate(RENEWED)
  await page.reload()
  await button(page, 'Turn off').click()
  await button(page, 'Turn on in this browser').waitFor()
  assert.equal(await page.evaluate("localStorage.getItem('samvad.push')"), null)
  assert.equal(await page.evaluate("localStorage.getItem('test.subscription')"), null)
  await button(page, 'Turn on in this browser').click()
  await page.getByText('This browser', { exact: true }).waitFor()
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)
  assert.equal(await page.evaluate("localStorage.getItem('samvad.push')"), null)
  assert.equal(await page.evaluate("localStorage.getItem('test.subscription')"), null, 'the browser has ended it')
})

test('spec 14.108, 21.11: browsers elsewhere are listed with what they are, and one that is removed is told nothing more', {
  skip: skip || onlyLong,
}, async () => {
  const visitor = await console.signIn('agent', { language: 'hi', width: 360 })
  const { page, context } = visitor
  await allow(context)
  await context.addInitScript(MANAGER)
  await samvad.rows(
    `insert into push_subscriptions (org_id, id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at)
     select org_id, '019ff000-0000-7000-8000-000000000001', user_id, id, 'https://push.example/phone', '\\x01', $1, $2,
            now()
       from sessions order by created_at desc limit 1`,
    [KEYS.p256dh, KEYS.auth],
  )
  await visitor.go('settings/notifications')
  await page.getByText(/Linux पर Chrome/).waitFor()
  await mustBeFine(visitor, 'browsers-hindi')
  await button(page, 'हटाएँ').click()
  await says(page, 'अभी किसी ब्राउज़र में सूचनाएँ नहीं आतीं।')
  const left = await samvad.rows("select 1 from push_subscriptions where endpoint like '%/phone'")
  assert.deepEqual(left, [])
})

test('a browser that was told no says how it is allowed again, and one without push says why', {
  skip: skip || onlyLong,
}, async () => {
  const visitor = await console.signIn('agent')
  const { page, context } = visitor
  await context.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
  await visitor.go('settings/notifications')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  await says(page, 'Notifications from this site are blocked in this browser')
  await mustBeFine(visitor, 'browsers-denied')
  await context.addInitScript('delete window.PushManager')
  await page.reload()
  await says(page, 'Notifications are not available in this browser')
})

test('without a push service in reach it says so, and nothing is subscribed', { skip: skip || onlyLong }, async () => {
  const visitor = await console.signIn('agent')
  const { page, context } = visitor
  await allow(context)
  await context.addInitScript(
    "PushManager.prototype.subscribe = async () => { throw new DOMException('Registration failed', 'AbortError') }",
  )
  const before = await subscribed()
  await visitor.go('settings/notifications')
  await button(page, 'Turn on in this browser').click()
  await says(page, 'This browser could not reach its push service.')
  assert.deepEqual(await subscribed(), before)
})

// The console's service worker in a real browser: offline, at an update, broken, and receiving push messages.

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { publicId, startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { eventually } from '../program.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, type Visitor, whyNoBrowser, whyNoFullBrowser } from './console.ts'
import { startProxy } from './proxy.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const proxy = await startProxy(samvad)
const asha = person(samvad)
const behindProxy = { ...samvad, url: proxy.url }
const console = skip ? (null as never) : await openConsole(behindProxy, { hasWorker: true })

const owner = skip ? (null as never as Visitor) : await console.signIn('owner')

afterEach(() => proxy.comeBack())

const AWAY = 'Can’t reach the server'

/** Runs a script in the page, given as text, because our types do not include the DOM. */
const run = <Result>(page: Page | Worker, script: string): Promise<Result> =>
  (page as Page).evaluate(`(async () => { ${script} })()`) as Promise<Result>

const workerIsThere = (page: Page) =>
  eventually('the worker is there', () =>
    run<boolean>(page, 'await navigator.serviceWorker.ready; return navigator.serviceWorker.controller !== null'),
  )

/** Cached paths, by the cache's name. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  run(
    page,
    `const all = {}
     for (const name of await caches.keys())
       all[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
     return all`,
  )

const scriptOf = (page: Page) => page.locator('script[type=module][src]').getAttribute('src')

test('spec 21.10: without a server the console says so in its frame, and comes alive when it is back', {
  skip,
}, async () => {
  const { page } = owner
  await owner.go('contacts')
  await page.getByRole('heading', { name: 'Contacts' }).waitFor()
  await workerIsThere(page)
  await proxy.goAway()
  await page.reload()
  await page.getByRole('heading', { name: AWAY }).waitFor()
  await mustBeFine(owner, 'away')
  await owner.go('billing/transactions')
  await page.getByRole('heading', { name: AWAY }).waitFor()
  await proxy.comeBack()
  await page.getByRole('link', { name: 'Transactions' }).waitFor()
  assert.match(page.url(), /billing\/transactions$/)
  owner.faults.splice(0)

  // As a proxy answers when its server is down.
  proxy.answer = (_request, response) => Boolean(response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await page.reload()
  await page.getByRole('heading', { name: AWAY }).waitFor()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByRole('heading', { name: AWAY }).waitFor()
  proxy.answer = () => false
  await page.getByRole('link', { name: 'Transactions' }).waitFor()
})

test('spec 21.10: nothing of an account is kept, and signing out leaves the frame alone', { skip }, async () => {
  const { id } = await asha.make('/v1/contacts', { display_name: 'Ravi Kumar', email: 'ravi@customer.example' })
  const visitor = await console.signIn('owner')
  const { page } = visitor
  await visitor.go('contacts')
  await workerIsThere(page)
  await visitor.go(`contacts/${id}`)
  await page.getByRole('heading', { name: 'Ravi Kumar' }).waitFor()
  const all = await kept(page)
  const [name] = Object.keys(all)
  assert.deepEqual(Object.keys(all), [`samvad-shell ${proxy.script}`])
  const paths = all[name as string] as string[]
  assert.ok(paths.includes('/console/') && paths.includes(proxy.script))
  assert.deepEqual(paths.filter((path) => path !== '/console/' && !path.startsWith('/console/assets/')).sort(), [
    '/console/icon-apple.png',
    '/console/icon.svg',
    '/console/manifest.webmanifest',
  ])
  const text = await run<string>(
    page,
    "return (await (await caches.match('/console/')).text()) + JSON.stringify({ ...localStorage })",
  )
  assert.doesNotMatch(text, /Ravi|user_|org_/)
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)
  assert.deepEqual(await kept(page), all)
})

test('spec 21.9, 21.10: an update is told to tabs that are open, which go on; behind it there is no frame of before', {
  skip,
}, async () => {
  const { page } = owner
  proxy.asked.length = 0
  await owner.go('inbox')
  await workerIsThere(page)
  // A page that still lacks some of its files would restart with the newer build at once.
  await page.getByText('No conversation selected').waitFor()
  await eventually('it is live', async () => proxy.asked.some((path) => path.includes('/v1/events/stream')))
  assert.equal(await scriptOf(page), proxy.script)
  proxy.isUpdated = true
  // As at an update: the server stops, and another build starts.
  await proxy.goAway()
  await proxy.comeBack()
  await page.getByText('A new version of the console is available.').waitFor()
  await eventually('what the worker before kept is gone', async () => {
    const names = Object.keys(await kept(page))
    return names.length === 1 && names[0] === `samvad-shell ${proxy.nextScript}`
  })
  // Files of the previous build that were not loaded yet.
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('heading', { name: 'Developers' }).first().waitFor()
  assert.equal(await scriptOf(page), proxy.script)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await eventually('the new build is there', async () => (await scriptOf(page)) === proxy.nextScript)
  await page.getByRole('heading', { name: 'Developers' }).first().waitFor()
  assert.equal(await page.getByText('A new version of the console is available.').count(), 0)
  await proxy.goAway()
  await page.reload()
  await page.getByRole('heading', { name: AWAY }).waitFor()
  assert.equal(await scriptOf(page), proxy.nextScript)
  await proxy.comeBack()
  await page.getByRole('heading', { name: 'Developers' }).first().waitFor()
  proxy.isUpdated = false
})

test('spec 21.10: a worker that comes in half, or not at all, costs the frame without a server and nothing else', {
  skip: skip || onlyLong,
}, async () => {
  const half = (path: string, isFetch: boolean) => {
    let answered = 0
    proxy.answer = (request, response) => {
      const isMeant = request.url === path && (!isFetch || request.headers['sec-fetch-mode'] !== 'navigate')
      if (!isMeant) return false
      answered++
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': '9000' })
      response.write('(function(){ if (', () => response.destroy())
      return true
    }
    return () => answered
  }
  for (const [path, isFetch] of [
    ['/console/worker.js', false],
    ['/console/', true],
  ] as const) {
    const count = half(path, isFetch)
    const visitor = await console.signIn('owner')
    const { page } = visitor
    await visitor.go('contacts')
    await page.getByRole('heading', { name: 'Contacts' }).waitFor()
    await eventually('it was tried', async () => count() > 0)
    const isNothingKept = `
      const one = await navigator.serviceWorker.getRegistration('/console/')
      return !one?.installing && !one?.active && (await caches.keys()).length === 0`
    await eventually('nothing half is kept', () => run<boolean>(page, isNothingKept))
    proxy.answer = () => false
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
    const ofBrowser = 'said An unknown error occurred when fetching the script.'
    visitor.faults.splice(0, Infinity, ...visitor.faults.filter((fault) => fault !== ofBrowser))
    assert.deepEqual(visitor.faults, [])
    // The next page load retries.
    await page.reload()
    await workerIsThere(page)
    await visitor.context.close()
  }
})

test('a browser without service workers has the whole console, and prints nothing at the first load', {
  skip: skip || onlyLong,
}, async () => {
  const visitor = await console.visit()
  const { page, context } = visitor
  // As in a private window, or at a network address without https.
  await context.addInitScript('delete Navigator.prototype.serviceWorker')
  const said: string[] = []
  page.on('console', (message) => void said.push(message.text()))
  await page.goto(`${proxy.url}/console/`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.deepEqual([...said, ...visitor.faults], [])
})

// --- Push messages --------------------------------------------------------------------------------------------------

interface Pushing {
  push(told: object | string): Promise<void>
  shown(): Promise<{ title: string; body: string; tag: string; lang: string }[]>
  /** Clicks a notification; the browser lets a test open no page. */
  press(title: string): Promise<void>
  clear(): Promise<void>
}

/** Calls the service worker as the browser does for a push service. */
async function pushingTo({ page, context }: Visitor): Promise<Pushing> {
  await context.grantPermissions(['notifications'], { origin: proxy.url })
  await workerIsThere(page)
  const session: CDPSession = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${proxy.url}/console/` && !isDeleted)
      if (one) resolve(one.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  const worker = context.serviceWorkers()[0]
  assert.ok(worker, 'there is a worker')
  return {
    async push(told) {
      const data = typeof told === 'string' ? told : JSON.stringify(told)
      await session.send('ServiceWorker.deliverPushMessage', { origin: proxy.url, registrationId, data })
    },
    shown: () =>
      run(
        page,
        `const all = await (await navigator.serviceWorker.ready).getNotifications()
         return all.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }))`,
      ),
    press: (title) =>
      run(
        worker,
        `const all = await registration.getNotifications()
         const notification = all.find(({ title }) => title === ${JSON.stringify(title)})
         dispatchEvent(new NotificationEvent('notificationclick', { notification }))`,
      ),
    clear: () =>
      run(page, 'for (const one of await (await navigator.serviceWorker.ready).getNotifications()) one.close()'),
  }
}

const toldOf = (id: string, more: object) => ({
  id,
  type: 'balance.low',
  title: 'Balance is low',
  body: '₹198.50 are left.',
  url: `${samvad.url}/console/`,
  organization_id: publicId('org', samvad.company.organizationId),
  language: 'en',
  ...more,
})

test('spec 21.11: what is pushed is shown once in its language, a press leads to its page, and what is looked at is not shown', {
  skip: whyNoFullBrowser || onlyLong,
}, async () => {
  const { signIn } = await openConsole(behindProxy, { isFull: true, hasWorker: true })
  const visitor = await signIn('owner')
  const { page, home } = visitor
  await visitor.go('contacts')
  const pushing = await pushingTo(visitor)
  const low = toldOf('ntf_1', { title: 'बैलेंस कम है', url: `${home}billing`, language: 'hi' })
  await pushing.push(low)
  await pushing.push(low)
  await eventually('it is shown', async () => (await pushing.shown()).length > 0)
  assert.deepEqual(await pushing.shown(), [{ title: 'बैलेंस कम है', body: '₹198.50 are left.', tag: 'ntf_1', lang: 'hi' }])
  // Input on the page is kept: the open page navigates, and is not reloaded.
  await page.evaluate('globalThis.isSamePage = true')
  await pushing.press('बैलेंस कम है')
  await page.waitForURL(/\/billing$/)
  assert.equal(await page.evaluate('globalThis.isSamePage'), true)
  assert.deepEqual(await pushing.shown(), [])

  // Two notifications of one conversation replace each other; a URL of another installation is not followed.
  const contact = await asha.make('/v1/contacts', { display_name: 'Meena', email: 'meena@customer.example' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const url = `https://elsewhere.example${new URL(home).pathname}inbox/${conversation.id}`
  const message = { type: 'message.received', title: 'Meena', url }
  await pushing.push(toldOf('ntf_2', message))
  await pushing.push(toldOf('ntf_3', { ...message, body: 'Two messages' }))
  await eventually('the second took its place', async () => (await pushing.shown())[0]?.body === 'Two messages')
  assert.equal((await pushing.shown()).length, 1)
  await pushing.press('Meena')
  await page.waitForURL(new RegExp(`^${proxy.url}/console/org_\\w+/inbox/${conversation.id}`))
  await page.bringToFront()
  await pushing.push(toldOf('ntf_4', message))
  await pushing.push(toldOf('ntf_5', { title: 'Another', url: `${home}usage` }))
  await eventually('the other is shown', async () => (await pushing.shown()).length > 0)
  assert.deepEqual(
    (await pushing.shown()).map(({ title }) => title),
    ['Another'],
  )
  await pushing.clear()
  await pushing.push('no JSON <script>')
  await eventually('something is shown', async () => (await pushing.shown()).length > 0)
  assert.deepEqual(await pushing.shown(), [{ title: 'Samvad', body: '', tag: '', lang: '' }])
  assert.deepEqual(visitor.faults, [])
})

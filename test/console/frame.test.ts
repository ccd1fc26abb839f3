// Events around a page: the service is overloaded or busy, the installation is fenced, a role or the organization
// changes elsewhere, the user goes back. In a real browser.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forgetFence } from '#installation/fence.ts'
import { titles } from '#kit/messages/titles.ts'
import { publicId } from '#kit/wire.ts'
import { startSamvad } from '../harness.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { until } from '../mail-story.ts'
import { indexAll } from '../search.ts'
import { person } from '../story.ts'
import { type Console, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { SUBMIT } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
const rooms = (skip ? null : await openConsole(samvad)) as Console
const PASSWORD = 'monsoon-over-konkan'
let owner: Visitor

before(async () => {
  if (!skip) owner = await rooms.signIn('owner')
})

test('spec 21.3: a list that is answered with 429 or 503 says so, and is there once it is tried again', {
  skip,
}, async () => {
  await asha.make('/v1/lists', { name: 'Regulars' })
  const { page, context } = owner
  const answers = [
    [503, 'temporarily_unavailable'],
    [429, 'rate_limited'],
  ] as const
  // The long run tests both: the page treats them alike.
  for (const [status, code] of isLong ? answers : answers.slice(1)) {
    const body = { type: 'about:blank', title: 'No', status, code, detail: 'No.', request_id: 'req_x' }
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '0' }
    await context.route('**/console/api/v1/lists?*', (route) =>
      route.fulfill({ status, headers, body: JSON.stringify(body) }),
    )
    await owner.go('contacts/lists')
    await page.getByText(titles.en[code]).first().waitFor()
    if (status === 429) await mustBeFine(owner, 'answered-429')
    await context.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Regulars' }).waitFor()
  }
})

test('spec 17.16, 21.3: whoever looks at a fenced installation is told that nothing leaves it', {
  skip: skip || onlyLong,
}, async () => {
  // Also clears what a request in flight had looked up.
  const known = (fenced: string | null) =>
    until(
      () => {
        forgetFence(samvad.app)
        return asha.get('/v1/me')
      },
      ({ headers }) => headers.get('samvad-fenced') === fenced,
    )
  await samvad.rows('update installation set fenced_since = now(), fenced_reason = $1', ['copied'])
  await known('true')
  await owner.go('contacts')
  await owner.page.getByText('This installation is a copy').waitFor()
  await mustBeFine(owner, 'fenced')
  await samvad.rows('update installation set fenced_since = null, fenced_reason = null')
  await known(null)
  await owner.go('contacts')
  await owner.page.getByRole('heading', { name: 'Contacts' }).waitFor()
  await until(
    () => owner.page.getByText('This installation is a copy').count(),
    (count) => count === 0,
  )
})

test('spec 2.15: of two tabs with two organizations the one that was left behind does nothing in the other', {
  skip,
}, async () => {
  const other = await samvad.newCompany('Banyan Books')
  const { email } = await samvad.newPerson(company.organizationId, 'owner', { password: PASSWORD })
  await samvad.newPerson(other.organizationId, 'owner', { email })
  const visitor = await rooms.visit()
  const { page, context } = visitor
  await page.goto(`${samvad.url}/console/sign-in`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/console\/org_/)
  const [here, there] = page.url().startsWith(visitor.home) ? [company, other] : [other, company]
  const addressOf = (organizationId: string) => `${samvad.url}/console/${publicId('org', organizationId as never)}`
  await page.goto(`${addressOf(here.organizationId)}/contacts/lists`)
  await page.getByRole('button', { name: 'Create list' }).first().click()
  await page.getByLabel('Name').fill('Misplaced')

  const second = await context.newPage()
  await second.goto(`${addressOf(there.organizationId)}/contacts/lists`)
  await second.getByRole('button', { name: /^Switch to/ }).click()
  await second.getByRole('button', { name: 'Create list' }).first().waitFor()

  // For a moment the old session is still cached, and changes are saved in the page's organization.
  const headers = { 'samvad-organization': publicId('org', here.organizationId) as string }
  await until(
    () => context.request.get(`${samvad.url}/console/api/v1/lists`, { headers }),
    (answer) => answer.status() === 409,
  )
  // By script: the page may have noticed already, and its dialog would take a click or a key.
  await page.getByLabel('Name').evaluate(SUBMIT)
  const moved = page.getByRole('dialog').filter({ hasText: /^This page belongs to/ })
  await moved.getByText(/^You’re working in/).waitFor()
  for (const one of [here, there]) {
    const lists = (await person(samvad, one).get('/v1/lists')).body.data as { name: string }[]
    assert.ok(!lists.some(({ name }) => name === 'Misplaced'))
  }

  // After switching back, the input is still there.
  await moved.getByRole('button', { name: /^Switch to/ }).click()
  await moved.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Name').inputValue(), 'Misplaced')
  await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click()
  await until(
    async () => (await person(samvad, here).get('/v1/lists')).body.data as { name: string }[],
    (lists) => lists.some(({ name }) => name === 'Misplaced'),
  )
  await visitor.leave()
})

test('spec 1.6: a role that is changed changes what its members may within seconds, without signing in anew', {
  skip: skip || onlyLong,
}, async () => {
  const role = await asha.make('/v1/roles', {
    name: 'Desk',
    permissions: ['contacts.view', 'contacts.manage', 'organization.view'],
  })
  const desk = await rooms.signIn(role.id)
  await desk.go('contacts/lists')
  await desk.page.getByRole('button', { name: 'Create list' }).first().waitFor()
  const changed = await asha.put(`/v1/roles/${role.id}`, { permissions: ['contacts.view', 'organization.view'] })
  assert.equal(changed.status, 200, changed.text)
  await until(
    async () => (await desk.page.request.get(`${samvad.url}/console/session`)).text(),
    (session) => !session.includes('contacts.manage'),
  )
  await desk.page.reload()
  await desk.page.getByRole('heading', { name: 'Lists' }).waitFor()
  await desk.page.getByText('Regulars').waitFor()
  assert.equal(await desk.page.getByRole('button', { name: 'Create list' }).count(), 0)
  assert.deepEqual(desk.faults.splice(0), [])
  await desk.leave()
})

test('spec 21.6: back from a page, the list stands where it was, with its filter', { skip }, async () => {
  for (let number = 0; number < 40; number++)
    await asha.make('/v1/lists', { name: `List ${String(number).padStart(2, '0')}` })
  const { page } = owner
  await owner.go('contacts/lists')
  await page.getByRole('link', { name: 'List 39' }).waitFor()
  const name = await page
    .getByRole('link', { name: /^List \d/ })
    .last()
    .innerText()
  const row = page.getByRole('link', { name })
  await row.scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate<number>(`document.querySelector('main .overflow-y-auto').scrollTop`)
  const before = await scrolled()
  assert.ok(before > 0)
  await row.click()
  await page.getByRole('heading', { name }).waitFor()
  await page.goBack()
  await row.waitFor()
  await until(scrolled, (now) => Math.abs(now - before) < 2)

  await owner.goWithin('templates?channel=sms')
  await page.getByLabel('Channel').first().waitFor()
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await page.waitForURL(/contacts/)
  await page.goBack()
  await page.waitForURL(/templates\?channel=sms/)
  await page.goForward()
  await page.waitForURL(/contacts/)
})

test('spec 21.16: a phone installs the console, which begins in the organization of who is signed in, in their look', {
  skip: skip || onlyLong,
}, async () => {
  const visitor = await rooms.signIn('owner', { colorScheme: 'dark' })
  const { page, context } = visitor
  const browser = await context.newCDPSession(page)
  const manifest = `${samvad.url}/console/manifest.webmanifest`
  await visitor.go('contacts')
  const { url, errors } = await browser.send('Page.getAppManifest')
  assert.deepEqual([url, errors], [manifest, []])
  // Includes the icons. These tests use private windows, in which nothing can be installed.
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  assert.deepEqual(others, [])
  const { start_url, icons } = await (await page.request.get(manifest)).json()
  for (const { src, sizes, type } of icons as { src: string; sizes: string; type: string }[]) {
    if (type !== 'image/png') continue
    const bytes = await (await page.request.get(samvad.url + src)).body()
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src)
  }
  await page.goto(samvad.url + start_url)
  await page.waitForURL(new RegExp(`/console/${publicId('org', company.organizationId)}/`))
  const colour = () => page.evaluate<string>(COLOUR_OF_BAR)
  assert.equal(await colour(), '#0f1014')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Light' }).click()
  await until(colour, (shown) => shown === '#f9fafb')
  assert.deepEqual(visitor.faults, [])
  await visitor.leave()
})

/** The first matching tag that the page declares, as a phone chooses it. */
const COLOUR_OF_BAR = `[...document.querySelectorAll('meta[name="theme-color"]')]
  .find(({ media }) => matchMedia(media).matches).content`

test('spec 21.36: Ctrl K finds a contact, her conversation and a page by its name in either language, by keyboard alone', {
  skip,
}, async () => {
  const contact = await asha.make('/v1/contacts', {
    display_name: 'Meenakshi Iyer',
    email: 'meenakshi@customer.example',
  })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  await indexAll(samvad.app)
  const { page } = owner
  await owner.go('contacts/lists')
  await page.getByRole('heading', { name: 'Lists' }).waitFor()
  const menu = page.getByRole('dialog', { name: 'Search and commands' })
  for (const [typed, option, leadsTo] of [
    ['meenakshi', /^Meenakshi Iyer .*Contact$/, `contacts/${contact.id}`],
    ['meenakshi', /^Meenakshi Iyer ?Conversation$/, `inbox/${conversation.id}`],
    ['auto-rech', /^Billing: Auto-recharge/, 'billing/auto-recharge'],
    ['लेन-देन', /^Billing: Transactions/, 'billing/transactions'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await menu.getByRole('combobox').fill(typed)
    await menu.getByRole('option', { name: option }).waitFor()
    if (leadsTo.startsWith('contacts')) await mustBeFine(owner, 'command-menu')
    const names = await menu.getByRole('option').allTextContents()
    // The first is highlighted at once.
    const place = names.findIndex((name) => option.test(name))
    assert.ok(place >= 0, names.join(', '))
    for (let moves = 0; moves < place; moves++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.endsWith(`/${leadsTo}`))
    await menu.waitFor({ state: 'detached' })
  }
})

test('spec 21.38: the offline notice is shown by the stream or by the browser, and goes when both are there', {
  skip,
}, async () => {
  const { page, context } = owner
  const notice = page.getByText('No connection. What you see may be out of date')
  const setOnline = (isOnline: boolean) =>
    page.evaluate(`Object.defineProperty(navigator, 'onLine', { configurable: true, value: ${isOnline} })
      dispatchEvent(new Event('${isOnline ? 'online' : 'offline'}'))`)
  await context.route('**/v1/events/stream*', (route) => route.abort())
  await owner.go('contacts')
  await notice.waitFor()
  await setOnline(false)
  const streaming = page.waitForResponse(/events\/stream/)
  await context.unrouteAll()
  await streaming
  await owner.goWithin('contacts/lists')
  assert.equal(await notice.count(), 1)
  await setOnline(true)
  await notice.waitFor({ state: 'detached' })
  await setOnline(false)
  await notice.waitFor()
  owner.faults.length = 0
})

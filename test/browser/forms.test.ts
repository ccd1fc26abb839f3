// Forms in a real browser: on the narrowest phone with touch, with and without JavaScript, in English and Hindi.

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Field } from '#forms/definitions/definition.ts'
import { AbuseWatch, ADDRESS_BURST } from '#forms/pages/abuse.ts'
import { fieldOf, publishForm, type TestForm, Visitor } from '../form-pages.ts'
import { startSamvad } from '../harness.ts'
import { until } from '../mail-story.ts'
import { accessibilityViolations } from './axe.ts'
import { newContext, sharedBrowser, whyNoBrowser } from './browser.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
let now = new Date('2026-06-01T06:00:00Z').getTime()
samvad.app.clock = () => new Date(now)
/** Advances the clock: a visitor reads before they submit. */
const read = () => {
  now += 5_000
}

/** Difficulty of the browser's proof of work: some hundred tries. */
const EASY_BITS = 8

const NARROW: BrowserContextOptions = {
  viewport: { width: 320, height: 640 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}
const both = (en: string, hi: string) => ({ en, hi })

const fields: Field[] = [
  fieldOf('intro', 'heading', {
    label: both('About you', 'आपके बारे में'),
    help: both('We reply within a day.', 'हम एक दिन में जवाब देते हैं।'),
  }),
  fieldOf('name', 'short_text', { label: both('Your name', 'आपका नाम'), required: true, map_to: 'display_name' }),
  fieldOf('email', 'email', { label: both('Email', 'ईमेल'), placeholder: 'name@company.example' }),
  fieldOf('phone', 'phone', { label: both('Mobile number', 'मोबाइल नंबर'), required: true }),
  fieldOf('visited', 'yes_no', {
    label: both('Have you visited us before?', 'क्या आप पहले हमारे यहाँ आए हैं?'),
    required: true,
  }),
  fieldOf('when', 'date', {
    label: both('When?', 'कब?'),
    required: true,
    before: 'today',
    show_if: { field: 'visited', is: true },
  }),
  fieldOf('step', 'page_break', { label: '' }),
  fieldOf('city', 'dropdown', {
    label: both('City', 'शहर'),
    options: [{ value: 'Pune' }, { value: 'Bengaluru', label: both('Bengaluru', 'बेंगलुरु') }],
  }),
  fieldOf('topics', 'multiple_choice', {
    label: both('Topics', 'विषय'),
    options: [
      { value: 'Prices' },
      { value: 'A very long option that does not fit into one line of a narrow phone, whatever one does about it' },
    ],
  }),
  fieldOf('stars', 'rating', { label: both('How was it?', 'कैसा रहा?') }),
  fieldOf('likely', 'scale', { label: both('Would you recommend us?', 'क्या आप दूसरों को बताएँगे?'), required: true }),
  fieldOf('note', 'long_text', { label: both('Anything else?', 'और कुछ?') }),
  fieldOf('file', 'file', { label: both('Photo', 'फ़ोटो'), accept: ['image'] }),
  fieldOf('agree', 'consent', {
    label: both('News', 'समाचार'),
    text: both('I agree to receive news by email.', 'मुझे ईमेल पर समाचार चाहिए।'),
    channels: ['email'],
  }),
]
const settings = {
  languages: ['en', 'hi'],
  title: both('Book a visit', 'मुलाकात तय करें'),
  description: both('It takes two minutes.', 'इसमें दो मिनट लगेंगे।'),
  theme: { accent: '#e8a400' },
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const open: Page[] = []
after(() => Promise.all(open.map((page) => page.context().close())))

async function window(options: BrowserContextOptions): Promise<Page> {
  const context = await newContext(await sharedBrowser(), { ...NARROW, ...options })
  const page = await context.newPage()
  open.push(page)
  return page
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SAMVAD_TEST_SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

async function mustBeGood(page: Page, name: string, hasScript: boolean): Promise<void> {
  await picture(page, name)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth').catch(() => 320)
  assert.ok(width <= 320, `${name} is ${width} px wide`)
  if (hasScript) assert.deepEqual(await accessibilityViolations(page), [], name)
}

/** The page's state when another app or tab is in front of it. */
const HIDE = `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
document.dispatchEvent(new Event('visibilitychange'))`

const stored = (form: TestForm): Promise<any[]> =>
  samvad.rows('select answers, language, state from form_submissions where form_id = $1', [form.id])

for (const javaScriptEnabled of [true, false])
  test(`spec 22.20, 22.40: a phone of 320 px fills in two pages ${javaScriptEnabled ? 'with' : 'without'} a script`, {
    skip,
  }, async () => {
    const name = javaScriptEnabled ? 'script' : 'plain'
    const form = await publishForm(samvad, fields, settings)
    const page = await window({ javaScriptEnabled, colorScheme: javaScriptEnabled ? 'dark' : 'light' })
    await page.goto(`${samvad.url}${form.path}`)
    await mustBeGood(page, `form-1-${name}`, javaScriptEnabled)
    assert.equal(await page.locator('#f-when').isVisible(), false)
    await page.getByLabel('Your name').fill('Asha Rao')
    await page.getByLabel('Mobile number').fill('12')
    await page.getByText('Yes', { exact: true }).tap()
    if (javaScriptEnabled) await page.locator('#f-when').waitFor({ state: 'visible' })
    read()
    await page.getByRole('button', { name: 'Next' }).tap()
    await page.getByRole('alert').waitFor()
    await mustBeGood(page, `form-errors-${name}`, javaScriptEnabled)
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Asha Rao', 'what was typed stays')
    await page.getByRole('link', { name: /Mobile number/ }).tap()
    await page.locator('#f-phone').fill('९८१००००१२१')
    await page.locator('#f-when').fill('2026-05-01')
    await page.getByRole('button', { name: 'Next' }).tap()
    await page.getByText('Page 2 of 2').first().waitFor()
    await mustBeGood(page, `form-2-${name}`, javaScriptEnabled)

    await page.getByRole('button', { name: 'Back' }).tap()
    await page.getByText('Page 1 of 2').first().waitFor()
    assert.equal(await page.locator('#f-phone').inputValue(), '९८१००००१२१')
    await page.getByRole('button', { name: 'हिन्दी' }).tap()
    await page.getByRole('heading', { name: 'मुलाकात तय करें' }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'hi')
    assert.equal(await page.locator('#f-name').inputValue(), 'Asha Rao')
    await mustBeGood(page, `form-hindi-${name}`, javaScriptEnabled)
    await page.getByRole('button', { name: 'आगे' }).tap()
    await page.locator('#f-city').selectOption('Bengaluru')
    await page.getByText('Prices').tap()
    await page.locator('#f-stars-3').check({ force: true })
    await page.locator('#f-likely-9').check({ force: true })
    await page.locator('#f-file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
    await page.getByText('मुझे ईमेल पर समाचार चाहिए।').tap()
    await mustBeGood(page, `form-filled-${name}`, javaScriptEnabled)
    await page.getByRole('button', { name: 'जमा करें' }).tap()
    await page.getByRole('heading', { name: 'धन्यवाद' }).waitFor()
    await mustBeGood(page, `form-thanks-${name}`, javaScriptEnabled)
    const [row, ...more] = await stored(form)
    assert.equal(more.length, 0)
    assert.equal(row.state, 'stored')
    const { file, ...answers } = row.answers
    assert.deepEqual(
      file.map(({ filename }: { filename: string }) => filename),
      ['me.png'],
    )
    assert.deepEqual(answers, {
      name: 'Asha Rao',
      phone: '+919810000121',
      visited: true,
      when: '2026-05-01',
      city: 'Bengaluru',
      topics: ['Prices'],
      stars: 4,
      likely: 9,
      agree: true,
    })
  })

test('spec 23.66: a visitor who leaves is counted at the field that they answered last, and taken off when they submit', {
  skip,
}, async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text'), fieldOf('city', 'short_text')])
  const stops = async () =>
    (await samvad.rows(
      "select value, stops::int as stops from form_details where form_id = $1 and dimension = 'field' and stops <> 0",
      [form.id],
    )) as any[]
  // A headless browser identifies itself as one, and is not counted.
  const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36'
  const page = await window({ userAgent })
  await page.goto(`${samvad.url}${form.path}`)
  await page.getByLabel('Label of name').fill('Asha')
  await page.evaluate(HIDE)
  assert.deepEqual(await until(stops, ({ length }) => length > 0), [{ value: 'name', stops: 1 }])
  await page.getByLabel('Label of city').fill('Pune')
  read()
  await page.getByRole('button', { name: 'Submit' }).tap()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await until(stops, ({ length }) => length === 0)
  assert.equal((await stored(form))[0].answers.city, 'Pune')
})

test('spec 22.33: beyond the limit of its network a browser proves work by itself, and the answer is stored', {
  skip,
}, async (t) => {
  // Work of one second on a phone takes a browser much longer in parallel with other tests.
  const { admit } = AbuseWatch.prototype
  t.mock.method(AbuseWatch.prototype, 'admit', function (this: AbuseWatch, ...given: Parameters<typeof admit>) {
    const challenge = admit.apply(this, given)
    return challenge && { ...challenge, bits: EASY_BITS }
  })
  const form = await publishForm(samvad, [fieldOf('name', 'short_text', { label: 'Your name' })])
  const visitor = new Visitor(samvad, form)
  for (let count = 0; count < ADDRESS_BURST; count++) {
    const page = await visitor.open()
    read()
    await visitor.send(page, { name: String(count) })
  }
  // Each 5 s of reading refills a part of the rate limit.
  for (let page = await visitor.send(await visitor.open(), { name: 'x' }); page.status !== 429; )
    page = await visitor.send(await visitor.open(), { name: 'x' })
  const page = await window({})
  await page.goto(visitor.url)
  await page.getByLabel('Your name').fill('Asha Rao')
  read()
  const challenged = page.waitForResponse((answer) => answer.status() === 429)
  await page.getByRole('button', { name: 'Submit' }).tap()
  await challenged
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  assert.ok((await stored(form)).some(({ answers }) => answers.name === 'Asha Rao'))
})

test('spec 22.38: a site that the form names embeds it at its height, and another site shows nothing of it', {
  skip,
}, async () => {
  const sites = await Promise.all([1, 2].map(() => site(() => snippet)))
  const [good, other] = sites.map(({ origin }) => origin) as [string, string]
  const form = await publishForm(samvad, fields, {
    ...settings,
    embed_origins: [good],
    redirect_url: `${samvad.url}/about`,
  })
  const snippet = `<!doctype html><title>Shop</title><body><script src="${samvad.url}${form.path}/embed.js" async></script></body>`
  const page = await window({ viewport: { width: 600, height: 900 } })
  await page.goto(`${good}/?utm_source=poster`)
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Your name').waitFor()
  const heights = () => page.evaluate<[number, number]>('[document.querySelector("iframe").offsetHeight, 0]')
  const before = await until(heights, ([height]) => height !== 600)
  await frame.getByText('Yes', { exact: true }).tap()
  const [grown] = await until(heights, ([height]) => height > before[0])
  assert.ok(grown < before[0] + 300)

  await page.goto(other)
  await page.locator('iframe').waitFor({ state: 'attached' })
  const blocked = await until(
    () => page.evaluate<boolean>('document.querySelector("iframe") !== null && window.frames.length === 1'),
    (isThere) => isThere,
  )
  assert.ok(blocked)
  assert.equal(await page.frameLocator('iframe').getByLabel('Your name').count(), 0)
})

/** A website on a separate server. */
async function site(html: () => string): Promise<{ origin: string }> {
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(html()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => new Promise((resolve) => server.close(resolve)))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

// Form pages over HTTP, as a browser without JavaScript uses them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf, publishForm, Visitor } from '../../../test/form-pages.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { keepShortly } from '../../../test/kept-shortly.ts'
import { until } from '../../../test/mail-story.ts'
import { FILLED_IN_MS } from './visits.ts'

keepShortly()
const samvad = await startSamvad()
let now = new Date('2026-06-01T06:00:00Z').getTime()
samvad.app.clock = () => new Date(now)
const wait = (ms = FILLED_IN_MS) => {
  now += ms
}

const stored = (formId: string): Promise<any[]> =>
  samvad.rows(
    'select answers, shown_keys, source, state, language, version from form_submissions where form_id = $1 order by submitted_at, id',
    [formId],
  )

const MINUTES = 60_000

test('spec 15.4, 22.20, 22.24: a form is shown, filled in and answered once without a script, however often it is sent', async () => {
  const form = await publishForm(samvad, [
    fieldOf('name', 'short_text', { required: true }),
    fieldOf('email', 'email'),
    fieldOf('topics', 'multiple_choice', { options: [{ value: 'a' }, { value: 'b', label: 'Letter B' }] }),
  ])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  assert.equal(page.status, 200)
  assert.match(page.text, /Contact us/)
  assert.match(page.text, /Made with Samvad/)
  assert.ok(Buffer.byteLength(page.html) < 50 * 1024, String(Buffer.byteLength(page.html)))
  assert.equal(page.headers.get('set-cookie'), null)
  assert.equal(page.headers.get('cache-control'), 'private, no-cache')
  wait()
  const answers = { name: ' Asha  Rao ', email: 'asha@customer.example', topics: ['b', 'a'] }
  const both = await Promise.all([visitor.send(page, answers), visitor.send(page, answers)])
  for (const done of [...both, await visitor.send(page, { name: 'Somebody else' })]) {
    assert.equal(done.status, 303)
    assert.equal(done.headers.get('location'), `${form.path}/thanks?lang=en`)
  }
  const rows = await stored(form.id)
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0].answers, { name: 'Asha Rao', email: 'asha@customer.example', topics: ['a', 'b'] })
  assert.equal(rows[0].state, 'stored')
  assert.match((await visitor.open('/thanks?lang=en')).text, /Thank you Your answers have been received/)
})

const twoPages = () => [
  fieldOf('kind', 'single_choice', {
    required: true,
    options: [{ value: 'buy' }, { value: 'ask' }, { value: 'leave' }],
  }),
  fieldOf('plan', 'short_text', { required: true, show_if: { field: 'kind', is: 'buy' } }),
  fieldOf('second', 'page_break', { label: '', jumps: [{ if: { field: 'kind', is: 'leave' }, to: 'end' }] }),
  fieldOf('age', 'number', { required: true, min: 18 }),
]

test('spec 22.21, 22.25: pages go on in a sealed field, back keeps what was typed, and conditions reveal questions', async () => {
  const form = await publishForm(samvad, twoPages())
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  wait()
  const revealed = await visitor.send(page, { kind: 'buy' })
  assert.equal(revealed.status, 200)
  assert.match(revealed.text, /Your answers lead to more questions/)
  assert.doesNotMatch(revealed.html, /id="q-plan" [^>]*hidden/)
  const empty = await visitor.send(revealed, { kind: 'buy', _on: 'plan', plan: '' })
  assert.equal(empty.status, 422)
  assert.match(empty.html, /class="sum" role="alert" tabindex="-1" autofocus/)
  assert.match(empty.html, /<a href="#f-plan">Label of plan: Fill in this field\.<\/a>/)
  const second = await visitor.send(empty, { kind: 'buy', _on: 'plan', plan: 'Gold' })
  assert.match(second.text, /Page 2 of 2/)
  const wrong = await visitor.send(second, { age: '१७' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.html, /value="१७"/)
  const back = await visitor.send(wrong, { age: '१७' }, 'back')
  assert.match(back.html, /value="Gold"/)
  assert.match(back.html, /value="buy" checked/)
  const again = await visitor.send(back, { kind: 'buy', _on: 'plan', plan: 'Gold' })
  assert.match(again.html, /value="१७"/)
  assert.equal((await visitor.send(again, { age: '१८' })).status, 303)
  const [row] = await stored(form.id)
  assert.deepEqual(row.answers, { kind: 'buy', plan: 'Gold', age: 18 })
  assert.deepEqual(row.shown_keys, ['kind', 'plan', 'age'])
})

test('spec 22.21: what was not shown is not stored, whatever is sent', async () => {
  const form = await publishForm(samvad, twoPages())
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  wait()
  const done = await visitor.send(page, { kind: 'leave', plan: 'Gold', age: '40', _on: 'plan', other: 'x' })
  assert.equal(done.status, 303)
  const [row] = await stored(form.id)
  assert.deepEqual(row.answers, { kind: 'leave' })
})

test('spec 22.24: a state that is missing, altered, old or of another form begins anew, with what was typed', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')])
  const other = await publishForm(samvad, [fieldOf('name', 'short_text')])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  const foreign = await new Visitor(samvad, other).open()
  const [last = ''] = (page.hidden._state ?? '').slice(-5)
  const altered = `${(page.hidden._state ?? '').slice(0, -5)}${last === 'A' ? 'B' : 'A'}${(page.hidden._state ?? '').slice(-4)}`
  wait()
  for (const _state of ['', 'nonsense', altered, foreign.hidden._state ?? '']) {
    const answer = await visitor.send({ hidden: { _state } }, { name: 'Asha' })
    assert.equal(answer.status, 422)
    assert.match(answer.html, /value="Asha"/)
    assert.match(answer.text, /open for too long/)
  }
  now += 25 * 60 * MINUTES
  const late = await visitor.send(page, { name: 'Asha' })
  assert.equal(late.status, 422)
  wait()
  assert.equal((await visitor.send(late, { name: 'Asha' })).status, 303)
  assert.equal((await stored(form.id)).length, 1)
})

test('spec 22.26: who filled in an older version submits that version', async () => {
  const form = await publishForm(samvad, [fieldOf('old', 'short_text')])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  await republish(form.id, [fieldOf('new', 'short_text', { required: true })])
  await until(
    () => visitor.open(),
    ({ html }) => html.includes('f-new'),
  )
  wait()
  assert.equal((await visitor.send(page, { old: 'kept' })).status, 303)
  const [row] = await stored(form.id)
  assert.deepEqual([row.version, row.answers], [1, { old: 'kept' }])
})

async function republish(formId: string, fields: ReturnType<typeof fieldOf>[]): Promise<void> {
  const definition = JSON.stringify({ fields, settings: { languages: ['en'], default_language: 'en' } })
  await samvad.rows(
    `insert into form_versions (org_id, form_id, version, name, definition, published_by, published_at)
     select org_id, form_id, version + 1, name, $2, published_by, published_at from form_versions where form_id = $1`,
    [formId, definition],
  )
  await samvad.rows('update forms set version = version + 1, definition = $2 where id = $1', [formId, definition])
}

test('spec 22.27: a form that is closed, full, not open, suspended, offline or unknown has a page of its own', async () => {
  const fields = [fieldOf('name', 'short_text')]
  const seconds = Math.floor(now / 1000)
  const cases = {
    not_yet: [
      await publishForm(samvad, fields, { opens_at: seconds + 3600 }),
      403,
      /not open yet It opens on \d+ June 2026 at/,
    ],
    closed: [
      await publishForm(samvad, fields, { closes_at: seconds - 1, closed_text: 'Call us.' }),
      410,
      /closed Call us\./,
    ],
    suspended: [await publishForm(samvad, fields), 403, /operator of this service has stopped it/],
    gone: [await publishForm(samvad, fields), 410, /taken it offline/],
  } as const
  await samvad.rows("update forms set suspended_at = now(), suspension_reason = 'phishing' where id = $1", [
    cases.suspended[0].id,
  ])
  await samvad.rows("update forms set status = 'unpublished' where id = $1", [cases.gone[0].id])
  for (const [name, [form, status, text]] of Object.entries(cases)) {
    const page = await new Visitor(samvad, form).open()
    assert.equal(page.status, status, name)
    assert.match(page.text, text)
    assert.match(page.html, /\/report/)
    assert.doesNotMatch(page.html, /<form/)
  }
  const nowhere = { id: '', slug: 'nowhere', path: '/f/nowhere', organizationId: '' }
  assert.equal((await new Visitor(samvad, nowhere).open()).status, 404)
  assert.equal((await new Visitor(samvad, nowhere).send({ hidden: {} }, { name: 'x' })).status, 404)
})

test('spec 22.27: an answer a second after closing, and the one more than the maximum, are refused and stay readable', async () => {
  const closing = await publishForm(samvad, [fieldOf('name', 'short_text')], { closes_at: Math.floor(now / 1000) + 60 })
  const visitor = new Visitor(samvad, closing)
  const page = await visitor.open()
  now += 61_000
  const late = await visitor.send(page, { name: 'Asha <b>Rao</b>' })
  assert.equal(late.status, 410)
  assert.match(late.text, /not submitted.*Label of name Asha <b>Rao<\/b>/)
  assert.equal((await stored(closing.id)).length, 0)

  const small = await publishForm(samvad, [fieldOf('name', 'short_text')], { max_submissions: 2 })
  const many = await Promise.all([1, 2, 3, 4].map(() => new Visitor(samvad, small).open()))
  wait()
  const answers = await Promise.all(
    many.map((one, index) => new Visitor(samvad, small).send(one, { name: `n${index}` })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 303, 410, 410])
  assert.equal((await stored(small.id)).length, 2)
  assert.match(answers.find(({ status }) => status === 410)?.text ?? '', /This form is full.*Label of name n/)
})

test('spec 22.36: values of the address and the source are bounded and stored as text', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text'), fieldOf('plan', 'hidden', { from: 'p' })])
  const visitor = new Visitor(samvad, form)
  const attack = '<script>alert(1)</script>'
  const query = `?p=${encodeURIComponent(attack + 'x'.repeat(5000))}&utm_source=${encodeURIComponent('News <b>Letter</b>')}&name=prefilled`
  const page = await visitor.open(query, { referer: 'https://www.shop.example/cart?secret=1' })
  assert.ok(!page.html.includes(attack))
  assert.doesNotMatch(page.html, /prefilled/)
  wait()
  await visitor.send(page, { name: 'Asha', plan: 'overwritten' })
  const referred = await visitor.open('', { referer: 'https://www.shop.example/cart?secret=1' })
  wait()
  await visitor.send(referred, { name: 'Asha' })
  const [first, second] = await stored(form.id)
  assert.equal(first.answers.plan, (attack + 'x'.repeat(5000)).slice(0, 500))
  assert.equal(first.source, 'news-b-letter-b')
  assert.equal(second.source, 'shop.example')
  assert.equal(second.answers.plan, undefined)
})

test('spec 22.30: a redirect leads to https alone', async () => {
  const good = await publishForm(samvad, [fieldOf('name', 'short_text')], {
    redirect_url: 'https://shop.example/thanks?x=1',
  })
  const visitor = new Visitor(samvad, good)
  const page = await visitor.open()
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/shop\.example;/)
  wait()
  assert.equal((await visitor.send(page, { name: 'x' })).headers.get('location'), 'https://shop.example/thanks?x=1')
  const framed = await visitor.open('?embed=1')
  wait()
  assert.equal(
    (await visitor.send(framed, { name: 'x' })).headers.get('location'),
    `${good.path}/thanks?lang=en&embed=1`,
  )
  for (const redirect_url of ['javascript:alert(1)', 'http://shop.example/', 'data:text/html,x']) {
    const bad = await publishForm(samvad, [fieldOf('name', 'short_text')], { redirect_url })
    const other = new Visitor(samvad, bad)
    const shown = await other.open()
    wait()
    assert.equal((await other.send(shown, { name: 'x' })).headers.get('location'), `${bad.path}/thanks?lang=en`)
    assert.ok(!(await other.open('/thanks')).html.includes(redirect_url))
  }
})

test('spec 22.38: only the sites that the form names may embed it', async () => {
  const alone = await new Visitor(samvad, await publishForm(samvad, [fieldOf('name', 'short_text')])).open('?embed=1')
  assert.match(alone.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'(;|$)/)
  assert.equal(alone.headers.get('x-frame-options'), 'SAMEORIGIN')
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')], { embed_origins: ['https://shop.example'] })
  const page = await new Visitor(samvad, form).open('?embed=1')
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /frame-ancestors 'self' https:\/\/shop\.example(;|$)/)
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(page.headers.get('x-frame-options'), null)
  for (const path of ['/f/nowhere/embed.js', '/f/%00', '/f/%00/thanks', '/f/Nowhere'])
    assert.equal((await fetch(`${samvad.url}${path}`)).status, 404, path)
  const snippet = await fetch(`${samvad.url}${form.path}/embed.js`)
  assert.equal(snippet.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.equal(snippet.headers.get('cross-origin-resource-policy'), 'cross-origin')
})

test('spec 22.41: an author previews a draft and what is not stored, in any state and language, without scripts', async () => {
  const form = await publishForm(
    samvad,
    [fieldOf('name', 'short_text'), fieldOf('next', 'page_break'), fieldOf('more', 'short_text')],
    { languages: ['en', 'hi'] },
  )
  const preview = async (json: object) => {
    const { status, body } = await samvad.request('POST', `/v1/forms/${publicId('form', form.id)}/preview`, { json })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(!body.html.includes('<script'))
    return body
  }
  const { html, page, pages } = await preview({ page: 2, language: 'hi' })
  assert.deepEqual([page, pages], [2, 2])
  assert.match(html, /lang="hi".*Label of more/s)
  assert.match((await preview({ state: 'thank_you' })).html, /Your answers have been received/)
  assert.match((await preview({ state: 'closed' })).html, /This form is closed/)
  const unfinished = {
    fields: [{ key: 'a', type: 'short_text', label: 'New', show_if: { field: 'missing', is: 'x' } }],
  }
  assert.match((await preview({ definition: unfinished })).html, /New/)
  assert.equal((await stored(form.id)).length, 0)
})

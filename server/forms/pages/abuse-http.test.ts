// Bots, attacks and hostile input on form pages.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { fieldOf, type Page, pageOf, publishForm, Visitor } from '../../../test/form-pages.ts'
import { startSamvad } from '../../../test/harness.ts'
import { givePremium } from '../../../test/premium.ts'
import { ADDRESS_BURST, WAIT_MS } from './abuse.ts'
import { BODY_BYTES_MAX } from './sent-form.ts'
import { createStates, newVisit } from './state.ts'
import { FILLED_IN_MS } from './visits.ts'

const samvad = await startSamvad({ SAMVAD_TRUST_PROXY: 'loopback' })
let now = new Date('2026-06-01T06:00:00Z').getTime()
samvad.app.clock = () => new Date(now)
const wait = (ms = FILLED_IN_MS) => void (now += ms)

const stored = (formId: string): Promise<any[]> =>
  samvad.rows('select answers, state from form_submissions where form_id = $1 order by submitted_at, id', [formId])

const ATTACK = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('spec 22.32: who fills in what nobody sees, or is faster than anybody reads, is stored as spam', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  assert.equal((await visitor.send(page, { name: 'fast' })).status, 303)
  const other = await visitor.open()
  wait()
  assert.equal((await visitor.send(other, { name: 'robot', _url: 'https://spam.example' })).status, 303)
  const third = await visitor.open()
  wait()
  await visitor.send(third, { name: 'person' })
  assert.deepEqual(
    (await stored(form.id)).map(({ answers, state }) => [answers.name, state]),
    [
      ['fast', 'spam'],
      ['robot', 'spam'],
      ['person', 'stored'],
    ],
  )
})

function proofOf({ html }: Page): string {
  const nonce = /data-nonce="([^"]+)"/.exec(html)?.[1]
  const bits = Number(/data-bits="([^"]+)"/.exec(html)?.[1])
  for (let at = 0; ; at++)
    if (hash('sha256', `${nonce}:${at}`, 'buffer').readUInt32BE(0) >>> (32 - bits) === 0) return String(at)
}

test('spec 22.33: beyond its limit a network is challenged, and each answer is stored after a proof or a wait', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')])
  const visitor = new Visitor(samvad, form)
  const fill = async (name: string) => {
    const page = await visitor.open()
    wait()
    return visitor.send(page, { name })
  }
  let page = await fill('0')
  let count = 1
  for (; page.status === 303; count++) page = await fill(String(count))
  assert.ok(count > ADDRESS_BURST, `${count} were stored at once`)
  assert.equal(page.status, 429)
  assert.match(page.text, /Your answers are kept on this page/)
  const before = (await stored(form.id)).length

  assert.equal((await visitor.send({ hidden: { ...page.hidden, _proof: '1' } })).status, 429, 'a wrong proof')
  assert.equal((await visitor.send({ hidden: { ...page.hidden, _proof: proofOf(page) } })).status, 303)
  assert.equal((await visitor.send({ hidden: { ...page.hidden, _proof: proofOf(page) } })).status, 303, 'once')
  assert.equal((await stored(form.id)).length, before + 1)

  const waiting = await fill('patient')
  assert.equal(waiting.status, 429)
  const early = await visitor.send(waiting)
  assert.equal(early.status, 429)
  now += 9 * WAIT_MS
  assert.equal((await visitor.send(early)).status, 303)
  assert.equal((await stored(form.id)).at(-1)?.answers.name, 'patient')
})

test('spec 22.45: of 1,001 visitors who send at once, each from another network, a form that takes 1,000 stores 1,000', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')], { max_submissions: 1000 })
  const startedAt = new Date(now)
  wait()
  const states = createStates(samvad.app.sealer)
  const known = { language: 'en', isEmbedded: false, source: '', values: {} }
  const send = async (index: number) => {
    const state = states.seal({ orgId: form.organizationId, formId: form.id }, newVisit(1, startedAt, known), startedAt)
    const answer = await fetch(`${samvad.url}${form.path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': `10.9.${index >> 8}.${index & 255}` },
      body: new URLSearchParams({ _state: state, _act: 'next', name: `visitor ${index}` }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const answers: Awaited<ReturnType<typeof send>>[] = []
  let next = 0
  const sender = async () => {
    while (next < 1001) answers.push(await send(next++))
  }
  await Promise.all(Array.from({ length: 64 }, sender))
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  assert.deepEqual([byStatus.get(303)?.length, byStatus.get(410)?.length], [1000, 1])
  assert.match(byStatus.get(410)?.[0]?.text ?? '', /This form is full[^]*visitor \d+/)
  const rows = await stored(form.id)
  assert.equal(new Set(rows.map(({ answers: { name } }) => name)).size, 1000)
  const [{ submissions, next_number }]: any = await samvad.rows('select * from form_counts where form_id = $1', [
    form.id,
  ])
  assert.deepEqual([Number(submissions), Number(next_number)], [1000, 1000])
})

test('spec 18.6, 22.35: 10,000 fields, a large body and bytes that are no text are refused or read as far as they go', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  wait()
  const many = await visitor.send(page, { name: 'x', extra: Array.from({ length: 10_000 }, () => '1') })
  assert.equal(many.status, 413)
  assert.match(many.text, /Too many answers were sent at once/)
  const parts = new FormData()
  for (const [name, value] of Object.entries(page.hidden)) parts.append(name, value)
  for (let at = 0; at < 3000; at++) parts.append(`f${at}`, '1')
  const manyParts = await pageOf(await fetch(visitor.url, { method: 'POST', body: parts }))
  assert.equal(manyParts.status, 413)
  assert.match(manyParts.text, /Too many answers were sent at once/)
  const large = await fetch(visitor.url, {
    method: 'POST',
    body: new URLSearchParams({ name: 'x'.repeat(BODY_BYTES_MAX) }),
    headers: { accept: 'text/html' },
  })
  assert.equal(large.status, 413)
  const long = await visitor.send(page, { name: 'x'.repeat(2000) })
  assert.match(long.text, /Shorten this to 1000 characters or fewer/)
  const broken = await fetch(visitor.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `_state=${page.hidden._state}&name=%ff%00%ed%a0%80end&__proto__=1&constructor=2`,
  })
  assert.equal(broken.status, 303)
  const [row] = await stored(form.id)
  assert.match(row.answers.name, /end$/)
  const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  const refused = await fetch(visitor.url, json)
  assert.equal(refused.status, 415)
  assert.match(((await refused.json()) as { detail: string }).detail, /Send application\/x-www-form-urlencoded or/)
})

test('spec 22.31: a script in a label, an option, a text or an answer is shown and never run', async () => {
  const fields = [
    fieldOf('constructor', 'short_text'),
    fieldOf('text', 'short_text', { label: ATTACK, help: ATTACK, placeholder: ATTACK, required: true }),
    fieldOf('long', 'long_text', { label: ATTACK, default: '</textarea><script>alert(1)</script>' }),
    fieldOf('one', 'single_choice', { label: ATTACK, options: [{ value: ATTACK, label: ATTACK }, { value: 'b' }] }),
    fieldOf('list', 'dropdown', { label: ATTACK, options: [{ value: ATTACK }, { value: 'b' }] }),
    fieldOf('agree', 'consent', { label: ATTACK, text: ATTACK }),
    fieldOf('shown', 'short_text', { label: ATTACK, show_if: { field: 'text', is: ATTACK } }),
    fieldOf('secret', 'hidden'),
    fieldOf('last', 'page_break', { label: ATTACK }),
    fieldOf('photo', 'file', { label: ATTACK }),
    fieldOf('more', 'short_text', { label: ATTACK, required: true, show_if: { field: 'text', is: ATTACK } }),
  ]
  const form = await publishForm(
    samvad,
    fields,
    {
      title: ATTACK,
      description: ATTACK,
      submit_label: ATTACK,
      closed_text: ATTACK,
      thank_you: { title: ATTACK, text: ATTACK },
      texts: { next: ATTACK, optional: ATTACK, page_of: ATTACK, report: ATTACK },
    },
    { name: ATTACK },
  )
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open(
    `?secret=${encodeURIComponent(ATTACK)}&utm_source=${encodeURIComponent(ATTACK)}&lang=${encodeURIComponent(ATTACK)}`,
  )
  wait()
  const wrong = await visitor.send(page, { text: '', long: ATTACK, one: ATTACK })
  const second = await visitor.send(wrong, {
    text: ATTACK,
    long: ATTACK,
    one: ATTACK,
    list: ATTACK,
    agree: 'yes',
    _on: 'shown',
    shown: ATTACK,
  })
  const named = await visitor.sendFiles(second, { _on: 'more', more: '' }, [['photo', `${ATTACK}/../../x.png`, PNG]])
  const pages = [page, wrong, second, named, await visitor.open('/thanks'), await visitor.open('/report')]
  for (const [at, { html, status }] of pages.entries()) {
    assert.ok(status === 200 || status === 422, `${at}: ${status}`)
    assert.ok(!html.includes('<img'), `page ${at}`)
    assert.ok(!html.includes('<script>alert'), `page ${at}`)
    assert.ok(!/ on[a-z]+="/.test(html), `page ${at}`)
  }
  assert.match(named.html, /x\.png · Uploaded/)
  const done = await visitor.send(named, { _on: 'more', more: 'x' })
  assert.equal(done.status, 303)
  const [row] = await stored(form.id)
  assert.equal(row.answers.one, ATTACK)
  assert.equal(row.answers.secret, ATTACK)
  assert.equal(row.answers.photo[0].filename, 'x.png')
})

test('spec 22.28, 22.29: a file that lies about its type, is empty or too large is refused; others stay while errors are corrected', async () => {
  const form = await publishForm(samvad, [
    fieldOf('photo', 'file', { required: true, accept: ['image'], max_files: 2, max_size: 2000 }),
    fieldOf('name', 'short_text', { required: true }),
  ])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  wait()
  const refused: readonly [string, Buffer, RegExp][] = [
    ['me.png', Buffer.from('MZ this is a program'), /another type than its name says/],
    ['me.exe', PNG, /another type/],
    ['me.pdf', PNG, /another type/],
    ['me.png', Buffer.from('<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"/>'), /another type/],
    ['me.png', Buffer.alloc(0), /file is empty/],
    ['me.png', Buffer.concat([PNG, Buffer.alloc(4000)]), /too large/],
  ]
  for (const [filename, content, text] of refused) {
    const answer = await visitor.sendFiles(page, { name: 'Asha' }, [['photo', filename, new Uint8Array(content)]])
    assert.equal(answer.status, 422, filename)
    assert.match(answer.text, text)
  }
  const [before]: any[] = await samvad.rows('select count(*)::int as count from form_files where form_id = $1', [
    form.id,
  ])
  assert.equal(before.count, 0)
  const kept = await visitor.sendFiles(page, { name: '' }, [
    ['photo', 'me.png', new Uint8Array(PNG)],
    ['photo', 'two.png', new Uint8Array(PNG)],
    ['photo', 'three.png', new Uint8Array(PNG)],
    ['name', 'name.png', new Uint8Array(PNG)],
  ])
  assert.equal(kept.status, 422)
  assert.match(kept.text, /me\.png · Uploaded.*two\.png · Uploaded/)
  assert.match(kept.text, /at most 2 files/)
  const remove = /value="(remove:photo:[0-9a-f-]+)"/.exec(kept.html)?.[1] ?? ''
  const removed = await visitor.sendFiles(kept, { name: 'Asha', _act: remove }, [])
  assert.doesNotMatch(removed.text, /me\.png · Uploaded/)
  assert.equal((await visitor.sendFiles(removed, { name: 'Asha' }, [])).status, 303)
  const files = await samvad.rows(
    'select filename, content_type, submission_id is not null as taken from form_files where form_id = $1',
    [form.id],
  )
  assert.deepEqual(files, [{ filename: 'two.png', content_type: 'image/png', taken: true }])
})

test('spec 22.29: files of a page whose state is wrong are not stored', async () => {
  const form = await publishForm(samvad, [fieldOf('photo', 'file', { accept: ['image'] })])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  const answer = await visitor.sendFiles({ ...page, hidden: { _state: 'x' } }, {}, [
    ['photo', 'me.png', new Uint8Array(PNG)],
  ])
  assert.equal(answer.status, 422)
  const [{ count }] = (await samvad.rows('select count(*)::int as count from form_files where form_id = $1', [
    form.id,
  ])) as [{ count: number }]
  assert.equal(count, 0)
})

test('spec 22.37, 23.72: a report reaches the operators in their own organization, and no more often than they can read', async () => {
  const company = await samvad.newCompany('Sunrise Traders')
  await givePremium(samvad, company)
  await samvad.rows('update users set is_operator = true where id = $1', [samvad.company.userId])
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')], {}, { company, name: 'Win a phone' })
  const url = `${samvad.url}${form.path}/report`
  const report = (reason: string, details: string) =>
    fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ reason, details }),
      headers: { accept: 'text/html' },
    }).then(pageOf)
  assert.match((await report('', 'It asks for my OTP')).text, /Choose a reason.*It asks for my OTP/)
  const answers = []
  for (let at = 0; at < 7; at++) answers.push((await report('secrets', `It asks for my OTP <b>${at}</b>`)).status)
  assert.deepEqual(answers, [200, 200, 200, 200, 200, 429, 429])
  const events: any[] = await samvad.rows("select org_id, payload from events where type = 'form.reported'")
  assert.equal(events.length, 1)
  assert.equal(events[0].org_id, samvad.company.organizationId)
  const { reason, form_name, organization_name, is_priority } = events[0].payload
  assert.deepEqual(
    { reason, form_name, organization_name, is_priority },
    { reason: 'secrets', form_name: 'Win a phone', organization_name: 'Sunrise Traders', is_priority: true },
  )
})

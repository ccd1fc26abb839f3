// Analytics counts of visits to form pages, and what each plan shows of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf, publishForm, type TestForm, Visitor } from '../../../test/form-pages.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { keepShortly } from '../../../test/kept-shortly.ts'
import { until } from '../../../test/mail-story.ts'
import { endPremium, givePremium } from '../../../test/premium.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { FILLED_IN_MS } from './visits.ts'

keepShortly()
const samvad = await startSamvad()
let now = new Date('2026-06-01T06:00:00Z').getTime()
samvad.app.clock = () => new Date(now)
const wait = (ms = FILLED_IN_MS) => {
  now += ms
}
const asha = person(samvad)
const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36' }

const path = ({ id }: TestForm, query = '') => `/v1/forms/${publicId('form', id)}/analytics${query}`
const detailsWhen = async (form: TestForm, isSo: (details: any) => boolean, query = '') =>
  (
    await until(
      async () => (await asha.get(path(form, query))).body,
      ({ details }) => isSo(details),
    )
  ).details
const views = ({ devices }: any): number => devices.reduce((sum: number, one: any) => sum + one.views, 0)
const fields = () => [
  fieldOf('name', 'short_text', { required: true }),
  fieldOf('email', 'email', { required: true }),
  fieldOf('more', 'page_break', { label: 'More' }),
  fieldOf('city', 'short_text'),
]

test('spec 23.60, 23.61, 23.62: visits are counted as far as they come, on every plan, and shown with premium', async () => {
  const form = await publishForm(samvad, fields())
  const visitor = new Visitor(samvad, form, PHONE)
  // One visitor leaves, one answers only the name, one reaches the second page, and one submits after 40 seconds.
  await visitor.open()
  wait()
  await visitor.send(await visitor.open(), { name: 'Asha' })
  const second = await visitor.send(await visitor.open(), { name: 'Bala', email: 'bala@customer.example' })
  await visitor.send(second, {}, 'back')
  const last = await visitor.send(await visitor.open(), { name: 'Chitra', email: 'chitra@customer.example' })
  wait(40_000)
  for (const _ of ['once', 'again']) assert.equal((await visitor.send(last, { city: 'Pune' })).status, 303)
  const free = await until(
    async () => (await asha.get(path(form))).body,
    ({ total }) => total.views === 4 && total.starts === 3,
  )
  assert.equal(free.details, null)
  assert.equal((await asha.get(`/v1/forms/${publicId('form', form.id)}`)).body.view_count, 4)
  assert.equal((await asha.get('/v1/forms')).body.data[0].view_count, 4)
  assert.deepEqual(free.premium_adds, ['drop_off', 'duration', 'campaigns', 'devices', 'versions'])
  assert.deepEqual(free.total, { views: 4, starts: 3, submissions: 1, completion: 0.25 })
  for (const query of ['?include=details', '?version=1'])
    assertRefused(await asha.get(path(form, query)), 402, 'premium_required')

  await givePremium(samvad)
  const details = await detailsWhen(
    form,
    ({ drop_off, devices }) => drop_off.pages[1].left === 1 && devices[0].views === 4 && devices[0].starts === 3,
  )
  assert.deepEqual(details.drop_off.pages, [
    { page: 1, title: null, reached: 4, left: 2 },
    { page: 2, title: 'More', reached: 2, left: 1 },
  ])
  assert.deepEqual(
    details.drop_off.fields.map(({ key, reached, left }: any) => [key, reached, left]),
    [
      ['name', 3, 1],
      ['email', 2, 1],
      ['city', 1, 0],
    ],
  )
  assert.deepEqual(details.duration, {
    submissions: 1,
    lower_quartile: 34,
    median: 38,
    upper_quartile: 41,
    histogram: [{ from_seconds: 30, to_seconds: 45, submissions: 1 }],
  })
  assert.deepEqual(details.devices[0], { device: 'phone', views: 4, starts: 3, submissions: 1, completion: 0.25 })
  assert.deepEqual(
    details.versions.map(({ version, views: seen, submissions, median }: any) => [version, seen, submissions, median]),
    [[1, 4, 1, 38]],
  )
  assert.deepEqual([details.counted_from, details.version], ['2026-06-01', 1])

  const paid = (await asha.get(path(form, '?include=details'))).body
  assert.deepEqual([paid.premium_adds, paid.details], [[], details])
})

test('spec 23.63, 23.64: origins and devices are counted by view, start and submission; programs apart', async () => {
  const form = await publishForm(samvad, fields().slice(0, 1))
  const visitor = new Visitor(samvad, form)
  const query = '?utm_source=News Letter&utm_medium=email&utm_campaign=Diwali 2026&utm_content=secret'
  const page = await visitor.open(query, { referer: 'https://www.shop.example/cart?token=1' })
  wait()
  await visitor.send(page, { name: 'Asha' })
  await visitor.open()
  await visitor.open('', { 'user-agent': 'Googlebot/2.1' })
  const details = await detailsWhen(form, (one) => views(one) === 2 && one.bot_views === 1)
  const all = { views: 1, starts: 1, submissions: 1, completion: 1 }
  const none = { value: '', views: 1, starts: 0, submissions: 0, completion: 0 }
  assert.deepEqual(details.campaigns, {
    utm_source: [{ value: 'news-letter', ...all }, none],
    utm_medium: [{ value: 'email', ...all }, none],
    utm_campaign: [{ value: 'diwali-2026', ...all }, none],
    referrer: [{ value: 'shop.example', ...all }, none],
  })
  assert.deepEqual(details.devices[2], { device: 'desktop', views: 2, starts: 1, submissions: 1, completion: 0.5 })
  assert.deepEqual(details.days, [
    { day: '2026-06-01', bot_views: 1, median: 3, phone_views: 0, tablet_views: 0, desktop_views: 2, other_views: 0 },
  ])
  const rows: any[] = await samvad.rows(
    `select value from form_details where form_id = $1 and value ~ 'secret|token'`,
    [form.id],
  )
  assert.deepEqual(rows, [])
})

test('spec 23.63: the first 50 names of a day are counted by themselves, whoever counts them at once', async () => {
  const form = await publishForm(samvad, fields().slice(0, 1))
  const visitor = new Visitor(samvad, form)
  const pages = await Promise.all(Array.from({ length: 70 }, (_, index) => visitor.open(`?utm_medium=m${index}`)))
  wait()
  await Promise.all(pages.slice(0, 15).map((page, index) => visitor.send(page, { name: `Asha ${index}` })))
  const { campaigns } = await detailsWhen(form, (one) => views(one) === 70)
  const named: any[] = campaigns.utm_medium
  assert.equal(
    named.reduce((sum, one) => sum + one.views, 0),
    70,
  )
  assert.equal(
    named.reduce((sum, one) => sum + one.submissions, 0),
    15,
  )
  const rows: any[] = await samvad.rows(
    `select count(distinct value)::int as count from form_details where form_id = $1 and dimension = 'utm_medium'`,
    [form.id],
  )
  assert.ok(rows[0].count <= 51, String(rows[0].count))
})

test('spec 23.66: what is left behind is reported by the script, once for each field, and never for another form', async () => {
  const form = await publishForm(samvad, fields())
  const other = await publishForm(samvad, fields())
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  const beacon = (of: TestForm, ...words: string[]) =>
    fetch(`${samvad.url}${of.path}/start`, {
      method: 'POST',
      body: [page.hidden._state, ...words].join(' '),
      headers: { 'content-type': 'text/plain', 'user-agent': PHONE['user-agent'] },
    })
  await beacon(other, 'name', '')
  await beacon(form, 'nonsense', '')
  await beacon(form, 'name', '')
  await beacon(form, 'email', 'name')
  // Sent repeatedly by anyone with the page.
  for (const words of [
    ['name', ''],
    ['email', 'name'],
    ['email', 'name'],
    ['email', ''],
  ])
    await beacon(form, ...words)
  const left = await detailsWhen(form, ({ drop_off }) => drop_off.fields[1].left === 1)
  assert.deepEqual(
    left.drop_off.fields.map((one: any) => one.left),
    [0, 1, 0],
  )
  wait()
  // The visitor goes back and continues.
  const second = await visitor.send(page, { name: 'Asha', email: 'asha@customer.example', _last: 'email' })
  await visitor.send(second, { city: '' })
  const done = await detailsWhen(form, ({ drop_off }) => drop_off.fields[1].left === 0)
  assert.deepEqual(
    done.drop_off.pages.map((one: any) => one.left),
    [0, 0],
  )
  const rows: any[] = await samvad.rows('select 1 from form_details where form_id = $1', [other.id])
  assert.deepEqual(rows, [])
})

test('spec 23.65: a version is looked at by itself, and versions stand beside each other', async () => {
  const form = await publishForm(samvad, fields().slice(0, 1))
  const visitor = new Visitor(samvad, form)
  await visitor.open()
  const { id } = form
  await asha.put(`/v1/forms/${publicId('form', id)}`, {
    fields: [...fields().slice(0, 1), fieldOf('stars', 'rating')].map(({ key, type, label }) => ({ key, type, label })),
  })
  assert.equal((await asha.post(`/v1/forms/${publicId('form', id)}/publish`)).body.version, 2)
  await until(
    () => visitor.open(),
    ({ html }) => html.includes('Label of stars'),
  )
  const all = await detailsWhen(form, (one) => one.versions.length === 2, '')
  assert.equal(all.version, 2)
  assert.deepEqual(
    all.drop_off.fields.map(({ key }: any) => key),
    ['name', 'stars'],
  )
  const first = await detailsWhen(form, (one) => views(one) >= 1, '?version=1')
  assert.deepEqual(
    first.drop_off.fields.map(({ key }: any) => key),
    ['name'],
  )
  assert.equal(
    views(first) + views((await asha.get(path(form, '?version=2'))).body.details),
    views((await asha.get(path(form))).body.details),
  )
  assertRefused(await asha.get(path(form, '?version=7')), 404, 'not_found')
  assertRefused(await asha.get(path(form, '?version=0')), 400, 'invalid_query', 'version')
})

test('spec 23.68: spam counts in no detail, and in the same ones as before once it is none', async () => {
  const form = await publishForm(samvad, fields().slice(0, 1))
  const visitor = new Visitor(samvad, form, PHONE)
  const page = await visitor.open('?utm_campaign=holi')
  await visitor.send(page, { name: 'Asha' })
  const [{ id }] = (await samvad.rows('select id from form_submissions where form_id = $1', [form.id])) as any
  const counted = async () =>
    samvad.rows(
      'select dimension, value, submissions::int as submissions from form_details where form_id = $1 and submissions <> 0 order by 1, 2',
      [form.id],
    )
  assert.deepEqual(await counted(), [])
  await asha.post(`/v1/submissions/${publicId('sub', id)}/not_spam`)
  const details = [
    { dimension: 'device', value: 'phone', submissions: 1 },
    { dimension: 'duration', value: '0', submissions: 1 },
    { dimension: 'utm_campaign', value: 'holi', submissions: 1 },
  ]
  assert.deepEqual(await counted(), details)
  await asha.post(`/v1/submissions/${publicId('sub', id)}/spam`)
  assert.deepEqual(await counted(), [])
})

test('spec 23.67: all counts of a period are one file; the free plan has those of days', async () => {
  const form = await publishForm(samvad, fields().slice(0, 1))
  const visitor = new Visitor(samvad, form, PHONE)
  await visitor.open('?utm_medium=%3D1%2B1')
  await detailsWhen(form, (one) => views(one) === 1)
  const csv = async () => (await asha.get(path(form), { headers: { accept: 'text/csv' } })).text
  assert.equal(
    await csv(),
    [
      'day,version,dimension,value,views,starts,submissions,stopped_here',
      '2026-06-01,1,all,,1,0,0,0',
      '2026-06-01,1,device,phone,1,0,0,0',
      '2026-06-01,1,utm_medium,1-1,1,0,0,0',
      '',
    ].join('\r\n'),
  )
  await endPremium(samvad)
  assert.equal((await csv()).split('\r\n').length, 3)
  assertRefused(
    await asha.get(path(form, '?include=details'), { headers: { accept: 'text/csv' } }),
    402,
    'premium_required',
  )
})

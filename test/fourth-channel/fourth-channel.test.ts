// A fictional fourth channel: a folder of this test and its lines in the tables. spec 7.165.
// Alone: it loads the program with a channel more than there is.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPager } from './lines.ts'

addPager()
const { startSamvad } = await import('../harness.ts')
const { newOperator, publish, tiers } = await import('../prices.ts')
const { readyToSend } = await import('../company.ts')
const { assertRefused, person } = await import('../story.ts')
const { indexAll, search } = await import('../search.ts')
const { stateMonth } = await import('../usage.ts')
const { createAdapters } = await import('#messaging/channels/adapters.ts')
const { createDispatcher } = await import('#messaging/dispatch/dispatcher.ts')
const { suggested } = await import('#messaging/imports/rules.ts')
const { keywordOf } = await import('#messaging/channels/keywords.ts')
const { say } = await import('#notifications/texts.ts')
const { summaryJobs } = await import('#reporting/summaries/jobs.ts')
const { accepted, TEXT_MAX } = await import('./pager/channel.ts')
/** Without types, because theirs need the DOM. */
const untyped = (name: string): Promise<any> => import(name)
const ofConsole = (path: string) => untyped(new URL(`../../console/src/${path}`, import.meta.url).href)
const { createElement } = await untyped('react')
const { renderToStaticMarkup } = await untyped('react-dom/server')
const { addressOn, channelNames, channelOf } = await ofConsole('app/channels.ts')
const { readFilter } = await ofConsole('contacts/filter.ts')
const { bodyOf, choicesOf, chosenChannel } = await ofConsole('inbox/compose.ts')
const { emptyList } = await ofConsole('operator/typed-prices.ts')
const { categoriesOf, readTemplateFilter } = await ofConsole('templates/known.ts')
const { stackedOf } = await ofConsole('usage/stacking.ts')
const { Channel } = await ofConsole('design/status.tsx')
const { channelNamesIn, kindNamesIn } = await import('#channels/words.ts')

const OCTOBER = new Date('2026-10-12T06:30:00Z')
const OVER = new Date('2026-10-31T18:35:00Z')

const samvad = await startSamvad()
samvad.setClock(OCTOBER)
const company = await samvad.newCompany('Asha Mills')
const asha = person(samvad, company)
const { conversationId } = await readyToSend(samvad, company, 100n)
const operator = await newOperator(samvad)
const list = { sms_unit: 'segment', effective_from: Math.floor(OCTOBER.getTime() / 1000) } as const
await publish(samvad, operator, company.organizationId, { pager: { tiers: tiers('0.40') } }, list)

const draft = (more: object = {}) => ({ conversation_id: conversationId, channel: 'pager', text: 'Namaste', ...more })
const contactsBy = async (query: string) => (await asha.get(`/v1/contacts?${query}`)).body.data

test('spec 7.165: a channel in the table has its account among the others, and nothing can be sent without one', async () => {
  assertRefused(await asha.post('/v1/messages', draft()), 422, 'channel_unavailable', 'channel')
  assert.equal((await asha.put('/v1/channels/pager', { host: 'pager.example' })).status, 200)
  const listed = (await asha.get('/v1/channels')).body.data
  assert.deepEqual(
    listed.map(({ channel }: { channel: string }) => channel),
    ['email', 'app', 'sms', 'pager'],
  )
})

test('spec 7.165: it is estimated, charged and sent by its own rules, and enterprise pricing begins at its threshold', async () => {
  const estimate = (await asha.post('/v1/messages/estimate', draft())).body
  assert.equal(estimate.total, '0.40')
  assert.equal(estimate.sms.segments, 1)
  assertRefused(
    await asha.post('/v1/messages', draft({ text: 'a'.repeat(TEXT_MAX + 1) })),
    422,
    'invalid_content',
    'text',
  )
  for (const text of ['Gaurav collects pallets', 'Second', 'a'.repeat(161)])
    await asha.make('/v1/messages', draft({ text }))
  await createDispatcher(samvad.app, createAdapters(samvad.app, {} as never)).run(new AbortController().signal)
  assert.deepEqual(
    accepted.map(({ address, content }) => [address, content.text?.slice(0, 6)]),
    [
      ['+919812345678', 'Gaurav'],
      ['+919812345678', 'Second'],
      ['+919812345678', 'aaaaaa'],
    ],
  )
  const prices = (await asha.get('/api/v1/billing/prices/estimate?channel=pager&count=10')).body
  assert.equal(prices.already_sent, 4)
  assert.equal(prices.total, '4.00')
  const marked = await samvad.rows('select channel from enterprise_eligibilities where org_id = $1', [
    company.organizationId,
  ])
  assert.deepEqual(marked, [{ channel: 'pager' }])
})

test('spec 7.165: its messages are found, its contacts filtered, and an address suppressed on it receives nothing', async () => {
  await indexAll(samvad.app)
  const [found] = (await search(asha, 'messages', 'pallets')).data
  assert.equal(found.channel, 'pager')
  const [ravi] = await contactsBy('channel=pager')
  assert.equal(ravi.display_name, 'Ravi')
  await asha.make('/v1/contacts', { display_name: 'Sita', email: 'sita@farm.example' })
  assert.equal((await contactsBy('channel=pager')).length, 1)

  await asha.make('/v1/suppressions', { channel: 'pager', address: '+919812345678' })
  assert.deepEqual(
    (await contactsBy('channel=pager&suppressed=true')).map(({ suppressed }: any) => suppressed),
    [{ pager: 'manual' }],
  )
  assertRefused(await asha.post('/v1/messages', draft()), 422, 'recipient_suppressed')
  const unsubscribed = { unsubscribed: { pager: Math.floor(OCTOBER.getTime() / 1000) } }
  assert.equal((await asha.put(`/v1/contacts/${ravi.id}`, unsubscribed)).status, 200)
  assert.equal((await contactsBy('channel=pager&unsubscribed=true')).length, 1)
  assert.deepEqual(suggested(['Mobile', 'Pager consent']), ['phone_number', 'consent.pager'])
  assert.equal(keywordOf('pager' as never, 'STOP'), 'stop')
})

test('spec 7.165: usage, the usage statement, the summary and notices name it in its own words', async () => {
  const usage = (await asha.get('/api/v1/billing/usage?group_by=channel,kind')).body
  assert.deepEqual(
    usage.data.map(({ channel, kind, messages, amount }: any) => [channel, kind, messages, amount]),
    [['pager', 'pager', 3, '1.60']],
  )
  samvad.setClock(OVER)
  for (const job of summaryJobs(samvad.app)) await job.run(new AbortController().signal)
  const summary = (await asha.get('/api/v1/billing/summaries/2026-10')).body
  assert.deepEqual(
    summary.by_channel.map(({ channel, messages }: any) => [channel, messages]),
    [['pager', 3]],
  )
  const pdf = await asha.get('/api/v1/billing/summaries/2026-10', { headers: { accept: 'application/pdf' } })
  assert.equal(pdf.status, 200)
  const stated = await stateMonth(samvad, company, '2026-10')
  assert.deepEqual(
    stated.body.lines.map(({ description, quantity }: any) => [description, quantity]),
    [
      ['Pager messages', 1],
      ['Pager messages', 2],
    ],
  )
  const facts = { channel: 'pager', failing_since: 1_760_000_000 }
  assert.match(say('en', 'channel_account.recovered', facts, { from: null, count: 1 }).title, /^Pager messages/)
  assert.match(say('hi', 'channel_account.recovered', facts, { from: null, count: 1 }).title, /पेजर/)
})

test('spec 21.70: the lists, filters, composer, prices and charts of the console have it', () => {
  assert.deepEqual(channelNames, ['email', 'app', 'sms', 'pager'])
  assert.match(renderToStaticMarkup(createElement(Channel, { channel: 'pager', isNamed: true })), /text-warn.*>Pager</s)
  assert.equal(channelNamesIn('hi')['pager' as never], 'पेजर')
  assert.equal(kindNamesIn('en')['pager' as never], 'Pager')
  assert.equal(readFilter({ channel: 'pager' }).channel, 'pager')
  assert.equal(readTemplateFilter({ channel: 'pager' }).channel, 'pager')
  assert.deepEqual(categoriesOf('pager'), ['utility', 'marketing', 'authentication'])
  assert.deepEqual(emptyList().pager, { mode: 'graduated', tiers: [{ upTo: '', price: '' }] })

  const sita = {
    email: null,
    phone_number: '+919812345678',
    app_id: null,
    suppressed: {},
    unsubscribed: { sms: 1, app: 1 },
  }
  assert.equal(addressOn(sita, 'pager'), sita.phone_number)
  const choices = choicesOf(sita, undefined)
  assert.deepEqual(
    choices.map(({ channel, obstacle }: any) => [channel, obstacle]),
    [
      ['email', 'noAddress'],
      ['app', 'unsubscribed'],
      ['sms', 'unsubscribed'],
      ['pager', null],
    ],
  )
  const channel = chosenChannel(choices, [])
  const written = {
    text: 'Namaste',
    subject: 'Not on a pager',
    templateId: null,
    variables: {},
    files: [{ id: 'att' }],
  }
  assert.deepEqual(bodyOf('conv_1', channel, written, false), {
    conversation_id: 'conv_1',
    channel: 'pager',
    text: 'Namaste',
  })

  const row = { day: '2026-10-12', channel: 'pager', sent: 3, amount: '1.60' }
  const chart = stackedOf([row], {
    unit: 'day',
    from: '2026-10-12',
    to: '2026-10-12',
    by: 'channel',
    of: 'amount',
    nameOf: String,
    groupNameOf: String,
    others: 'Others',
    all: 'All',
  })
  assert.deepEqual(chart.series, [{ name: 'pager', fill: channelOf('pager')?.fill }])
})

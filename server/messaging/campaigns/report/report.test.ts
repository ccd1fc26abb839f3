// The report of a campaign: outcomes, counted as they happen.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { createReceiptTaker } from '#messaging/receipts/taker.ts'
import { campaignStory } from '../../../../test/campaigns.ts'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { assertRefused, person } from '../../../../test/story.ts'
import { removeOld } from '../tracking/queries.ts'
import { countChanges, insertChanges } from './count-queries.ts'
import { type CountName, changesOf, countOf } from './count-rules.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { campaign, contact, crowd, ended, listOf, statusOf } = campaignStory(samvad, mailbox)
samvad.startWorker()

const ORG = '00000000-0000-0000-0000-000000000001' as Uuid
const CAMPAIGN = '00000000-0000-0000-0000-000000000002' as Uuid

test('spec 15.19: what became of a delivery is counted once, by what it is now and why', () => {
  const of = { org_id: ORG, campaign_id: CAMPAIGN }
  const changes = changesOf([
    { ...of, status: 'sent' },
    { ...of, status: 'sent' },
    { ...of, was: 'sent', status: 'delivered' },
    { ...of, was: 'sending', status: 'read' },
    { ...of, status: 'failed', errorCode: 'rejected' },
    { ...of, was: 'delivered', status: 'undelivered', errorCode: null },
    { ...of, status: 'queued' },
    { ...of, campaign_id: null, status: 'sent' },
  ])
  assert.deepEqual(
    changes.map(({ name, reason, count }) => [name, reason, count]),
    [
      ['sent', '', 1],
      ['left', '', 3],
      ['arrived', '', 2],
      ['read', '', 1],
      ['failed', 'rejected', 1],
      ['undelivered', 'undelivered', 1],
    ],
  )
})

test('spec 15.3, 15.19: a report counts by status and reason, who bounced and who unsubscribed, and how fast it sends', async () => {
  const company = await samvad.newCompany('Counted')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 4)
  const ravi = await contact(who, { email: 'ravi@counted.example' })
  const silent = await contact(who, { email: 'silent@counted.example' }, false)
  mailbox.answer((recipient) => (recipient.startsWith(`${name}4`) ? { code: 550, text: '5.7.1 Refused' } : 'accept'))
  const one = await campaign(who, [list, await listOf(who, [ravi, silent])])
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  const sent = await ended(who, one)
  mailbox.answer(() => 'accept')
  assert.deepEqual(
    [sent.counts.sent, sent.counts.failed, sent.counts.queued, sent.counts.skipped, sent.rate],
    [4, 1, 0, 1, 4],
  )
  assert.deepEqual(sent.skipped, [{ reason: 'consent_missing', count: 1 }])
  assert.deepEqual(
    sent.not_delivered.map(({ count }: any) => count),
    [1],
  )
  assert.equal(sent.engagement, null)

  const deliveries = await samvad.rows<{ id: Uuid; address: string }>(
    `select id, address from deliveries where campaign_id = $1 and status = 'sent' order by address`,
    [uuidOf('camp', one.id)],
  )
  const [first, second] = deliveries as [{ id: Uuid; address: string }, { id: Uuid; address: string }]
  const receipt = {
    organizationId: company.organizationId as Uuid,
    channel: 'email',
    time: samvad.app.clock(),
  } as const
  const bounced = { channel: 'email', address: first.address, reason: 'bounced', detail: null } as const
  const take = createReceiptTaker(samvad.app)
  const reports = [
    {
      ...receipt,
      delivery: { id: first.id },
      status: 'undelivered',
      error: { code: '5.1.1', detail: 'no such user' },
      suppressions: [{ ...bounced, time: receipt.time }],
    },
    { ...receipt, delivery: { id: second.id }, status: 'delivered', error: null },
  ] as const
  await take(reports as unknown as Parameters<typeof take>[0])
  // Repeating the same reports changes nothing.
  await take(reports as unknown as Parameters<typeof take>[0])
  const link = mailbox.received.find(({ envelope }) => envelope.to[0] === 'ravi@counted.example')?.headers[
    'list-unsubscribe'
  ]
  const path = /\/unsubscribe\/[\w-]+/.exec(link ?? '')?.[0] as string
  for (const _ of [1, 2]) assert.equal((await samvad.request('POST', path, { token: null })).status, 200)
  const told = await statusOf(who, one)
  assert.deepEqual(
    [told.counts.sent, told.counts.delivered, told.counts.undelivered, told.counts.bounced, told.counts.unsubscribed],
    [2, 1, 1, 1, 1],
  )
  assert.ok(told.not_delivered.some(({ reason, count }: any) => reason === '5.1.1' && count === 1))
  const days = async () => (await who.get(`/v1/campaigns/${one.id}/days`)).body.data
  const byDay = await days()
  const sum = (name: string) => byDay.reduce((all: number, day: any) => all + Number(day[name]), 0)
  assert.deepEqual(
    ['sent', 'delivered', 'read', 'failed', 'undelivered', 'unsubscribed', 'amount'].map(sum),
    [4, 1, 0, 1, 1, 1, Number(told.cost)],
    'the days add up to the report',
  )

  // A minute later a job has added the changes up; only the rate in the report differs.
  samvad.setClock(new Date(Date.now() + 61_000))
  await samvad.app.database.transaction(
    (tx) => tx.run(countChanges(company.organizationId as Uuid, samvad.app.clock(), 1000)),
    company.organizationId as Uuid,
  )
  const left = await samvad.rows('select 1 from campaign_changes where org_id = $1', [company.organizationId])
  assert.equal(left.length, 0)
  assert.deepEqual(await statusOf(who, one), { ...told, rate: 0 })
  assert.deepEqual(await days(), byDay)
  samvad.setClock(null)
})

test('spec 15.31: what happened is on its day in India, whether it is added up already or not', async () => {
  const company = await samvad.newCompany('By Day')
  const who = person(samvad, company)
  const one = await campaign(who, [await listOf(who, [])], { track: true, text: null, html: '<p>{{name}}</p>' })
  const organizationId = company.organizationId as Uuid
  const count = (name: CountName, many: number) =>
    countOf(organizationId, uuidOf('camp', one.id), name, { count: many })
  const [evening, midnight] = [new Date('2026-03-01T18:29:59Z'), new Date('2026-03-01T18:30:00Z')]
  await samvad.app.database.transaction(async (tx) => {
    await tx.run(insertChanges([count('left', 2), count('skipped', 5)], evening))
    await tx.run(insertChanges([count('left', 1), count('arrived', 2), count('opened', 1)], midnight))
    await tx.run(countChanges(organizationId, midnight, 1000))
  }, organizationId)
  const { body } = await who.get(`/v1/campaigns/${one.id}/days`)
  const shown = {
    failed: 0,
    undelivered: 0,
    cancelled: 0,
    replied: 0,
    unsubscribed: 0,
    complained: 0,
    read: 0,
    amount: '0.00',
  }
  assert.deepEqual(body.data, [
    { ...shown, day: '2026-03-01', sent: 2, delivered: 0, opened: 0, clicked: 0 },
    { ...shown, day: '2026-03-02', sent: 1, delivered: 2, opened: 1, clicked: 0 },
  ])
  // Some counts cannot be derived from deliveries.
  await samvad.rows(`delete from campaign_counts where name = 'skipped' and campaign_id = $1`, [uuidOf('camp', one.id)])
})

test('spec 15.20: a campaign that counts opens and clicks tells recipients from times, and people from programs', async () => {
  const company = await samvad.newCompany('Opened')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const ravi = await contact(who, { email: 'ravi@opened.example' })
  const meena = await contact(who, { email: 'meena@opened.example' })
  const list = await listOf(who, [ravi, meena])
  const html = '<p>Dear {{name}}, <a href="https://shop.example/seeds?a=1&amp;b=2">seeds</a></p>'
  const content = { text: null, html, track: true }
  assertRefused(
    await who.post('/v1/campaigns', { name: 'SMS', channel: 'sms', list_ids: [list.id], track: true }),
    422,
    'invalid_content',
    'track',
  )
  const plain = await campaign(who, [list], { track: true })
  assertRefused(await who.post(`/v1/campaigns/${plain.id}/estimate`), 422, 'invalid_content', 'track')
  const one = await campaign(who, [list], content)
  assert.equal(one.track, true)
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await ended(who, one)

  const mailTo = (address: string) => mailbox.received.find(({ envelope }) => envelope.to[0] === address)
  const linksOf = (address: string) => {
    const found = mailTo(address)?.html.replaceAll('&amp;', '&') ?? ''
    const [image] = /\/i\/[\w-]+/.exec(found) ?? []
    const [link] = /\/l\/[\w-]+\?u=[^"]+/.exec(found) ?? []
    return { image: image as string, link: link as string }
  }
  const { image, link } = linksOf('ravi@opened.example')
  const ofMeena = linksOf('meena@opened.example')
  assert.match(mailTo('ravi@opened.example')?.text ?? '', /https:\/\/shop\.example\/seeds\?a=1&b=2/)
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' }
  const visit = (path: string, headers: object = browser, method = 'GET') =>
    samvad.request(method, path, { token: null, headers: headers as Record<string, string> })

  // A scanner reads the mail on arrival.
  const scanned = await visit(link)
  assert.deepEqual(
    [scanned.status, scanned.headers.get('location'), scanned.headers.get('set-cookie')],
    [302, 'https://shop.example/seeds?a=1&b=2', null],
  )
  samvad.setClock(new Date(Date.now() + 3_600_000))
  for (const _ of [1, 2]) assert.equal((await visit(image)).headers.get('content-type'), 'image/gif')
  await visit(ofMeena.image, { 'user-agent': 'Mozilla/5.0' })
  await visit(link, browser, 'HEAD')
  for (const path of [link, link, ofMeena.link]) assert.equal((await visit(path)).status, 302)
  const told = await statusOf(who, one)
  assert.deepEqual(told.engagement, { opened: 1, opens: 2, clicked: 2, clicks: 3, bot_opens: 1, bot_clicks: 2 })

  const listed = async (reaction: string) => {
    const { body } = await who.get(`/v1/campaigns/${one.id}/deliveries?reaction=${reaction}`)
    return body.data.map(({ address }: any) => address).toSorted()
  }
  assert.deepEqual(await listed('opened'), ['ravi@opened.example'])
  assert.deepEqual(await listed('clicked'), ['meena@opened.example', 'ravi@opened.example'])
  assert.deepEqual(await listed('unsubscribed'), [])
  const both = `/v1/campaigns/${one.id}/deliveries?reaction=opened&status=sent`
  assertRefused(await who.get(both), 400, 'invalid_query', 'status')
  const csv = await samvad.request('GET', `/v1/campaigns/${one.id}/deliveries?reaction=opened`, {
    token: company.token,
    headers: { accept: 'text/csv' },
  })
  const lines = csv.text.trim().split('\r\n')
  assert.equal(lines.length, 2, csv.text)
  assert.match(lines[1] as string, /ravi@opened\.example/)

  // A link with another URL or signature does not redirect.
  for (const path of [
    `${link.split('?')[0]}?u=${encodeURIComponent('https://evil.example/')}`,
    link.split('?')[0] as string,
    `/l/AAAA?u=${encodeURIComponent('https://evil.example/')}`,
    '/i/AAAA',
  ]) {
    const page = await visit(path, { ...browser, accept: 'text/html', 'accept-language': 'hi' })
    assert.deepEqual([page.status, page.headers.get('location')], [404, null], path)
    assert.match(page.text, /यह लिंक काम नहीं कर रहा है/)
    assertRefused(await visit(path, { ...browser, accept: 'application/json' }), 404, 'not_found')
  }

  // The engagement is deleted with the contact; the link still redirects, but counts nothing.
  assert.equal((await who.delete(`/v1/contacts/${ravi.id}`)).status, 204)
  assert.equal((await visit(link)).status, 302)
  const rows = () => samvad.rows('select 1 from campaign_engagements where org_id = $1', [company.organizationId])
  assert.equal((await rows()).length, 1)
  // After 90 days all engagements are deleted; the counts stay.
  samvad.setClock(new Date(Date.now() + 91 * 24 * 3_600_000))
  await visit(ofMeena.image)
  await samvad.app.database.transaction(
    (tx) => tx.run(removeOld(company.organizationId as Uuid, new Date(Date.now() + 24 * 3_600_000), 100)),
    company.organizationId as Uuid,
  )
  assert.equal((await rows()).length, 0)
  assert.deepEqual((await statusOf(who, one)).engagement, told.engagement)
  samvad.setClock(null)
})

// A campaign's recipients: listed, filtered, as CSV, and fast with many.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { campaignStory } from '../../../../test/campaigns.ts'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { looked, nodesOf } from '../../../../test/plans.ts'
import { assertRefused, person } from '../../../../test/story.ts'
import { deliveries } from './queries.ts'
import { recipients } from './recipient-queries.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { campaign, contact, ended, listOf } = campaignStory(samvad, mailbox)
samvad.startWorker()

test('spec 15.3, 15.32: recipients are listed in the order of sending with why they are skipped, and who answered opens the conversation', async () => {
  const company = await samvad.newCompany('Recipients')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const ravi = await contact(who, { email: 'Ravi@listed.example' })
  const silent = await contact(who, { email: 'silent@listed.example' }, false)
  const meena = await contact(who, { email: 'meena@listed.example' })
  const number = await contact(who, { phone_number: '+919812300099' })
  const [first, second] = [await listOf(who, [ravi, silent, number]), await listOf(who, [ravi, meena])]
  const one = await campaign(who, [first, second])
  const path = `/v1/campaigns/${one.id}`
  const listed = async (query: string, asked = who) => (await asked.get(`${path}/recipients${query}`)).body
  assert.deepEqual(await listed(''), { has_more: false, data: [] }, 'nobody before the start')
  await who.post(`${path}/start`, {})
  await ended(who, one)

  const [inList] = (await who.get('/v1/campaigns')).body.data
  assert.deepEqual([inList.id, inList.recipients, inList.sent, inList.cost], [one.id, 2, 2, '0.30'])
  const { data } = await listed('')
  assert.deepEqual(
    data.map(({ number, contact_id, address, list_id, status, reason }: any) => [
      number,
      contact_id,
      address,
      list_id,
      status,
      reason,
    ]),
    [
      [1, ravi.id, 'Ravi@listed.example', first.id, 'queued', null],
      [2, silent.id, null, first.id, 'skipped', 'consent_missing'],
      [3, meena.id, 'meena@listed.example', second.id, 'queued', null],
      [4, number.id, null, first.id, 'skipped', 'recipient_unreachable'],
    ],
  )
  const numbersOf = ({ data: rows }: any) => rows.map((row: any) => row.number)
  assert.deepEqual(numbersOf(await listed('?status=queued')), [1, 3])
  assert.deepEqual(numbersOf(await listed('?status=waiting')), [])
  assert.deepEqual(numbersOf(await listed('?status=skipped')), [2, 4])
  assert.deepEqual(numbersOf(await listed('?reason=consent_missing')), [2])
  assert.deepEqual(numbersOf(await listed(`?list_id=${first.id}`)), [1, 2, 4])
  for (const [status, numbers] of [
    ['queued', [1]],
    ['waiting', []],
    ['skipped', [2, 4]],
  ])
    assert.deepEqual(numbersOf(await listed(`?list_id=${first.id}&status=${status}`)), numbers)
  const page = await listed('?limit=1&starting_after=2')
  assert.deepEqual([page.has_more, numbersOf(page)], [true, [3]])
  assert.deepEqual(numbersOf(await listed('?limit=2&ending_before=4')), [2, 3])
  assert.deepEqual(numbersOf(await listed('?status=skipped&ending_before=4')), [2])
  assertRefused(await who.get(`${path}/recipients?starting_after=9`), 400, 'unknown_cursor', 'starting_after')
  assertRefused(await who.get(`${path}/recipients?status=queued&reason=excluded`), 400, 'invalid_query', 'reason')
  const csv = (query: string) =>
    samvad.request('GET', `${path}/recipients${query}`, { token: company.token, headers: { accept: 'text/csv' } })
  const lines = (await csv('?status=skipped')).text.trim().split('\r\n')
  assert.equal(lines[0], 'number,contact_id,display_name,address,list_id,status,reason,delivery_id')
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[0]),
    ['2', '4'],
  )
  assertRefused(await csv('?limit=1'), 400, 'invalid_query', 'limit')
  const { access_token: token } = await who.make('/v1/tokens', { name: 'Dashboard', permissions: ['campaigns.view'] })
  const [hidden] = (await listed('', person(samvad, { token }))).data
  assert.deepEqual(
    [hidden.status, hidden.delivery_id, hidden.contact_id, hidden.display_name, hidden.address],
    ['queued', data[0].delivery_id, null, null, null],
  )

  // Filtered by the list through which they became recipients.
  const deliveriesOf = async (query: string) => (await who.get(`${path}/deliveries?${query}`)).body.data
  const sentTo = async (query: string) => (await deliveriesOf(query)).map(({ address }: any) => address)
  assert.deepEqual(await sentTo(`list_id=${second.id}`), ['meena@listed.example'])
  assert.deepEqual(await sentTo(`list_id=${second.id}&status=sent`), ['meena@listed.example'])
  assert.deepEqual(await sentTo('reaction=replied'), [])
  const [meenas] = await deliveriesOf(`list_id=${second.id}`)
  assert.deepEqual([meenas.conversation_id, meenas.recipient_number], [null, 3])
  const scope = { organizationId: company.organizationId as Uuid, at: samvad.app.clock() }
  const content = { subject: 'Re', text: 'Yes please', html: null, attachments: [] }
  const answer = {
    channel: 'email',
    from: 'meena@listed.example',
    name: null,
    providerId: '<m@listed.example>',
  } as const
  await samvad.app.database.transaction((tx) => receive(tx, scope, { ...answer, content, time: scope.at }))
  const [replied] = await deliveriesOf('reaction=replied')
  assert.equal(replied.id, meenas.id)
  const conversations = (await who.get('/v1/conversations?user_id=all')).body.data
  assert.deepEqual(
    conversations.map(({ id }: any) => id),
    [replied.conversation_id],
  )
  assert.equal(replied.message_id === null, false)
})

test('spec 15.32: a page of recipients, and of the deliveries of a list, costs the same however many there are', async () => {
  const company = await samvad.newCompany('Many Recipients')
  const who = person(samvad, company)
  const [large, small] = [await listOf(who, []), await listOf(who, [])]
  const { id } = await campaign(who, [large, small])
  const client = new pg.Client(samvad.connection)
  await client.connect()
  try {
    await client.query('begin')
    // The small list and the skipped recipients come last.
    await client.query(
      `insert into campaign_recipients (org_id, campaign_id, number, list_id, status, reason)
       select $1::uuid, $2::uuid, n, case when n > 19900 then $4::uuid else $3::uuid end,
              case when n > 19800 and n <= 19900 then 'skipped' else 'queued' end,
              case when n > 19800 and n <= 19900 then 'excluded' end
         from generate_series(1, 20000) n`,
      [company.organizationId, uuidOf('camp', id), uuidOf('list', large.id), uuidOf('list', small.id)],
    )
    await client.query(
      `insert into deliveries (org_id, id, channel, kind, status, price_micros, tier, month, month_number,
                               transaction_id, created_at, campaign_id, recipient_number, list_id)
       select org_id, uuidv7(), 'email', 'email', 'sent', 1, 1, '2026-03-01', number, uuidv7(), now(), campaign_id,
              number, list_id
         from campaign_recipients where campaign_id = $1 and status = 'queued'`,
      [uuidOf('camp', id)],
    )
    await client.query('analyze campaign_recipients, deliveries')
    const rowsOf = async ({ text, values }: Statement) => {
      const { rows } = await client.query(`explain (analyze, format json, timing off) ${text}`, [...values])
      return looked(nodesOf(rows[0]['QUERY PLAN'][0].Plan))
    }
    const [organizationId, campaignId] = [company.organizationId as Uuid, uuidOf('camp', id) as Uuid]
    const page = { limit: 11 }
    const of = { id: campaignId, next_number: 20_001 }
    const listId = uuidOf('list', small.id) as Uuid
    const lists = {
      all: recipients(organizationId, of, {}, page),
      skipped: recipients(organizationId, of, { status: 'skipped' }, page),
      excluded: recipients(organizationId, of, { reason: 'excluded' }, { ...page, before: 20_001 }),
      queued: recipients(organizationId, of, { status: 'queued' }, { ...page, before: 19_901 }),
      'recipients of the small list': recipients(organizationId, of, { listId }, page),
      'queued of the small list': recipients(organizationId, of, { listId, status: 'queued' }, page),
      'of the small list': deliveries(organizationId, campaignId, { limit: 10, list_id: uuidOf('list', small.id) }),
      'of the large list': deliveries(organizationId, campaignId, { limit: 10, list_id: uuidOf('list', large.id) }),
    }
    for (const [name, statement] of Object.entries(lists)) {
      const rows = await rowsOf(statement)
      // Filtering by the large list skips a hundred skipped recipients and the small list.
      assert.ok(rows > 0 && rows < 300, `${name} looked at ${rows} rows`)
    }
  } finally {
    await client.query('rollback')
    await client.end()
  }
})

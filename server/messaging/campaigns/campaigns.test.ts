// A campaign from its draft to its end: each contact and each address once, at the price of its estimate.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { assertRefused, type Person, person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const asha = person(samvad)
samvad.startWorker()

let made = 0
async function contact(who: Person, fields: object, consents = true) {
  const one = await who.make('/v1/contacts', { display_name: `Farmer ${++made}`, ...fields })
  if (consents) await who.make(`/v1/contacts/${one.id}/consents`, { channel: 'email', status: 'granted' })
  return one
}
async function listOf(who: Person, contacts: { id: string }[]) {
  const list = await who.make('/v1/lists', { name: `List ${++made}` })
  if (contacts.length > 0) await who.make(`/v1/lists/${list.id}/members`, { contact_ids: contacts.map(({ id }) => id) })
  return list
}
const offer = {
  name: 'Offer',
  channel: 'email',
  subject: 'Offer for {{village}}',
  text: 'Dear {{name}}, seeds are here.',
}
const named = {
  name: { attribute: 'display_name', fallback: 'friend' },
  village: { attribute: 'village', fallback: 'you' },
}
const campaign = (who: Person, lists: { id: string }[], more: object = {}) =>
  who.make('/v1/campaigns', { ...offer, variables: named, list_ids: lists.map(({ id }) => id), ...more })
const statusOf = async (who: Person, { id }: { id: string }) => (await who.get(`/v1/campaigns/${id}`)).body
const ended = (who: Person, one: { id: string }, status = 'completed') =>
  until(
    () => statusOf(who, one),
    (body) => body.status === status,
  )
const recipients = () => mailbox.received.flatMap(({ envelope }) => envelope.to).toSorted()
/** Minutes pass with every look. */
async function endedLater(who: Person, one: { id: string }) {
  const done = await until(
    () => {
      samvad.setClock(new Date(samvad.app.clock().getTime() + 60_000))
      samvad.app.wake('campaigns')
      samvad.app.wake('dispatch')
      return statusOf(who, one)
    },
    ({ status }) => status === 'completed',
  )
  samvad.setClock(null)
  return done
}
const balance = async (who: Person) => (await who.get('/api/v1/billing/balance')).body

test('spec 13.36, 15.3, 15.9, 15.10: a campaign reaches each contact and each address once, and costs what its estimate said', async () => {
  await fund(samvad, samvad.company.organizationId, 100n)
  const ravi = await contact(asha, { email: 'ravi@farm.example', attributes: { village: '=Khed\nPune' } })
  const meena = await contact(asha, { email: 'meena@farm.example' })
  const again = await contact(asha, { email: 'RAVI@farm.example' })
  const silent = await contact(asha, { email: 'silent@farm.example' }, false)
  const gone = await contact(asha, { email: 'gone@farm.example' })
  await asha.make(`/v1/contacts/${gone.id}/consents`, { channel: 'email', status: 'revoked' })
  const number = await contact(asha, { phone_number: '+919812300001' })
  const out = await contact(asha, { email: 'out@farm.example' })
  const first = await listOf(asha, [ravi, again, silent])
  const second = await listOf(asha, [ravi, meena, gone, number, out])
  const excluded = await listOf(asha, [out])
  const one = await campaign(asha, [first, second], { exclude_list_ids: [excluded.id] })
  assert.equal(one.status, 'draft')

  const { body: estimate } = await asha.post(`/v1/campaigns/${one.id}/estimate`)
  assert.equal(estimate.recipients, 2)
  assert.deepEqual(
    new Map(estimate.unreachable.map(({ reason, count }: any) => [reason, count])),
    new Map([
      ['duplicate_address', 1],
      ['consent_missing', 1],
      ['recipient_unsubscribed', 1],
      ['recipient_unreachable', 1],
    ]),
  )
  assert.deepEqual([estimate.total, estimate.units, estimate.available_credits], ['0.30', 2, '100.00'])
  assert.deepEqual(estimate.tiers, [{ tier: 1, from: 1, to: 2, count: 2, price: '0.15', amount: '0.30' }])

  const started = await asha.post(`/v1/campaigns/${one.id}/start`, { max_total: '0.30' })
  assert.equal(started.status, 200, started.text)
  assert.deepEqual([started.body.status, started.body.reserved], ['running', '0.30'])
  const done = await ended(asha, one)
  assert.deepEqual([done.cost, done.reserved, done.counts.recipients, done.counts.skipped], ['0.30', '0.00', 2, 4])
  assert.equal((await balance(asha)).balance, '99.70')
  assert.equal((await balance(asha)).available_credits, '99.70')
  assert.deepEqual(recipients(), ['meena@farm.example', 'ravi@farm.example'])
  const mail = mailbox.received.find(({ envelope }) => envelope.to[0] === 'ravi@farm.example')
  assert.equal(mail?.subject, 'Offer for =Khed Pune')
  const { body: deliveries } = await asha.get(`/v1/campaigns/${one.id}/deliveries`)
  assert.deepEqual(
    deliveries.data.map(({ status }: any) => status),
    ['sent', 'sent'],
  )
  const conversations = await samvad.rows('select 1 from conversations')
  assert.equal(conversations.length, 0, 'nobody who never answered has a conversation')
  const { body: byList } = await asha.get('/api/v1/billing/usage?group_by=list')
  assert.deepEqual(
    new Map(byList.data.map((row: any) => [row.list, row.amount])),
    new Map([
      [first.id, '0.15'],
      [second.id, '0.15'],
    ]),
    'of several lists the first counts',
  )
  const { body: usage } = await asha.get('/api/v1/billing/usage?group_by=campaign')
  assert.deepEqual(
    usage.data.map(({ campaign, messages, amount }: any) => [campaign, messages, amount]),
    [[one.id, 2, '0.30']],
  )
})

/** So many contacts with consent on a new list, made by SQL: what the audience reads is what an import leaves. */
async function crowd(company: { organizationId: string; userId: string }, who: Person, count: number) {
  const list = await who.make('/v1/lists', { name: `Crowd ${++made}` })
  const name = `crowd${made}`
  await samvad.rows(
    `with made as (
       insert into contacts (org_id, id, display_name, email, owner_id, created_at)
       select $1, uuidv7(), $3 || n, $3 || n || '@farm.example', $4, $5 from generate_series(1, $2::int) n
       returning id),
     agreed as (
       insert into consents (org_id, contact_id, id, channel, status, source, created_at)
       select $1, id, uuidv7(), 'email', 'granted', 'import', $5 from made)
     insert into list_members (org_id, list_id, contact_id, created_at) select $1, $6, id, $5 from made`,
    [company.organizationId, count, name, company.userId, samvad.app.clock(), uuidOf('list', list.id)],
  )
  await samvad.rows('update lists set contact_count = $2 where id = $1', [uuidOf('list', list.id), count])
  return { list, name }
}
const receivedBy = (name: string) => recipients().filter((to) => to.startsWith(name))

test('spec 9.5, 9.10, 9.13, 15.10: reserved money is not spent by single sends, and a campaign that lacks money pauses and resumes once after a recharge', async () => {
  const company = await samvad.newCompany('Bela Seeds')
  const bela = person(samvad, company)
  await fund(samvad, company.organizationId, 1n)
  const { list, name } = await crowd(company, bela, 10)
  const one = await campaign(bela, [list])
  const refused = await bela.post(`/v1/campaigns/${one.id}/start`, {})
  assertRefused(refused, 402, 'insufficient_balance')
  assert.deepEqual([refused.body.reason, refused.body.params.shortfall], ['campaign_above_available', '0.50'])
  assertRefused(await bela.post(`/v1/campaigns/${one.id}/start`, { max_total: '1.49' }), 409, 'conflict')

  mailbox.answer(() => 'hang')
  const started = await bela.post(`/v1/campaigns/${one.id}/start`, { partial: true })
  assert.equal(started.body.reserved, '1.00')
  const { id: contact_id } = await bela.make('/v1/contacts', { email: 'single@farm.example' })
  const { id: conversation_id } = await bela.make('/v1/conversations', { contact_id })
  const mail = { conversation_id, channel: 'email', text: 'Hello' }
  assertRefused(await bela.post('/v1/messages', mail), 402, 'insufficient_balance')
  mailbox.answer(() => 'accept')

  const paused = await ended(bela, one, 'paused')
  assert.deepEqual([paused.pause_reasons, paused.counts.waiting], [['insufficient_balance'], 4])
  assert.equal((await balance(bela)).available_credits, '0.00')
  assert.equal((await balance(bela)).balance, paused.reserved)
  assert.equal((await balance(bela)).sending_paused, true)
  await fund(samvad, company.organizationId, 10n)
  const done = await ended(bela, one)
  assert.equal(done.cost, '1.50')
  assert.deepEqual([(await balance(bela)).balance, (await balance(bela)).reserved], ['9.50', '0.00'])
  assert.equal(new Set(receivedBy(name)).size, 10)
  assert.equal(receivedBy(name).length, 10, 'each once')
  const resumed = await samvad.rows("select 1 from audit_log where action = 'campaign.resumed' and org_id = $1", [
    company.organizationId,
  ])
  assert.equal(resumed.length, 1)
  assert.equal((await bela.post('/v1/messages', mail)).status, 201)
})

test('spec 15.10: of two people who press Start at the same moment one starts it', async () => {
  const company = await samvad.newCompany('Two Hands')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 3)
  const one = await campaign(who, [list])
  const answers = await Promise.all([1, 2, 3].map(() => who.post(`/v1/campaigns/${one.id}/start`, {})))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  const done = await ended(who, one)
  assert.equal(done.cost, '0.45')
  assert.equal(receivedBy(name).length, 3)
  assert.equal((await balance(who)).balance, '9.55')
  assertRefused(await who.post(`/v1/campaigns/${one.id}/pause`), 409, 'conflict')
  assertRefused(await who.delete(`/v1/campaigns/${one.id}`), 409, 'conflict')
})

test('spec 15.12: a paused campaign sends nothing and keeps its money; cancelled, it gives back what did not leave', async () => {
  const company = await samvad.newCompany('Slow Mill')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 6)
  // One now, and one in each of the next minutes.
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name),
    (received) => received.length === 1,
  )
  const paused = await who.post(`/v1/campaigns/${one.id}/pause`)
  assert.deepEqual([paused.body.status, paused.body.pause_reasons], ['paused', ['user']])
  const before = await balance(who)
  // Minutes later nothing more has left.
  samvad.setClock(new Date(Date.now() + 10 * 60_000))
  samvad.app.wake('dispatch')
  const { id: contact_id } = await who.make('/v1/contacts', { email: `${name}single@farm.example` })
  const { id: conversation_id } = await who.make('/v1/conversations', { contact_id })
  await who.make('/v1/messages', { conversation_id, channel: 'email', text: 'Hello' })
  await until(
    async () => receivedBy(name),
    (received) => received.includes(`${name}single@farm.example`),
  )
  assert.equal(receivedBy(name).length, 2, 'the single message alone left')
  assert.equal((await balance(who)).reserved, before.reserved)
  const cancelled = await who.post(`/v1/campaigns/${one.id}/cancel`)
  assert.deepEqual([cancelled.body.status, cancelled.body.reserved], ['cancelled', '0.00'])
  samvad.app.wake('campaigns')
  const done = await until(
    () => statusOf(who, one),
    ({ counts }) => counts.queued === 0,
  )
  assert.equal(done.cost, '0.15')
  const after = await balance(who)
  assert.deepEqual([after.balance, after.reserved], ['9.70', '0.00'])
  samvad.setClock(null)
})

test('spec 15.11: a contact who is deleted or unsubscribes after the start gets nothing and is not paid for; who is added later is not included', async () => {
  const company = await samvad.newCompany('Late Leavers')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 8)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name),
    (received) => received.length === 1,
  )
  const waiting = await samvad.rows<{ contact_id: string; number: number; status: string }>(
    'select contact_id, number, status from campaign_recipients where campaign_id = $1 order by number desc',
    [uuidOf('camp', one.id)],
  )
  const of = (row: { contact_id: string } | undefined) => publicId('contact', row?.contact_id as string)
  const [last, other] = [of(waiting[0]), of(waiting[1])]
  const queued = of(waiting.find(({ status, number }) => status === 'queued' && number > 2))
  assert.equal((await who.delete(`/v1/contacts/${last}`)).status, 204)
  assert.equal((await who.delete(`/v1/contacts/${queued}`)).status, 204)
  await who.make(`/v1/contacts/${other}/consents`, { channel: 'email', status: 'revoked' })
  const late = await contact(who, { email: `${name}late@farm.example` })
  await who.make(`/v1/lists/${list.id}/members`, { contact_ids: [late.id] })
  const done = await endedLater(who, one)
  assert.equal(receivedBy(name).length, 5)
  assert.equal(new Set(receivedBy(name)).size, 5)
  assert.equal(done.cost, '0.75')
  assert.equal((await balance(who)).balance, '9.25')
  const forgotten = await samvad.rows('select 1 from campaign_recipients where contact_id = any($1)', [
    [uuidOf('contact', last), uuidOf('contact', queued)],
  ])
  assert.equal(forgotten.length, 0)
})

test('spec 9.13, 15.10: a lost dispute takes available credit first, then what campaigns reserved, and they pause', async () => {
  const company = await samvad.newCompany('Disputed')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list } = await crowd(company, who, 20)
  const one = await campaign(who, [list], { max_per_minute: 1, quiet_hours: { from: '00:00', to: '23:59' } })
  samvad.setClock(new Date('2030-03-10T06:30:00Z'))
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    () => samvad.rows('select 1 from campaigns where id = $1 and frozen_at is not null', [uuidOf('camp', one.id)]),
    (rows) => rows.length === 1,
  )
  assert.equal((await balance(who)).reserved, '3.00')
  const { runHooks } = await import('#events/hooks.ts')
  const wallet = await import('#money/wallet/actions.ts')
  const scope = { organizationId: company.organizationId, at: samvad.app.clock() }
  await samvad.app.database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, company.organizationId)
    await runHooks('credit.short', tx, scope, { walletState })
    assert.equal(walletState.reserved, 0n)
  })
  const paused = await statusOf(who, one)
  assert.deepEqual([paused.status, paused.pause_reasons, paused.reserved], ['paused', ['insufficient_balance'], '0.00'])
  await who.post(`/v1/campaigns/${one.id}/cancel`)
  samvad.setClock(null)
})

test('spec 15.9, 17.72: a segment is read when the campaign starts, and a raised fence pauses what a person then resumes', async () => {
  const company = await samvad.newCompany('Copied')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const pune = await contact(who, { email: 'pune@copied.example', attributes: { city: 'Pune' } })
  await contact(who, { email: 'agra@copied.example', attributes: { city: 'Agra' } })
  const segment = await who.make('/v1/segments', { name: 'Pune', filter: { attribute: 'city', is: 'Pune' } })
  const list = await listOf(who, [pune])
  const one = await campaign(who, [list], { segment_ids: [segment.id], max_per_minute: 1 })
  const { body: estimate } = await who.post(`/v1/campaigns/${one.id}/estimate`)
  assert.equal(estimate.recipients, 1)
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await ended(who, one)

  const { list: many } = await crowd(company, who, 3)
  const running = await campaign(who, [many], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${running.id}/start`, {})
  const later = await campaign(who, [many], { scheduled_at: Math.floor(Date.now() / 1000) + 3600 })
  assert.equal((await who.post(`/v1/campaigns/${later.id}/start`, {})).body.status, 'scheduled')
  const { pauseRestored } = await import('./restored.ts')
  await pauseRestored(samvad.app)
  for (const each of [running, later]) {
    const paused = await statusOf(who, each)
    assert.deepEqual([paused.status, paused.pause_reasons], ['paused', ['restored']])
  }
  await fund(samvad, company.organizationId, 1n)
  assert.equal((await statusOf(who, running)).status, 'paused', 'money does not end it')
  assert.equal((await who.post(`/v1/campaigns/${later.id}/resume`)).body.status, 'scheduled')
  assert.equal((await who.post(`/v1/campaigns/${running.id}/resume`)).body.status, 'running')
  await who.post(`/v1/campaigns/${running.id}/cancel`)
  await who.post(`/v1/campaigns/${later.id}/cancel`)
})

test('spec 15.15, 15.16: an answer creates the conversation with the message of the campaign above it, uncharged, and its delivery tells its end', async () => {
  const company = await samvad.newCompany('Answered')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  await who.make('/v1/webhook_endpoints', { url: 'https://hooks.example/x', event_types: ['campaign.*'] })
  const ravi = await contact(who, { email: 'ravi@answered.example' })
  const one = await campaign(who, [await listOf(who, [ravi])])
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await ended(who, one)
  const { receive } = await import('#messaging/inbound/actions.ts')
  const scope = { organizationId: company.organizationId, at: samvad.app.clock() }
  const [delivery] = await samvad.rows<{ id: string }>('select id from deliveries where campaign_id = $1', [
    uuidOf('camp', one.id),
  ])
  const incoming = {
    channel: 'email',
    from: 'ravi@answered.example',
    name: null,
    providerId: '<one@answered.example>',
    content: { subject: 'Re', text: 'Yes please', html: null, attachments: [] },
    answersDelivery: delivery?.id as string,
    time: scope.at,
  } as const
  const before = await balance(who)
  await samvad.app.database.transaction((tx) =>
    receive(tx, scope, { ...incoming, content: { ...incoming.content, attachments: [] } })
  )
  const { body } = await who.get('/v1/conversations?user_id=all')
  assert.equal(body.data.length, 1)
  const { body: messages } = await who.get(`/v1/messages?conversation_id=${body.data[0].id}`)
  assert.deepEqual(
    messages.data.map(({ direction, text, status }: any) => [direction, text, status]),
    [
      ['inbound', 'Yes please', null],
      ['outbound', `Dear ${ravi.display_name}, seeds are here.`, 'sent'],
    ],
  )
  assert.equal((await balance(who)).balance, before.balance)
  const mail = mailbox.received.find(({ envelope }) => envelope.to[0] === 'ravi@answered.example')
  assert.match(mail?.headers['reply-to'] ?? '', /@in\.samvad\.example/)
  const { body: events } = await who.get('/v1/events?type=campaign.delivery_sent')
  assert.deepEqual(
    events.data.map(({ data }: any) => [data.campaign_id, data.status]),
    [[one.id, 'sent']],
  )
  assert.equal((await statusOf(who, one)).counts.replied, 1)
})

test('spec 15.14: a campaign pauses itself when its recipients complain, and a person who resumes it is not stopped again', async () => {
  const company = await samvad.newCompany('Unwanted')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 100n)
  const { list, name } = await crowd(company, who, 230)
  const one = await campaign(who, [list], { max_per_minute: 40 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    () => {
      samvad.setClock(new Date(samvad.app.clock().getTime() + 60_000))
      samvad.app.wake('campaigns')
      samvad.app.wake('dispatch')
      return Promise.resolve(receivedBy(name).length)
    },
    (count) => count >= 205,
  )
  await samvad.rows(
    `insert into suppressions (org_id, id, channel, address, reason, created_at)
     values ($1, uuidv7(), 'email', $2, 'complained', $3)`,
    [company.organizationId, receivedBy(name)[0], samvad.app.clock()],
  )
  samvad.app.wake('campaigns')
  const paused = await until(
    () => {
      samvad.setClock(new Date(samvad.app.clock().getTime() + 2_000))
      return statusOf(who, one)
    },
    ({ status }) => status !== 'running',
  )
  // All may have left by then: then it is completed, and there was nothing to stop.
  assert.deepEqual([paused.status, paused.pause_reasons], ['paused', ['complaints']])
  await who.post(`/v1/campaigns/${one.id}/resume`)
  const done = await endedLater(who, one)
  assert.equal(done.cost, '34.50')
})

// A campaign from draft to end: each contact and each address once, at the estimated price.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { assertRefused, person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const story = campaignStory(samvad, mailbox)
const { balance, campaign, contact, crowd, ended, listOf, payloadsOf, receivedBy, recipients, statusOf, subscribe } =
  story
samvad.startWorker()

const asha = person(samvad)

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

  // Without its exclusion list the campaign would reach those contacts.
  const kept = await asha.delete(`/v1/lists/${excluded.id}`)
  assertRefused(kept, 409, 'conflict')
  assert.deepEqual([kept.body.reason, kept.body.params], ['list_in_campaigns', { campaigns: [one.name] }])

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
  const csv = await samvad.request('GET', `/v1/campaigns/${one.id}/deliveries`, {
    token: samvad.company.token,
    headers: { accept: 'text/csv' },
  })
  assert.equal(csv.text.split('\r\n').length, 4, csv.text)
  assert.match(csv.text, /meena@farm\.example/)
  assert.deepEqual(done.charges, [{ tier: 1, price: '0.15', count: 2, amount: '0.30' }])
  assert.equal(done.skipped.length, 4)
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
  assert.equal((await asha.delete(`/v1/lists/${excluded.id}`)).status, 204, 'nothing needs it any more')
})

test('spec 15.3: a draft needs no audience until it is sent, and campaigns are found by a part of their name', async () => {
  const draft = await asha.make('/v1/campaigns', {
    name: 'Diwali 50% Offer',
    channel: 'email',
    text: 'Lamps are here.',
  })
  assert.deepEqual([draft.list_ids, draft.segment_ids], [[], []])
  for (const act of ['estimate', 'start'])
    assertRefused(await asha.post(`/v1/campaigns/${draft.id}/${act}`), 422, 'invalid_content', 'list_ids')
  const found = async (name: string) =>
    (await asha.get(`/v1/campaigns?name=${encodeURIComponent(name)}`)).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await found('diwali 50% o'), [draft.id])
  assert.deepEqual(await found('Diwali_50'), [], 'no sign of it stands for another')
  assert.equal((await asha.delete(`/v1/campaigns/${draft.id}`)).status, 204)
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

test('spec 15.8: a viewer reads campaigns, an agent sends them, and a suspended organization starts none', async () => {
  const company = await samvad.newCompany('Roles')
  const owner = person(samvad, company)
  const viewer = person(samvad, await samvad.newMember(company.organizationId, 'viewer'))
  const agent = person(samvad, await samvad.newMember(company.organizationId, 'agent'))
  await fund(samvad, company.organizationId, 10n)
  const { list } = await crowd(company, owner, 1)
  const one = await campaign(agent, [list])
  assert.equal((await viewer.get(`/v1/campaigns/${one.id}`)).status, 200)
  assertRefused(await viewer.post(`/v1/campaigns/${one.id}/start`, {}), 403, 'permission_denied')
  assertRefused(await viewer.put(`/v1/campaigns/${one.id}`, { name: 'Mine' }), 403, 'permission_denied')
  const other = person(samvad, await samvad.newCompany('Strangers'))
  assertRefused(await other.get(`/v1/campaigns/${one.id}`), 404, 'not_found')
  assertRefused(
    await other.post('/v1/campaigns', { ...offerTo(list), name: 'Theirs' }),
    404,
    'not_found',
    'list_ids[0]',
  )
  await samvad.rows('update organizations set suspended_at = now() where id = $1', [company.organizationId])
  const refused = await until(
    () => agent.post(`/v1/campaigns/${one.id}/start`, {}),
    ({ status }) => status === 403,
  )
  assertRefused(refused, 403, 'organization_suspended')
  await samvad.rows('update organizations set suspended_at = null where id = $1', [company.organizationId])
})

const offerTo = (list: { id: string }) => ({ channel: 'email', subject: 'Offer', text: 'Seeds', list_ids: [list.id] })

test('spec 15.15, 15.16: an answer creates the conversation with the message of the campaign above it, uncharged, and its delivery tells its end', async () => {
  const company = await samvad.newCompany('Answered')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  await subscribe(company)
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
    receive(tx, scope, { ...incoming, content: { ...incoming.content, attachments: [] } }),
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
  assert.deepEqual(
    (await payloadsOf(who, 'campaign.delivery_sent')).map(({ campaign_id, status }: any) => [campaign_id, status]),
    [[one.id, 'sent']],
  )
  assert.equal((await statusOf(who, one)).counts.replied, 1)

  const { access_token: token } = await who.make('/v1/tokens', { name: 'Dashboard', permissions: ['campaigns.view'] })
  const dashboard = person(samvad, { token })
  // The worker publishes events a moment after their transaction.
  const [told] = await until(
    async () => (await dashboard.get('/v1/events?type=campaign.delivery_sent')).body.data,
    ({ length }) => length > 0,
  )
  const [listed] = (await dashboard.get(`/v1/campaigns/${one.id}/deliveries`)).body.data
  for (const shown of [told.data, listed])
    assert.deepEqual(
      [shown.status, shown.contact_id, shown.address, shown.provider_id],
      ['sent', null, null, null],
      'spec 15.15: without contacts.view nothing identifies the contact',
    )
})

test('spec 15.16: what answers a single message, or comes from a machine, shows no campaign', async () => {
  const company = await samvad.newCompany('Other Answers')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const ravi = await contact(who, { email: 'ravi@other.example' })
  const one = await campaign(who, [await listOf(who, [ravi])])
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await ended(who, one)
  const { id: conversation_id } = await who.make('/v1/conversations', { contact_id: ravi.id })
  const single = await who.make('/v1/messages', { conversation_id, channel: 'email', text: 'Your order has left' })
  const [delivery] = await until(
    async () => (await who.get(`/v1/messages/${single.id}/deliveries`)).body.data,
    ([first]: any) => first?.status === 'sent',
  )
  const { receive } = await import('#messaging/inbound/actions.ts')
  const scope = { organizationId: company.organizationId, at: samvad.app.clock() }
  const incoming = { channel: 'email', from: 'ravi@other.example', name: null, time: scope.at } as const
  const content = (text: string) => ({ subject: 'Re', text, html: null, attachments: [] })
  const arrive = (providerId: string, more: object) =>
    samvad.app.database.transaction((tx) =>
      receive(tx, scope, { ...incoming, providerId, content: content(providerId), ...more }),
    )
  await arrive('<away@other.example>', { isAutomaticReply: true, isAutomatic: true })
  await arrive('<order@other.example>', { answersDelivery: uuidOf('dlv', delivery.id) })
  await arrive('<new@other.example>', {})
  assert.equal((await statusOf(who, one)).counts.replied, 0)
  const { body: messages } = await who.get(`/v1/messages?conversation_id=${conversation_id}`)
  assert.equal(messages.data.length, 4)
})

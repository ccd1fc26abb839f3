// A campaign as its recipients would see it, before anything is sent.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../../../../test/campaigns.ts'
import { startSamvad } from '../../../../test/harness.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { campaign, contact, crowd, listOf } = campaignStory(samvad, mailbox)

test('spec 15.30: a preview shows the first recipient, the longest content and one without values, at the price of each', async () => {
  const company = await samvad.newCompany('Preview')
  const who = person(samvad, company)
  const silent = await contact(who, { email: 'silent@preview.example' }, false)
  const ravi = await contact(who, {
    display_name: 'Ravi',
    email: 'ravi@preview.example',
    attributes: { village: 'Khed' },
  })
  const twin = await contact(who, { display_name: 'Twin', email: 'RAVI@preview.example' })
  const long = { display_name: 'Meenakshi Deshpande', email: 'meena@preview.example', attributes: { village: 'Pune' } }
  const meena = await contact(who, long)
  const nameless = await contact(who, { display_name: 'Om', email: 'om@preview.example' })
  const one = await campaign(who, [await listOf(who, [silent, ravi, twin, meena, nameless])])
  const preview = (body?: object, asked = who) => asked.post(`/v1/campaigns/${one.id}/preview`, body)

  const { body, status } = await preview()
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map(({ kind, contact_id, address, subject, fallbacks }: any) => [
      kind,
      contact_id,
      address,
      subject,
      fallbacks,
    ]),
    [
      ['first', ravi.id, 'ravi@preview.example', 'Offer for Khed', []],
      ['longest', meena.id, 'meena@preview.example', 'Offer for Pune', []],
      ['missing', nameless.id, 'om@preview.example', 'Offer for you', ['village']],
    ],
  )
  const [first] = body.data
  assert.deepEqual(first, {
    kind: 'first',
    contact_id: ravi.id,
    display_name: 'Ravi',
    address: 'ravi@preview.example',
    skip_reason: null,
    variables: { name: 'Ravi', village: 'Khed' },
    fallbacks: [],
    subject: 'Offer for Khed',
    text: 'Dear Ravi, seeds are here.',
    html: null,
    header: null,
    footer: null,
    buttons: [],
    sms: null,
    price: '0.15',
    units: 1,
  })

  // The chosen contact is shown, with the reason why it would be skipped.
  const chosen = (await preview({ contact_id: silent.id })).body.data
  assert.deepEqual(
    chosen.map(({ kind, contact_id, skip_reason, subject }: any) => [kind, contact_id, skip_reason, subject]),
    [['chosen', silent.id, 'consent_missing', 'Offer for you']],
  )
  assert.equal((await preview({ contact_id: ravi.id })).body.data[0].skip_reason, null)
  const stranger = person(samvad, await samvad.newCompany('Preview Strangers'))
  const theirs = await contact(stranger, { email: 'theirs@preview.example' })
  assertRefused(await preview({ contact_id: theirs.id }), 404, 'not_found', 'contact_id')
  assertRefused(await preview({}, stranger), 404, 'not_found')

  // Without permission for contacts, a preview shows the content and nobody's values.
  const { access_token: token } = await who.make('/v1/tokens', { name: 'Dashboard', permissions: ['campaigns.view'] })
  const dashboard = person(samvad, { token })
  const { data } = (await preview({}, dashboard)).body
  assert.deepEqual(
    data.map(({ kind, contact_id, display_name, address, variables }: any) => [
      kind,
      contact_id,
      display_name,
      address,
      variables,
    ]),
    [['missing', null, null, null, { name: 'friend', village: 'you' }]],
  )
  assertRefused(await preview({ contact_id: ravi.id }, dashboard), 403, 'permission_denied')
  const reserved = await samvad.rows('select 1 from campaign_recipients where org_id = $1', [company.organizationId])
  assert.equal(reserved.length, 0, 'nothing was written')
})

test('spec 15.30: a preview of SMS shows its segments, and what cannot be sent says so at the field', async () => {
  const who = person(samvad, await samvad.newCompany('Preview SMS'))
  const { id } = await who.make('/v1/templates', {
    name: 'monsoon',
    channel: 'sms',
    language: 'en',
    category: 'promotional',
    text: 'Dear {{name}}, seeds are here.',
  })
  const farmer = await contact(who, { display_name: 'नमस्ते', phone_number: '+919812300077' })
  await who.make(`/v1/contacts/${farmer.id}/consents`, { channel: 'sms', status: 'granted' })
  const more = { channel: 'sms', subject: null, text: null, template_id: id, variables: { name: source } }
  const one = await campaign(who, [await listOf(who, [farmer])], more)
  const preview = () => who.post(`/v1/campaigns/${one.id}/preview`)
  assertRefused(await preview(), 422, 'template_unavailable', 'template_id')
  await who.post(`/v1/templates/${id}/submit`)
  const [first] = (await preview()).body.data
  assert.deepEqual(
    [first.text, first.sms.encoding, first.sms.segments, first.html],
    ['Dear नमस्ते, seeds are here.', 'ucs2', 1, null],
  )
})

const source = { attribute: 'display_name', fallback: 'friend' }

test('spec 15.30: a preview reads a sample, however large the audience is, and further where nobody of it would receive it', async () => {
  const company = await samvad.newCompany('Preview Crowd')
  const who = person(samvad, company)
  const { list } = await crowd(company, who, 1200)
  const one = await campaign(who, [list])
  const shown = async () =>
    (await who.post(`/v1/campaigns/${one.id}/preview`)).body.data.map(({ display_name }: any) => display_name)
  const [first, longest] = await shown()
  assert.match(first, /n1$/)
  assert.match(longest, /n1000$/, 'the sample ends with the thousandth contact')
  await samvad.rows(
    `update contacts set suppressed = '{"email": "bounced"}' where org_id = $1
         and display_name ~ 'n([0-9]{1,3}|1000)$'`,
    [company.organizationId],
  )
  assert.match((await shown())[0], /n1001$/)
})

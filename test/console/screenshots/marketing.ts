// Activities of the screenshots' companies outside conversations: campaigns in each state, a form with submissions, and
// the premium plan.

import { Visitor } from '../../form-pages.ts'
import { type TestSamvad, uuidOf } from '../../harness.ts'
import { choose, givePremium, settleDown } from '../../premium.ts'
import { settled, type Troupe, until } from './acting.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS
/** The day on which the shop's new template is sent to everyone who consented. */
const CAMPAIGN_DAY = 6
const FORM_DAY = 30
/**
 * Start of premium: one month later the first company pays, and the second is in grace when the screenshots are taken.
 */
export const PREMIUM_DAYS = { full: 40, ugly: 35 }
const RENEWAL_DAYS = 12
const READ_SHARE = 0.6
/** Recipients reached before that campaign is paused; the second company has few contacts. */
const SENT_BEFORE_PAUSE = 1
const SOURCES = ['instagram', 'whatsapp', 'poster']

/** The first contacts have sent messages themselves; all have consented to offers. */
async function agreed(samvad: TestSamvad, { company }: Troupe): Promise<void> {
  const { organizationId } = company
  await samvad.rows('update contacts set app_id = phone_number where org_id = $1 and phone_number is not null', [
    organizationId,
  ])
  await samvad.rows(
    `insert into consents (org_id, contact_id, id, channel, status, source, created_at)
     select c.org_id, c.id, uuidv7(), g.channel, 'granted', 'import', $2
       from contacts c cross join unnest(array['email', 'app']) as g (channel)
      where c.org_id = $1 and case g.channel when 'email' then c.email else c.app_id end is not null`,
    [organizationId, samvad.app.clock()],
  )
}

/** Runs one day of marketing in the story. */
export async function marketingDay(samvad: TestSamvad, troupe: Troupe, day: number, isFull: boolean): Promise<void> {
  if (day === FORM_DAY) await publish(troupe)
  if (day < FORM_DAY) await fillIn(samvad, troupe, day)
  if (day === PREMIUM_DAYS[isFull ? 'full' : 'ugly']) {
    const page = await givePremium(samvad, troupe.company)
    if (!isFull) await choose(samvad, page, { outcome: 'insufficient_funds' })
  }
  if (day < RENEWAL_DAYS) await settleDown(samvad)
  if (day === CAMPAIGN_DAY) await campaign(samvad, troupe)
}

/** Advances the clock, so that deferred work is due. */
function pass(samvad: TestSamvad, ms: number): void {
  samvad.setClock(new Date(samvad.app.clock().getTime() + ms))
  samvad.app.wake('campaigns')
  samvad.app.wake('dispatch')
}

const stateOf = async ({ owner }: Troupe, id: string) => (await owner.get(`/v1/campaigns/${id}`)).body

async function campaign(samvad: TestSamvad, troupe: Troupe): Promise<void> {
  const { owner, cast } = troupe
  await agreed(samvad, troupe)
  const { id: template_id } = await owner.make('/v1/templates', cast.marketing.template)
  await owner.post(`/v1/templates/${template_id}/submit`)
  const { id } = await owner.make('/v1/campaigns', { ...(await contentOf(troupe)), name: cast.marketing.completed })
  const started = await owner.post(`/v1/campaigns/${id}/start`, {})
  if (started.status >= 300) console.log(started.text)
  await until(
    () => {
      pass(samvad, SECOND_MS)
      return stateOf(troupe, id)
    },
    ({ status }) => status === 'completed',
  )
  await settled(samvad)
  const { body } = await owner.get(`/v1/campaigns/${id}/deliveries?limit=100`)
  for (const [n, { id: delivery_id }] of body.data.entries()) {
    if (n / body.data.length > READ_SHARE) break
    await owner.post('/v1/sandbox/receipts', { delivery_id, status: 'read' })
    if (n % 5 === 0) await owner.post('/v1/sandbox/button_presses', { delivery_id, index: n % 2 })
  }
  await settled(samvad)
}

/** The approved template, for the largest list. */
async function contentOf({ owner, cast }: Troupe): Promise<object> {
  const { body: lists } = await owner.get('/v1/lists')
  const { body: templates } = await owner.get('/v1/templates?channel=app')
  const { id } = templates.data.find(({ name }: { name: string }) => name === cast.marketing.template.name)
  const variables = {
    name: { attribute: 'display_name', fallback: 'friend' },
    city: { attribute: 'city', fallback: 'India' },
  }
  return { channel: 'app', template_id: id, list_ids: [lists.data.at(-1).id], variables }
}

/** Campaigns that are running when the screenshots are taken. */
export async function openCampaigns(samvad: TestSamvad, troupe: Troupe, now: Date): Promise<void> {
  const { owner, cast, company } = troupe
  const { marketing, campaigns } = cast
  const content = await contentOf(troupe)
  await owner.make('/v1/campaigns', { ...content, name: marketing.draft })
  const later = await owner.make('/v1/campaigns', {
    ...content,
    name: marketing.scheduled,
    scheduled_at: (now.getTime() + 2 * DAY_MS) / 1000,
  })
  await owner.post(`/v1/campaigns/${later.id}/start`, {})
  const { body: lists } = await owner.get('/v1/lists')
  const { id } = await owner.make('/v1/campaigns', {
    name: marketing.paused,
    channel: 'email',
    subject: campaigns.subject.slice(0, 200),
    text: campaigns.text,
    list_ids: lists.data.map((list: { id: string }) => list.id),
    max_per_minute: 20,
  })
  await owner.post(`/v1/campaigns/${id}/start`, { partial: true })
  await until(
    async () => {
      pass(samvad, SECOND_MS)
      return (await owner.get(`/v1/campaigns/${id}/deliveries`)).body.data
    },
    (deliveries) => deliveries.length >= SENT_BEFORE_PAUSE,
  )
  await settled(samvad)
  await owner.post(`/v1/campaigns/${id}/pause`, {})
  await settled(samvad)
  // A stop because of complaints needs 200 recipients and some who complain.
  await samvad.rows(
    `update campaigns set pause_reasons = '{complaints}' where org_id = $1 and id = $2 and status = 'paused'`,
    [company.organizationId, uuidOf('camp', id)],
  )
}

async function publish({ owner, cast: { form } }: Troupe): Promise<void> {
  const both = (en: string, hi: string) => ({ en, hi })
  const options = [both('Silk', 'रेशम'), both('Cotton', 'सूती'), both('Linen', 'लिनन')]
  const { id } = await owner.make('/v1/forms', {
    name: form.name,
    slug: form.slug,
    fields: [
      { key: 'name', type: 'short_text', label: both('Your name', 'आपका नाम'), required: true, map_to: 'display_name' },
      { key: 'email', type: 'email', label: both('Email address', 'ईमेल पता'), required: true, map_to: 'email' },
      {
        key: 'fabric',
        type: 'dropdown',
        label: both('Fabric', 'कपड़ा'),
        options: options.map((label) => ({ value: label.en, label })),
      },
      { key: 'stars', type: 'rating', label: both('How was your last order?', 'पिछला ऑर्डर कैसा रहा?') },
      { key: 'wish', type: 'long_text', label: both('What are you looking for?', 'आपको क्या चाहिए?') },
    ],
    settings: { languages: ['en', 'hi'], default_language: 'en', title: both(form.title, form.title) },
  })
  await owner.make(`/v1/forms/${id}/publish`, {})
}

/** Some visitors only open the form, most submit it. */
async function fillIn(samvad: TestSamvad, { cast: { form }, company }: Troupe, day: number): Promise<void> {
  const { organizationId } = company
  const visitor = new Visitor(samvad, { id: organizationId, slug: form.slug, path: `/f/${form.slug}`, organizationId })
  for (const [n, answers] of form.answers.entries()) {
    if ((day + n) % 3 === 0) continue
    const page = await visitor.open(`?utm_source=${SOURCES[(day + n) % SOURCES.length]}&utm_campaign=diwali`)
    if ((day + n) % 4 === 0) continue
    samvad.setClock(new Date(samvad.app.clock().getTime() + MINUTE_MS))
    const { status, text } = await visitor.send(page, answers)
    if (status >= 400) console.log(`${form.slug}: ${status} ${text.slice(0, 200)}`)
  }
}

/** Inserts a verified form domain; the screenshots have no DNS. */
export async function formDomain(samvad: TestSamvad, { owner, cast, company }: Troupe): Promise<void> {
  const [form] = (await owner.get('/v1/forms')).body.data
  const { id } = await owner.make('/v1/domains', { name: cast.formDomain, form_id: form.id })
  const at = samvad.app.clock()
  const keys = [company.organizationId, uuidOf('dom', id), at]
  await samvad.rows(
    `update form_domains set record_state = 'found', checked_at = $3::timestamptz, verified_at = $3::timestamptz,
            check_due_at = $3::timestamptz + interval '6 hours'
      where org_id = $1 and id = $2`,
    keys,
  )
  await samvad.rows(
    `insert into form_domain_owners (name, org_id, domain_id, proof, proven_at)
     select name, org_id, id, proof, $3::timestamptz from form_domains where org_id = $1 and id = $2`,
    keys,
  )
}

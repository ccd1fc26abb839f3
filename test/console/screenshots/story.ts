// Plays ten weeks of the two companies, and a third that was just founded, day by day at the times at which things
// happen.

import { jobsOf } from '../../../server/program/jobs.ts'
import { publicId, type TestSamvad } from '../../harness.ts'
import { IMPORTS, uploaded } from '../../imports.ts'
import { payAtCheckout } from '../../payments.ts'
import { type Receiver, startReceiver } from '../../webhooks.ts'
import { dateBack, found, patient, patiently, recharge, say, settled, type Troupe, until } from './acting.ts'
import { formDomain, marketingDay, openCampaigns } from './marketing.ts'
import { shop } from './shop.ts'
import { ugly } from './ugly.ts'

/** When the screenshots are taken: a Wednesday, shortly before noon in India. */
export const NOW = new Date('2026-11-18T11:42:00+05:30')
const DAYS = 70
const CAMPAIGN_EVERY_DAYS = 3
const RECHARGE_EVERY_DAYS = 20
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ago = (ms: number) => new Date(NOW.getTime() - ms)

export interface Story {
  full: Troupe
  ugly: Troupe
  /** A company that was only founded. */
  empty: { organizationId: string; email: string }
  /** Users of the shop: one with almost no permissions, and the operator of the installation. */
  guest: string
  operator: string
  /** The operator's organization. */
  operations: string
  /** Links to pages without a menu. */
  links: Record<string, string>
  /** Ids in the addresses of pages of a single resource. */
  ids: Record<'full' | 'ugly', Record<string, string>>
}

export async function playStory(samvad: TestSamvad, password: string): Promise<Story> {
  samvad.setClock(ago(DAYS * DAY_MS))
  const troupes = {
    full: await found(samvad, samvad.company, shop),
    ugly: await found(samvad, await patiently(() => samvad.newCompany(ugly.organization)), ugly),
  }
  await samvad.rows(`update users set display_name = 'Samvad', email = 'setup@ashatextiles.example' where id = $1`, [
    samvad.company.userId,
  ])
  await dateBack(samvad, samvad.app.clock())
  const receiver = await startReceiver()
  const both = [troupes.full, troupes.ugly]
  for (const troupe of both) await beginnings(samvad, troupe, receiver)
  for (let day = DAYS - 1; day > 0; day--) {
    samvad.setClock(ago(day * DAY_MS))
    if (day % 10 === 0 || day < 10) console.log(`${day} days to go`)
    for (const troupe of both) await ordinaryDay(samvad, troupe, day)
    for (const troupe of both) {
      samvad.setClock(ago(day * DAY_MS))
      await marketingDay(samvad, troupe, day, troupe === troupes.full)
    }
    await settled(samvad)
  }
  const lines = both
    .flatMap((troupe) => [...troupe.conversations.keys()].map((someone) => ({ troupe, someone })))
    .flatMap(({ troupe, someone }) => (someone.thread ?? []).map((line) => ({ troupe, someone, line })))
    .sort((a, b) => b.line.minutesAgo - a.line.minutesAgo)
  for (const { troupe, someone, line } of lines) {
    samvad.setClock(ago(line.minutesAgo * MINUTE_MS))
    await say(samvad, troupe, someone, line)
  }
  samvad.setClock(ago(20 * MINUTE_MS))
  for (const troupe of both) await thisMorning(samvad, troupe, receiver)
  await formDomain(samvad, troupes.full)
  for (const troupe of both) {
    samvad.setClock(ago(15 * MINUTE_MS))
    await openCampaigns(samvad, troupe, NOW)
  }
  const fresh = await patiently(() => samvad.newCompany('Chola Silks'))
  const kaveri = { name: 'Kaveri Cholan', email: 'kaveri@cholasilks.example', password }
  const begun = await patiently(() => samvad.newPerson(fresh.organizationId, 'owner', kaveri))
  const links = await linksOf(samvad, troupes.full)
  const { guest, operator, operations } = await others(samvad, troupes.full, password)
  samvad.setClock(NOW)
  await dateBack(samvad, ago(30 * DAY_MS))
  await sumUpMonths(samvad)
  const ids = { full: await idsOf(samvad, troupes.full), ugly: await idsOf(samvad, troupes.ugly) }
  await tidyUp(samvad)
  return {
    ...troupes,
    empty: { organizationId: publicId('org', fresh.organizationId), email: begun.email },
    guest,
    operator,
    operations,
    links,
    ids,
  }
}

/** What a company sets up in its first days. */
async function beginnings(samvad: TestSamvad, { owner, cast }: Troupe, receiver: Receiver): Promise<void> {
  await recharge(samvad, owner, cast.recharges[0] as string)
  await owner.make('/v1/roles', cast.role)
  for (const endpoint of cast.webhooks) await owner.make('/v1/webhook_endpoints', { url: receiver.url, ...endpoint })
  for (const name of cast.tokens) await owner.make('/v1/tokens', { name })
  for (const name of cast.serviceUsers) await owner.make('/v1/service_users', { name, role: 'agent' })
  for (const name of cast.domains) await owner.make('/v1/sender_domains', { name })
  for (const template of cast.templates) {
    const { id } = await owner.make('/v1/templates', template)
    await owner.post(`/v1/templates/${id}/submit`)
  }
}

async function ordinaryDay(samvad: TestSamvad, troupe: Troupe, day: number): Promise<void> {
  const { owner, cast, groupConversation } = troupe
  const left = cast.recharges.slice(1)
  if (day % RECHARGE_EVERY_DAYS === 0) {
    const amount = left[Math.floor((DAYS - day) / RECHARGE_EVERY_DAYS)]
    if (amount) await recharge(samvad, owner, amount)
  }
  if (day % CAMPAIGN_EVERY_DAYS !== 0) return
  const { subject, text, sms } = cast.campaigns
  const channel = day % 2 === 0 ? 'email' : 'sms'
  const message = channel === 'email' ? { subject, text } : { text: sms }
  if (day % 12 === 0) await owner.put('/v1/sandbox/settings', { channel, fail_next: 'rejected' })
  await owner.make('/v1/messages', { conversation_id: groupConversation, channel, ...message })
}

/** What is open when the screenshots are taken. */
async function thisMorning(samvad: TestSamvad, troupe: Troupe, receiver: Receiver): Promise<void> {
  const { owner, cast, conversations, company } = troupe
  for (const email of cast.invited) await owner.post('/v1/invitations', { email, role: 'agent' })
  const { body: paid } = await owner.get('/api/v1/billing/transactions?kind=recharge&status=completed')
  const { note, amount } = cast.refund
  await owner.make('/api/v1/billing/refunds', {
    transaction_id: paid.data[0].id,
    amount,
    reason: 'duplicate_charge',
    note,
  })
  await owner.post('/api/v1/billing/recharges', { amount: '5000.00', payment_method: 'upi' })
  const { body: auto } = await owner.put('/api/v1/billing/auto_recharge', cast.autoRecharge)
  // The first recharge gives the mandate.
  if (auto.authorization_url) await payAtCheckout(auto.authorization_url, 'success', 'credit_card')
  await owner.make('/v1/suppressions', { channel: 'email', address: 'left.the.company@mail.example' })
  await owner.make('/v1/suppressions', {
    channel: 'sms',
    address: '+919845000000',
    detail: 'Asked for it on the phone',
  })
  const attachment_id = await uploaded(samvad, cast.csv, { token: company.token })
  const mapping = { name: 'display_name', email: 'email', phone: 'phone_number' }
  const asked = await samvad.request('POST', IMPORTS, {
    token: company.token,
    json: { attachment_id, mapping, existing: 'update', match_by: ['email'] },
  })
  if (asked.status !== 202) console.log(asked.text)
  if (asked.status === 202)
    await until(
      () => samvad.request('GET', `${IMPORTS}/${asked.body.id}`, { token: company.token }),
      ({ body }) => body.status !== 'queued' && body.status !== 'running',
    )
  const month = { from: '2026-10-01T00:00:00+05:30', to: '2026-11-01T00:00:00+05:30' }
  for (const [kind, format] of [
    ['statement', 'pdf'],
    ['transactions', 'csv'],
  ])
    await owner.post('/api/v1/billing/exports', { kind, format, ...month })
  const [first] = conversations.values()
  await owner.put(`/v1/conversations/${first}`, { is_pinned: true })
  for (const [someone, id] of conversations) {
    if (someone.isMuted) await owner.put(`/v1/conversations/${id}`, { is_muted: true })
  }
  // From now on the receiver fails every request.
  receiver.answer = (_received, response) => response.writeHead(503).end('The order system is being updated.')
  const conversation_id = [...conversations.values()].at(-1)
  await owner.post('/v1/messages', { conversation_id, channel: 'sms', text: 'Thank you!' })
  await settled(samvad)
}

/** Links from mails, and pages of the gateway. */
async function linksOf(samvad: TestSamvad, { owner, cast }: Troupe): Promise<Record<string, string>> {
  const { body: mails } = await owner.get('/v1/sandbox/messages?channel=email&limit=100')
  const invitation = mails.data
    .map(({ text }: { text: string }) => /\/console\/invitations\/[\w-]+/.exec(text)?.[0])
    .find(Boolean)
  const open = await owner.make('/api/v1/billing/recharges', { amount: '25000.00', payment_method: 'upi' })
  const paid = await recharge(samvad, owner, cast.recharges[0] as string)
  return {
    invitation,
    checkout: open.checkout_url,
    paid: paid.checkout_url,
  }
}

async function sumUpMonths({ app }: TestSamvad): Promise<void> {
  const job = jobsOf(app).find(({ name }) => name === 'monthly summaries')
  while (await job?.run(new AbortController().signal));
}

/** Renames what the harness named, and replaces addresses of this machine. */
async function tidyUp(samvad: TestSamvad): Promise<void> {
  await samvad.rows(`update users set display_name = 'Reception' where display_name = 'owner'`)
  await samvad.rows(`update tokens set revoked_at = $1 where name = 'test'`, [NOW])
  await samvad.rows(`update webhook_endpoints set url = 'https://orders.ashatextiles.example/hooks/samvad'
                      where cardinality(event_types) > 1`)
  await samvad.rows(`update webhook_endpoints
                        set url = 'https://integration.a-very-long-name-of-a-company.example/v2/tenants/1784/hooks'
                      where cardinality(event_types) = 1`)
}

async function others(samvad: TestSamvad, { owner, company }: Troupe, password: string) {
  const role = await owner.make('/v1/roles', { name: 'Guest', permissions: ['organization.view'] })
  const guest = 'guest@ashatextiles.example'
  const operator = 'operations@samvad.example'
  const nikhil = { name: 'Nikhil Desai', email: guest, password }
  await patiently(() => samvad.newPerson(company.organizationId, 'viewer', nikhil))
  const { body: users } = await owner.get('/v1/users?limit=100')
  const { id } = users.data.find((user: { email: string }) => user.email === guest)
  await owner.put(`/v1/users/${id}`, { role: role.id })
  const room = await patiently(() => samvad.newCompany('Samvad Operations'))
  const ramesh = { name: 'Ramesh Pai', email: operator, password }
  const boss = await patiently(() => samvad.newPerson(room.organizationId, 'owner', ramesh))
  await samvad.rows('update users set is_operator = true where email = $1', [operator])
  const operating = patient(samvad, boss)
  for (const name of [
    'Bharat Tools',
    'Kaveri Spices',
    'Rocket Logistics 🚀',
    'भारत हस्तशिल्प सहकारी समिति',
    'Nilgiri Tea',
  ])
    await operating.make('/v1/organizations', { name })
  return { guest, operator, operations: publicId('org', room.organizationId) }
}

/** The first of each kind. */
async function idsOf(samvad: TestSamvad, { owner, contacts, conversations, groupId, organizationId }: Troupe) {
  const first = async (path: string): Promise<string> => (await owner.get(path)).body.data[0]?.id ?? 'none'
  return {
    organization: organizationId,
    contact: contacts[0]?.id as string,
    conversation: [...conversations.values()][0] as string,
    mail: [...conversations.values()][2] as string,
    group: groupId,
    list: await first('/v1/lists'),
    segment: await first('/v1/segments'),
    import: await first('/v1/imports'),
    template: await first('/v1/templates'),
    webhook: await first('/v1/webhook_endpoints'),
    domain: await first('/v1/sender_domains'),
    recharge: await first('/api/v1/billing/recharges?status=succeeded'),
    transaction: await first('/api/v1/billing/transactions?kind=deduction'),
    invoice: await first('/api/v1/billing/invoices'),
    refund: await first('/api/v1/billing/refunds'),
    event: await first('/v1/events'),
    audit: await first('/v1/audit_log'),
    campaign: await first('/v1/campaigns?status=completed'),
    paused: await first('/v1/campaigns?status=paused'),
    scheduled: await first('/v1/campaigns?status=scheduled'),
    draft: await first('/v1/campaigns?status=draft'),
    form: await first('/v1/forms'),
    formDomain: await first('/v1/domains'),
  }
}

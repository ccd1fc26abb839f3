// Form domains over the API: permissions, ownership, and the effects of a missing record.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { forgetFence } from '#installation/fence.ts'
import { startDnsServer } from '../../../test/dns/server.ts'
import { fieldOf, publishForm } from '../../../test/form-pages.ts'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { endPremium, givePremium } from '../../../test/premium.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { jobsOf } from '../../program/jobs.ts'
import { raiseFence } from '../../program/place.ts'
import { domainJobs } from './jobs.ts'
import { CHECK_EVERY_MS, DOMAINS_MAX, MISSING_CHECK_EVERY_MS, MISSING_MAX_MS, UNANSWERED_AGAIN_MS } from './rules.ts'
import type { FormDomain } from './schema.ts'

const dns = await startDnsServer()
after(() => dns.close())
const samvad = await startSamvad({ SAMVAD_DNS_SERVER: dns.address, SAMVAD_ALLOWED_HOSTS: 'samvad.example' })
let now = new Date('2026-06-01T06:00:00Z').getTime()
samvad.app.clock = () => new Date(now)
const asha = person(samvad)
const other = await samvad.newCompany('Banyan Books')
const banyan = person(samvad, other)
await givePremium(samvad)
await givePremium(samvad, other)
const [job] = domainJobs(samvad.app)
/** Advances the clock and runs the checks that are due. */
const pass = async (ms: number) => {
  now += ms
  await job?.run(new AbortController().signal)
}

const PATH = '/v1/domains'
const add = (name: string, who = asha): Promise<FormDomain> => who.make(PATH, { name })
const show = async (id: string, who = asha): Promise<FormDomain> => (await who.get(`${PATH}/${id}`)).body
const verify = async (id: string, who = asha): Promise<FormDomain> => {
  const answer = await who.post(`${PATH}/${id}/verify`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const publish = (...domains: FormDomain[]) =>
  dns.text(domains[0]?.record.name as string, ...domains.map(({ record }) => record.value))
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await samvad.rows<{ type: string }>('select type from events where object_id = $1 order by id', [uuidOf('dom', id)])
  ).map(({ type }) => type)
const actionsOf = async (id: string): Promise<string[]> =>
  (await asha.get(`/v1/audit_log?object=${id}`)).body.data.map(({ action }: { action: string }) => action).reverse()

describe('adding a domain', () => {
  test('spec 23.40, 23.41: a domain is added as pending, with the record to publish, and each wrong name is refused at its field', async () => {
    const domain = await add('Forms.ASHA.example.')
    assert.deepEqual(
      [domain.name, domain.status, domain.serving, domain.url],
      ['forms.asha.example', 'pending', 'nothing', 'https://forms.asha.example'],
    )
    assert.match(domain.record.value, /^samvad-forms-proof=[0-9a-f]{40}$/)
    assert.equal(domain.record.name, '_samvad-forms.forms.asha.example')
    const hindi = await add('फ़ॉर्म.आशा.example')
    assert.equal(hindi.display_name, 'फ़ॉर्म.आशा.example'.normalize('NFC'))
    assert.match(hindi.name, /^xn--/)
    for (const name of ['samvad.example', 'localhost', '127.0.0.1', 'co.in', 'https://a.example/', 'a b'])
      assertRefused(await asha.post(PATH, { name }), 422, 'invalid_content', 'name')
    assertRefused(await asha.post(PATH, { name: 'forms.asha.example' }), 409, 'already_exists')
    const form = await publishForm(samvad, [fieldOf('a', 'short_text')], {}, { company: other })
    const theirs = { form_id: publicId('form', form.id) }
    assertRefused(await asha.post(PATH, { name: 'b.asha.example', ...theirs }), 422, 'invalid_content', 'form_id')
    for (const { id } of [domain, hindi]) assert.equal((await asha.delete(`${PATH}/${id}`)).status, 204)
  })

  test('spec 23.40: without premium no domain is added, and an organization has at most so many', async () => {
    const third = await samvad.newCompany('Cedar')
    const cedar = person(samvad, third)
    const refused = await cedar.post(PATH, { name: 'forms.cedar.example' })
    assertRefused(refused, 402, 'premium_required')
    assert.match(refused.body.detail, /premium/)
    await givePremium(samvad, third)
    for (let index = 0; index < DOMAINS_MAX; index++) await add(`f${index}.cedar.example`, cedar)
    const last = (await cedar.get(`${PATH}?limit=1`)).body.data[0]
    assert.equal((await cedar.delete(`${PATH}/${last.id}`)).status, 204)
    const names = Array.from({ length: 10 }, (_, index) => `at-once-${index}.cedar.example`)
    const answers = await Promise.all(names.map((name) => cedar.post(PATH, { name })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1, 'of those that are added at once')
    const { id } = answers.find(({ status }) => status === 201)?.body ?? {}
    assert.equal((await cedar.delete(`${PATH}/${id}`)).status, 204)
    await add(last.name, cedar)
    const oneMore = await cedar.post(PATH, { name: 'one-more.cedar.example' })
    assertRefused(oneMore, 409, 'conflict')
    assert.equal(oneMore.body.detail, 'An organization can have at most 20 form domains. Delete one first.')
    const { data, has_more } = (await cedar.get(`${PATH}?limit=5`)).body
    assert.deepEqual([data.length, has_more, data[0].name], [5, true, `f${DOMAINS_MAX - 1}.cedar.example`])
  })

  test("spec 23.40: a neighbour's token finds nothing, and an agent only reads", async () => {
    const domain = await add('mine.asha.example')
    assertRefused(await banyan.get(`${PATH}/${domain.id}`), 404, 'not_found')
    assertRefused(await banyan.post(`${PATH}/${domain.id}/verify`), 404, 'not_found')
    assertRefused(await banyan.put(`${PATH}/${domain.id}`, { form_id: null }), 404, 'not_found')
    assertRefused(await banyan.delete(`${PATH}/${domain.id}`), 404, 'not_found')
    const agent = person(samvad, await samvad.newMember(samvad.company.organizationId, 'agent'))
    assert.equal((await agent.get(`${PATH}/${domain.id}`)).status, 200)
    assertRefused(await agent.post(PATH, { name: 'agent.asha.example' }), 403, 'permission_denied')
    assertRefused(await agent.delete(`${PATH}/${domain.id}`), 403, 'permission_denied')
    assert.equal((await asha.delete(`${PATH}/${domain.id}`)).status, 204)
  })
})

describe('whose a domain is', () => {
  test('spec 23.42, 23.53: the TXT record verifies a domain, which is recorded and told', async () => {
    const domain = await add('forms.asha.example')
    const missing = await verify(domain.id)
    assert.deepEqual([missing.status, missing.record.state], ['pending', 'missing'])
    dns.text(domain.record.name, 'samvad-forms-proof=guessed')
    assert.equal((await verify(domain.id)).record.state, 'wrong')
    publish(domain)
    const verified = await verify(domain.id)
    assert.deepEqual([verified.status, verified.record.state, verified.serving], ['verified', 'found', 'forms'])
    assert.equal(verified.verified_at, Math.floor(now / 1000))
    await verify(domain.id)
    assert.deepEqual(await eventsOf(domain.id), ['domain.created', 'domain.verified'])
    assert.deepEqual(await actionsOf(domain.id), ['domain.created', 'domain.verified'])
    assert.equal((await asha.delete(`${PATH}/${domain.id}`)).status, 204)
    assert.deepEqual((await actionsOf(domain.id)).at(-1), 'domain.deleted')
  })

  test('spec 23.42: of two organizations the one that proved it has it; who gives it up loses it, and the other takes it by its own proof', async () => {
    const [mine, theirs] = [await add('shared.example'), await add('shared.example', banyan)]
    assert.notEqual(mine.record.value, theirs.record.value)
    publish(mine, theirs)
    assert.equal((await verify(mine.id)).status, 'verified')
    const taken = await banyan.post(`${PATH}/${theirs.id}/verify`)
    assertRefused(taken, 409, 'conflict')
    assert.ok(taken.body.detail.includes(` ${theirs.record.name} `), taken.body.detail)
    assert.equal((await show(theirs.id, banyan)).status, 'pending')
    // The domain passes to the other organization: its holder replaces the record.
    publish(theirs)
    assert.equal((await verify(theirs.id, banyan)).status, 'verified')
    assert.equal((await show(mine.id)).status, 'pending')
    await pass(0)
    assert.deepEqual((await eventsOf(mine.id)).at(-1), 'domain.unverified')
    assert.equal((await show(mine.id)).record.state, 'wrong', "the other's record is there")
    // With both records present, the current owner keeps the domain.
    publish(mine, theirs)
    assertRefused(await asha.post(`${PATH}/${mine.id}/verify`), 409, 'conflict')
    // After it was given up, the other organization gets it by its own check, not before.
    assert.equal((await banyan.delete(`${PATH}/${theirs.id}`)).status, 204)
    assert.equal((await show(mine.id)).status, 'pending')
    assert.equal((await verify(mine.id)).status, 'verified')
    assert.equal((await asha.delete(`${PATH}/${mine.id}`)).status, 204)
  })

  test('spec 23.43: when the DNS does not answer nothing changes', async () => {
    const domain = await add('silent.example')
    publish(domain)
    await verify(domain.id)
    dns.fail(true)
    assertRefused(await asha.post(`${PATH}/${domain.id}/verify`), 503, 'temporarily_unavailable')
    await pass(CHECK_EVERY_MS)
    for (let checks = 0; checks < 3; checks++) await pass(UNANSWERED_AGAIN_MS + MISSING_MAX_MS)
    const still = await show(domain.id)
    assert.deepEqual([still.status, still.proof_missing_since], ['verified', null])
    dns.fail(false)
    await pass(UNANSWERED_AGAIN_MS)
    assert.equal((await show(domain.id)).checked_at, Math.floor(now / 1000))
    assert.equal((await asha.delete(`${PATH}/${domain.id}`)).status, 204)
  })
})

describe('a record that goes missing', () => {
  test('spec 23.44, 23.53: it is told first; back in time it changes nothing; after 72 hours the domain is unverified', async () => {
    const domain = await add('lapsing.example')
    publish(domain)
    await verify(domain.id)
    dns.text(domain.record.name)
    await pass(CHECK_EVERY_MS)
    const since = Math.floor(now / 1000)
    const warned = await show(domain.id)
    assert.deepEqual(
      [warned.status, warned.serving, warned.proof_missing_since, warned.proof_missing_until],
      ['proof_missing', 'forms', since, since + MISSING_MAX_MS / 1000],
    )
    await pass(MISSING_CHECK_EVERY_MS)
    publish(domain)
    await pass(MISSING_CHECK_EVERY_MS)
    assert.equal((await show(domain.id)).status, 'verified')
    const told = ['domain.created', 'domain.verified', 'domain.proof_missing', 'domain.verified']
    assert.deepEqual(await eventsOf(domain.id), told)

    dns.text(domain.record.name)
    await pass(CHECK_EVERY_MS)
    for (let hours = 1; hours < 72; hours++) await pass(MISSING_CHECK_EVERY_MS)
    assert.equal((await show(domain.id)).status, 'proof_missing')
    await pass(MISSING_CHECK_EVERY_MS)
    const lost = await show(domain.id)
    assert.deepEqual([lost.status, lost.serving, lost.proof_missing_since], ['pending', 'nothing', null])
    assert.deepEqual(await eventsOf(domain.id), [...told, 'domain.proof_missing', 'domain.unverified'])
    assert.deepEqual((await actionsOf(domain.id)).at(-1), 'domain.unverified')
    assert.equal((await asha.delete(`${PATH}/${domain.id}`)).status, 204)
  })
})

describe('the forms of a domain', () => {
  test('spec 23.50, 23.51: the address of a form is under its domain while that serves it, and under PUBLIC_URL otherwise', async () => {
    const form = await asha.make('/v1/forms', {
      name: 'Order',
      slug: 'order-seeds',
      fields: [fieldOf('a', 'short_text')],
    })
    const urlOf = async () => (await asha.get(`/v1/forms/${form.id}`)).body.url
    const choose = (domain_id: string | null) => asha.put(`/v1/forms/${form.id}`, { domain_id })
    const domain = await add('order.asha.example')
    const theirs = await add('order.banyan.example', banyan)
    assertRefused(await choose(theirs.id), 422, 'invalid_content', 'domain_id')
    const chosen = (await choose(domain.id)).body
    assert.deepEqual([chosen.domain_id, chosen.url], [domain.id, `${samvad.url}/f/order-seeds`])
    publish(domain)
    await verify(domain.id)
    assert.equal(await urlOf(), 'https://order.asha.example/f/order-seeds')
    assert.equal((await asha.get('/v1/forms?limit=1')).body.data[0].url, 'https://order.asha.example/f/order-seeds')
    await endPremium(samvad)
    assert.equal(await urlOf(), `${samvad.url}/f/order-seeds`)
    assert.equal((await show(domain.id)).serving, 'redirect')
    // After the paid period.
    now += 40 * 24 * 3600_000
    await givePremium(samvad)
    assert.equal(await urlOf(), 'https://order.asha.example/f/order-seeds')

    const root = await asha.put(`${PATH}/${domain.id}`, { form_id: form.id })
    assert.equal(root.body.form_id, form.id)
    const copy = await asha.make(`/v1/forms/${form.id}/duplicate`, {})
    assert.equal(copy.domain_id, domain.id)
    assert.equal((await asha.delete(`/v1/forms/${form.id}`)).status, 204)
    assert.equal((await show(domain.id)).form_id, null)
    assert.equal((await asha.delete(`${PATH}/${domain.id}`)).status, 204)
    const left = (await asha.get(`/v1/forms/${copy.id}`)).body
    assert.deepEqual([left.domain_id, left.url], [null, `${samvad.url}/f/${left.slug}`])
  })
})

test('spec 23.54: a fenced copy of the installation checks no domains', async () => {
  const domain = await add('copied.example')
  publish(domain)
  await verify(domain.id)
  const fenced = jobsOf(samvad.app).find(({ name }) => name === job?.name)
  const asked = () => dns.asked.length
  now += CHECK_EVERY_MS
  await raiseFence(samvad.app, 'a copy')
  forgetFence(samvad.app)
  const before = asked()
  await fenced?.run(new AbortController().signal)
  assert.equal(asked(), before)
  await samvad.rows('update installation set fenced_since = null, fenced_reason = null')
  forgetFence(samvad.app)
  await fenced?.run(new AbortController().signal)
  assert.ok(asked() > before)
  assert.equal((await asha.delete(`${PATH}/${domain.id}`)).status, 204)
})

// Every field that colleagues, customers and other services can fill in, with the most hostile texts, on every page
// that shows it. spec 21.7.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { publicId } from '#kit/wire.ts'
import { type Console, openConsole, type Visitor, whyNoBrowser } from '../console/console.ts'
import {
  hostileNames,
  line,
  mustBeText,
  mustShowAsText,
  note,
  PAGE_OF_HTML,
  tagOf,
  texts,
  watch,
  worst,
} from '../console/hostile.ts'
import { startSamvad } from '../harness.ts'
import { invite } from '../invitations.ts'
import { until } from '../mail-story.ts'
import { newOperator, paidRecharge, requestedRefund } from '../refunds.ts'
import { openBrowser, PASSWORD } from '../sessions.ts'
import { person } from '../story.ts'
import { startReceiver } from '../webhooks.ts'

const skip = whyNoBrowser
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const { company } = samvad
const asha = person(samvad)
const rooms = (skip ? null : await openConsole(samvad)) as Console
let visitor: Visitor
const tags = hostileNames.map(tagOf)

/** Retries on a busy machine. */
async function make(path: string, json: object, by = asha): Promise<any> {
  const answer = await until(
    () => by.post(path, json),
    ({ status }) => status !== 503,
  )
  assert.ok([200, 201, 202].includes(answer.status), `${path} ${answer.text}`)
  return answer.body
}

before(async () => {
  if (skip) return
  visitor = await rooms.visit()
  await watch(visitor)
  const { email } = await samvad.newPerson(company.organizationId, 'owner', {
    password: PASSWORD,
    name: line(texts.attribute),
  })
  await samvad.rows('update users set is_operator = true where email = $1', [email])
  await visitor.page.goto(`${samvad.url}/console/sign-in`)
  await visitor.page.locator('[name=email]').fill(email)
  await visitor.page.locator('[name=password]').fill(PASSWORD)
  await visitor.page.locator('button[type=submit]').click()
  await visitor.page.waitForURL(/\/console\/org_/)
})

test('spec 21.7: names of colleagues, roles, tokens and of the organization are text, and so is what the log says of them', {
  skip,
}, async () => {
  for (const [place, name] of hostileNames.entries()) {
    const said = line(texts[name])
    await samvad.newPerson(company.organizationId, 'agent', { name: said })
    await make('/v1/roles', { name: said, permissions: ['contacts.view'] })
    await make('/v1/tokens', { name: said })
    await make('/v1/service_users', { name: said, role: 'agent' })
    await make('/v1/contacts', { display_name: said, attributes: { [line(texts[name], 40)]: note(texts[name]) } })
    if (place < 3) await invite(samvad, company, `${line(texts[name], 10).replace(/[^\w]/g, '')}'+"@customer.example`)
    await openBrowser(
      samvad,
      `${line(texts[name]).replace(/[^\x20-\x7e]/g, '')} Firefox/${line(texts[name])}`.replace(/[^\x20-\x7e]/g, ''),
    ).signIn('x@y.example')
  }
  await asha.put('/v1/organization', { name: line(texts.script) })
  await visitor.page.reload()
  for (const page of ['settings/team', 'settings/roles', 'developers/tokens', 'developers/service-users'])
    await mustShowAsText(visitor, page, ...tags)
  await mustShowAsText(visitor, 'settings/organization', 'T1')
  await mustShowAsText(visitor, 'settings/profile', 'T2')
  await mustShowAsText(visitor, 'settings/audit')
  await mustShowAsText(visitor, 'developers/events', 'contact.created')
  const events = (await asha.get('/v1/events?type=contact.created&limit=50')).body.data
  for (const { id } of events.slice(0, 4)) {
    await mustShowAsText(visitor, `developers/events?event=${id}`)
    await visitor.page.getByRole('dialog').getByText('"display_name"').waitFor()
    await mustBeText(visitor, 'an event')
  }
})

test('spec 14.17, 21.7: what a webhook endpoint is called and what it answers is text', { skip }, async () => {
  samvad.startWorker()
  const receiver = await startReceiver()
  let answers = 0
  receiver.answer = (_, response) => {
    const name = worst[answers++ % worst.length] as (typeof worst)[number]
    response.writeHead(500, { 'content-type': 'text/html' }).end(texts[name] + PAGE_OF_HTML)
  }
  const url = `${receiver.url}?q='%22><script>hostileRan()</script>`
  const endpoint = await make('/v1/webhook_endpoints', {
    url,
    event_types: ['contact.*'],
    description: line(texts.word),
  })
  for (const name of worst) {
    await make('/v1/contacts', { display_name: line(texts[name]) })
  }
  const deliveries = await until(
    async () => (await asha.get(`/v1/webhook_endpoints/${endpoint.id}/deliveries`)).body.data ?? [],
    (all) => all.filter((one: { attempts: object[] }) => one.attempts.length > 0).length > 1,
  )
  await mustShowAsText(visitor, 'developers/webhooks', 'T10')
  for (const { id } of deliveries.slice(-2)) {
    await mustShowAsText(visitor, `developers/webhooks/${endpoint.id}?delivery=${id}`)
    await visitor.page.getByRole('dialog').getByText('Attempt 1').waitFor()
    await mustBeText(visitor, 'a delivery')
  }
})

test('spec 21.7: what is said of money is text, for who pays and for who runs the installation', { skip }, async () => {
  const { worst: _, ...profile } = {
    worst,
    legal_name: line(texts.script, 150),
    address_lines: [line(texts.attribute, 100), line(texts.word, 100)],
  }
  assert.equal((await asha.put('/api/v1/billing/profile', { ...profile, state_code: '27' })).status, 200)
  const recharge = await paidRecharge(samvad, '1000.00')
  const operator = person(samvad, await newOperator(samvad))
  const organization = publicId('org', company.organizationId)
  for (const name of worst) {
    const amount = '1.00'
    await requestedRefund(samvad, { recharge_id: recharge.id, amount, note: note(texts[name]) })
    await make(`/v1/organizations/${organization}/credits`, { amount, reason: line(texts[name]) }, operator)
    await make('/v1/organizations', { name: line(texts[name]) }, operator)
    const template = {
      channel: 'sms',
      language: 'en',
      category: 'service',
      text: note(texts[name]),
      registered_id: '1107',
      header: 'SAMVAD',
    }
    const made = await asha.post('/v1/templates', { ...template, name: line(texts[name]) })
    if (made.status === 201) await asha.post(`/v1/templates/${made.body.id}/submit`)
  }
  await asha.put(`/v1/organizations/${organization}/enterprise`, { decision: 'declined', note: note(texts.combining) })
  const some = worst.map(tagOf)
  await mustShowAsText(visitor, 'billing/transactions')
  await mustShowAsText(visitor, 'billing/refunds')
  const [refund] = (await asha.get('/api/v1/billing/refunds')).body.data
  await mustShowAsText(visitor, `billing/refunds?open=${refund.id}`)
  await mustShowAsText(visitor, 'billing/profile', 'T1', 'T2', 'T10')
  const [invoice] = (await asha.get('/api/v1/billing/invoices')).body.data
  await mustShowAsText(visitor, `billing/invoices?open=${invoice.id}`, 'T1')
  await mustShowAsText(visitor, 'operator/organizations', ...some)
  await mustShowAsText(visitor, `operator/organizations/${organization}`, 'T1')
  await mustShowAsText(visitor, 'operator/approvals', ...some)
  await mustShowAsText(visitor, 'operator/audit')
  const suspended = await operator.post(`/v1/organizations/${organization}/suspend`, { reason: line(texts.word) })
  assert.equal(suspended.status, 200, suspended.text)
  await mustShowAsText(visitor, 'billing', 'T10')
})

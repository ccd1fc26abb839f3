// Premium features of forms, in a real browser: custom domains, and detailed analytics.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accessibilityViolations } from '../browser/axe.ts'
import { startDnsServer } from '../dns/server.ts'
import { fieldOf, publishForm } from '../form-pages.ts'
import { publicId, startSamvad } from '../harness.ts'
import { until } from '../mail-story.ts'
import { endPremium, givePremium } from '../premium.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, downloaded, follow, hasFocus, link, says, section } from './page.ts'

const skip = whyNoBrowser
const dns = await startDnsServer()
after(() => dns.close())
const samvad = await startSamvad({ SAMVAD_DNS_SERVER: dns.address })
const asha = person(samvad)
const console = skip ? (null as never) : await openConsole(samvad)
const owner = skip ? (null as never as Visitor) : await console.signIn('owner')
const { id } = await publishForm(samvad, [fieldOf('name', 'short_text'), fieldOf('crop', 'short_text')])
const form = publicId('form', id) as string

test('spec 23.82: the free plan shows the domains and analytics that premium adds, each with one way to the plan', {
  skip,
}, async () => {
  const { page } = owner
  await owner.go(`forms/${form}/analytics`)
  await says(page, /^Premium also shows the field at which people stop, the time to finish/)
  await mustBeFine(owner, 'form-analytics-free')
  await owner.goWithin('forms/domains')
  await says(page, /^Own domains are part of premium/)
  assert.equal(await button(page, 'Add domain').count(), 0)
  await mustBeFine(owner, 'form-domains-free')
  await follow(link(page, 'See the plan'))
  await says(page, '₹588.82')
})

test('spec 21.100, 21.101, 23.79, 23.80, 23.97: a domain is added, proved by its DNS record, and chosen for a form', {
  skip,
}, async () => {
  const { page } = owner
  await givePremium(samvad)
  await owner.go('forms/domains')
  await button(page, 'Add domain').click()
  await page.getByLabel('Domain', { exact: true }).fill('https://Forms.Asha.example/contact')
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
  await page.waitForURL(/\/forms\/domains\/dom_/)
  await says(page, 'Waiting for the DNS record')
  await hasFocus(page.getByRole('heading', { name: 'forms.asha.example' }))
  await button(page, 'Check now').click()
  await says(page, /^The record isn’t there yet/)
  assert.deepEqual(await accessibilityViolations(page, '[data-toast]'), [])
  const [domain] = (await asha.get('/v1/domains')).body.data
  await says(page, domain.record.value)
  dns.text(domain.record.name, domain.record.value)
  await button(page, 'Check now').click()
  await says(page, 'Serving forms')
  await page.getByLabel('Start page').selectOption(form)
  await says(page, 'Start page saved')
  await mustBeFine(owner, 'form-domain')
  const viewer = await console.signIn('viewer')
  await viewer.go(`forms/domains/${domain.id}`)
  await says(viewer.page, /^Adding or changing domains needs the permission “Manage form domains”/)
  await viewer.leave()

  await owner.goWithin(`forms/${form}/share`)
  await page.getByLabel('Domain', { exact: true }).selectOption('forms.asha.example')
  await says(page, 'Domain of the form saved')
  await says(page, /^https:\/\/forms\.asha\.example\/f\//)
  await mustBeFine(owner, 'form-share-domain')
})

test('spec 23.79, 23.81: analytics say where people stop, how long they take, and where they came from by campaign, device and version; without premium the domain redirects', {
  skip,
}, async () => {
  const { page } = owner
  const { slug } = (await asha.get(`/v1/forms/${form}`)).body
  const browser =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  await (await fetch(`${samvad.url}/f/${slug}?utm_campaign=diwali`, { headers: { 'user-agent': browser } })).text()
  await until(
    () => asha.get(`/v1/forms/${form}/analytics`),
    ({ body }) => body.total.views > 0,
  )
  await owner.go(`forms/${form}/analytics`)
  const campaigns = section(page, 'Campaigns')
  await campaigns.getByRole('cell', { name: 'diwali' }).waitFor()
  await campaigns.getByText('Site', { exact: true }).click()
  await campaigns.getByRole('cell', { name: 'Not given' }).waitFor()
  assert.match(page.url(), /by=referrer/)
  await section(page, 'Where people stop').getByRole('listitem').first().waitFor()
  await section(page, 'Versions').getByRole('cell', { name: 'Version 1' }).waitFor()
  await mustBeFine(owner, 'form-analytics')
  const { name, bytes } = await downloaded(page, () => button(page, 'Download all counts').click())
  assert.match(name, /\.csv$/)
  assert.match(bytes.toString(), /diwali/)
  await endPremium(samvad)
  await owner.goWithin('forms/domains')
  await says(page, 'Redirects')
  assert.deepEqual(owner.faults, [])
})

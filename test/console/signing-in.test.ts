// Signing in to the console, in a real browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad } from '../harness.ts'
import { looks, mustBeFine, openConsole, whyNoBrowser } from './console.ts'

const samvad = await startSamvad()
const console = whyNoBrowser ? (null as never) : await openConsole(samvad)

test('spec 2.8, 2.13: who signs in sees the first page of their organization, and the rail what they may see', {
  skip: whyNoBrowser,
}, async () => {
  const owner = await console.signInByForm('owner')
  assert.ok(owner.page.url().startsWith(owner.home), owner.page.url())
  await owner.page.getByRole('link', { name: 'Billing' }).first().waitFor()
  await owner.leave()

  const agent = await console.signIn('agent')
  await agent.go('')
  await agent.page.getByRole('link', { name: 'Inbox' }).first().waitFor()
  assert.equal(await agent.page.getByRole('link', { name: 'Operator' }).count(), 0)
  await agent.leave()

  for (const { colorScheme, language } of looks) {
    const stranger = await console.visit({ colorScheme, language })
    await stranger.page.goto(stranger.home)
    await stranger.page.waitForURL(/sign-in/)
    await stranger.page.locator('[name=email]').waitFor()
    await mustBeFine(stranger, `sign-in-${colorScheme}-${language}`)
    await stranger.leave()
  }
})

test('spec 2.21, 21.2: a page of another organization shows nothing of it, and offers to switch', {
  skip: whyNoBrowser,
}, async () => {
  const { organizationId } = await samvad.newCompany('Banyan Books')
  const elsewhere = publicId('org', organizationId)
  const stranger = await console.signIn('owner')
  await stranger.page.goto(`${samvad.url}/console/${elsewhere}/billing`)
  await stranger.page.getByText('Page not found').waitFor()
  await stranger.leave()

  const password = 'correct horse battery'
  const { email } = await samvad.newPerson(samvad.company.organizationId, 'owner', { password })
  await samvad.newPerson(organizationId, 'billing', { email })
  const asha = await console.visit()
  const { page } = asha
  await page.goto(`${samvad.url}/console/sign-in`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/console\/org_/)
  const [first, second] = page.url().startsWith(asha.home)
    ? ['Asha Textiles', elsewhere]
    : ['Banyan Books', publicId('org', samvad.company.organizationId)]
  const other = first === 'Asha Textiles' ? 'Banyan Books' : 'Asha Textiles'
  await page.goto(`${samvad.url}/console/${second}/billing`)
  await page.getByText(`This page belongs to ${other}`).waitFor()
  assert.equal(await page.getByText('Recent transactions').count(), 0)
  await mustBeFine(asha, 'other-organization')
  await page.getByRole('button', { name: `Switch to ${other}` }).click()
  await page.getByRole('heading', { name: 'Billing' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByText(other, { exact: true }).waitFor()
  await asha.leave()
})

test('an address without an organization leads to the page of the one that the person is in', {
  skip: whyNoBrowser,
}, async () => {
  const password = 'correct horse battery'
  const { email } = await samvad.newPerson(samvad.company.organizationId, 'owner', { password })
  const asha = await console.visit()
  const { page } = asha
  // A link from a mail, opened by somebody who has not signed in yet.
  await page.goto(`${samvad.url}/console/settings/notifications?of=a-mail`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.href.startsWith(`${asha.home}settings/notifications`))
  await page.goto(`${samvad.url}/console/billing`)
  await page.waitForURL(`${asha.home}billing`)
})

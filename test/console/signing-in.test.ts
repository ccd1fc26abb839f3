// Signing in to the console, in a real browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { mustBeFine, openConsole, schemes, whyNoBrowser } from './console.ts'

const samvad = await startSamvad()

test('spec 2.8, 2.13: who signs in sees the first page of their organization, and the rail what they may see', {
  skip: whyNoBrowser,
}, async () => {
  const { signIn, visit } = await openConsole(samvad)
  const owner = await signIn('owner')
  assert.ok(owner.page.url().startsWith(owner.home), owner.page.url())
  await owner.page.getByRole('link', { name: 'Billing' }).first().waitFor()

  const agent = await signIn('agent')
  await agent.page.getByRole('link', { name: 'Inbox' }).first().waitFor()
  assert.equal(await agent.page.getByRole('link', { name: 'Operator' }).count(), 0)

  for (const colorScheme of schemes)
    for (const language of ['en', 'hi'] as const) {
      const stranger = await visit({ colorScheme, language })
      await stranger.page.goto(stranger.home)
      await stranger.page.waitForURL(/sign-in/)
      await stranger.page.locator('[name=email]').waitFor()
      await mustBeFine(stranger, `sign-in-${colorScheme}-${language}`)
    }
})

// Every page that the routes name is gone to, also with the id of nothing: none prints an error, none asks anybody but
// the service, and the first load is small.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { openConsole, whyNoBrowser } from './console.ts'
import { holds } from './holds.ts'
import { pagePaths } from './pages.ts'

const FIRST_LOAD_KILOBYTES_MAX = 300
const WAIT_MS = 30_000
/** What there is none of. */
const ID = '01kasw3z8tfyjrx1yqzq3vq6nb'

const skip = whyNoBrowser
const samvad = await startSamvad()

const ids: Record<string, string> = {
  $conversation: `conv_${ID}`,
  $contactId: `contact_${ID}`,
  $listId: `list_${ID}`,
  $groupId: `group_${ID}`,
  $importId: `import_${ID}`,
  $recharge: `rch_${ID}`,
  $endpoint: `whe_${ID}`,
  $templateId: `tmpl_${ID}`,
  $operated: `org_${ID}`,
  $domain: 'nothing.example',
  $month: '2026-01',
}

/** Something is shown, and nothing is waited for. */
const IS_THERE = `document.querySelector('main :is(h1, [role=alert], a[href])') && !document.querySelector('main [role=status] .animate-waiting')`

test('no page prints an error or asks anybody but the service, and the first load is below its limit of script', {
  skip,
}, async () => {
  const { signIn } = await openConsole(samvad)
  const visitor = await signIn('owner')
  const { page, faults, go } = visitor
  page.setDefaultTimeout(WAIT_MS)
  let bytes = 0
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) bytes += Number(answer.headers()['content-length'])
  })
  const fresh = await page.context().newCDPSession(page)
  await fresh.send('Network.clearBrowserCache')
  await go('inbox')
  await page.locator('main h1').first().waitFor()
  await holds(page, IS_THERE)
  assert.ok(bytes > 0 && bytes < FIRST_LOAD_KILOBYTES_MAX * 1000, `${bytes} bytes of compressed script`)

  // Sees the operator's pages too.
  await samvad.rows('update users set is_operator = true')
  const paths = pagePaths()
  assert.ok(paths.includes('settings/team') && paths.includes('operator/gateways'))
  for (const path of paths) {
    await go(path.replaceAll(/\$\w+/g, (name) => ids[name] ?? ID))
    await holds(page, IS_THERE)
    assert.deepEqual(faults.splice(0), [], path)
  }
})

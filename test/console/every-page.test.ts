// Visits every page that the routes define, in dark mode, also with an id that does not exist: no page logs an error or
// requests anything from another server, all are in Hindi for readers of Hindi, none scrolls sideways or breaks axe's
// rules on colours, and the first load is small.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { AXE_WIDTHS, accessibilityViolations } from '../browser/axe.ts'
import { BOXES_TOO_SMALL, brightness, IN_EACH_OTHERS_WAY, SCROLLS, setWidth, widths } from '../browser/browser.ts'
import { startSamvad } from '../harness.ts'
import { latinIn } from '../latin.ts'
import { isLong } from '../long-stories.ts'
import { openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { pagePaths } from './pages.ts'

const FIRST_LOAD_KILOBYTES_MAX = 300
/** An id of nothing. */
const ID = '01kasw3z8tfyjrx1yqzq3vq6nb'

const skip = whyNoBrowser
const samvad = await startSamvad()
// With the service worker, which must not log anything either.
const console = skip ? (null as never) : await openConsole(samvad, { hasWorker: true })
let operator: Visitor

before(async () => {
  if (!skip) operator = await console.signInAsOperator({ colorScheme: 'dark', language: 'hi' })
})

const ids: Record<string, string> = {
  $conversation: `conv_${ID}`,
  $contactId: `contact_${ID}`,
  $listId: `list_${ID}`,
  $segmentId: `seg_${ID}`,
  $groupId: `group_${ID}`,
  $importId: `import_${ID}`,
  $formId: `form_${ID}`,
  $campaignId: `camp_${ID}`,
  $recharge: `rch_${ID}`,
  $endpoint: `whe_${ID}`,
  $templateId: `tmpl_${ID}`,
  $operated: `org_${ID}`,
  $domain: 'nothing.example',
  $month: '2026-01',
}

/** The visible text, without code and without what is marked as data or as another language. */
const SHOWN = `(() => {
  const main = document.body.cloneNode(true)
  for (const one of main.querySelectorAll('script, style, code, pre, kbd, bdi, time, noscript, [lang=en], option[value*="/"], optgroup')) one.remove()
  const named = [...main.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) =>
    ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''),
  )
  const texts = []
  for (const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT); walk.nextNode(); ) texts.push(walk.currentNode.data)
  return [...texts, ...named].join(' | ')
})()`

/** Elements that give a page's whole content a width of its own. Centred ones are empty states. */
const NARROWER = `[...document.querySelectorAll('[data-content] > div')]
  .filter((one) => getComputedStyle(one).maxWidth.endsWith('px') && !one.matches('.mx-auto'))
  .map((one) => 'has a width of its own: ' + one.className)`

/** Names used on the pages of providers and in browsers. */
const NAMED = [
  'App settings',
  'Basic',
  'Setup',
  'Enquire link',
  // States of SMPP receipts.
  'DELIVRD',
  'UNDELIV',
  'EXPIRED',
  'REJECTD',
  'ENROUTE',
  'Excel',
  'xlsx',
  // A token of this test.
  'test',
  // The name of the setting in the browser itself.
  '(Notifications)',
  'sandbox',
]

test('the first load is below its limit of script', { skip }, async () => {
  let bytes = 0
  operator.page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) bytes += Number(answer.headers()['content-length'])
  })
  await operator.goWithin('inbox')
  assert.ok(bytes > 0 && bytes < FIRST_LOAD_KILOBYTES_MAX * 1000, `${bytes} bytes of compressed script`)
})

test('spec 21.8, 21.20, 21.75: no page prints an error, requests anything from another server, scrolls sideways, has controls on each other, check boxes too small for a finger, breaks a rule of accessibility in the dark, or shows a reader of Hindi an English sentence', {
  skip,
}, async () => {
  const { page, faults, goWithin } = operator
  const people = await samvad.rows<{ name: string }>(
    'select display_name as name from users union select name from organizations union select name from roles union select name from price_lists',
  )
  const paths = pagePaths()
  assert.ok(paths.includes('settings/team') && paths.includes('operator/gateways'))
  const found: string[] = []
  for (const path of paths) {
    await goWithin(path.replaceAll(/\$\w+/g, (name) => ids[name] ?? ID))
    const words = latinIn(await page.evaluate<string>(SHOWN), [...people.map(({ name }) => name), ...NAMED])
    if (words.length > 0) found.push(`${path}: ${[...new Set(words)].join(' ')}`)
    // The long run checks the wide page too: the stories check both widths of the pages that they visit. Starts with
    // the previous page's width, because each change means a new layout.
    const both = page.viewportSize()?.width === widths[0] ? widths : widths.toReversed()
    for (const width of isLong ? both : widths.slice(0, 1)) {
      await setWidth(page, width)
      assert.equal(
        await page.evaluate("matchMedia('(pointer: coarse)').matches"),
        width === widths[0],
        'one touches a phone',
      )
      for (const check of [SCROLLS, IN_EACH_OTHERS_WAY, ...(width === widths[0] ? [BOXES_TOO_SMALL] : [])])
        for (const what of await page.evaluate<string[]>(check)) found.push(`${path}, ${width} px: ${what}`)
      // The frame is the same around every page.
      if (width === AXE_WIDTHS.dark && !path.includes('$'))
        for (const what of await accessibilityViolations(page, path === paths[0] ? undefined : 'main'))
          found.push(`${path} in the dark: ${what}`)
    }
    assert.ok((await brightness(page)) < 0.25, `${path} is dark`)
    assert.deepEqual(faults.splice(0), [], path)
    for (const what of await page.evaluate<string[]>(NARROWER)) found.push(`${path}: ${what}`)
  }
  assert.deepEqual(found, [])
})

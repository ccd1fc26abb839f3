// Pure rules of the console: what its service worker shows for a push message, and the pages' names in the command
// menu.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, isNamed } from '../../console/src/app/all-pages.ts'
import { chosenFor, isSeen, pathOf, shownOf } from '../../console/worker/told-rules.ts'
import { pagePaths } from './pages.ts'

test('a press leads to pages of the console of this installation alone, whatever was pushed', () => {
  const home = '/console/org_1/billing?open=inv_1'
  assert.equal(pathOf(`https://samvad.example${home}`), home)
  assert.equal(pathOf(`http://localhost:8080${home}`), home, 'by whatever name people reach it')
  for (const url of [
    '',
    'javascript:alert(1)',
    '/console/../api',
    'https://samvad.example/api/v1/tokens',
    'https://samvad.example/console/../external',
    'https://samvad.example//evil.example/console/',
    'data:text/html,<script>',
  ])
    assert.equal(pathOf(url), '/console/', url)
})

test('whatever is pushed is shown: no JSON, other types, nothing at all', () => {
  for (const text of [null, '', '{', '[]', 'null', '7', '{"title": 7, "body": {}, "url": [], "language": "xx"}']) {
    const { title, options, isConversation } = shownOf(text)
    assert.deepEqual([title, isConversation], ['Samvad', false])
    assert.deepEqual(options, { body: '', dir: 'auto', data: { path: '/console/' } })
  }
  const { options } = shownOf(
    JSON.stringify({ id: 'ntf_1', title: 'x', language: 'hi', url: 'https://a.example/console/b' }),
  )
  assert.deepEqual(options, {
    body: '',
    dir: 'auto',
    data: { path: '/console/b' },
    lang: 'hi',
    tag: 'ntf_1',
    renotify: true,
  })
})

test('not shown is only what somebody looks at: that conversation, in a page that has the focus', () => {
  const path = '/console/org_1/inbox/conv_1'
  const message = shownOf(JSON.stringify({ type: 'message.received', url: `https://a.example${path}` }))
  assert.equal(isSeen(message, [{ path: `${path}?channel=sms`, isFocused: true }]), true)
  assert.equal(isSeen(message, [{ path, isFocused: false }]), false)
  assert.equal(isSeen(message, [{ path: `${path}2`, isFocused: true }]), false)
  assert.equal(isSeen(message, []), false)
  const low = shownOf(JSON.stringify({ type: 'balance.low', id: 'ntf_1', url: `https://a.example${path}` }))
  assert.equal(isSeen(low, [{ path, isFocused: true }]), false)
})

test('a press goes to the page that is there, else to one of the same organization, else to a new one', () => {
  const page = (path: string) => ({ path, isFocused: false })
  const [other, same, there] = [
    page('/console/org_2/inbox/conv_1'),
    page('/console/org_1/usage'),
    page('/console/org_1/inbox/conv_1?q=x'),
  ]
  const wanted = '/console/org_1/inbox/conv_1'
  assert.equal(chosenFor(wanted, [other, same, there]), there)
  assert.equal(chosenFor(wanted, [other, same]), same)
  assert.equal(chosenFor(wanted, [other, page('/console/sign-in')]), null, 'nobody is led out of another organization')
  assert.equal(chosenFor(wanted, []), null)
})

test('spec 21.36: the command menu names every page that the routes know, in both languages', () => {
  const named = allPages.map(({ page }) => page).sort()
  const own = pagePaths().filter((path) => !path.includes('$'))
  assert.deepEqual(named, own)
  for (const { en, hi } of allPages) {
    assert.match(en, /^[A-Z]/)
    assert.match(hi, /[\u0900-\u097f]/)
  }
  const found = (text: string) => allPages.filter(({ en, hi }) => isNamed([en, hi], text)).map(({ page }) => page)
  assert.deepEqual(found('Auto-REch'), ['billing/auto-recharge'])
  assert.deepEqual(found('ऑटो-रिचार्ज'), ['billing/auto-recharge'])
  assert.deepEqual(found('log settings'), ['settings/audit'])
  assert.deepEqual(found('nothing of the kind'), [])
})

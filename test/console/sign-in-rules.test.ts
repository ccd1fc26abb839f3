// Where the user is sent after signing in, according to the URL of the sign-in page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whereTo } from '../../console/src/sign-in/where-to.ts'

test('spec 2.14: signing in leads only to pages of the console, whatever the address says', () => {
  for (const to of ['/console/org_1/contacts/lists?x=1', '/console/', '/../..//evil.example/'])
    assert.deepEqual(whereTo({ to }), { to }, 'a path of this server')
  for (const to of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\\/evil.example/',
    '/\t/evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '["/x"]',
    ['/x'],
    undefined,
  ])
    assert.deepEqual(whereTo({ to }), {}, String(to))
})

// The inbox of a busy company: hundreds of conversations are scrolled through, and two people see the same in parallel.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad, uuidOf } from '../harness.ts'
import { openConsole, whyNoBrowser } from './console.ts'
import { holds } from './holds.ts'

const MANY = 250
const ROWS_IN_SIGHT_MAX = 60
const FAR = 1_000_000

const skip = whyNoBrowser
const samvad = await startSamvad()
const { organizationId } = samvad.company

test('spec 5.60, 21.6: hundreds of conversations are scrolled through, a few rows at a time, and a change reaches a second window', {
  skip,
}, async () => {
  await fund(samvad, organizationId, 10n)
  // Assigns positions to events, without which none is published.
  samvad.startWorker()
  const { signIn } = await openConsole(samvad)
  const first = await signIn('owner')
  const { page } = first
  const answer = await page.request.get(`${samvad.url}/console/session`)
  const { user } = (await answer.json()) as { user: { id: string } }
  await samvad.rows(
    `with made as (
       insert into contacts (org_id, id, display_name, owner_id, created_at)
       select $1, uuidv7(), 'Person ' || n, $2, now() from generate_series(1, $3::int) n returning id, display_name)
     insert into conversations (org_id, id, user_id, contact_id, created_at, last_active_at)
     select $1, uuidv7(), $2, id, now(), now() - substr(display_name, 8)::int * interval '1 second' from made`,
    [organizationId, uuidOf('user', user.id), MANY],
  )
  await first.go('inbox')
  const list = page.getByRole('list', { name: 'Conversations' })
  await list.getByRole('link', { name: /Person 1\b/ }).waitFor()
  // To the end, page by page.
  await list.getByRole('link', { name: /Person 1\b/ }).hover()
  for (const wanted of [40, 90, 140, 190]) {
    // A hand on a mouse moves the pointer too.
    await page.mouse.move(300, 300 + wanted)
    await page.mouse.wheel(0, FAR)
    await holds(page, `document.querySelector('ul[aria-label=Conversations]').offsetHeight >= ${wanted} * 68`)
  }
  assert.ok((await list.getByRole('link').count()) < ROWS_IN_SIGHT_MAX)
  await page.mouse.wheel(0, -FAR)
  await list.getByRole('link', { name: /Person 1\b/ }).waitFor()

  const second = await first.context.newPage()
  await second.goto(`${first.home}inbox`)
  const other = second.getByRole('list', { name: 'Conversations' })
  await other.getByRole('link', { name: /Person 7\b/ }).click()
  await second.getByRole('heading', { name: 'Person 7' }).waitFor()
  await second.keyboard.press('p')
  await list
    .getByRole('link', { name: /Person 7\b/ })
    .getByLabel('Pinned')
    .waitFor()
  await first.leave()
})

// Titles of pages, skipped pages, and the thank-you page's text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf, publishForm, Visitor } from '../../../test/form-pages.ts'
import { startSamvad } from '../../../test/harness.ts'

const samvad = await startSamvad()

test('spec 22.5, 22.30: a page has the title of its page break or is skipped, and the thank-you page names the mail', async () => {
  const fields = [
    fieldOf('coming', 'yes_no', { label: 'Will you come?', required: true }),
    fieldOf('visit', 'page_break', { label: 'Your visit', show_if: { field: 'coming', is: true } }),
    fieldOf('city', 'dropdown', { placeholder: 'Your city', options: [{ value: 'Pune' }, { value: 'Delhi' }] }),
    fieldOf('last', 'page_break', { label: 'Finally' }),
    fieldOf('note', 'short_text'),
  ]
  const form = await publishForm(samvad, fields, { double_opt_in: true })
  const visitor = new Visitor(samvad, form)
  const first = await visitor.open()
  assert.doesNotMatch(first.html, /<h2/)
  const wrong = await visitor.send(first, {})
  assert.match(wrong.html, />Will you come\? Choose an answer\.<\/a>/)
  const visit = await visitor.send(first, { coming: 'yes' })
  assert.match(visit.html, /<h2 class="part">Your visit<\/h2>/)
  assert.match(visit.html, /<option value="">Your city<\/option>/)
  const last = await visitor.send(first, { coming: 'no' })
  assert.match(last.html, /<h2 class="part">Finally<\/h2>/)
  const done = await visitor.send(last, { note: 'x' })
  assert.equal(done.status, 303)
  const thanks = await fetch(new URL(done.headers.get('location') as string, samvad.url))
  assert.match(await thanks.text(), /we have sent a link to it/)
})

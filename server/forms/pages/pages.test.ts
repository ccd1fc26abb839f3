// The pages of forms over HTTP, as a browser without a script uses them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf, publishForm, Visitor } from '../../../test/forms.ts'
import { startSamvad } from '../../../test/harness.ts'
import { FILLED_IN_MS } from './visits.ts'

const samvad = await startSamvad()
let now = new Date('2026-06-01T06:00:00Z').getTime()
samvad.app.clock = () => new Date(now)
const wait = (ms = FILLED_IN_MS) => {
  now += ms
}

const stored = (formId: string) =>
  samvad.rows(
    'select answers, shown_keys, source, state, language, version from form_submissions where form_id = $1 order by submitted_at, id',
    [formId],
  )

test('spec 22.20: a form of one page is shown, filled in and answered once without a script', async () => {
  const form = await publishForm(samvad, [
    fieldOf('name', 'short_text', { required: true, map_to: 'display_name' }),
    fieldOf('email', 'email'),
    fieldOf('topics', 'multiple_choice', { options: [{ value: 'a' }, { value: 'b', label: 'Letter B' }] }),
  ])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  assert.equal(page.status, 200)
  assert.match(page.text, /Contact us/)
  assert.ok(Buffer.byteLength(page.html) < 50 * 1024, String(Buffer.byteLength(page.html)))
  wait()
  const done = await visitor.send(page, { name: ' Asha  Rao ', email: 'asha@customer.example', topics: ['b', 'a'] })
  assert.equal(done.status, 303)
  assert.equal(done.headers.get('location'), `${form.path}/thanks?lang=en`)
  const again = await visitor.send(page, { name: 'Asha Rao' })
  assert.equal(again.status, 303)
  const rows = await stored(form.id)
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0].answers, { name: 'Asha Rao', email: 'asha@customer.example', topics: ['a', 'b'] })
  const thanks = await visitor.open('/thanks?lang=en')
  assert.match(thanks.text, /Thank you/)
})

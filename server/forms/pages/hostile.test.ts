// Attacks by visitors and authors on form pages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endFormCounting } from '#program/form-counting.ts'
import { PNG } from '../../../test/attachments.ts'
import { fieldOf, publishForm, Visitor } from '../../../test/form-pages.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { BODY_BYTES_MAX } from './sent-form.ts'
import { FILLED_IN_MS } from './visits.ts'

const samvad = await startSamvad()
let now = new Date('2026-06-01T06:00:00Z').getTime()
samvad.app.clock = () => new Date(now)
const wait = (ms = FILLED_IN_MS) => {
  now += ms
}
const stored = (formId: string): Promise<any[]> =>
  samvad.rows('select answers from form_submissions where form_id = $1', [formId])

test('spec 22.41: the preview of an unfinished scale has no more answers than a finished one, whatever its bounds are', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')])
  const bounds = [
    { type: 'scale', min: 0, max: 1e9 },
    { type: 'scale', min: -1e9, max: 1e15 },
    { type: 'scale', min: 1, max: -5 },
    { type: 'scale', min: 0.5, max: 7.5 },
    { type: 'rating', max: 1e12 },
  ]
  for (const more of bounds) {
    const json = { definition: { fields: [{ key: 'a', label: 'A', ...more }] } }
    const { status, body } = await samvad.request('POST', `/v1/forms/${publicId('form', form.id)}/preview`, { json })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.html.split('type="radio"').length <= 12, JSON.stringify(more))
  }
})

test('spec 22.29: a submission never names a file that is gone: it is asked for again', async () => {
  const fields = [
    fieldOf('photo', 'file', { required: true }),
    fieldOf('next', 'page_break'),
    fieldOf('name', 'short_text'),
  ]
  const form = await publishForm(samvad, fields)
  const visitor = new Visitor(samvad, form)
  const second = await visitor.sendFiles(await visitor.open(), {}, [['photo', 'me.png', new Uint8Array(PNG)]])
  assert.equal(second.status, 200)
  const back = await visitor.send(second, {}, 'back')
  const remove = /value="(remove:photo:[0-9a-f-]+)"/.exec(back.html)?.[1] ?? ''
  await visitor.sendFiles(back, { _act: remove }, [])
  wait()
  // The other tab still shows the second page.
  const asked = await visitor.send(second, { name: 'Asha' })
  assert.equal(asked.status, 422)
  assert.match(asked.text, /Label of photo:/)
  assert.deepEqual(await stored(form.id), [])
  const again = await visitor.sendFiles(asked, {}, [['photo', 'me.png', new Uint8Array(PNG)]])
  // It is still valid at the check but would be expired at the commit.
  wait(25 * 3600_000 - 30_000)
  assert.equal((await visitor.send(again, { name: 'Asha' })).status, 422)
  assert.deepEqual(await stored(form.id), [])
})

test('spec 22.24: a page that is sent again after its form has closed still ends in the thank-you page', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')], { closes_at: now / 1000 + 10 })
  const visitor = new Visitor(samvad, form)
  const [page, other] = [await visitor.open(), await visitor.open()]
  wait()
  assert.equal((await visitor.send(page, { name: 'Asha' })).status, 303)
  wait(10_000)
  assert.equal((await visitor.open()).status, 410)
  const again = await visitor.send(page, { name: 'Asha' })
  assert.deepEqual([again.status, again.headers.get('location')], [303, `${form.path}/thanks?lang=en`])
  assert.equal((await visitor.send(other, { name: 'Ravi' })).status, 410)
  assert.equal((await stored(form.id)).length, 1)
})

test('spec 22.35: a body of unknown length is read no further than one whose length is known', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'long_text')])
  const piece = new Uint8Array(64 * 1024).fill(97)
  const send = async (pieces: number) => {
    const body = new ReadableStream({
      start(stream) {
        for (let count = 0; count < pieces; count++) stream.enqueue(piece)
        stream.close()
      },
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    return (await fetch(samvad.url + form.path, init)).status
  }
  const fitting = BODY_BYTES_MAX / piece.length
  assert.deepEqual([await send(fitting), await send(fitting + 1)], [422, 413])
})

test('spec 22.61: a visit is one start, however often its first page is sent', async () => {
  const form = await publishForm(samvad, [fieldOf('name', 'short_text', { required: true })])
  const visitor = new Visitor(samvad, form)
  const page = await visitor.open()
  wait()
  for (const name of ['', '', 'Asha', 'Asha']) await visitor.send(page, { name })
  await endFormCounting(samvad.app)
  assert.equal((await stored(form.id)).length, 1)
  const days: any[] = await samvad.rows('select starts::int as starts from form_days where form_id = $1', [form.id])
  assert.equal(
    days.reduce((sum, { starts }) => sum + starts, 0),
    1,
  )
})

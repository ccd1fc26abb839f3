// multipart/form-data: spec 3.2.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/cases.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { startSamvad } from '../../test/harness.ts'

const samvad = await startSamvad()

test('spec 3.5: a file where none belongs is a 422 that names it', async () => {
  const form = new FormData()
  form.append('email', 'meera@company.example')
  form.append('photo', new Blob(['x'.repeat(5000)]), 'photo.png')
  const response = await fetch(`${samvad.url}/v1/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${samvad.company.token}` },
    body: form,
  })
  assert.equal(response.status, 422)
  const { errors } = (await response.json()) as { errors: unknown[] }
  assert.deepEqual(errors, [{ field: 'photo', message: 'is a file, and files are not taken here' }])
})

test('spec 19.7: a multipart body that is damaged anywhere is read or refused, and answered at once', async () => {
  const whole = [
    '--b',
    'content-disposition: form-data; name="display_name"',
    '',
    'Kiran',
    '--b',
    'content-disposition: form-data; name="attributes[city]"; filename*=UTF-8\'\'x',
    'content-type: application/json',
    '',
    '{}',
    '--b--',
    '',
  ].join('\r\n')
  const damaged = fc.oneof(
    fc.nat(whole.length).map((end) => whole.slice(0, end)),
    fc
      .tuple(fc.nat(whole.length), fc.string({ unit: 'binary', maxLength: 8 }))
      .map(([at, piece]) => whole.slice(0, at) + piece + whole.slice(at)),
    fc.tuple(fc.nat(whole.length), fc.nat(40)).map(([at, length]) => whole.slice(0, at) + whole.slice(at + length)),
  )
  const boundary = fc.constantFrom('b', '', '"b"', 'b; charset=x', 'c', 'b'.repeat(500))
  await fc.assert(
    fc.asyncProperty(damaged, boundary, async (body, name) => {
      const headers = { 'content-type': `multipart/form-data; boundary=${name}` }
      const answer = await samvad.request('POST', '/v1/contacts', { body, headers, timeoutMs: GUARD_MS })
      assert.ok([201, 400, 415, 422].includes(answer.status), `${answer.status} ${answer.text}`)
    }),
  )
})

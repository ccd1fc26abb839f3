// Input that is not UTF-8 is refused, never guessed: spec 3.25.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/cases.ts'
import { startSamvad } from '../../test/harness.ts'
import { sendRaw } from '../../test/socket.ts'
import { assertRefused } from '../../test/story.ts'
import { otherParameter } from './encoding.ts'

const samvad = await startSamvad()

const post = (body: string | Buffer, type: string) =>
  samvad.request('POST', '/v1/contacts', { body, headers: { 'content-type': type } })
const count = async () => (await samvad.rows('select id from contacts')).length

/** Latin-1, a truncated character, an overlong NUL, an unpaired surrogate, a code point above Unicode's, UTF-16. */
const others = ['ff', 'e9', 'e0a4', 'c080', 'eda080', 'f4908080', 'feff004100'].map((hex) => Buffer.from(hex, 'hex'))
const around = (before: string, bytes: Buffer, after: string) =>
  Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)])
const escaped = (bytes: Buffer) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const part = (bytes: Buffer, type = '') =>
  around(`--b\r\ncontent-disposition: form-data; name="display_name"\r\n${type}\r\n`, bytes, '\r\n--b--\r\n')

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data; boundary=b'

test('spec 3.25: a body with other bytes is a 400 that says so, and nothing is stored', async () => {
  const before = await count()
  for (const other of others) {
    for (const [body, type] of [
      [around('{"display_name":"a', other, 'b"}'), JSON_TYPE],
      [around(`{"display_name":"a`, other, `","attributes":{"text":"${'x'.repeat(400)}"}}`), JSON_TYPE],
      [around('display_name=a', other, 'b'), FORM_TYPE],
      [`display_name=a${escaped(other)}b`, FORM_TYPE],
      [`display_name=%E0%A4%A8${escaped(other)}`, FORM_TYPE],
      [`display_name=a&${escaped(other)}=1`, FORM_TYPE],
      [part(other), MULTIPART_TYPE],
    ] as const) {
      const answer = await post(body, type)
      assertRefused(answer, 400, 'malformed_body')
      assert.match(answer.body.detail, /Encode it as UTF-8/)
    }
  }
  assert.equal(await count(), before)
})

test('spec 3.25: UTF-8 in any of the three is stored as it came, and a stray % is itself', async () => {
  const name = 'நன்றி नमस्ते 😀 100 %'
  const form = `display_name=${encodeURIComponent(name).replace('%25', '%')}`
  for (const [body, type] of [
    [JSON.stringify({ display_name: name }), JSON_TYPE],
    [JSON.stringify({ display_name: name }), 'application/json; charset=UTF-8'],
    [form, `${FORM_TYPE};charset="utf-8"`],
    [`display_name=${name}`, FORM_TYPE],
    [part(Buffer.from(name)), MULTIPART_TYPE],
    [part(Buffer.from(name), 'content-type: text/plain; charset=utf-8\r\n'), MULTIPART_TYPE],
  ] as const) {
    const answer = await post(body, type)
    assert.equal(answer.status, 201, `${type}: ${answer.text}`)
    assert.equal(answer.body.display_name, name, type)
  }
})

test('spec 3.25: another charset is a 415, of the whole body and of a part', async () => {
  const before = await count()
  const utf16 = Buffer.from('{"display_name":"Asha"}', 'utf16le')
  for (const [body, type] of [
    [utf16, 'application/json; charset=utf-16'],
    ['{"display_name":"Asha"}', 'application/json; charset="ISO-8859-1"'],
    ['display_name=Asha', `${FORM_TYPE}; charset=windows-1252`],
    [part(Buffer.from('Asha')), `${MULTIPART_TYPE}; charset=utf-16`],
    [part(Buffer.from('Asha'), 'content-type: text/plain; charset=utf-16le\r\n'), MULTIPART_TYPE],
    [part(Buffer.from('é'), 'content-type: text/plain; charset=iso-8859-1\r\n'), MULTIPART_TYPE],
  ] as const) {
    const answer = await post(body, type)
    assertRefused(answer, 415, 'unsupported_media_type')
    assert.match(answer.body.detail, /UTF-8/)
  }
  assert.equal(await count(), before)
})

test('spec 3.25: a query with other bytes is a 400 that names its parameter', async () => {
  for (const query of ['email=%ff', 'limit=1&email=a%c0%80', 'email=%ed%a0%80@b.example'])
    assertRefused(await samvad.request('GET', `/v1/contacts?${query}`), 400, 'invalid_query', 'email')
  const head = `HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${samvad.company.token}\r\n\r\n`
  const raw = await sendRaw(samvad.url, `GET /v1/contacts?email=é ${head}`)
  assert.equal(raw.status, 400)
  assert.equal(JSON.parse(raw.body).code, 'malformed_request', raw.body)
})

test('spec 3.25: escapes are refused exactly where reading them would be a guess', () => {
  const piece = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'a%=+0fF'), maxLength: 6 }),
    fc.uint8Array({ maxLength: 5 }).map((bytes) => escaped(Buffer.from(bytes))),
    fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => encodeURIComponent(text.toWellFormed())),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const query = pieces.join('')
      assert.equal(otherParameter(query) !== null, guesses(query), query)
    }),
  )
})

/** Compares bytes: the query's unescaped bytes, and the same after decoding them as text. */
function guesses(query: string): boolean {
  const bytes: number[] = []
  for (let at = 0; at < query.length; at++) {
    const hex = /^%([0-9a-f]{2})/i.exec(query.slice(at, at + 3))?.[1]
    bytes.push(hex === undefined ? query.charCodeAt(at) : Number.parseInt(hex, 16))
    if (hex !== undefined) at += 2
  }
  const given = Buffer.from(bytes)
  return !Buffer.from(given.toString('utf8')).equals(given)
}

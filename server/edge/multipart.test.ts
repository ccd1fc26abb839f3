// multipart/form-data: spec 3.2.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MultipartDamaged, partsOf } from '#kit/multipart.ts'
import fc, { anyText } from '../../test/cases.ts'
import { superlinearGrowth } from '../../test/growth.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { assertRefused } from '../../test/story.ts'
import { BODIES_BYTES_MAX, bodiesBytesFree } from './bodies-in-hand.ts'

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
  const { errors } = (await response.json()) as { errors: { field: string; code: string }[] }
  assert.deepEqual(
    errors.map(({ field, code }) => [field, code]),
    [['photo', 'file_not_allowed']],
  )
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
      .tuple(fc.nat(whole.length), anyText({ maxLength: 8 }))
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

const put = (body: string | Buffer, boundary = 'b') =>
  samvad.request('PUT', '/v1/me', {
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    timeoutMs: GUARD_MS,
  })
const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const LONG = 'y'.repeat(100_000)

test('spec 18.40, 19.7: a part that no field is read from is refused by its name, however long it is', async () => {
  for (const [body, name] of [
    [`--b\r\n\r\n${LONG}\r\n--b--`, '""'],
    [`--b\r\ncontent-type: text/plain\r\n\r\n${LONG}\r\n--b--`, '""'],
    [`--b\r\ncontent-disposition: attachment; name="z"\r\n\r\n${LONG}\r\n--b--`, 'z'],
    [`--b\r\ncontent-disposition: form-data\r\n\r\n${LONG}\r\n--b--`, '""'],
    [`--b\r\ncontent-disposition: form-data; name="a\r\n b"\r\n\r\n${LONG}\r\n--b--`, 'a b'],
    [Array.from({ length: 501 }, (_, index) => field(`a${index}`, 'x')).join('') + field('long', LONG) + '--b--', '*'],
  ] as const) {
    const answer = await put(body)
    assertRefused(answer, 422, 'invalid_content', name)
  }
  await eventually('nothing of them is still counted', async () => bodiesBytesFree() === BODIES_BYTES_MAX)
  assert.equal((await put(`${field('display_name', 'Kiran')}--b--`)).status, 200)
})

test('spec 3.2: names, quotes, blanks and boundaries of a part are read as browsers write them', () => {
  const read = (body: string, type = 'multipart/form-data; boundary=b') =>
    partsOf(Buffer.from(body), type, { partsMax: 9, headersMax: 9 }).parts.map(({ name, filename, content }) => [
      name,
      filename,
      content.toString(),
    ])
  const part = (disposition: string) => `--b\r\nContent-Disposition: ${disposition}\r\n\r\nv\r\n--b--`
  for (const [disposition, name, filename] of [
    ['form-data; name="a"', 'a', null],
    ['form-data;name=a', 'a', null],
    ['form-data; name="a \\"b\\" ;c"', 'a "b" ;c', null],
    ['form-data; name="नाम"', 'नाम', null],
    ['form-data; name="f"; filename=""', 'f', ''],
    ['form-data; name="f"; filename="C:\\dir\\a.png"', 'f', 'a.png'],
    ['form-data; name="f"; filename="../.."', 'f', ''],
    ["form-data; name=f; filename=x; filename*=UTF-8''%E0%A4%A8.png", 'f', 'न.png'],
    ["form-data; name=f; filename*=iso-8859-1'en'%e9", 'f', 'é'],
  ] as const)
    assert.deepEqual(read(part(disposition)), [[name, filename, 'v']], disposition)
  assert.deepEqual(read(`preamble\r\n${field('a', '--b in a line')}--b--\r\nepilogue`), [['a', null, '--b in a line']])
  assert.deepEqual(read(`${field('a', '\r\n--bc\r\n')}--b \t\r\n\r\nx\r\n--b--`), [
    ['a', null, '\r\n--bc\r\n'],
    ['', null, 'x'],
  ])
  assert.deepEqual(read('--a b\r\n\r\nx\r\n--a b--', 'Multipart/Form-Data; boundary="a b"'), [['', null, 'x']])
  for (const cut of ['', '--b', '--b\r\n', '--b\r\n\r\nx', '--b\r\n--b--', 'b', '\r\n--b\r\nx\r\n--b--'])
    assert.throws(() => read(cut), MultipartDamaged, JSON.stringify(cut))
})

test('spec 19.7: a multipart body is split in time in proportion to its length', () => {
  for (const [size, textOf] of [
    [3e5, (count: number) => `--b\r\n\r\n${'\r\n--bb'.repeat(count / 6)}\r\n--b--`],
    [1e5, (count: number) => `${'--b\r\n\r\n\r\n'.repeat(count / 10)}--b--`],
    [1e4, (count: number) => field('a";x="'.repeat(count / 6), 'x')],
    [1e4, (count: number) => field('\\"'.repeat(count / 2), 'x')],
    [1e4, (count: number) => `--b\r\na:${'\r\n '.repeat(count / 3)}\r\n\r\nx\r\n--b--`],
  ] as const)
    assert.equal(
      superlinearGrowth(size, (count) => {
        const body = Buffer.from(`${textOf(count)}--b--`)
        return () => partsOf(body, 'multipart/form-data; boundary=b', { partsMax: 1e6, headersMax: 9 })
      }),
      null,
      textOf(60),
    )
})

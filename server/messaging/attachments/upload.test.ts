// Upload and download of files: spec 7.23, 7.60, 7.61.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { answerOf, PDF, PNG, upload } from '../../../test/attachments.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { eventually } from '../../../test/program.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { FILE_BYTES_MAX } from './rules.ts'

const samvad = await startSamvad({}, { server: { checkIntervalMs: 20 } })
const asha = person(samvad)
const { organizationId, token } = samvad.company
const folder = join(samvad.app.settings.dataDirectory, 'attachments')

async function filesThere(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return names.filter((one) => one.isFile()).map(({ name }) => name)
}

async function nothingChanged(work: () => Promise<unknown>): Promise<void> {
  const state = async () => ({
    files: (await filesThere()).sort(),
    rows: await samvad.rows('select id from attachments order by id'),
    removals: await samvad.rows('select id from attachment_removals order by id'),
    usage: await samvad.rows('select * from attachment_usage'),
  })
  const before = await state()
  await work()
  await eventually('everything as before', async () => isDeepStrictEqual(await state(), before)).catch(() => {})
  assert.deepEqual(await state(), before)
}

test('spec 7.23: a file is uploaded, shown, and read by its link without a token', async () => {
  const made = await upload(samvad)
  assert.equal(made.status, 201, made.text)
  const { id, url, ...rest } = made.body
  assert.match(id, /^att_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  assert.deepEqual(rest, { message_id: null, filename: 'photo.png', content_type: 'image/png', size: PNG.length })
  assert.equal(made.headers.get('location'), `/v1/attachments/${id}`)
  assert.deepEqual((await asha.get(`/v1/attachments/${id}`)).body, made.body)

  const read = await fetch(url)
  assert.equal(read.status, 200)
  assert.deepEqual(Buffer.from(await read.arrayBuffer()), PNG)
  assert.equal(read.headers.get('content-type'), 'image/png')
  assert.equal(read.headers.get('content-length'), String(PNG.length))
  assert.equal(read.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(read.headers.get('cache-control'), 'private')
  assert.match(read.headers.get('content-security-policy') ?? '', /sandbox/)
  assert.equal(read.headers.get('content-disposition'), `attachment; filename="photo.png"; filename*=UTF-8''photo.png`)
  const [row] = await samvad.rows<{ sha256: Buffer }>('select * from attachments where id = $1', [uuidOf('att', id)])
  assert.deepEqual(row?.sha256, createHash('sha256').update(PNG).digest())
  const [usage] = await samvad.rows<{ bytes: bigint; sum: bigint }>(
    'select bytes, (select sum(size)::int8 from attachments) as sum from attachment_usage',
  )
  assert.equal(usage?.bytes, usage?.sum)
})

test('spec 7.60, 18.6: what it is, its bytes say, and nothing that a browser runs is called what it is', async () => {
  const html = '<!doctype html><script>alert(1)</script>'
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const kinds: [Buffer | string, string, string][] = [
    [PDF, 'holiday.png', 'application/pdf'],
    [PNG, 'x.html', 'image/png'],
    [html, 'page.html', 'text/plain'],
    [svg, 'logo.svg', 'text/plain'],
    ['#!/bin/sh\nrm -rf /', 'run.png', 'text/plain'],
    ['नमस्ते, यह पाठ है', 'note.txt', 'text/plain'],
    ['न'.repeat(40_000), 'long.txt', 'text/plain'],
    [Buffer.from([0, 1, 2, 3]), 'x.txt', 'application/octet-stream'],
    [Buffer.from([0xff, 0xc3, 0x28, 0x61]), 'broken.txt', 'application/octet-stream'],
  ]
  for (const [bytes, filename, type] of kinds) {
    const made = await upload(samvad, { bytes, filename })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.content_type, type, filename)
    const read = await fetch(made.body.url)
    assert.equal(read.headers.get('content-type')?.split(';')[0], type)
    assert.match(read.headers.get('content-disposition') ?? '', /^attachment;/)
  }
})

test('spec 7.60: a name is cleaned of paths, controls and what turns the direction of writing', async () => {
  const names: [string, string][] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\asha\\Bill.pdf', 'Bill.pdf'],
    ['gnp\u202egpj.exe', 'gnpgpj.exe'],
    ['a\tb\u0000c\u2028.txt', 'abc.txt'],
    ['...', 'file'],
    [' . ', 'file'],
    ['बिल १.pdf', 'बिल १.pdf'],
    [`${'x'.repeat(500)}.pdf`, `${'x'.repeat(146)}.pdf`],
    ['con<>|.txt', 'con.txt'],
  ]
  for (const [given, shown] of names) {
    const made = await upload(samvad, { filename: given })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.filename, shown)
    const header = (await fetch(made.body.url)).headers.get('content-disposition') ?? ''
    const [, encoded] = /filename\*=UTF-8''([^;]*)$/.exec(header) ?? []
    assert.equal(decodeURIComponent(encoded as string), shown)
    assert.match(header, /^[\x20-\x7e]*$/)
  }
})

test('spec 7.23: what is no upload of one file is refused by its field, and nothing stays of it', async () => {
  await nothingChanged(async () => {
    assertRefused(await upload(samvad, { field: 'photo' }), 422, 'invalid_content', 'photo')
    assertRefused(await upload(samvad, { bytes: '' }), 422, 'invalid_content', 'file')
    const post = async (body: FormData | string, headers: Record<string, string> = {}) =>
      answerOf(
        await fetch(`${samvad.url}/v1/attachments`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, ...headers },
          body,
        }),
      )
    const text = new FormData()
    text.append('file', 'words')
    assertRefused(await post(text), 422, 'invalid_content', 'file')
    const two = new FormData()
    two.append('file', new Blob(['a']), 'a.txt')
    two.append('file', new Blob(['b']), 'b.txt')
    assertRefused(await post(two), 422, 'invalid_content', 'file')
    const beside = new FormData()
    beside.append('file', new Blob(['a']), 'a.txt')
    beside.append('message_id', 'msg_1')
    assertRefused(await post(beside), 422, 'invalid_content', 'message_id')
    assertRefused(await post(new FormData()), 422, 'invalid_content', 'file')
    assertRefused(await post('{}', { 'content-type': 'application/json' }), 415, 'unsupported_media_type')
    assertRefused(await asha.post('/v1/attachments'), 422, 'invalid_content', 'file')
    assertRefused(await post('--x', { 'content-type': 'multipart/form-data' }), 400, 'malformed_body')
    // The parser skips such a part, and must still be read to the end.
    const skipped = `--b\r\n\r\n${'y'.repeat(200_000)}\r\n--b--`
    const formType = { 'content-type': 'multipart/form-data; boundary=b' }
    assertRefused(await post(skipped, formType), 422, 'invalid_content', 'file')
    const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords'
    assertRefused(await post(cut, formType), 400, 'malformed_body')
  })
})

test('spec 7.23, 1.5: token, permission and length come before the first byte of the file', async () => {
  const viewer = await samvad.newMember(organizationId, 'viewer')
  await nothingChanged(async () => {
    for (const [headers, status] of [
      [`authorization: Bearer samvad_${'x'.repeat(43)}`, 401],
      [`authorization: Bearer ${viewer.token}`, 403],
      [`authorization: Bearer ${token}`, 413],
    ] as const) {
      const length = status === 413 ? FILE_BYTES_MAX + 100_000 : 1_000_000
      const answer = await withoutBody(
        `POST /v1/attachments HTTP/1.1\r\nhost: localhost\r\n${headers}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n`,
      )
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), answer)
    }
  })
})

test('spec 7.23, 18.6: a file that is larger than is taken is refused, whatever its length was said to be', async () => {
  await nothingChanged(async () => {
    const { socket, answer } = open(
      `POST /v1/attachments HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const chunk = (bytes: Buffer | string) => {
      socket.write(`${bytes.length.toString(16)}\r\n`)
      socket.write(bytes)
      socket.write('\r\n')
    }
    chunk('--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n')
    const piece = Buffer.alloc(1024 * 1024, 7)
    for (let sent = 0; sent <= FILE_BYTES_MAX; sent += piece.length) chunk(piece)
    chunk('\r\n--b--\r\n')
    socket.write('0\r\n\r\n')
    assert.match(await answer, /^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/)
  })
})

test('spec 7.61: an upload that is cut leaves nothing, neither row nor file', async () => {
  await nothingChanged(async () => {
    const socket = connect(samvad.app.settings.port || Number(new URL(samvad.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /v1/attachments HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
    )
    socket.write(randomBytes(1_000_000))
    await eventually('its beginning in the store', async () =>
      (await filesThere()).some((name) => name.endsWith('.partial')),
    )
    socket.destroy()
  })
})

test('spec 7.61: a slow line may take longer for a file than another request may take', async () => {
  const { server } = samvad.server
  const usual = [server.requestTimeout, server.headersTimeout] as const
  // Node uses the longer of the two timeouts for the whole request.
  server.requestTimeout = server.headersTimeout = 100
  const begin = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\nconnection: close\r\ncontent-type: ${type}\r\n`
  const body =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nslowly, but all of it\r\n--b--\r\n'
  const slow = open(
    `${begin('/v1/attachments', 'multipart/form-data; boundary=b')}content-length: ${body.length}\r\n\r\n${body.slice(0, 90)}`,
  )
  const other = open(`${begin('/v1/contacts', 'application/json')}content-length: 100\r\n\r\n{`)
  try {
    assert.match(await other.answer, /^HTTP\/1.1 408 /)
    slow.socket.write(body.slice(90))
    assert.match(await slow.answer, /^HTTP\/1.1 201 /)
  } finally {
    ;[server.requestTimeout, server.headersTimeout] = usual
    slow.socket.destroy()
  }
})

test('spec 7.61: with an Idempotency-Key a file is there once, and another file under the key is refused', async () => {
  const headers = { 'idempotency-key': 'upload-1' }
  const first = await upload(samvad, { headers })
  assert.equal(first.status, 201, first.text)
  await nothingChanged(async () => {
    const again = await upload(samvad, { headers })
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assertRefused(await upload(samvad, { headers, bytes: PDF }), 422, 'idempotency_key_reused')
    assertRefused(await upload(samvad, { headers, filename: 'other.png' }), 422, 'idempotency_key_reused')
    assertRefused(
      await upload(samvad, { headers: { 'idempotency-key': 'x'.repeat(300) } }),
      422,
      'invalid_content',
      'Idempotency-Key',
    )
  })
})

test('spec 7.61: 20 uploads at once are all there, each with its own bytes', async () => {
  const files = Array.from({ length: 20 }, (_, index) => Buffer.concat([randomBytes(50_000), Buffer.from([index])]))
  // On a busy machine some requests are asked to retry.
  const taken = (bytes: Buffer, index: number) =>
    until(
      () => upload(samvad, { bytes, filename: `${index}.bin` }),
      ({ status }) => status !== 503,
    )
  const made = await Promise.all(files.map(taken))
  for (const [index, { status, body, text }] of made.entries()) {
    assert.equal(status, 201, text)
    const read = await fetch(body.url)
    assert.deepEqual(Buffer.from(await read.arrayBuffer()), files[index])
  }
})

/** Opens a connection; `text` is what was received until the other side closed it. */
function open(head: string) {
  const socket = connect(Number(new URL(samvad.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const answer = new Promise<string>((resolve, reject) => {
    socket.once('close', () => resolve(text)).once('error', reject)
  })
  socket.write(head)
  return { socket, answer }
}

function withoutBody(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(samvad.url).port), '127.0.0.1')
    let text = ''
    socket.setTimeout(GUARD_MS, () => reject(new Error(`no answer: ${text}`)))
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('\r\n\r\n')) {
        socket.destroy()
        resolve(text)
      }
    })
    socket.on('error', reject)
    socket.write(head)
  })
}

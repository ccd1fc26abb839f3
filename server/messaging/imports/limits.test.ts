// Files above the limit of an import are refused before anything of them is read.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { IMPORTS, uploaded } from '../../../test/imports.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { IMPORT_BYTES_MAX } from './rules.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const TEXT = 'Name\nRavi\n'
const SENTENCE = /larger than 100 MB\. Split it into smaller files/

test('spec 6.44: a file above 100 MB is refused by its size, in the preview and as an import', async () => {
  const attachment_id = await uploaded(samvad, TEXT)
  // Sets the stored size, instead of uploading 100 MB.
  const sized = (size: number) =>
    samvad.rows('update attachments set size = $2 where id = $1', [uuidOf('att', attachment_id), size])
  await sized(IMPORT_BYTES_MAX + 1)
  for (const [path, more] of [
    [`${IMPORTS}/preview`, {}],
    [IMPORTS, { mapping: { Name: 'display_name' } }],
  ] as const) {
    const answer = await asha.post(path, { attachment_id, ...more })
    assertRefused(answer, 422, 'invalid_content', 'attachment_id')
    assert.match(answer.text, SENTENCE, path)
  }
  assert.equal((await asha.get(IMPORTS)).body.data.length, 0)
  await sized(TEXT.length)
})

test('spec 6.44: an upload that announces more than 100 MB is refused before its bytes arrive', async () => {
  const { port } = new URL(samvad.url)
  const socket = connect(Number(port), '127.0.0.1')
  const head = [
    'POST /v1/attachments HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${samvad.company.token}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${IMPORT_BYTES_MAX + 1_000_000}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const answer = await new Promise<string>((resolve, reject) => {
    socket.setEncoding('utf8').once('data', resolve).once('error', reject)
  })
  socket.destroy()
  assert.match(answer, /^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/)
})

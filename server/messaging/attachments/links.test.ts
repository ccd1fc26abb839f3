// Signed links for files: spec 7.62.

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { PNG, upload } from '../../../test/attachments.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
const folder = join(samvad.app.settings.dataDirectory, 'attachments')

describe('spec 7.62: a link', async () => {
  const { body } = await upload(samvad, { filename: 'secret.png' })
  const neighbour = await samvad.newCompany('Banyan Books')

  test('spec 7.62: serves for a day, and not for ever', async () => {
    samvad.setClock(new Date(Date.now() + 23 * 3600 * 1000))
    assert.equal((await fetch(body.url)).status, 200)
    samvad.setClock(new Date(Date.now() + 26 * 3600 * 1000))
    assert.equal((await fetch(body.url)).status, 404)
    const fresh = await asha.get(`/v1/attachments/${body.id}`)
    assert.notEqual(fresh.body.url, body.url)
    assert.equal((await fetch(fresh.body.url)).status, 200)
    samvad.setClock(null)
  })

  test('spec 7.62, 1.1: with one letter changed, or of a neighbour, it is a 404', async () => {
    const at = body.url.lastIndexOf('/') + 1
    const bytes = Buffer.from(body.url.slice(at), 'base64url')
    for (const index of [0, 15, 16, 31, 32, 37, 38, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] as number) ^ 1
      assert.equal((await fetch(body.url.slice(0, at) + changed.toString('base64url'))).status, 404)
    }
    for (const token of ['', 'x', '..%2f..%2fsecret.key', `${body.url.slice(at)}A`, 'a'.repeat(190)])
      assert.equal((await fetch(body.url.slice(0, at) + token)).status, 404)
    const banyan = person(samvad, neighbour)
    assertRefused(await banyan.get(`/v1/attachments/${body.id}`), 404, 'not_found')
  })

  test('spec 7.62: a player gets the part that it requests; any other range is answered with the whole file', async () => {
    const { length } = PNG
    const parts: [range: string, from: number, to: number][] = [
      ['bytes=0-1', 0, 1],
      ['bytes=10-', 10, length - 1],
      ['bytes=-5', length - 5, length - 1],
      ['bytes=3-99999999', 3, length - 1],
    ]
    for (const [range, from, to] of parts) {
      const read = await fetch(body.url, { headers: { range } })
      assert.deepEqual(
        [read.status, read.headers.get('content-range'), read.headers.get('content-length')],
        [206, `bytes ${from}-${to}/${length}`, String(to - from + 1)],
      )
      assert.ok(Buffer.from(await read.arrayBuffer()).equals(PNG.subarray(from, to + 1)))
    }
    for (const range of ['bytes=5-1', 'bytes=-', 'bytes=999999-', 'lines=0-1', `bytes=${'0-1,'.repeat(500)}0-1`]) {
      const read = await fetch(body.url, { headers: { range } })
      assert.deepEqual([read.status, read.headers.get('accept-ranges')], [200, 'bytes'])
      assert.equal((await read.arrayBuffer()).byteLength, length)
    }
    assert.equal((await fetch(body.url, { headers: { range: 'bytes=0-1', 'if-range': '"old"' } })).status, 200)
  })

  test('spec 5.9, 1.1: an unused file is seen by who uploaded it, and by who sees everything', async () => {
    const agent = await samvad.newMember(organizationId, 'agent')
    const own = await upload(samvad, { token: agent.token })
    assert.equal((await person(samvad, agent).get(`/v1/attachments/${own.body.id}`)).status, 200)
    assert.equal((await asha.get(`/v1/attachments/${own.body.id}`)).status, 200)
    assertRefused(await person(samvad, agent).get(`/v1/attachments/${body.id}`), 404, 'not_found')
  })

  test('spec 7.62: with its file gone from the store it is a 404', async () => {
    const { body: gone } = await upload(samvad, {})
    await rm(join(folder, uuidOf('att', gone.id).slice(-2)), { recursive: true })
    assert.equal((await fetch(gone.url)).status, 404)
  })
})

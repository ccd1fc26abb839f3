// All attachment stores behave the same: a folder, and an S3-compatible store over its real protocol.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { S3Client } from '#kit/s3/client.ts'
import { S3Store } from '#kit/s3/s3-store.ts'
import { GUARD_MS } from '../../../../test/guard.ts'
import { KEY_ID, S3Server, SECRET } from '../../../../test/s3/server.ts'
import { FolderStore } from './folder-store.ts'
import { ObjectStore } from './object-store.ts'
import { type AttachmentStore, type FileKey, NotThere } from './store.ts'

/**
 * S3 requires parts of at least 5 MB. This test's server accepts shorter ones: their hashes are compared on both sides.
 */
const UNIT = 2 ** 14
const folder = await mkdtemp(join(tmpdir(), 'samvad-store-'))
after(() => rm(folder, { recursive: true, force: true }))
const server = new S3Server('files')
server.objects.partBytesMin = 5 * UNIT
await server.start()
after(() => server.stop())
const access = { bucket: 'files', prefix: 'of/samvad', region: 'us-east-1', keyId: KEY_ID, secret: SECRET }
const client = (changes: object = {}) =>
  new S3Client(
    { ...access, endpoint: server.endpoint, settings: 'SAMVAD_ATTACHMENTS', ...changes },
    { attempts: 3, limitMs: GUARD_MS },
  )
const s3 = (changes: object = {}, gate?: () => Promise<void>) =>
  new ObjectStore(new S3Store(client(changes), { part: 5 * UNIT, range: 3 * UNIT }), gate)

const newKey = (): FileKey => ({ organizationId: newUuid(Date.now()), id: newUuid(Date.now()) })
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += UNIT) yield bytes.subarray(at, at + UNIT)
}
async function bytesOf(store: AttachmentStore, key: FileKey): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(await store.get(key)))
}
const listed = async (store: AttachmentStore) => (await Array.fromAsync(store.list())).map(({ id }) => id).sort()

const stores: [string, AttachmentStore][] = [
  ['a folder', new FolderStore(join(folder, 'files'))],
  ['an S3-compatible store', s3()],
]
for (const [name, store] of stores) {
  test(`spec 7.100: ${name} keeps files whole, of any size, tells them, lists them, and removes them`, async () => {
    const files = [Buffer.alloc(0), randomBytes(10), randomBytes(12 * UNIT + 7)].map((bytes) => ({
      bytes,
      key: newKey(),
    }))
    for (const { key, bytes } of files) await store.put(key, pieces(bytes))
    for (const { key, bytes } of files) {
      assert.equal(await store.sizeOf(key), bytes.length)
      assert.ok((await bytesOf(store, key)).equals(bytes))
    }
    const { key: large, bytes } = files[2] as (typeof files)[number]
    for (const [from, to] of [
      [0, 0],
      [UNIT, 7 * UNIT],
      [bytes.length - 3, bytes.length - 1],
    ] as const)
      assert.ok(
        Buffer.concat(await Array.fromAsync(await store.get(large, { from, to }))).equals(bytes.subarray(from, to + 1)),
      )
    assert.deepEqual(await listed(store), files.map(({ key }) => key.id).sort())
    const { key } = files[1] as { key: FileKey }
    await store.remove(key)
    await store.remove(key)
    assert.equal(await store.sizeOf(key), null)
    await assert.rejects(store.get(key), NotThere)
    assert.equal((await listed(store)).length, 2)
  })

  test(`spec 7.100: of what is cut short ${name} has nothing`, async () => {
    const key = newKey()
    async function* cut() {
      yield randomBytes(6 * UNIT)
      yield randomBytes(UNIT)
      throw new Error('the line broke')
    }
    await assert.rejects(store.put(key, cut()), /the line broke/)
    assert.equal(await store.sizeOf(key), null)
    await assert.rejects(store.get(key), NotThere)
    await store.remove(key)
  })
}

test('spec 7.101: while a store is away, or has no such bucket, nothing is said of its files; its settings are named', async () => {
  const key = newKey()
  const nowhere = s3({ bucket: 'nowhere' })
  await assert.rejects(
    nowhere.sizeOf(key),
    /has no bucket nowhere\. Create it, or correct SAMVAD_ATTACHMENTS or SAMVAD_ATT/,
  )
  await assert.rejects(s3({ keyId: 'NOBODY' }).sizeOf(key), /./)
  const away = s3({ endpoint: 'http://127.0.0.1:1' })
  await assert.rejects(away.sizeOf(key), /did not read/)
  await assert.rejects(away.get(key), (error) => !(error instanceof NotThere))
})

test('spec 7.101: a fenced copy changes nothing in the store that it shares', async () => {
  const key = newKey()
  const store = s3()
  await store.put(key, pieces(Buffer.from('ours')))
  const copy = s3({}, () => Promise.reject(new Error('fenced')))
  await assert.rejects(copy.remove(key), /fenced/)
  await assert.rejects(copy.put(key, pieces(Buffer.from('theirs'))), /fenced/)
  assert.equal((await bytesOf(copy, key)).toString(), 'ours')
})

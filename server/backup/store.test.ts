// The archive's requirements of its storage, for a folder and a store alike.

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { S3Client } from '#kit/s3/client.ts'
import { S3Store } from '#kit/s3/s3-store.ts'
import { bytesIn, DRAFT_AGE_MS, NotThere, type Store } from '#kit/s3/store.ts'
import { KEY_ID, S3Server, SECRET } from '../../test/s3/server.ts'
import { FolderStore } from './folder-store.ts'

/** The part size of these tests. The real one is in server/kit/s3/upload.ts and would take seconds to send. */
const PART = 2 ** 16
const folder = await mkdtemp(join(tmpdir(), 'samvad-store-'))
const server = new S3Server()
server.objects.partBytesMin = PART
await server.start()
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function* inPieces(bytes: Buffer, size = 60_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

interface Kind {
  name: string
  open(): Store
  /** Leaves an upload or draft that was started at that time and never completed. */
  leave(at: Date): Promise<void>
  /** The number of such leftovers. */
  left(): Promise<number>
}

const access = {
  endpoint: server.endpoint,
  bucket: 'archive',
  prefix: 'of/samvad',
  region: 'us-east-1',
  keyId: KEY_ID,
  secret: SECRET,
}

const kinds: Kind[] = [
  {
    name: 'a folder',
    open: () => new FolderStore(join(folder, 'archive')),
    async leave(at) {
      const file = join(folder, 'archive', 'log', `x.gz.partial-${at.getTime()}`)
      await writeFile(file, 'begun')
      await utimes(file, at, at)
    },
    async left() {
      return (await readdir(join(folder, 'archive', 'log'))).filter((name) => name.includes('partial')).length
    },
  },
  {
    name: 'a store',
    open: () => new S3Store(new S3Client(access), { part: PART, range: PART }),
    async leave(at) {
      server.objects.begin('of/samvad/log/x.gz', {}, at)
      server.objects.begin('of/another/log/x.gz', {}, at)
    },
    left: async () => [...server.objects.uploads.values()].filter(({ key }) => key.startsWith('of/samvad/')).length,
  },
]

for (const kind of kinds)
  describe(`spec 17.10: ${kind.name} keeps an archive`, () => {
    const store = kind.open()
    before(() => store.prepare())

    test('what was put is there, whole, of any size, and is replaced by what is put next', async () => {
      // Around the part size: one full part, a part and a byte, two parts and a byte.
      for (const size of [0, 1, PART, PART + 1, 2 * PART + 1]) {
        const bytes = Buffer.alloc(size, `monsoon ${size} `)
        await store.put('log/one.gz', inPieces(bytes))
        assert.ok(bytes.equals((await bytesIn(store, 'log/one.gz')) as Buffer), String(size))
      }
    })

    test('what is missing is said to be, and removed twice without harm', async () => {
      assert.equal(await bytesIn(store, 'base/none.json'), null)
      assert.equal(await store.has('base/none.json'), false)
      await store.put('base/some.json', inPieces(Buffer.from('{}')))
      assert.equal(await store.has('base/some.json'), true)
      await store.remove('base/some.json')
      await store.remove('base/some.json')
      assert.equal(await store.has('base/some.json'), false)
      await assert.rejects(Array.fromAsync(store.get('base/some.json')), NotThere)
    })

    test('what is new takes the place of nothing', async () => {
      assert.equal(await store.putNew('key.age', Buffer.from('first')), true)
      assert.equal(await store.putNew('key.age', Buffer.from('second')), false)
      assert.equal((await bytesIn(store, 'key.age'))?.toString(), 'first')
    })

    test('a source that fails leaves nothing, and what was there before', async () => {
      async function* failing(size: number): AsyncGenerator<Buffer> {
        yield* inPieces(Buffer.alloc(size, 'x'))
        throw new Error('the source ends here')
      }
      await store.put('log/kept.gz', inPieces(Buffer.from('before')))
      for (const size of [10, 3 * PART]) {
        await assert.rejects(store.put('log/kept.gz', failing(size)), /the source ends here/)
        await assert.rejects(store.put('log/never.gz', failing(size)), /the source ends here/)
      }
      assert.equal((await bytesIn(store, 'log/kept.gz'))?.toString(), 'before')
      assert.equal(await store.has('log/never.gz'), false)
      assert.equal(await kind.left(), 0)
    })

    test('all names of a folder are listed, and none of another', async () => {
      const names = Array.from({ length: 2_345 }, (_, index) => `${String(index).padStart(6, '0')}.gz`)
      if (kind.name === 'a folder') for (const name of names) await writeFile(join(folder, 'archive', 'log', name), 'x')
      else for (const name of names) server.objects.put(`of/samvad/log/${name}`, Buffer.from('x'), {}, new Date())
      await store.put('base/other.json', inPieces(Buffer.from('{}')))
      const listed = await store.list('log')
      assert.deepEqual(listed.filter((name) => /^\d{6}\.gz$/.test(name)).toSorted(), names)
      assert.deepEqual(
        (await store.list('base')).filter((name) => name.endsWith('.json')),
        ['other.json'],
      )
    })

    test("what was begun a day ago is removed, and what was begun just now is somebody else's", async () => {
      const now = new Date('2026-11-22T10:00:00Z')
      const before = (ms: number) => new Date(now.getTime() - ms)
      for (const hours of [1, 25, 26, 27, 28]) await kind.leave(before(hours * 3600_000))
      assert.ok(DRAFT_AGE_MS > 3600_000)
      await store.removeDrafts(now)
      assert.equal(await kind.left(), 1)
    })
  })

test('a folder that is not there is told from one that is empty', async () => {
  const store = new FolderStore(join(folder, 'nowhere'))
  await assert.rejects(store.list('log'), NotThere)
  await mkdir(join(folder, 'nowhere', 'log'), { recursive: true })
  assert.deepEqual(await store.list('log'), [])
})

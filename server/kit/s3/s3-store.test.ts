// A store that fails, hangs, truncates data, loses responses or refuses: spec 17.18.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { GUARD_MS } from '../../../test/guard.ts'
import { type Asked, KEY_ID, type Misbehaviour, S3Server, SECRET } from '../../../test/s3/server.ts'
import { type Access, S3Client } from './client.ts'
import { S3Store } from './s3-store.ts'
import { bytesIn, StoreAway, type StoreOptions, StoreRefused } from './store.ts'

/**
 * S3 requires parts of at least 5 MB. The server of these tests accepts shorter ones, because both sides hash what is
 * sent.
 */
const UNIT = 2 ** 12
const SIZES = { part: 5 * UNIT, range: 3 * UNIT }
/** Three parts, four ranges. */
const LARGE = 11 * UNIT

const server = new S3Server()
server.objects.partBytesMin = SIZES.part
await server.start()
after(() => server.stop())
// Retries without a delay.
process.env.SAMVAD_TEST_STORE_RETRY_MS = '1'
after(() => delete process.env.SAMVAD_TEST_STORE_RETRY_MS)
beforeEach(() => {
  server.misbehave = () => undefined
  server.mayDo = () => true
  server.now = () => new Date()
  server.region = 'us-east-1'
  server.log.length = 0
})

const access: Access = {
  endpoint: server.endpoint,
  bucket: 'archive',
  prefix: 'samvad',
  region: 'us-east-1',
  keyId: KEY_ID,
  secret: SECRET,
}
const storeWith = (changes: Partial<Access> = {}, attempts = 4, options: StoreOptions = { limitMs: GUARD_MS }) =>
  new S3Store(new S3Client({ ...access, ...changes }, { attempts, ...options }), SIZES)

async function* some(bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += UNIT) yield Buffer.alloc(Math.min(UNIT, bytes - at), `${at} `)
}

/** Makes the first matching request fail in this way. */
function once(how: Misbehaviour, isMeant: (asked: Asked) => boolean, by = server): void {
  let left = 1
  by.misbehave = (asked) => (isMeant(asked) && left-- > 0 ? how : undefined)
}

const isPut = ({ method, query }: Asked) => method === 'PUT' && !query.has('uploadId')
const isPart = ({ method, query }: Asked) => method === 'PUT' && query.get('partNumber') === '2'
const isBegin = ({ method, query }: Asked) => method === 'POST' && query.has('uploads')
const isComplete = ({ method, query }: Asked) => method === 'POST' && query.has('uploadId')
const isGet = ({ method, key }: Asked) => method === 'GET' && key !== ''
const isList = ({ method, key }: Asked) => method === 'GET' && key === ''

const slowDown = { status: 503, code: 'SlowDown' }
const troubles: Misbehaviour[] = [
  slowDown,
  { status: 500, code: 'InternalError' },
  // Sent by a proxy in front of the store, not by S3.
  { status: 502, code: 'BadGateway' },
  { status: 429, code: 'TooManyRequests', headers: { 'retry-after': '0' } },
  { status: 400, code: 'RequestTimeout' },
  'hang',
  'reset',
  'lose',
  'cut',
  'damage',
]
const nameOf = (how: Misbehaviour) => (typeof how === 'string' ? how : how.code)

async function onOwn(work: (store: S3Store, own: S3Server, runOut: () => void) => Promise<void>): Promise<void> {
  const own = new S3Server()
  own.objects.partBytesMin = SIZES.part
  const endpoint = await own.start()
  // The requests in flight time out when the store hangs, and at no other time.
  let limit = new AbortController()
  const runOut = () => {
    limit.abort()
    limit = new AbortController()
  }
  await work(storeWith({ endpoint }, 4, { startLimit: () => limit.signal }), own, runOut)
  await own.stop()
}

const steps = [
  [isPut, 3 * UNIT],
  [isBegin, LARGE],
  [isPart, LARGE],
  [isComplete, LARGE],
] as const

for (const how of troubles) {
  test(`spec 17.18: a store that once has ${nameOf(how)} for it has what was put, once and whole`, async () => {
    const whole = Buffer.concat(await Array.fromAsync(some(LARGE)))
    // A request without a body cannot be damaged.
    const puts = steps.filter(([isMeant]) => !(how === 'damage' && isMeant === isBegin))
    const putting = puts.map(([isMeant, bytes]) => async (store: S3Store, own: S3Server) => {
      once(how, isMeant, own)
      await store.put('base/one.tar.gz', some(bytes))
      own.misbehave = () => undefined
      const there = (await bytesIn(store, 'base/one.tar.gz')) as Buffer
      assert.ok(there.equals(whole.subarray(0, bytes)), `${nameOf(how)}, ${bytes}`)
    })
    const others: ((store: S3Store, own: S3Server) => Promise<void>)[] = [
      async (store, own) => {
        once(how, isGet, own)
        assert.ok(((await bytesIn(store, 'base/one.tar.gz')) as Buffer).equals(whole))
      },
      async (store, own) => {
        once(how, isList, own)
        assert.deepEqual(await store.list('base'), ['one.tar.gz'])
      },
      async (store, own) => {
        once(how, ({ method }) => method === 'DELETE', own)
        await store.remove('base/one.tar.gz')
        assert.equal(own.objects.all.has('samvad/base/one.tar.gz'), false)
      },
    ]
    const having = (how === 'damage' ? [] : others).map((step) => async (store: S3Store, own: S3Server) => {
      if (!own.objects.all.has('samvad/base/one.tar.gz')) await store.put('base/one.tar.gz', some(LARGE))
      await step(store, own)
    })
    const all = [...putting, ...having]
    await onOwn(async (store, own, runOut) => {
      own.onHang = runOut
      for (const step of all) await step(store, own)
    })
  })
}

test('spec 17.18: an end that begins as a success and is a failure is tried again', async () => {
  once('late', isComplete)
  await storeWith().put('base/late.tar.gz', some(LARGE))
  assert.equal(server.objects.all.get('samvad/base/late.tar.gz')?.bytes.length, LARGE)
})

test('spec 17.18: a store that goes on failing is away: nothing of it is there, and no upload is left', async () => {
  server.objects.all.clear()
  server.objects.uploads.clear()
  const store = storeWith({}, 2)
  for (const isMeant of [isPut, isPart, isComplete]) {
    const size = isMeant === isPut ? 10 : LARGE
    server.misbehave = (asked) => (isMeant(asked) ? slowDown : undefined)
    await assert.rejects(store.put('log/one.gz', some(size)), (error: Error) => {
      assert.ok(error instanceof StoreAway)
      assert.match(error.message, /^the store at http:.* did not write log\/one.gz: SlowDown As it was told\.$/)
      return true
    })
  }
  assert.deepEqual([...server.objects.all.keys()], [])
  assert.equal(server.objects.uploads.size, 0)
  const asked = server.log.filter(({ method }) => method === 'PUT')
  assert.equal(asked.filter(({ query }) => !query.has('uploadId')).length, 2, 'tried twice, as was said')
})

test('spec 17.18: nobody waits longer than was said for a store that hangs', async () => {
  server.misbehave = () => 'hang'
  const asked = Promise.withResolvers<void>()
  server.misbehave = () => {
    asked.resolve()
    return 'hang'
  }
  const limit = new AbortController()
  const listing = storeWith({}, 100).within(limit.signal).list('log')
  const rejected = assert.rejects(listing, /did not list what is there: no answer in time/)
  await asked.promise
  limit.abort()
  await rejected
  await assert.rejects(storeWith({}, 1, { limitMs: 10 }).list('log'), /no answer in time/)
})

test('spec 17.18: a store where nobody answers is away, and no setting is blamed', async () => {
  const other = new S3Server()
  const endpoint = await other.start()
  await other.stop()
  await assert.rejects(storeWith({ endpoint }, 2).prepare(), (error: Error) => {
    assert.ok(error instanceof StoreAway)
    return /ECONNREFUSED/.test(error.message)
  })
})

const refusals: [string, () => S3Store, RegExp][] = [
  ['an unknown key', () => storeWith({ keyId: 'NOBODY' }), /does not recognize the key of SAMVAD_ARCHIVE_KEY_ID/],
  [
    'another secret',
    () => storeWith({ secret: `${SECRET}x` }),
    /SAMVAD_ARCHIVE_SECRET is not the secret of SAMVAD_ARCHIVE_KEY_ID/,
  ],
  [
    'no such bucket',
    () => storeWith({ bucket: 'nowhere' }),
    /has no bucket nowhere\. Create it, or correct SAMVAD_ARCHIVE /,
  ],
  [
    'another region',
    () => storeWith({ region: 'eu-west-1' }),
    /SAMVAD_ARCHIVE_REGION=eu-west-1 at .*: set it to us-east-1/,
  ],
  [
    'a clock that is ahead',
    () => {
      server.now = () => new Date(Date.now() - 3 * 3600_000)
      return storeWith()
    },
    /The clock of this machine is 180 minutes ahead of that of the store.*NTP/,
  ],
  [
    'no permission',
    () => {
      server.mayDo = ({ method, key }) => method !== 'PUT' && key !== ''
      return storeWith()
    },
    /does not let the key of SAMVAD_ARCHIVE_KEY_ID list what is there in archive\/samvad: allow it there \(s3:ListBucket/,
  ],
]
for (const [what, open, words] of refusals)
  test(`spec 17.18: ${what} is refused at once, in words that name the setting and no secret`, async () => {
    const store = open()
    server.log.length = 0
    await assert.rejects(store.prepare(), (error: Error) => {
      assert.ok(error instanceof StoreRefused, error.message)
      assert.match(error.message, words)
      const all = `${error.message}${error.stack}${JSON.stringify(error, Object.getOwnPropertyNames(error))}`
      assert.ok(!all.includes(SECRET), all)
      return true
    })
    assert.equal(server.log.length, 1, 'it would be refused again')
  })

test('spec 17.18: what may be listed and not written is refused with what is to be allowed', async () => {
  server.mayDo = ({ method }) => method === 'GET' || method === 'HEAD'
  const store = storeWith()
  await store.prepare()
  for (const bytes of [10, LARGE])
    await assert.rejects(
      store.put('log/one.gz', some(bytes)),
      /SAMVAD_ARCHIVE_KEY_ID write log\/one.gz in archive\/samvad.*s3:PutObject/,
    )
})

test('spec 17.18: what answers, and is no store, is not taken for an empty one', async () => {
  const { createServer } = await import('node:http')
  const page = createServer((_, response) => response.end('<html>Welcome</html>')).listen(0, '127.0.0.1')
  await new Promise((resolve) => page.once('listening', resolve))
  const { port } = page.address() as { port: number }
  await assert.rejects(
    storeWith({ endpoint: `http://127.0.0.1:${port}` }).prepare(),
    /does not look like an S3-compatible store\. Correct SAMVAD_ARCHIVE_ENDPOINT/,
  )
  page.close()
})

test('spec 17.18: what is changed while it is read is no mixture', async () => {
  const store = storeWith()
  await store.put('base/one.tar.gz', some(LARGE))
  const reading = store.get('base/one.tar.gz')[Symbol.asyncIterator]()
  await reading.next()
  await store.put('base/one.tar.gz', some(4 * UNIT))
  await assert.rejects(reading.next(), /was changed while it was read/)
})

test('spec 17.18: a store that does not list unfinished uploads is none the worse for it', async () => {
  server.misbehave = ({ query }) => (query.has('uploads') ? { status: 501, code: 'NotImplemented' } : undefined)
  await storeWith().removeDrafts(new Date())
})

test('spec 17.18: a store that knows no condition for what is new takes it all the same', async () => {
  server.objects.all.clear()
  server.misbehave = ({ headers }) => (headers['if-none-match'] ? { status: 501, code: 'NotImplemented' } : undefined)
  assert.equal(await storeWith().putNew('key.age', Buffer.from('first')), true)
  assert.equal(await storeWith().putNew('key.age', Buffer.from('second')), false)
  assert.equal(server.objects.all.get('samvad/key.age')?.bytes.toString(), 'first')
})

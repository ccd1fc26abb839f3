// The encryption of backups: files of age can be decrypted, and modified files cannot.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decrypt, encrypt, isEncrypted } from './age.ts'
import { openText, sealText } from './age-armor.ts'
import { byKey, newKeyText } from './age-key.ts'
import { byPassphrase } from './age-passphrase.ts'

/** Created by the program age 1.1.1 with the passphrase below. */
const MADE_BY_AGE = `YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBvdGRkTUFOMEQ2bENuN2M0T1dweGd3IDE4CkJqYXhqeHA2c3N0ZFhjOFRleGVvSlBTaHlyejl2RStubm9Ua3N0eUE3czgKLS0tIGltdWdnNnppK3NuT2pCTy8rQjlTRmN5UTZRQUJINkU4Zmt3RmlHL0llRjAKTIUz5NGi0dhbCVJAu+fFtPdI/xhgT8Et88IjzY3RCnmADmLmjnBnKKWV3A==`
/** Created by age-keygen 1.1.1; the file was encrypted with it by age. */
const KEY_OF_AGE = `# created: 2026-11-22T09:26:52Z
# public key: age1nd4sez3q9c59pgzrd7v8yyjdd03w8qn9k6u4hflwglpq30l7hczqetav34
AGE-SECRET-KEY-14XSZHXL8M50JAFJ3LCNT4ZL62ZH3EM44EUJ9LXJGEALG7TZT2G5S9RV9LC
`
const MADE_FOR_KEY = `YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBraFNuQXVIRTc3YllOcjlVakVHZnZDN3BCL1BYcUVwQnltWS85U20zbTJNCjNEQjVWTUhzdXd4Q2wyclZOVEZGOGFSbktzKzNkTUM4Um54c1RPc2lDUzgKLS0tIDVXdE10bmVIeERmQzJlMld0VUFRMTRFQVNqSDlMWlZxSEphUDdaME9LSGsK8e/5jYxLr9wDFaVIyvSWKHvgHMIorLkWRRtvLcltpcDPdtlU8MNoUqLHcJ6aDF7R4JmvH5g=`
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const WORK_FACTOR = 4

async function* inPieces(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

const sealed = (bytes: Buffer) => all(encrypt(inPieces(bytes), byPassphrase('a b c', WORK_FACTOR)))
const opened = (bytes: Buffer, passphrase = 'a b c') => all(decrypt(inPieces(bytes), byPassphrase(passphrase)))

test('what the program age encrypted opens', async () => {
  const bytes = Buffer.from(MADE_BY_AGE, 'base64')
  assert.ok(isEncrypted(bytes))
  assert.equal((await opened(bytes)).toString(), 'made by age')
  // Encrypted with the test's work factor: with age's own a second attempt would take a second.
  await assert.rejects(opened(await sealed(Buffer.from('x')), 'a b d'), /the passphrase is wrong/)
})

test('outside of test runs a passphrase costs a guesser what age makes it cost: 2^18 steps', async (t) => {
  const ofRun = process.env.SAMVAD_TEST_PASSPHRASE_WORK_FACTOR
  delete process.env.SAMVAD_TEST_PASSPHRASE_WORK_FACTOR
  t.after(() => {
    if (ofRun !== undefined) process.env.SAMVAD_TEST_PASSPHRASE_WORK_FACTOR = ofRun
  })
  const { words } = await byPassphrase('a b c').wrap(Buffer.alloc(16))
  assert.match(words, /^scrypt \S+ 18$/)
})

test('what was encrypted opens, of any length around that of a chunk', async () => {
  for (const length of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES]) {
    const bytes = Buffer.alloc(length, 'monsoon ')
    assert.deepEqual(await opened(await sealed(bytes)), bytes, String(length))
  }
})

test('chunks that were left out, exchanged or cut off do not open', async () => {
  const bytes = await sealed(Buffer.alloc(3 * CHUNK_BYTES + 5, 'x'))
  const size = CHUNK_BYTES + TAG_BYTES
  const body = bytes.length - (3 * size + 5 + TAG_BYTES)
  const chunk = (index: number) =>
    bytes.subarray(body + index * size, Math.min(body + (index + 1) * size, bytes.length))
  const start = bytes.subarray(0, body)
  assert.deepEqual(Buffer.concat([start, chunk(0), chunk(1), chunk(2), chunk(3)]), bytes)
  for (const order of [[1, 0, 2, 3], [0, 2, 3], [0, 1, 2], [0, 1], [0, 1, 2, 3, 3], []])
    await assert.rejects(opened(Buffer.concat([start, ...order.map(chunk)])), /modified or truncated/, order.join())
})

test('a file that asks for more memory than anybody has is refused', async () => {
  const bytes = await sealed(Buffer.from('x'))
  const greedy = Buffer.from(bytes.toString('latin1').replace(/( )4\n/, '$125\n'), 'latin1')
  await assert.rejects(opened(greedy), /its work factor is 2\^25; the limit is 2\^20/)
})

test('what age encrypted for a key opens with the key that age-keygen made', async () => {
  const bytes = Buffer.from(MADE_FOR_KEY, 'base64')
  const openedBy = async (text: string) => (await all(decrypt(inPieces(bytes), byKey(text)))).toString()
  assert.equal(await openedBy(KEY_OF_AGE), 'made by age for a key')
  await assert.rejects(openedBy(newKeyText(new Date())), /the key is wrong/)
  await assert.rejects(opened(bytes), /not that of an age file encrypted with a passphrase/)
  // A typo of one character is detected and does not become another key.
  assert.throws(() => byKey(KEY_OF_AGE.replace('RV9LC', 'RV9LP')), /it contains no age key/)
})

test('what was encrypted for a new key opens with it alone, also as text', async () => {
  const at = new Date('2026-11-22T10:00:00Z')
  const [own, other] = [newKeyText(at), newKeyText(at)]
  assert.match(
    own,
    /^# created: 2026-11-22T10:00:00.000Z\n# public key: age1[a-z0-9]{58}\nAGE-SECRET-KEY-1[A-Z0-9]{58}\n$/,
  )
  const bytes = Buffer.alloc(CHUNK_BYTES + 1, 'monsoon ')
  const encrypted = await all(encrypt(inPieces(bytes), byKey(own)))
  assert.ok(!encrypted.includes('monsoon'))
  assert.deepEqual(await all(decrypt(inPieces(encrypted), byKey(own))), bytes)
  await assert.rejects(all(decrypt(inPieces(encrypted), byKey(other))), /the key is wrong/)
  const armored = await sealText('{"a": "b"}', byKey(own))
  assert.match(armored, /^-----BEGIN AGE ENCRYPTED FILE-----\n[A-Za-z0-9+/=\n]+-----END AGE ENCRYPTED FILE-----\n$/)
  assert.equal(await openText(armored, byKey(own)), '{"a": "b"}')
})

test('whoever stops reading what is encrypted ends its source', async () => {
  let isEnded = false
  async function* source(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(CHUNK_BYTES)
    } finally {
      isEnded = true
    }
  }
  for await (const chunk of encrypt(source(), byKey(KEY_OF_AGE))) if (chunk.length > CHUNK_BYTES) break
  assert.ok(isEnded)
})

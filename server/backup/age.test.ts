// The encryption of backups: what age wrote opens, and nothing that was changed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decrypt, encrypt, isEncrypted } from './age.ts'

/** Made by the program age 1.1.1, with the passphrase below. */
const MADE_BY_AGE = `YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBvdGRkTUFOMEQ2bENuN2M0T1dweGd3IDE4CkJqYXhqeHA2c3N0ZFhjOFRleGVvSlBTaHlyejl2RStubm9Ua3N0eUE3czgKLS0tIGltdWdnNnppK3NuT2pCTy8rQjlTRmN5UTZRQUJINkU4Zmt3RmlHL0llRjAKTIUz5NGi0dhbCVJAu+fFtPdI/xhgT8Et88IjzY3RCnmADmLmjnBnKKWV3A==`
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

const sealed = (bytes: Buffer) => all(encrypt(inPieces(bytes), 'a b c', WORK_FACTOR))
const opened = (bytes: Buffer, passphrase = 'a b c') => all(decrypt(inPieces(bytes), passphrase))

test('what the program age encrypted opens', async () => {
  const bytes = Buffer.from(MADE_BY_AGE, 'base64')
  assert.ok(isEncrypted(bytes))
  assert.equal((await opened(bytes)).toString(), 'made by age')
  await assert.rejects(opened(bytes, 'a b d'), /the passphrase is wrong/)
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
    await assert.rejects(opened(Buffer.concat([start, ...order.map(chunk)])), /changed or cut off/, order.join())
})

test('a file that asks for more memory than anybody has is refused', async () => {
  const bytes = await sealed(Buffer.from('x'))
  const greedy = Buffer.from(bytes.toString('latin1').replace(/( )4\n/, '$125\n'), 'latin1')
  await assert.rejects(opened(greedy), /its key takes 2\^25 steps; at most 2\^20 are taken/)
})

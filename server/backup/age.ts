// Encryption in the age format (https://c2sp.org/age), compatible with the program of that name: a passphrase or key
// wraps a file key, and ChaCha20-Poly1305 encrypts 64 KiB chunks with their numbers, the last one marked. Truncated,
// reordered or modified files therefore fail to decrypt.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { ByteReader } from '#kit/s3/byte-reader.ts'

export const INTRO = 'age-encryption.org/v1'
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 16
const LINE_BYTES_MAX = 1000
const FIRST_COUNTER = 0n

/** Wraps the key of a file: a passphrase (age-passphrase.ts) or a key (age-key.ts). */
export interface Lock {
  /** Its name in the error when it does not decrypt a file. */
  name: string
  /** The arguments of a stanza, and the wrapped key. */
  wrap(fileKey: Buffer): Promise<{ words: string; wrapped: Buffer }>
  /** Null when it cannot decrypt the key; throws when the arguments are not its own. */
  unwrap(words: string, wrapped: Buffer): Promise<Buffer | null>
}

/** The file has another passphrase or key. */
export class WrongLock extends Error {}

/** True when a file that starts like this is encrypted. */
export const isEncrypted = (beginning: Buffer): boolean =>
  beginning.subarray(0, INTRO.length).toString('latin1') === INTRO

export async function* encrypt(source: AsyncIterable<Buffer>, lock: Lock): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source)
  try {
    const fileKey = randomBytes(KEY_BYTES)
    const { words, wrapped } = await lock.wrap(fileKey)
    const header = `${INTRO}\n-> ${words}\n${base64(wrapped)}\n---`
    yield Buffer.from(`${header} ${base64(macOf(fileKey, header))}\n`)
    const nonce = randomBytes(NONCE_BYTES)
    yield nonce
    const key = payloadKey(fileKey, nonce)
    for (let counter = FIRST_COUNTER; ; counter++) {
      const chunk = await reader.readUpTo(CHUNK_BYTES)
      const isLast = await reader.isAtEnd()
      yield seal(key, chunkNonce(counter, isLast), chunk)
      if (isLast) return
    }
  } finally {
    await reader.close()
  }
}

/** Throws WrongLock, or an error that describes the damage, before any modified byte is returned. */
export async function* decrypt(source: AsyncIterable<Buffer>, lock: Lock): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source)
  try {
    const fileKey = await fileKeyOf(reader, lock)
    const key = payloadKey(fileKey, await reader.read(NONCE_BYTES))
    for (let counter = FIRST_COUNTER; ; counter++) {
      const sealed = await reader.readUpTo(CHUNK_BYTES + TAG_BYTES)
      const isLast = await reader.isAtEnd()
      const chunk = open(key, chunkNonce(counter, isLast), sealed)
      if (chunk === null) throw new Error('it was modified or truncated')
      yield chunk
      if (isLast) return
    }
  } finally {
    await reader.close()
  }
}

async function fileKeyOf(reader: ByteReader, lock: Lock): Promise<Buffer> {
  const intro = await reader.line(LINE_BYTES_MAX)
  const stanza = await reader.line(LINE_BYTES_MAX)
  const body = await reader.line(LINE_BYTES_MAX)
  const end = await reader.line(LINE_BYTES_MAX)
  const [, words = ''] = /^-> (\S+(?: \S+)*)$/.exec(stanza) ?? []
  const [, mac64 = ''] = /^--- ([A-Za-z0-9+/]{43})$/.exec(end) ?? []
  if (intro !== INTRO || words === '' || mac64 === '' || !/^[A-Za-z0-9+/]{43}$/.test(body))
    throw new Error(`its header is not that of an age file encrypted with a ${lock.name}`)
  const fileKey = await lock.unwrap(words, Buffer.from(body, 'base64'))
  if (fileKey === null || fileKey.length !== KEY_BYTES) throw new WrongLock(`the ${lock.name} is wrong`)
  const mac = macOf(fileKey, `${intro}\n${stanza}\n${body}\n---`)
  if (!timingSafeEqual(mac, Buffer.from(mac64, 'base64')) || base64(mac) !== mac64)
    throw new Error('its header was modified')
  return fileKey
}

export const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function macOf(fileKey: Buffer, header: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', fileKey, Buffer.alloc(0), 'header', 32))
  return createHmac('sha256', key).update(header).digest()
}

function payloadKey(fileKey: Buffer, nonce: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** Eleven bytes of the chunk number and one byte that marks the last chunk. */
function chunkNonce(counter: bigint, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(counter, 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Null when any bit was modified. */
export function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < TAG_BYTES) return null
  const at = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(at))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, at)), decipher.final()])
  } catch {
    return null
  }
}

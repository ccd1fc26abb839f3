// Encryption by a passphrase in the format of age (https://c2sp.org/age), which the program of that name opens too:
// scrypt wraps a key of the file, ChaCha20-Poly1305 seals 64 KiB at a time, each with its number, the last one marked.
// So what is cut off, put in another order or changed does not open.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { ByteReader } from './byte-reader.ts'

const INTRO = 'age-encryption.org/v1'
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const KEY_BYTES = 16
const SALT_BYTES = 16
const NONCE_BYTES = 16
/** What age takes: about a second and 256 MB, once a file. */
const WORK_FACTOR = 18
/** Of what is read: 1 GB. Without a limit a file could ask for any memory. */
const WORK_FACTOR_MAX = 20
const LINE_BYTES_MAX = 1000
const FIRST_COUNTER = 0n

export class WrongPassphrase extends Error {}

/** Whether a file that begins so is encrypted. */
export const isEncrypted = (beginning: Buffer): boolean =>
  beginning.subarray(0, INTRO.length).toString('latin1') === INTRO

export async function* encrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  workFactor = WORK_FACTOR,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(KEY_BYTES)
  const salt = randomBytes(SALT_BYTES)
  const wrapped = seal(await wrappingKey(passphrase, salt, workFactor), Buffer.alloc(12), fileKey)
  const header = `${INTRO}\n-> scrypt ${base64(salt)} ${workFactor}\n${base64(wrapped)}\n---`
  yield Buffer.from(`${header} ${base64(macOf(fileKey, header))}\n`)
  const nonce = randomBytes(NONCE_BYTES)
  yield nonce
  const key = payloadKey(fileKey, nonce)
  const reader = new ByteReader(source)
  for (let counter = FIRST_COUNTER; ; counter++) {
    const chunk = await reader.readUpTo(CHUNK_BYTES)
    const isLast = await reader.isAtEnd()
    yield seal(key, chunkNonce(counter, isLast), chunk)
    if (isLast) return
  }
}

/** Throws WrongPassphrase, or an error that says what is wrong with the file, before any changed byte is handed on. */
export async function* decrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source)
  const intro = await reader.line(LINE_BYTES_MAX)
  const stanza = await reader.line(LINE_BYTES_MAX)
  const body = await reader.line(LINE_BYTES_MAX)
  const end = await reader.line(LINE_BYTES_MAX)
  const [, salt64 = '', factor = ''] = /^-> scrypt ([A-Za-z0-9+/]{22}) ([1-9]\d?)$/.exec(stanza) ?? []
  const [, mac64 = ''] = /^--- ([A-Za-z0-9+/]{43})$/.exec(end) ?? []
  if (intro !== INTRO || salt64 === '' || mac64 === '' || !/^[A-Za-z0-9+/]{43}$/.test(body))
    throw new Error('its beginning is none of an age file with a passphrase')
  if (Number(factor) > WORK_FACTOR_MAX)
    throw new Error(`its key takes 2^${factor} steps; at most 2^${WORK_FACTOR_MAX} are taken`)
  const wrapping = await wrappingKey(passphrase, Buffer.from(salt64, 'base64'), Number(factor))
  const fileKey = open(wrapping, Buffer.alloc(12), Buffer.from(body, 'base64'))
  if (fileKey === null || fileKey.length !== KEY_BYTES) throw new WrongPassphrase('the passphrase is wrong')
  const mac = macOf(fileKey, `${intro}\n${stanza}\n${body}\n---`)
  if (!timingSafeEqual(mac, Buffer.from(mac64, 'base64')) || base64(mac) !== mac64)
    throw new Error('its beginning was changed')

  const key = payloadKey(fileKey, await reader.read(NONCE_BYTES))
  for (let counter = FIRST_COUNTER; ; counter++) {
    const sealed = await reader.readUpTo(CHUNK_BYTES + TAG_BYTES)
    const isLast = await reader.isAtEnd()
    const chunk = open(key, chunkNonce(counter, isLast), sealed)
    if (chunk === null) throw new Error('it was changed or cut off')
    yield chunk
    if (isLast) return
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function wrappingKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const cost = 2 ** workFactor
  const labelled = Buffer.concat([Buffer.from(`${INTRO}/scrypt`), salt])
  return new Promise((resolve, reject) => {
    const limits = { N: cost, r: 8, p: 1, maxmem: cost * 2048 }
    scrypt(passphrase, labelled, 32, limits, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function macOf(fileKey: Buffer, header: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', fileKey, Buffer.alloc(0), 'header', 32))
  return createHmac('sha256', key).update(header).digest()
}

function payloadKey(fileKey: Buffer, nonce: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** Eleven bytes of the chunk's number and one that says whether it is the last. */
function chunkNonce(counter: bigint, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(counter, 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Null where a bit of it is another. */
function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
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

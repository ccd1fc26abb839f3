// Secrets: generation, hashing, encryption and comparison. Nothing here is ever logged.

import { argon2, createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fewRandomBytes } from './random-pool.ts'

const TOKEN_BYTES = 32

/** An opaque secret of 256 random bits with a prefix that a person and a secret scanner recognise. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(TOKEN_BYTES).toString('base64url')}`
}

/** Stored form of an opaque token: it has 256 random bits, so a plain hash is sufficient. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

export function signature(algorithm: 'sha256', key: string | Buffer, data: string | Buffer): string {
  return createHmac(algorithm, key).update(data).digest('hex')
}

/** Constant-time; false for different lengths too. */
export function sameSecret(given: string, expected: string): boolean {
  const left = Buffer.from(given)
  const right = Buffer.from(expected)
  return left.length === right.length && timingSafeEqual(left, right)
}

// Argon2id at OWASP's first recommendation (19 MiB, 2 passes, 1 lane), in PHC form so that it can be raised later.
const ARGON = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const argon2Async = promisify(argon2)

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = (await argon2Async('argon2id', { message: password, nonce, ...ARGON })) as Buffer
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${ARGON.memory},t=${ARGON.passes},p=${ARGON.parallelism}$${encode(nonce)}$${encode(tag)}`
}

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!match) return false
  const [, memory, passes, parallelism, nonce, expected] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const tag = Buffer.from(expected, 'base64')
  const given = (await argon2Async('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  })) as Buffer
  return timingSafeEqual(given, tag)
}

/**
 * Encrypts stored values (AES-256-GCM). `place` binds a value to its organization and row: elsewhere it does not
 * decrypt.
 */
export interface Sealer {
  seal(place: string, plain: string): Buffer
  /** Throws when the key, the place or any byte is wrong. */
  open(place: string, sealed: Buffer): string
  /** A key derived for one purpose, for signatures such as unsubscribe links. */
  keyFor(purpose: string): Buffer
  /** The same for every key, `keyFor`'s first: what an earlier key has signed remains valid. */
  keysFor(purpose: string): Buffer[]
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** 64 hex digits each, at least one: the first encrypts, all decrypt. */
export type Keys = readonly string[]

/** True when these comma-separated keys decrypt everything that any of the others has encrypted. */
export function opensAllOf(others: string, keys: string): boolean {
  return others.split(',').every((other) => keys.split(',').includes(other))
}

/** With a function, the current keys are used: a rotation needs no restart. */
export function createSealer(keys: string | (() => Keys)): Sealer {
  const only = typeof keys === 'string' ? [keys] : []
  const all = typeof keys === 'string' ? () => only : keys
  let known: { keys: Keys; secrets: Buffer[] } | undefined
  function secrets(): Buffer[] {
    const now = all()
    if (known?.keys !== now) known = { keys: now, secrets: now.map((key) => Buffer.from(key, 'hex')) }
    return known.secrets
  }
  const keysFor = (purpose: string) => secrets().map((key) => createHmac('sha256', key).update(purpose).digest())
  return {
    seal(place, plain) {
      const [key] = secrets() as [Buffer]
      const nonce = fewRandomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(place, sealed) {
      let fault: unknown
      for (const key of secrets()) {
        try {
          return openWith(key, place, sealed)
        } catch (error) {
          fault = error
        }
      }
      throw fault
    },
    keyFor: (purpose) => keysFor(purpose)[0] as Buffer,
    keysFor,
  }
}

function openWith(key: Buffer, place: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

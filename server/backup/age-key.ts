// An age key (X25519): decrypts everything encrypted for it, at negligible cost. Text format of age-keygen.

import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { base64, INTRO, type Lock, open, seal } from './age.ts'
import { bech32, fromBech32 } from './bech32.ts'

const ZERO_NONCE = Buffer.alloc(12)
const SECRET_PREFIX = 'age-secret-key-'
const PUBLIC_PREFIX = 'age'
/** The PKCS 8 prefix of the key's 32 bytes. Source: RFC 8410. */
const PKCS8_BEGINNING = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** The text of a new key, in the format of `age -i`. */
export function newKeyText(at: Date): string {
  const { privateKey } = generateKeyPairSync('x25519')
  const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d as string, 'base64url')
  const lines = [
    `# created: ${at.toISOString()}`,
    `# public key: ${bech32(PUBLIC_PREFIX, publicBytes(privateKey))}`,
    bech32(SECRET_PREFIX, secret).toUpperCase(),
  ]
  return `${lines.join('\n')}\n`
}

/** Throws when the text contains no such key. */
export function byKey(text: string): Lock {
  const line = text.split(/\r?\n/).find((one) => /^age-secret-key-1/i.test(one)) ?? ''
  const secret = fromBech32(SECRET_PREFIX, line.trim())
  if (secret?.length !== 32) throw new Error('it contains no age key')
  const own = createPrivateKey({ key: Buffer.concat([PKCS8_BEGINNING, secret]), format: 'der', type: 'pkcs8' })
  const recipient = publicBytes(own)
  return {
    name: 'key',
    async wrap(fileKey) {
      const ephemeral = generateKeyPairSync('x25519').privateKey
      const share = publicBytes(ephemeral)
      const key = wrappingKey(ephemeral, recipient, share, recipient)
      return { words: `X25519 ${base64(share)}`, wrapped: seal(key, ZERO_NONCE, fileKey) }
    },
    async unwrap(words, wrapped) {
      const [, share64 = ''] = /^X25519 ([A-Za-z0-9+/]{43})$/.exec(words) ?? []
      const share = Buffer.from(share64, 'base64')
      if (share.length !== 32) throw new Error('its header is not that of an age file encrypted with a key')
      return open(wrappingKey(own, share, share, recipient), ZERO_NONCE, wrapped)
    },
  }
}

function wrappingKey(own: KeyObject, other: Buffer, share: Buffer, recipient: Buffer): Buffer {
  const jwk = { kty: 'OKP', crv: 'X25519', x: other.toString('base64url') }
  const shared = diffieHellman({ privateKey: own, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) })
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([share, recipient]), `${INTRO}/X25519`, 32))
}

function publicBytes(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x as string, 'base64url')
}

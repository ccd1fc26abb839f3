// Encryption for one browser: RFC 8291 on RFC 8188, by the library `http_ece`, which has no types of its own. Each
// payload has its own key, so that a leaked key decrypts no earlier payload.

import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'

interface Library {
  encrypt(
    payload: Buffer,
    given: { version: 'aes128gcm'; dh: string; privateKey: ECDH; salt: Buffer; authSecret: string },
  ): Buffer
}

const SALT_BYTES = 16

const library = createRequire(import.meta.url)('http_ece') as Library

export function encryptedFor({ p256dh, auth }: { p256dh: string; auth: string }, payload: Buffer): Buffer {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  const salt = randomBytes(SALT_BYTES)
  return library.encrypt(payload, { version: 'aes128gcm', dh: p256dh, privateKey, salt, authSecret: auth })
}

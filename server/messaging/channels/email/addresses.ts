// Self-authenticating addresses in the installation's mail domain: return paths of deliveries (VERP), reply addresses,
// and unsubscribe addresses. Each is two ids and an HMAC over them in base32, in lower case, because mail servers
// change the case: exactly the 64 octets allowed before the @ (RFC 5321 §4.5.3.1.1). Nothing is stored, and they never
// expire.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { bytesOf, UUID_BYTES, uuidAt } from './uuid-bytes.ts'

/** The object of an address, identified by its second id. */
export const addressKinds = ['bounce', 'reply', 'answer', 'unsubscribe'] as const
export type AddressKind = (typeof addressKinds)[number]

export interface OwnAddress {
  kind: AddressKind
  organizationId: Uuid
  /** For `bounce` and `answer` the delivery, for `reply` the conversation, for `unsubscribe` the contact. */
  id: Uuid
}

export interface OwnAddresses {
  make(address: OwnAddress): string
  /** In any case; null when it is not one of ours, or was altered or invented. */
  read(address: string): OwnAddress | null
  /** All such addresses in a text, for example a report that quotes a mail, each once. */
  readAll(text: string): OwnAddress[]
}

const MAC_BYTES = 8
const BODY_BYTES = 2 * UUID_BYTES
/** Crockford's alphabet, as in ids: without letters that are easily confused. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LOCAL_PART_CHARACTERS = ((BODY_BYTES + MAC_BYTES) * 8) / 5
const LOCAL_PART = new RegExp(`^[${ALPHABET}]{${LOCAL_PART_CHARACTERS}}$`)
/** Maximum number of candidates checked in a text. */
const FOUND_MAX = 100

export function createOwnAddresses(sealer: Sealer, domain: string): OwnAddresses {
  const purposeOf = (kind: AddressKind) => `mail address: ${kind}`
  const macOf = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
  const escaped = domain.replaceAll('.', '\\.')
  const anywhere = new RegExp(`(?<![0-9a-z])[${ALPHABET}]{${LOCAL_PART_CHARACTERS}}@${escaped}(?![0-9a-z-])`, 'gi')

  /** The HMAC determines the kind: each kind has its own key. */
  function read(address: string): OwnAddress | null {
    const at = address.lastIndexOf('@')
    const local = address.slice(0, Math.max(at, 0)).toLowerCase()
    if (address.slice(at + 1).toLowerCase() !== domain || !LOCAL_PART.test(local)) return null
    const bytes = fromBase32(local)
    const body = bytes.subarray(0, BODY_BYTES)
    const mac = bytes.subarray(BODY_BYTES)
    for (const kind of addressKinds) {
      if (sealer.keysFor(purposeOf(kind)).some((key) => timingSafeEqual(mac, macOf(key, body))))
        return { kind, organizationId: uuidAt(body, 0), id: uuidAt(body, UUID_BYTES) }
    }
    return null
  }

  return {
    make({ kind, organizationId, id }) {
      const body = Buffer.concat([bytesOf(organizationId), bytesOf(id)])
      return `${toBase32(Buffer.concat([body, macOf(sealer.keyFor(purposeOf(kind)), body)]))}@${domain}`
    },
    read,
    readAll(text) {
      const found = new Set<string>()
      for (const [one] of text.matchAll(anywhere)) {
        found.add(one.toLowerCase())
        if (found.size === FOUND_MAX) break
      }
      return [...found].flatMap((one) => read(one) ?? [])
    },
  }
}

/** Five bits per letter, with none left over. */
function toBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let count = 0
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff
    count += 8
    for (; count >= 5; count -= 5) text += ALPHABET[(bits >>> (count - 5)) & 31]
  }
  return text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let count = 0
  for (const letter of text) {
    bits = ((bits << 5) | ALPHABET.indexOf(letter)) & 0xffff
    count += 5
    if (count < 8) continue
    count -= 8
    bytes.push((bits >>> count) & 255)
  }
  return Buffer.from(bytes)
}

// A UUID as its bytes, for tokens and addresses that must be short.

import type { Uuid } from '#kit/ids.ts'

export const UUID_BYTES = 16

export function bytesOf(uuid: Uuid): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

export function uuidAt(bytes: Buffer, start: number): Uuid {
  const hex = bytes.toString('hex', start, start + UUID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

// Random bytes from a pool, because a system call for a few bytes is expensive.

import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 4096
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** Each byte is returned once. At most `POOL_BYTES`. */
export function fewRandomBytes(length: number): Buffer {
  if (used + length > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += length
  return Buffer.from(pool.subarray(used - length, used))
}

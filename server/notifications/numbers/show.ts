// Converts a user's phone number for notices to its API representation.

import { seconds } from '#kit/wire.ts'
import type { NumberRow } from './queries.ts'
import { WRONG_CODES_MAX } from './rules.ts'
import type { NotificationNumber } from './schema.ts'

export function showNumber(row: NumberRow | undefined): NotificationNumber {
  if (!row) return { phone_number: null, verified_at: null, code: null, updated_at: null }
  const { phone_number, verified_at, code_status: status, code_expires_at, wrong_codes, updated_at } = row
  const triesLeft = Math.max(0, WRONG_CODES_MAX - wrong_codes)
  return {
    phone_number,
    verified_at: seconds(verified_at),
    code: verified_at === null ? { status, expires_at: seconds(code_expires_at), tries_left: triesLeft } : null,
    updated_at: seconds(updated_at),
  }
}

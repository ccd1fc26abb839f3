// Passwords that the command line makes up.

import { randomBytes } from 'node:crypto'

const PASSWORD_BYTES = 12

export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url')
}

// The error for a secret.key that exists but cannot be read.

import { CannotStart } from './cannot-start.ts'

export const unreadableKey = (file: string, why: string): CannotStart =>
  new CannotStart(
    `${file} cannot be read: ${why}. The user that runs Samvad must own it (chown, chmod 600). Otherwise, put the right file back.`,
  )

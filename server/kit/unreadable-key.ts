// What is said of a secret.key that is there and cannot be read.

import { CannotStart } from './cannot-start.ts'

export const unreadableKey = (file: string, why: string): CannotStart =>
  new CannotStart(
    `${file} cannot be read: ${why}. It belongs to the user that Samvad runs as: make it so (chown, chmod 600), or put the right file back.`,
  )

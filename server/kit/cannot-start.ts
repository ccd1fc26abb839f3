// Errors that explain why the program cannot start or a command cannot run, in one or two sentences with the remedy,
// without a stack trace or secrets. Any other error is a bug; only its message is shown.

import { saysNoRoom } from './no-room.ts'
import { Refusal } from './refusals.ts'

export class CannotStart extends Error {}

/** The message for a person. Passwords in URLs, which a library may include in its message, are removed. */
export function sentenceOf(error: unknown): string {
  // The API's "try again" does not help an operator; the cause is more specific.
  if (error instanceof Refusal && error.code === 'temporarily_unavailable' && error.cause !== undefined)
    return `The database is busy or restarting. Try again in a moment. (${sentenceOf(error.cause)})`
  const { message, code } = (error ?? {}) as { message?: string; code?: string }
  const said = withoutPasswords(message || code || String(error))
  // Errors with a message of their own name the place already.
  if (error instanceof CannotStart || error instanceof Refusal || !saysNoRoom(said, code)) return said
  return `The disk is full. Free up space, then try again. (${said})`
}

export function withoutPasswords(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1***@')
}

// Errors that explain why the program cannot start or a command cannot run, in one or two sentences with the remedy,
// without a stack trace or secrets. Any other error is a bug; only its message is shown.

import { saysNoRoom } from './no-room.ts'
import { Refusal } from './refusals.ts'

export class CannotStart extends Error {}

const FULL = 'The disk is full. Free up space, then try again.'

/**
 * The error as a sentence for a person. Passwords in addresses, which a library may put into its message, are removed.
 */
export function sentenceOf(error: unknown): string {
  // The message for API callers does not help an operator; its cause does.
  if (error instanceof Refusal && error.code === 'temporarily_unavailable' && error.cause !== undefined) {
    const cause = sentenceOf(error.cause)
    // A full disk has its own remedy and is not temporary.
    return cause.startsWith(FULL) ? cause : `The database is busy or restarting. Try again in a moment. (${cause})`
  }
  const { message, code } = (error ?? {}) as { message?: string; code?: string }
  const said = withoutPasswords(message || code || String(error))
  // Errors with a message of their own state the remedy already.
  if (error instanceof CannotStart || error instanceof Refusal || !saysNoRoom(said, code)) return said
  return `${FULL} (${said})`
}

export function withoutPasswords(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1***@')
}

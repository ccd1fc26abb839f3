// Errors that explain why the program cannot start or a command cannot run, in one or two sentences with the remedy,
// without a stack trace or secrets. Any other error is a bug; only its message is shown.

import { saysNoRoom } from './no-room.ts'
import { Refusal } from './refusals.ts'

export class CannotStart extends Error {}

const FULL = 'The disk is full. Free up space, then try again.'

/**
 * What a person reads. An address with a password, should a library have put one into its message, loses the password.
 */
export function sentenceOf(error: unknown): string {
  // What a caller of the API is told of its keys helps no operator; why it was says more.
  if (error instanceof Refusal && error.code === 'temporarily_unavailable' && error.cause !== undefined) {
    const cause = sentenceOf(error.cause)
    // What has a remedy of its own does not pass in a moment.
    return cause.startsWith(FULL) ? cause : `The database is busy or restarting. Try again in a moment. (${cause})`
  }
  const { message, code } = (error ?? {}) as { message?: string; code?: string }
  const said = withoutPasswords(message || code || String(error))
  // Errors with a message of their own name the place already.
  if (error instanceof CannotStart || error instanceof Refusal || !saysNoRoom(said, code)) return said
  return `${FULL} (${said})`
}

export function withoutPasswords(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1***@')
}

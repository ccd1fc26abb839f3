// Passwords and other secrets of the command line: generated, or read from standard input. Never an argument: the
// process list shows those to every user of the machine, and shells store them.

import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { UsageError } from './command.ts'

const PASSWORD_BYTES = 12

export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url')
}

/** For an option that once accepted a password or another secret. */
export const REFUSED = 'refused: other people on the machine could read it'

/** `instead`: the option that accepts it. */
export function refuseArgument(argument: string | undefined, name: string, instead: string): void {
  if (argument !== undefined)
    throw new UsageError(`--${name}: command-line arguments are visible to other users; pass it with ${instead}`)
}

/** A generated password is shown once; a typed one is not repeated. */
export const shownPassword = (isFromInput: boolean | undefined, password: string): string | null =>
  isFromInput ? null : password

/** The first line of standard input if requested, otherwise a generated one. */
export async function chosenPassword(
  isFromInput: boolean,
  argument: string | undefined,
  name: string,
): Promise<string> {
  refuseArgument(argument, name, `--${name}-stdin`)
  if (!isFromInput) return newPassword()
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
  if (line === '') throw new UsageError(`--${name}-stdin: standard input is empty`)
  return line
}

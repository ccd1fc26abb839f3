// Errors of a bind or submission that was not answered with success.

import { Explained } from '#kit/explained.ts'

/** Certainly not sent. */
export class NotSubmitted extends Explained {}
/** Written to the connection, with an unknown outcome. */
export class AnswerLost extends Explained {}
/** The bind was refused. */
export class BindRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the bind was refused with command_status 0x${status.toString(16)}`)
    this.status = status
  }
}

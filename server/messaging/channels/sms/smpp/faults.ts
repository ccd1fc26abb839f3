// What can become of a bind or a submission that was not answered with success.

/** It surely has not left. */
export class NotSubmitted extends Error {}
/** It was written, and what became of it nobody knows. */
export class AnswerLost extends Error {}
/** The bind was refused. */
export class BindRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the bind was refused with command_status 0x${status.toString(16)}`)
    this.status = status
  }
}

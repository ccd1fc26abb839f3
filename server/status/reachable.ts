// Why the status cannot read the database, where the status itself finds out.

import { DatabaseAway } from '#kit/database/look.ts'

/** The embedded PostgreSQL is not running. */
export class NotRunning extends DatabaseAway {
  constructor() {
    super('PostgreSQL is not running')
  }
}

/** It did not answer within the time that the status gives it. */
export class NoAnswer extends DatabaseAway {
  readonly seconds: number

  constructor(seconds: number) {
    super(`it did not answer within ${seconds} s`)
    this.seconds = seconds
  }
}

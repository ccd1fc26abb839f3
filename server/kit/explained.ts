// An error whose explanation is stored with a delivery, by codes.

import { type Detail, detailsOf, englishOf, technicalError } from '#kit/messages/details.ts'
import { NoConnectionInTime, UnreachableByRule } from '#kit/networks.ts'

export class Explained extends Error {
  readonly details: readonly Detail[]

  /** A string is the message of a program or a library. */
  constructor(details: string | readonly Detail[], options?: ErrorOptions) {
    const sentences = typeof details === 'string' ? technicalError({ message: technicalLine(details) }) : details
    super(englishOf(sentences), options)
    this.details = sentences
  }
}

export function detailsOfError(error: unknown): readonly Detail[] {
  if (error instanceof Explained) return error.details
  if (error instanceof UnreachableByRule) return detailsOf('host_not_allowed', { host: error.host })
  if (error instanceof NoConnectionInTime) return detailsOf('no_connection_in_time', { host: error.host })
  return technicalError({ message: technicalLine((error as Error).message) })
}

/** Leaves room for sentences around it within 500 characters. */
const ERROR_MAX = 400

export const technicalLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, ERROR_MAX)
    .toWellFormed()

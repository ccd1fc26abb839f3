// An error whose explanation is stored with a delivery, by codes.

import { type Detail, detailsOf, englishOf, technicalError } from '#kit/messages/details.ts'
import { UnreachableByRule } from '#kit/networks.ts'

export class Explained extends Error {
  readonly details: readonly Detail[]

  /** A string is the message of a program or a library. */
  constructor(details: string | readonly Detail[], options?: ErrorOptions) {
    const sentences = typeof details === 'string' ? technicalError({ message: lineOf(details) }) : details
    super(englishOf(sentences), options)
    this.details = sentences
  }
}

export function detailsOfError(error: unknown): readonly Detail[] {
  if (error instanceof Explained) return error.details
  if (error instanceof UnreachableByRule) return detailsOf('host_not_allowed', { host: error.host })
  return technicalError({ message: lineOf((error as Error).message) })
}

/** Sentences around it fit into 500 characters with it. */
const ERROR_MAX = 400

const lineOf = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, ERROR_MAX)
    .toWellFormed()

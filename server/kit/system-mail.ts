// Mail that the program itself sends to people who use it, such as an invitation: through the installation's own mail
// server, never through one that an organization chose. Who sends it is given whatever carries it: see
// server/program/jobs.ts.

import type { Uuid } from './ids.ts'

/**
 * `sandbox`: nothing real is set up, so the mail lies in the organization's sandbox and has proven nobody's address.
 */
export type SystemCarrier = 'installation' | 'sandbox' | 'none'

/** Of a letter in the sandbox: who alone may look at it. */
export const SANDBOX_USER_HEADER = 'X-Samvad-Sandbox-User'

export interface SystemLetter {
  /** The left half of the Message-ID: the same however often the letter is tried. */
  messageName: string
  /** Whose sandbox it lies in, where that carries it. */
  organizationId: Uuid
  /** Who alone may look at it there; unsaid, whoever may look at invitations. */
  onlyFor?: Uuid
  to: string
  subject: string
  text: string
  html: string
  at: Date
}

export interface SystemMail {
  /** What would carry a letter now. */
  carrier(): Promise<SystemCarrier>
  /**
   * Never throws. `deferred`: it may not have left, and is to be tried again; with `mayHaveLeft` only by whom a letter
   * that comes twice harms less than one that never comes. `refused`: it never will.
   */
  send(
    letter: SystemLetter,
    carrier: SystemCarrier,
  ): Promise<{ became: 'sent' | 'deferred' | 'refused'; detail: string; mayHaveLeft?: boolean }>
  close(): void
}

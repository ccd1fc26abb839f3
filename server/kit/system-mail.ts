// Mail that the program sends to its own users, such as invitations: through the installation's mail server, never
// through one that an organization configured. The transport is injected: see server/program/jobs.ts.

import type { Uuid } from './ids.ts'

/** `sandbox`: no mail server is configured; the mail appears in the organization's sandbox and verifies no address. */
export type SystemCarrier = 'installation' | 'sandbox' | 'none'

/** The header of a sandbox mail that only one user may see. */
export const SANDBOX_USER_HEADER = 'X-Samvad-Sandbox-User'

export interface SystemLetter {
  /** The left half of the Message-ID: the same for every attempt. */
  messageName: string
  /** The organization whose sandbox receives it, when the sandbox is the transport. */
  organizationId: Uuid
  /** The only user who may see it there; unset, everybody who may see invitations. */
  onlyFor?: Uuid
  to: string
  subject: string
  text: string
  html: string
  at: Date
}

export interface SystemMail {
  /** The transport that would be used now. */
  carrier(): Promise<SystemCarrier>
  /**
   * Never throws. `deferred`: it may not have been sent and should be retried; with `mayHaveLeft`, only if a duplicate
   * does less harm than a missing mail. `refused`: it will never be sent.
   */
  send(
    letter: SystemLetter,
    carrier: SystemCarrier,
  ): Promise<{ became: 'sent' | 'deferred' | 'refused'; detail: string; mayHaveLeft?: boolean }>
  close(): void
}

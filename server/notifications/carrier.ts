// Interface for delivering notices outside the program: mail, SMS, push. Code that writes notices is independent of
// protocols, and carriers are independent of preferences.

import type { Uuid } from '#kit/ids.ts'
import type { Section } from './facts.ts'

export const noticeChannels = ['email', 'sms', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

export interface Notice {
  /** The same for every attempt: carriers derive message ids from it. */
  id: Uuid
  organizationId: Uuid
  userId: Uuid
  /** The event's type. */
  type: string
  language: 'en' | 'hi'
  title: string
  text: string
  /** Additional sections of a mail. */
  details?: readonly Section[]
  /** A page of this installation with more; null when there is none. */
  url: string | null
  at: Date
}

/**
 * `deferred`: certainly not sent; retried. `unknown`: may have been sent; never retried. `refused`: permanently
 * rejected. `unreachable`: the member has no address, number or browser.
 */
export type NoticeBecame = 'sent' | 'deferred' | 'unknown' | 'refused' | 'unreachable'

export interface NoticeCarrier {
  /** Throws only because of the fence. `detail` contains no address. */
  send(notice: Notice): Promise<{ became: NoticeBecame; detail: string; retryAt?: Date }>
  close(): void
}

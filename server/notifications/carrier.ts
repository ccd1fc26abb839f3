// How a notice reaches somebody outside the program: by mail, by SMS, by push. Who writes notices knows no protocol,
// and who speaks one knows nothing of preferences.

import type { Uuid } from '#kit/ids.ts'
import type { Section } from './facts.ts'

export const noticeChannels = ['email', 'sms', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

export interface Notice {
  /** The same however often it is tried: carriers name what they hand over after it. */
  id: Uuid
  organizationId: Uuid
  userId: Uuid
  /** What happened, as its event's type. */
  type: string
  language: 'en' | 'hi'
  title: string
  text: string
  /** What a mail says besides. */
  details?: readonly Section[]
  /** Where one reads more, of this installation; null where there is nothing more. */
  url: string | null
  at: Date
}

/**
 * `deferred`: it surely did not leave, and is to be tried again. `unknown`: it may have left, and is never tried
 * again. `refused`: it never will. `unreachable`: they have given no address, number or browser.
 */
export type NoticeBecame = 'sent' | 'deferred' | 'unknown' | 'refused' | 'unreachable'

export interface NoticeCarrier {
  /** Never throws, but for the fence. `detail` holds no address. */
  send(notice: Notice): Promise<{ became: NoticeBecame; detail: string; retryAt?: Date }>
  close(): void
}

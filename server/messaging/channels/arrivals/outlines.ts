// Maps each source to the file that summarizes its events and removes one person's data from them.

import type { Tx } from '#kit/database/database.ts'
import { isTemporary } from '#kit/database/errors.ts'
import { type Outline, type StoredBody, unreadable } from './outline.ts'

type IsMeant = (address: string) => boolean

interface Source {
  /** Rejects for content that its source does not produce. */
  outline(stored: StoredBody, reads: Tx): Promise<Outline>
  /** The body without these people; null when nothing of others is in it. Unset where an event has one author. */
  without?(stored: StoredBody, reads: Tx, isMeant: IsMeant): Promise<Buffer | null>
}

const cloudApi: Source = {
  outline: async (stored) => (await import('../app/outline.ts')).outlineOfWebhook(stored),
  without: async (stored, _, isMeant) => (await import('../app/outline.ts')).webhookWithout(stored, isMeant),
}
const smpp: Source = { outline: async (stored) => (await import('../sms/smpp/outline.ts')).outlineOfSmpp(stored) }

const sources: Readonly<Record<string, Source>> = {
  mail: { outline: async (stored) => (await import('../email/reading/outline.ts')).outlineOfMail(stored) },
  mail_webhook: { outline: async (stored) => (await import('../email/webhooks/outline.ts')).outlineOfCall(stored) },
  cloud_api: cloudApi,
  cloud_api_part: cloudApi,
  cloud_api_shared: cloudApi,
  sms_http: {
    outline: async (stored, reads) => (await import('../sms/http/outline.ts')).outlineOfBrought(stored, reads),
    without: async (stored, reads, isMeant) =>
      (await import('../sms/http/outline.ts')).broughtWithout(stored, reads, isMeant),
  },
  smpp,
  smpp_shared: smpp,
}

const sourceNamed = (name: string): Source | undefined => (Object.hasOwn(sources, name) ? sources[name] : undefined)

/** Content that cannot be parsed is shown as it was received. */
export async function readOutline(reads: Tx, stored: StoredBody): Promise<Outline> {
  try {
    return (await sourceNamed(stored.source)?.outline(stored, reads)) ?? unreadable(stored.body)
  } catch (error) {
    if (isTemporary(error)) throw error
    return unreadable(stored.body)
  }
}

/** The body without these people's data; null when nothing remains. */
export async function bodyWithout(reads: Tx, stored: StoredBody, isMeant: IsMeant): Promise<Buffer | null> {
  return (await sourceNamed(stored.source)?.without?.(stored, reads, isMeant)) ?? null
}

// What a person is shown of an inbound event that waits: sender, recipient, subject and text, read from its body as it
// was stored. Each source has its own file beside its reader.

import type { Uuid } from '#kit/ids.ts'

/** What one person wrote, or what is reported about them. */
export interface Said {
  /** Addresses of the person, as contacts have them; the first is shown. */
  people: readonly string[]
  text: string | null
}

export interface Outline {
  /** False where the content could not be read: then `content` is all that there is to show. */
  isReadable: boolean
  to: string | null
  subject: string | null
  said: readonly Said[]
  /** Who handed it in, where the source alone does not say it: an SMTP client, the provider of a webhook. */
  handedInBy: string | null
  /** What was handed in, without the lines that were stored with it. */
  content: Buffer
}

export interface StoredBody {
  organizationId: Uuid
  source: string
  body: Buffer
}

export const unreadable = (content: Buffer): Outline => ({
  isReadable: false,
  to: null,
  subject: null,
  said: [],
  handedInBy: null,
  content,
})

export const senderOf = ({ said }: Outline): string | null =>
  said.map(({ people: [first] }) => first).find((address) => address !== undefined) ?? null

export function textOf(said: readonly Said[]): string | null {
  const texts = said.map(({ text }) => text).filter((text) => text !== null)
  return texts.length === 0 ? null : texts.join('\n')
}

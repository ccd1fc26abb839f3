// Summary of a waiting inbound event for operators: sender, recipient, subject and text, parsed from its stored body.
// Each source has its own file next to its reader.

import type { Uuid } from '#kit/ids.ts'

/** One person's message, or a report about one person. */
export interface Said {
  /** Addresses of the person, as contacts have them; the first is shown. */
  people: readonly string[]
  text: string | null
}

export interface Outline {
  /** False when the content could not be parsed: then only `content` can be shown. */
  isReadable: boolean
  to: string | null
  subject: string | null
  said: readonly Said[]
  /** The submitter, if the source does not determine it: an SMTP client, or the provider of a webhook. */
  handedInBy: string | null
  /** The received content, without our own metadata lines. */
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

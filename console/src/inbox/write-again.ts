// Returns an undone message to its conversation's composer.

import type { Draft, KeptFile } from '../app/draft-fields.ts'
import { draftOfInteractive } from './interactive.ts'

export interface Again {
  channel?: string | undefined
  subject?: string | null | undefined
  text?: string | null | undefined
  template_id?: string | null | undefined
  variables?: Record<string, string> | null | undefined
  interactive?: Parameters<typeof draftOfInteractive>[0] | null | undefined
  reply_to_message_id?: string | null | undefined
  /** Set for a stored message: the message that it quotes. */
  in_reply_to?: { message_id: string | null } | null
  /** Files that were not sent with a message. */
  files?: KeptFile[]
}

/** As a draft. */
export const draftOfAgain = (again: Again): Partial<Draft> => ({
  ...(again.channel !== undefined && { channel: again.channel }),
  subject: again.subject ?? null,
  text: again.text ?? '',
  templateId: again.template_id ?? null,
  variables: again.variables ?? {},
  files: again.files ?? [],
  interactive: again.interactive ? draftOfInteractive(again.interactive) : null,
  replyTo: again.reply_to_message_id ?? again.in_reply_to?.message_id ?? null,
})

type Taker = (again: Again) => void
const takers = new Map<string, Taker>()

/** Called by the composer; returns the function that unsubscribes it. */
export function takeAgain(conversationId: string, taker: Taker): () => void {
  takers.set(conversationId, taker)
  return () => {
    if (takers.get(conversationId) === taker) takers.delete(conversationId)
  }
}

export const writeAgain = (conversationId: string, again: Again): void => takers.get(conversationId)?.(again)

// What was taken back goes to the composer of its conversation, to be changed and sent once more.

import type { KeptFile } from '../app/kept.ts'

export interface Again {
  channel?: string | undefined
  subject?: string | null | undefined
  text?: string | null | undefined
  template_id?: string | null | undefined
  variables?: Record<string, string> | null | undefined
  /** Those that went with no message. */
  files?: KeptFile[]
}

type Taker = (again: Again) => void
const takers = new Map<string, Taker>()

/** By the composer, while it is there. */
export function takeAgain(conversationId: string, taker: Taker): () => void {
  takers.set(conversationId, taker)
  return () => {
    if (takers.get(conversationId) === taker) takers.delete(conversationId)
  }
}

export const writeAgain = (conversationId: string, again: Again): void => takers.get(conversationId)?.(again)

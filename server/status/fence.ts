// Reports a fenced installation, or one that was moved to another database.

import { find } from '#installation/actions.ts'
import type { FenceFacts } from './facts.ts'
import { line, problem } from './messages.ts'
import type { Part } from './part.ts'
import { secondsSince } from './units.ts'

export const fencePart: Part<FenceFacts> = {
  name: 'fence',
  async read({ reads, now }) {
    const { place, fenced_since: since, fenced_reason: reason } = await find(reads)
    const to = place?.moved?.to ?? null
    const facts = {
      fenced: since !== null,
      since: since && Math.floor(since.getTime() / 1000),
      reason,
      moved_to: to,
    }
    if (to !== null)
      return { problems: [problem('installation_moved', { to })], lines: [line('installation_moved', { to })], facts }
    if (place?.arriving) return { problems: [problem('move_unfinished')], lines: [line('move_unfinished')], facts }
    if (since === null) return { lines: [line('fence_lowered')], facts }
    const why = reason ?? ''
    return {
      problems: [problem('fence_raised', { reason: why })],
      lines: [line('fence_raised', { seconds: secondsSince(since, now) }), line('fence_reason', { reason: why })],
      facts,
    }
  },
}

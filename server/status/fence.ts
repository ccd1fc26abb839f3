// Whether anything leaves the installation at all.

import { find } from '#installation/actions.ts'
import { whyNotHere } from '#installation/moving.ts'
import type { Part } from './part.ts'

export const fencePart: Part = {
  name: 'fence',
  async read({ reads }) {
    const { fenced_since: since, fenced_reason: reason } = await find(reads)
    const elsewhere = await whyNotHere(reads)
    const facts = { fenced: since !== null, since: since && Math.floor(since.getTime() / 1000), reason }
    if (elsewhere !== null)
      return { problems: [elsewhere], lines: ['what was moved away, or is just being moved, acts no more'], facts }
    if (since === null) return { lines: ['down: what is due leaves'], facts }
    return {
      problems: [`It is fenced, and nothing leaves: ${reason}. samvad fence status shows what waits.`],
      lines: [`up since ${since.toISOString()}: ${reason}`],
      facts,
    }
  },
}

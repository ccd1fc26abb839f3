// The path through a form's pages. A page break ends one page and starts the next: its jumps are evaluated when the
// page before it is left, and its `show_if` applies to the whole page that it starts. Pure.

import type { Field } from './definition.ts'
import { type Answers, holds } from './holds.ts'

/** As returned by `pagesOf`. */
export type FormPage = Readonly<{ fields: readonly Field[]; end: Field | null }>

/** The page that follows `index` with these answers; null at the end of the form. */
export function pageAfter(pages: readonly FormPage[], index: number, answers: Answers, today: string): number | null {
  const jump = pages[index]?.end?.jumps?.find((one) => holds(one.if, answers, today))
  if (jump?.to === 'end') return null
  const target = jump === undefined ? -1 : pages.findIndex(({ end }) => end?.key === jump.to) + 1
  for (let next = Math.max(target, index + 1); next < pages.length; next++) {
    const begin = pages[next - 1]?.end
    if (!begin?.show_if || holds(begin.show_if, answers, today)) return next
  }
  return null
}

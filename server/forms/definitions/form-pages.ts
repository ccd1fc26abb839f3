// The way through the pages of a form. A page break ends the page before it and begins the page after it: its jumps are
// decided when the page before it is left, its `show_if` decides about the whole page that it begins. Pure.

import type { Field } from './definition.ts'
import { type Answers, holds } from './holds.ts'

/** As `pagesOf` makes them. */
export type FormPage = Readonly<{ fields: readonly Field[]; end: Field | null }>

/** The page after `index` for these answers; null where the form ends. */
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

// Selects the contacts of a sample that a preview shows. Pure.

import type { TemplateContent } from '#messaging/templates/rules.ts'

/** `missing`: a contact for whom a fallback is used. `chosen`: the one the caller selected. */
export const previewKinds = ['first', 'longest', 'missing', 'chosen'] as const
export type PreviewKind = (typeof previewKinds)[number]

export interface Sampled {
  content: TemplateContent
  /** Variables that the contact has no value for. */
  fallbacks: readonly string[]
}

/** The first contact, the one with the longest content, and the one that lacks the most values, if any lacks some. */
export function shownOf<One extends Sampled>(sample: readonly One[]): { kind: PreviewKind; one: One }[] {
  const [first] = sample
  if (first === undefined) return []
  const longest = greatest(sample, first, ({ content }) => lengthOf(content))
  const missing = greatest(sample, first, ({ fallbacks }) => fallbacks.length)
  return [
    { kind: 'first', one: first },
    { kind: 'longest', one: longest },
    ...(missing.fallbacks.length > 0 ? [{ kind: 'missing' as const, one: missing }] : []),
  ]
}

function greatest<One>(all: readonly One[], first: One, of: (one: One) => number): One {
  return all.reduce((found, one) => (of(one) > of(found) ? one : found), first)
}

const lengthOf = ({ subject, text, html }: TemplateContent): number =>
  [subject, text, html].reduce((sum, part) => sum + (part?.length ?? 0), 0)

// Evaluates a condition on the answers so far. Pure. The page's script does the same (pages/script.ts); a property test
// compares both.

import type { Condition } from './definition.ts'

export interface FileAnswer {
  id: string
  filename: string
  content_type: string
  size: number
}

export type Answer = string | number | boolean | string[] | FileAnswer[]
/** Field key → answer. A field without an answer has no key. */
export type Answers = Readonly<Record<string, Answer>>

/** `today`: the date in India, for conditions with `today`. */
export function holds(condition: Condition, answers: Answers, today: string): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, answers, today))
  if ('any' in condition) return condition.any.some((one) => holds(one, answers, today))
  if ('not' in condition) return !holds(condition.not, answers, today)
  const answer = Object.hasOwn(answers, condition.field) ? answers[condition.field] : undefined
  const texts = textsOf(answer)
  if ('answered' in condition) return texts.length > 0 === condition.answered
  if ('is' in condition) return texts.includes(folded(condition.is))
  // An unanswered field is not anything.
  if ('is_not' in condition) return !texts.includes(folded(condition.is_not))
  if ('contains' in condition) return contains(answer, texts, folded(condition.contains))
  const isBefore = 'before' in condition
  const bound = String(isBefore ? condition.before : condition.after)
  const order = texts.length === 1 ? compared(texts[0] as string, bound === 'today' ? today : bound) : null
  return order !== null && (isBefore ? order < 0 : order > 0)
}

/** An option is contained as a whole, a text by a part of it. */
const contains = (answer: Answer | undefined, texts: readonly string[], part: string): boolean =>
  Array.isArray(answer) ? texts.includes(part) : texts.some((text) => text.includes(part))

const folded = (value: string | number | boolean): string => String(value).toLowerCase()

const textsOf = (answer: Answer | undefined): string[] => {
  if (answer === undefined) return []
  if (Array.isArray(answer)) return answer.map((one) => folded(typeof one === 'string' ? one : one.filename))
  return [folded(answer)]
}

const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/

/** Compares numbers as numbers, dates and times as texts; null when only one is a number. */
function compared(left: string, right: string): number | null {
  const [isLeft, isRight] = [NUMBER.test(left), NUMBER.test(right)]
  if (isLeft !== isRight) return null
  if (isLeft) return Number(left) - Number(right)
  return left < right ? -1 : left > right ? 1 : 0
}

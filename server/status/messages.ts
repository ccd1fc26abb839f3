// The texts of the status by code, in English and Hindi: problems, each a sentence with what to do, and lines, each a
// label and a value. Pure: the console imports it too.

import { plain } from '#kit/messages/code.ts'
import { type Language, type Params, type ParamsOf, render } from '#kit/messages/texts.ts'
import { machineLines } from './messages/machine-lines.ts'
import { machineProblems } from './messages/machine-problems.ts'
import { workLines } from './messages/work-lines.ts'
import { workProblems } from './messages/work-problems.ts'

export const problemTexts = {
  en: { ...machineProblems.en, ...workProblems.en },
  hi: { ...machineProblems.hi, ...workProblems.hi },
}
export const lineTexts = {
  en: { ...machineLines.en, ...workLines.en },
  hi: { ...machineLines.hi, ...workLines.hi },
}

type ProblemCode = keyof typeof problemTexts.en
export type LineCode = keyof typeof lineTexts.en

/** A text for programs and for people. */
export interface Message {
  code: string
  params: Params
  /** In English. */
  message: string
}

export function problem<Code extends ProblemCode>(
  code: Code,
  ...[params]: ParamsOf<(typeof problemTexts.en)[Code]>
): Message {
  const filled = (params ?? {}) as Params
  return { code, params: filled, message: plain(render(problemTexts.en[code], filled)) }
}

export function line<Code extends LineCode>(
  code: Code,
  ...[params]: ParamsOf<(typeof lineTexts.en)[Code][1]>
): Message {
  const filled = (params ?? {}) as Params
  const [label, value] = lineTexts.en[code]
  return { code, params: filled, message: `${label}: ${plain(render(value, filled))}` }
}

/** With code between backticks; null for a problem of a newer version. */
export function problemText(language: Language, { code, params }: Message): string | null {
  if (!Object.hasOwn(problemTexts.en, code)) return null
  return render(problemTexts[language][code as ProblemCode], params)
}

/** With code between backticks; null for a line of a newer version. */
export function lineText(language: Language, { code, params }: Message): { label: string; value: string } | null {
  if (!Object.hasOwn(lineTexts.en, code)) return null
  const [label, value] = lineTexts[language][code as LineCode]
  return { label, value: render(value, params) }
}

// A line of the status: its label, and its value as a text of the catalogue.

import type { Text } from '#kit/messages/texts.ts'

export type Line = readonly [label: string, value: Text]

/** For the English catalogue: the Hindi one has the same type. */
export const line = <Value extends Text>(
  label: string,
  value: Value,
): readonly [label: string, value: Value extends string ? string : Value] => [
  label,
  value as Value extends string ? string : Value,
]

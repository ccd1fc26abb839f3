// The result of a connection test as the API returns it.

import { type Details, englishOf, sentencesOf } from '#kit/messages/details.ts'
import { ShownDetails, showSentences } from '#kit/stored-details.ts'
import { Out, type Static, Type } from '#kit/wire.ts'
import type { ConnectionTestResult } from './kind.ts'

export const ConnectionTest = Type.Object({
  succeeded: Type.Boolean(),
  detail: Type.String({
    description: "The provider's response, or why it could not be reached. If a step failed, the detail of that step.",
  }),
  details: ShownDetails,
  steps: Type.Optional(
    Type.Array(
      Type.Object({
        step: Type.String(),
        succeeded: Out.nullable(Type.Boolean()),
        detail: Type.String(),
        details: ShownDetails,
      }),
      {
        description:
          'The checks, in order. `succeeded` is null for a check that was skipped because an earlier one failed.',
      },
    ),
  ),
})

export function showTest({ succeeded, details, steps }: ConnectionTestResult): Static<typeof ConnectionTest> {
  const failed = steps?.find((step) => step.succeeded === false)
  const shown = show(details)
  return {
    succeeded,
    detail: failed ? `${failed.step}: ${shown.detail}` : shown.detail,
    details: shown.details,
    ...(steps && { steps: steps.map(({ details: found, ...step }) => ({ ...step, ...show(found) })) }),
  }
}

function show(given: Details) {
  const { text, details } = showSentences(englishOf(given), sentencesOf(given))
  return { detail: text ?? '', details }
}

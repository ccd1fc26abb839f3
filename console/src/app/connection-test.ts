// The results of an account's test, in the user's language.

import { connectionTestWords } from './connection-test-words.ts'
import { type Explanation, useExplanation } from './errors.tsx'
import { useWords } from './language.tsx'

interface Found {
  detail: string
  details?: Explanation | undefined
}

export interface TestResult extends Found {
  succeeded: boolean
  steps?: (Found & { step: string; succeeded: boolean | null })[] | undefined
}

export function useTestText() {
  const w = useWords(connectionTestWords)
  const explained = useExplanation()
  const stepOf = (step: string): string => w.steps[step] ?? step
  const textOf = ({ detail, details }: Found): string => explained(detail, details) ?? ''
  return {
    stepOf,
    textOf,
    /** The result in one line: of several checks, the first that failed. */
    summaryOf(result: TestResult): string {
      const failed = result.steps?.find(({ succeeded }) => succeeded === false)
      return failed ? `${stepOf(failed.step)}: ${textOf(failed)}` : textOf(result)
    },
  }
}

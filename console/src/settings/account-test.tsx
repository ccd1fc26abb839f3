import { Check, Minus, X } from 'lucide-react'
import { useState } from 'react'
import { type TestResult, useTestText } from '../app/connection-test.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Wrong } from '../design/form.tsx'
import { words } from './channels-words.ts'

/** Tests whether the account works, and shows the result step by step where there are several. */
export function AccountTest({ test }: { test: () => PromiseLike<TestResult> }) {
  const w = useWords(words)
  const { stepOf, textOf } = useTestText()
  const [result, setResult] = useState<TestResult | null>(null)
  const [error, setError] = useState<unknown>(null)
  const run = async () => {
    setResult(null)
    setError(null)
    try {
      setResult(await test())
    } catch (thrown) {
      setError(thrown)
    }
  }
  const steps = result && (result.steps ?? [{ step: '', ...result }])
  return (
    <div className="flex max-w-xl flex-col items-start gap-3">
      <Button onPress={run}>{w.test}</Button>
      <Wrong error={error} />
      <div role="status" className="w-full">
        {steps && (
          <ul className="divide-y divide-line rounded-box border border-line bg-surface">
            {steps.map(({ step, succeeded, detail, details }) => (
              <li key={step} className="flex items-start gap-2 px-3 py-2">
                <Verdict succeeded={succeeded} />
                <span className="min-w-0 wrap-anywhere">
                  {step && <span className="font-medium">{stepOf(step)}: </span>}
                  <span className={succeeded === false ? 'text-bad' : 'text-soft'}>{textOf({ detail, details })}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Verdict({ succeeded }: { succeeded: boolean | null }) {
  const w = useWords(words)
  const shape = 'mt-0.5 size-4 shrink-0'
  if (succeeded === null) return <Minus aria-label={w.skipped} className={`${shape} text-soft`} />
  return succeeded ? (
    <Check aria-label={w.passed} className={`${shape} text-good`} />
  ) : (
    <X aria-label={w.failed} className={`${shape} text-bad`} />
  )
}

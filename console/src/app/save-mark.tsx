import { Check, CloudOff, TriangleAlert } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { Spinner } from '../design/spinner.tsx'
import type { Autosave } from './autosave.ts'
import { useWords } from './language.tsx'
import { saveWords } from './save-words.ts'

const SIGNS = {
  saved: <Check aria-hidden className="size-4 text-good" />,
  saving: <Spinner />,
  waiting: <CloudOff aria-hidden className="size-4 text-warn" />,
  refused: <TriangleAlert aria-hidden className="size-4 text-bad" />,
}

/** Shows whether the changes are saved. */
export function SaveMark({ draft: { state, flush } }: { draft: Pick<Autosave<unknown>, 'state' | 'flush'> }) {
  const w = useWords(saveWords)
  return (
    <span className="flex items-center gap-2">
      <span role="status" className="flex min-h-8 items-center gap-1.5 text-small text-soft">
        {SIGNS[state]}
        {w.states[state]}
      </span>
      {state === 'waiting' && <Button onPress={flush}>{w.saveNow}</Button>}
    </span>
  )
}

import { useWords } from '../app/language.tsx'
import { Quoted } from '../design/quoted.tsx'
import { words } from './waiting-words.ts'

/** Why an item is pending: an error while it was processed, or no organization that it belongs to. */
export function Why({ error }: { error: string | null }) {
  const w = useWords(words)
  if (error === null) return w.nobodys
  return (
    <>
      {w.notProcessed} <Quoted text={error} />
    </>
  )
}

import { useWords } from '../app/language.tsx'
import { Quoted } from '../design/quoted.tsx'
import { words } from './waiting-words.ts'

/** Why an item waits: the error of the program that processed it, or that it belongs to no organization. */
export function Why({ error }: { error: string | null }) {
  const w = useWords(words)
  if (error === null) return w.nobodys
  return (
    <>
      {w.notProcessed} <Quoted text={error} />
    </>
  )
}

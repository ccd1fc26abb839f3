import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { PasskeyCancelled } from '../app/passkeys.ts'
import { words } from './words.ts'

/** The error, above the button that retries. */
export function Fault({ error }: { error: unknown }) {
  const w = useWords(words)
  const said = useErrorWords()(error)
  if (error === null) return null
  if (error instanceof PasskeyCancelled) return <p role="alert">{w.cancelled}</p>
  return (
    <p role="alert" className="text-bad">
      {said.title}
      {said.detail && <span className="block text-small">{said.detail}</span>}
    </p>
  )
}

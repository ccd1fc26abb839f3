import { useWords } from '../app/language.tsx'
import { Status } from '../design/status.tsx'
import { words } from './words.ts'

/** Marks an organization with priority support, a part of premium. */
export function PriorityMark({ of: { is_priority } }: { of: { is_priority: boolean } }) {
  const w = useWords(words)
  return is_priority && <Status tone="accent">{w.priority}</Status>
}

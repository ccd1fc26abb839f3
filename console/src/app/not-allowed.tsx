import { Lock } from 'lucide-react'
import { Empty } from '../design/states.tsx'
import { useWords } from './language.tsx'
import { words as permissionWords } from './permission-words.ts'
import { words } from './words.ts'

/** Which permission the page requires. Loaded on demand: few people see it, and the names are long. */
export function NotAllowed({ lacking }: { lacking: string }) {
  const w = useWords(words)
  const names = useWords(permissionWords).names
  return (
    <Empty icon={<Lock />} title={w.notAllowed}>
      {w.notAllowedDetail(lacking, names[lacking]?.[0] ?? lacking)}
    </Empty>
  )
}

import type { Import } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { Status } from '../design/status.tsx'
import { words } from './words.ts'

const TONES = { queued: 'neutral', running: 'accent', completed: 'good', failed: 'bad', cancelled: 'neutral' } as const

/** Of an import or an export: how it stands, and how far it is. */
export function ImportStatus({ one: { status, progress } }: { one: Pick<Import, 'status' | 'progress'> }) {
  const w = useWords(words)
  return (
    <Status tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>
      {w.statuses[status as keyof typeof w.statuses] ?? status}
      {status === 'running' && ` ${progress} %`}
    </Status>
  )
}

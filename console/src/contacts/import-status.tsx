import type { Export, Import } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { isUnderWay } from '../app/under-way.ts'
import { Progress } from '../design/progress.tsx'
import { Status } from '../design/status.tsx'
import { words } from './words.ts'

type Shown = Pick<Import, 'progress' | 'filename'> & { status: Import['status'] | Export['status'] }

const TONES = {
  queued: 'neutral',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  withdrawn: 'neutral',
} as const

/** The status and progress of an import or export. */
export function ImportStatus({ one, hasBar = true }: { one: Shown; hasBar?: boolean }) {
  const { status } = one
  const w = useWords(words)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Status tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>
        {w.statuses[status as keyof typeof w.statuses] ?? status}
      </Status>
      {hasBar && isUnderWay(one) && <Progress label={w.progressOf(one.filename)} percent={one.progress} />}
    </span>
  )
}

import { useWords } from '../app/language.tsx'
import { Status } from '../design/status.tsx'
import { words } from './words.ts'

const TONES = { draft: 'neutral', submitted: 'accent', approved: 'good', rejected: 'bad', paused: 'warn' } as const

export function TemplateStatus({ status }: { status: string }) {
  const w = useWords(words)
  return (
    <Status tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>
      {w.statuses[status as keyof typeof w.statuses] ?? status}
    </Status>
  )
}

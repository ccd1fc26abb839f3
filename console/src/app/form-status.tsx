import type { ListedForm } from '@samvad/sdk'
import { Status } from '../design/status.tsx'
import { formStatusWords } from './form-status-words.ts'
import { useWords } from './language.tsx'

const TONES = { draft: 'neutral', published: 'good', unpublished: 'warn' } as const

type Shown = Pick<ListedForm, 'status' | 'suspended_at' | 'has_unpublished_changes'>

/** The form's state as a word. For a suspended form only that, because its page is closed. */
export function FormStatus({ form }: { form: Shown }) {
  const w = useWords(formStatusWords)
  const { status, suspended_at, has_unpublished_changes: isChanged } = form
  if (suspended_at !== null) return <Status tone="bad">{w.suspended}</Status>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Status tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>
        {w.statuses[status as keyof typeof w.statuses] ?? status}
      </Status>
      {status === 'published' && isChanged && (
        <span className="text-small font-normal text-soft">{w.unpublishedChanges}</span>
      )}
    </span>
  )
}

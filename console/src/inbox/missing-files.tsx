// A contact's files that are not available: still being fetched, or lost.

import type { MissingAttachment } from '@samvad/sdk'
import { FileClock, FileX2 } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { changedWords } from './changed-words.ts'

export function MissingFiles({ files }: { files: readonly MissingAttachment[] }) {
  const w = useWords(changedWords)
  const unavailable = (count: number, why: string) =>
    count > 1 ? w.filesUnavailable(count, why) : w.fileUnavailable(why)
  return (
    <ul className="mt-1.5 flex flex-col gap-1.5">
      {files.map(({ filename, state, reason, count }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- they have no id, and keep their order
        <li key={place} className="flex min-w-0 items-center gap-2 text-soft">
          {state === 'pending' ? (
            <FileClock aria-hidden className="size-4 shrink-0" />
          ) : (
            <FileX2 aria-hidden className="size-4 shrink-0" />
          )}
          {filename !== null && <bdi className="min-w-0 truncate">{filename}</bdi>}
          <span className="text-small">
            {state === 'pending' ? w.filePending : unavailable(count, w.why[reason ?? 'not_fetched'] ?? '')}
          </span>
        </li>
      ))}
    </ul>
  )
}

// Marks an edited message, and shows its earlier texts on a click.

import type { Message } from '@samvad/sdk'
import { useLanguage, useWords } from '../app/language.tsx'
import { useTimeZone } from '../app/time-zone.tsx'
import { exactTime } from '../design/times.ts'
import { changedWords } from './changed-words.ts'

export function EarlierTexts({ message }: { message: Message }) {
  const w = useWords(changedWords)
  const { language } = useLanguage()
  const zone = useTimeZone()
  if (message.edited_at === null) return null
  const edited = <span title={exactTime(message.edited_at, language, zone)}>{w.edited}</span>
  if (message.earlier_texts.length === 0) return <p className="text-small text-soft">{edited}</p>
  return (
    <details className="text-small text-soft">
      <summary className="touch cursor-pointer">{edited}</summary>
      <ol aria-label={w.earlier} className="mt-1 flex flex-col gap-1 border-s-2 border-line ps-2">
        {message.earlier_texts.map(({ text, written_at }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- they keep their order
          <li key={place}>
            <time dateTime={new Date((written_at ?? message.created_at) * 1000).toISOString()}>
              {exactTime(written_at ?? message.created_at, language, zone)}
            </time>
            <p dir="auto" className="break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text ?? w.noText}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}

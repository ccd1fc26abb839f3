import type { AppCall } from '@samvad/sdk'
import { Phone, PhoneMissed } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { changedWords } from './changed-words.ts'

/** The result of a call in one line. */
export function useCallText(): (call: AppCall) => string {
  const w = useWords(changedWords)
  return ({ direction, status, duration_seconds: seconds }) => {
    const what = w.calls[direction]?.[status] ?? status
    return seconds === null ? what : `${what} · ${w.duration(Math.floor(seconds / 60), seconds % 60)}`
  }
}

export function CallLine({ call }: { call: AppCall }) {
  const textOf = useCallText()
  const Icon = call.status === 'missed' ? PhoneMissed : Phone
  return (
    <p className="flex items-center gap-2">
      <Icon aria-hidden className="size-4 shrink-0 text-soft" />
      {textOf(call)}
    </p>
  )
}

// The remaining time of the app's session, counted down so that it ends while the page is open.

import { Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../app/language.tsx'
import type { Row } from './cache.ts'
import { composerWords } from './composer-words.ts'

const HOUR = 3600
const MINUTE = 60

/** Seconds; 0 when the session is closed. */
export function useWindowLeft(row: Row): number {
  const ends = row.inbox?.app_window_ends_at ?? null
  const [now, setNow] = useState(() => Date.now() / 1000)
  const left = ends === null ? 0 : Math.max(0, Math.ceil(ends - now))
  useEffect(() => {
    if (ends === null) return
    const tick = () => setNow(Date.now() / 1000)
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [ends])
  return left
}

export function WindowLeft({ seconds }: { seconds: number }) {
  const w = useWords(composerWords)
  const isClosed = seconds === 0
  const isShort = seconds < HOUR
  const said = isClosed
    ? w.windowClosed
    : w.windowLeft(Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE), seconds % MINUTE)
  return (
    <span
      className={`figures inline-flex items-center gap-1 text-small ${isShort ? 'text-warn' : 'text-soft'}`}
      {...(isClosed && { role: 'status' })}
    >
      <Hourglass aria-hidden className="size-3.5" />
      {said}
    </span>
  )
}

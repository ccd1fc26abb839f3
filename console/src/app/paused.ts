import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** What was typed, once one pauses: not every key is asked about. */
export function usePaused(value: string, pauseMs = PAUSE_MS): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return paused
}

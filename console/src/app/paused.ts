import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** The typed text after a pause: not every keystroke causes a request. */
export function usePaused(value: string, pauseMs = PAUSE_MS): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return paused
}

// What is looked for, as it is typed.

import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** What was typed, once one pauses. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** Whether a search can say anything to it: a letter, a digit or an emoji. */
export const isSought = (text: string | undefined): text is string =>
  text !== undefined && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)

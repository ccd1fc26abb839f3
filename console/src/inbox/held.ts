// A list that others change stays as it is while somebody aims at a row or presses it: one that moves away from under
// the pointer would open another, or none at all.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Behind the last move of the mouse. */
const AIMING_MS = 500

interface Held<T> {
  key: string
  value: T
}

/** What is shown, and what the box of the list listens to. Of another key nothing is held. */
export function useHeld<T>(key: string, value: T) {
  const [held, setHeld] = useState<Held<T> | null>(null)
  const latest = useRef({ key, value })
  useEffect(() => {
    latest.current = { key, value }
  })
  const isPressed = useRef(false)
  const timer = useRef<number>(undefined)

  const release = useCallback((afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => isPressed.current || setHeld(null), afterMs)
  }, [])
  const handlers = useMemo(() => {
    const hold = () => setHeld((before) => before ?? latest.current)
    return {
      onPointerMove({ pointerType }: { pointerType: string }) {
        if (pointerType !== 'mouse') return
        hold()
        release(AIMING_MS)
      },
      onPointerDown({ target, currentTarget }: { target: unknown; currentTarget: unknown }) {
        // On the bar that scrolls, whose release no browser tells of.
        if (target === currentTarget) return
        isPressed.current = true
        hold()
      },
      onPointerLeave: () => release(0),
      // Who scrolls looks for a row, and wants those that come.
      onScroll: () => release(0),
    }
  }, [release])
  useEffect(() => {
    // Wherever it ends; the click that it makes comes first.
    const end = () => {
      if (!isPressed.current) return
      isPressed.current = false
      release(0)
    }
    const names = ['pointerup', 'pointercancel'] as const
    for (const name of names) window.addEventListener(name, end)
    return () => {
      clearTimeout(timer.current)
      for (const name of names) window.removeEventListener(name, end)
    }
  }, [release])

  return [held?.key === key ? held.value : value, handlers] as const
}

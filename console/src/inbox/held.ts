// Freezes a list that others change while the user points at a row or presses it: a moving row would cause a click on
// another one.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** After the last movement of the mouse. */
const AIMING_MS = 500

interface Held<T> {
  key: string
  value: T
}

/** The displayed value, and the listeners for the list's element. A changed key releases it. */
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
        // On the scroll bar, whose release no browser reports.
        if (target === currentTarget) return
        isPressed.current = true
        hold()
      },
      onPointerLeave: () => release(0),
      // A scrolling user wants new rows.
      onScroll: () => release(0),
    }
  }, [release])
  useEffect(() => {
    // Released wherever the press ends, after its click.
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

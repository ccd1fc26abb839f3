// Selected rows of a table, by id; with shift a range from the last selected one.

import { useCallback, useMemo, useRef, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  toggle(id: string, withShift: boolean): void
  toggleAll(): void
  clear(): void
}

/** `shown`: the same array while the rows do not change; then `toggle` does not change either. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  // Objects deleted in the meantime are deselected.
  const ids = useMemo(
    () => (chosen.size === 0 ? chosen : new Set(shown.filter((id) => chosen.has(id)))),
    [shown, chosen],
  )
  const toggle = useCallback(
    (id: string, withShift: boolean) => {
      const from = withShift && last.current !== null ? shown.indexOf(last.current) : -1
      const here = shown.indexOf(id)
      const meant = from < 0 ? [id] : shown.slice(Math.min(from, here), Math.max(from, here) + 1)
      last.current = id
      setChosen((before) => {
        const isOn = !before.has(id)
        const next = new Set(before)
        for (const one of meant) {
          if (isOn) next.add(one)
          else next.delete(one)
        }
        return next
      })
    },
    [shown],
  )
  return {
    ids,
    toggle,
    toggleAll: () => setChosen(ids.size === shown.length ? new Set() : new Set(shown)),
    clear: () => setChosen(new Set()),
  }
}

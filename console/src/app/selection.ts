// Which rows of a table are chosen: by their ids, with shift from the last one on.

import { useRef, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  toggle(id: string, withShift: boolean): void
  toggleAll(): void
  clear(): void
}

export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  // What went meanwhile is chosen no more.
  const ids = new Set(shown.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle(id, withShift) {
      const isOn = !ids.has(id)
      const from = withShift && last.current !== null ? shown.indexOf(last.current) : -1
      const here = shown.indexOf(id)
      const meant = from < 0 ? [id] : shown.slice(Math.min(from, here), Math.max(from, here) + 1)
      last.current = id
      const next = new Set(ids)
      for (const one of meant) {
        if (isOn) next.add(one)
        else next.delete(one)
      }
      setChosen(next)
    },
    toggleAll: () => setChosen(ids.size === shown.length ? new Set() : new Set(shown)),
    clear: () => setChosen(new Set()),
  }
}

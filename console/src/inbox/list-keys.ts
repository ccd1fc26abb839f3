// Keyboard shortcuts of the list: moving, opening, and quick actions.

import { useWords } from '../app/language.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { useConversationActions } from './actions.ts'
import type { Row } from './cache.ts'
import { words } from './words.ts'

interface ListKeys {
  rows: readonly Row[]
  /** The row that shortcuts apply to: the focused one, otherwise the open one. */
  cursor: string | null
  openId: string | undefined
  moveTo(row: Row, place: number): void
  open(row: Row | null): void
  /** Null without permission for bulk actions. */
  choose: ((row: Row, withShift: boolean) => void) | null
  /** Actions then apply to the selected ones, by the bar's shortcuts. */
  isAnyChosen: boolean
}

export function useListKeys({ rows, cursor, openId, moveTo, open, choose, isAnyChosen }: ListKeys): void {
  const w = useWords(words)
  const actions = useConversationActions()
  // Computed when a key is pressed: there may be a hundred thousand rows.
  const placeNow = () => rows.findIndex(({ id }) => id === cursor)

  const move = (by: number) => {
    const place = placeNow()
    const next = place < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, place + by))
    const row = rows[next]
    if (row) moveTo(row, next)
  }
  const change = (act: (row: Row) => void) => () => {
    const row = rows[placeNow()]
    if (row && actions.may(row)) act(row)
  }
  const archive = (row: Row) => {
    const place = placeNow()
    // The next row, otherwise the previous one, so that the user continues in the same place.
    const next = rows[place + 1] ?? rows[place - 1] ?? null
    actions.archive(row)
    if (row.id === openId) open(next)
    else if (next) moveTo(next, Math.min(place, rows.length - 2))
  }
  const openThat = () => {
    const row = rows[placeNow()]
    if (row) open(row)
  }
  const chooseThat = (withShift: boolean) => () => {
    const row = rows[placeNow()]
    if (row) choose?.(row, withShift)
  }
  useShortcuts([
    { keys: 'j', label: w.keys.next, run: () => move(1) },
    { keys: 'k', label: w.keys.previous, run: () => move(-1) },
    { keys: 'o', label: w.keys.open, run: openThat },
    ...(choose
      ? [
          { keys: 'x', label: w.keys.choose, run: chooseThat(false) },
          { keys: 'shift+x', label: w.keys.chooseTo, run: chooseThat(true) },
        ]
      : []),
    ...(isAnyChosen
      ? []
      : [
          { keys: 'e', label: w.keys.archive, run: change(archive) },
          { keys: 'p', label: w.keys.pin, run: change(actions.pin) },
          { keys: 'm', label: w.keys.mute, run: change(actions.mute) },
        ]),
  ])
}

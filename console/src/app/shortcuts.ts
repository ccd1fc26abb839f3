// Keyboard shortcuts: by key position, as a sequence ("g i") or with the command key ("mod+k"). Ignored while the user
// types or an input method composes.

import { useEffectEvent, useLayoutEffect } from 'react'
import { createStore, useStore } from './store.ts'

export interface Shortcut {
  /** `j`, `shift+x`, `g i`, `mod+k`, `mod+Enter`, `?`. */
  keys: string
  label: string
  run: () => void
  /** Also active while the user types; for shortcuts with `mod`. */
  isGlobal?: boolean
}

const KEPT = 'samvad.shortcuts'
const SEQUENCE_MS = 1200
const SIGNS: Record<string, string> = { Slash: '/', Comma: ',', Period: '.', BracketLeft: '[', BracketRight: ']' }

const active = new Set<readonly Shortcut[]>()
const all = createStore<readonly Shortcut[]>([])
let before: { key: string; at: number } | null = null

export const areShortcutsOn = (): boolean => localStorage.getItem(KEPT) !== 'off'
export const switchShortcuts = (isOn: boolean): void => localStorage.setItem(KEPT, isOn ? 'on' : 'off')

const changed = (): void => all.set([...active].flat())

/** Active while the component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((place: number) => shortcuts[place]?.run())
  // Bound again only when the set of shortcuts changes; they always run the current actions.
  const said = JSON.stringify(shortcuts.map(({ keys, label, isGlobal }) => ({ keys, label, isGlobal })))
  // Before painting: a user may press a key as soon as it is shown.
  useLayoutEffect(() => {
    const bound = (JSON.parse(said) as Omit<Shortcut, 'run'>[]).map((one, place) => ({ ...one, run: () => run(place) }))
    active.add(bound)
    changed()
    return () => {
      active.delete(bound)
      changed()
    }
  }, [said])
}

/** All active shortcuts: for the list of shortcuts and the command menu. */
export const useAllShortcuts = (): readonly Shortcut[] => useStore(all)

function keyOf(event: KeyboardEvent): string {
  const { code } = event
  if (code === 'Slash' && event.shiftKey) return '?'
  const key = code.startsWith('Key') ? code.slice(3).toLowerCase() : (SIGNS[code] ?? event.key)
  return event.metaKey || event.ctrlKey ? `mod+${key}` : key
}

/** A checkbox accepts no letters. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox')

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return
  const key = keyOf(event)
  const isCommand = key.startsWith('mod+')
  // A single letter may be switched off (WCAG 2.1.4).
  if (!isCommand && (isWriting(event.target) || !areShortcutsOn() || isInDialog())) return
  const sequence = before && event.timeStamp - before.at < SEQUENCE_MS ? `${before.key} ${key}` : null
  const known = all.get()
  // With shift a letter may have its own shortcut, otherwise that of the plain letter.
  const sought = [sequence, ...(event.shiftKey ? [`shift+${key}`] : []), key]
  const found = sought.map((one) => known.findLast(({ keys }) => keys === one)).find((one) => one !== undefined)
  const mayRun = found && (!isWriting(event.target) || found.isGlobal)
  before = mayRun || isCommand ? null : { key, at: event.timeStamp }
  if (!mayRun) return
  event.preventDefault()
  found.run()
}

/** Toasts have the role of a dialog, but do not block the page. */
export const isInDialog = (): boolean =>
  document.querySelector('[role$="dialog"]:not([data-toast]), [role="menu"]') !== null

/** Called once when the page starts. */
export const listenForShortcuts = (): void => document.addEventListener('keydown', onKey)

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** A shortcut as displayed: `⌘K`, `Ctrl K`, `G then I`. */
export function shownKeys(keys: string): string {
  return keys
    .split(' ')
    .map((key) =>
      key
        .replace('mod+', isMac ? '⌘' : 'Ctrl ')
        .replace('shift+', isMac ? '⇧' : 'Shift ')
        .replace(/[a-z]$/, (letter) => letter.toUpperCase()),
    )
    .join(' ')
}

import { useState } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { Checkbox } from '../design/field.tsx'
import { useWords } from './language.tsx'
import { areShortcutsOn, shownKeys, switchShortcuts, useAllShortcuts } from './shortcuts.ts'
import { createStore, useStore } from './store.ts'
import { words } from './words.ts'

const isOpen = createStore(false)

export const showShortcuts = (): void => isOpen.set(true)

/** The keyboard shortcuts. */
export function ShortcutsPage() {
  const w = useWords(words)
  const isShown = useStore(isOpen)
  const [isOn, setOn] = useState(areShortcutsOn)
  const shortcuts = useAllShortcuts()
  return (
    <Dialog isOpen={isShown} onClose={() => isOpen.set(false)} title={w.shortcuts}>
      <dl className="mb-5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
        {shortcuts.map(({ keys, label }) => (
          <div key={`${keys} ${label}`} className="contents">
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key} className="ms-1 rounded-box border border-line px-1.5 py-0.5 font-sans text-small">
                  {shownKeys(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={w.singleKeys}
        hint={w.singleKeysHint}
        checked={isOn}
        onChange={({ target }) => {
          switchShortcuts(target.checked)
          setOn(target.checked)
        }}
      />
    </Dialog>
  )
}

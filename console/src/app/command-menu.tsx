// ⌘K: everything that can be done and everywhere one can go, by typing.

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useMemo } from 'react'
import { useWords } from './language.tsx'
import { shownKeys, useAllShortcuts } from './shortcuts.ts'
import { words } from './words.ts'

interface Command {
  value: string
  label: string
  keys: string
  run: () => void
}

export function CommandMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(words)
  const shortcuts = useAllShortcuts()
  const items = useMemo(
    (): Command[] => shortcuts.map(({ keys, label, run }) => ({ value: `${label} ${keys}`, label, keys, run })),
    [shortcuts],
  )
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]" />
        <Dialog.Popup
          aria-label={w.command}
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto flex max-h-[60vh] max-w-lg animate-appear flex-col overflow-hidden rounded-box bg-raised shadow-float"
        >
          <Autocomplete.Root
            open
            inline
            items={items}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(item) => (item as Command).label}
          >
            <Autocomplete.Input
              aria-label={w.command}
              placeholder={w.commandPlaceholder}
              className="h-12 border-b border-line bg-transparent px-4 text-lead outline-none"
            />
            <Autocomplete.Empty className="px-4 text-soft not-empty:py-4">{w.nothingFound}</Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto py-1">
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.value}
                  value={command}
                  className="touch flex min-h-9 items-center gap-2 px-4 outline-none data-highlighted:bg-hover"
                  onClick={() => {
                    onClose()
                    command.run()
                  }}
                >
                  <span className="min-w-0 grow truncate">{command.label}</span>
                  <kbd className="font-sans text-small text-soft">{shownKeys(command.keys)}</kbd>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

// The ⌘K menu: searches people, conversations and all other objects of the organization, pages and commands.

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { useFinalFocus } from '../design/focus.ts'
import { allPages, isNamed } from './all-pages.ts'
import { useTargets } from './command-search.ts'
import { useLanguage, useWords } from './language.tsx'
import { useGo } from './page-link.tsx'
import { railPages } from './pages.ts'
import { useMay } from './session.ts'
import { shownKeys, useAllShortcuts } from './shortcuts.ts'
import { words } from './words.ts'

interface Command {
  value: string
  label: string
  /** At the end of the line: its shortcut, or its kind. */
  keys?: string
  kind?: string
  run: () => void
}

function useCommands(typed: string, isOpen: boolean) {
  const w = useWords(words)
  const { language } = useLanguage()
  const may = useMay()
  const go = useGo()
  const shortcuts = useAllShortcuts()
  const { targets, error, isSearching } = useTargets(typed, isOpen)
  const pages = allPages
    .filter(({ anyOf, en, hi }) => (anyOf.length === 0 || anyOf.some(may)) && isNamed([en, hi], typed))
    .map((one): Command => {
      const keys = railPages.find(({ page }) => page === one.page)?.keys
      return {
        value: one.page,
        label: one[language],
        ...(keys ? { keys } : { kind: w.kinds.page }),
        run: () => go(one.page),
      }
    })
  // Going to a page of the rail is among the pages.
  const commands = shortcuts
    .filter(({ keys, label }) => !keys.startsWith('g ') && isNamed([label], typed))
    .map(({ keys, label, run }): Command => ({ value: `${label} ${keys}`, label, keys, run }))
  const found = targets.map(
    ({ id, label, kind, page, search }): Command => ({
      value: id,
      label,
      kind: w.kinds[kind],
      run: () => go(page, { ...(search && { search }) }),
    }),
  )
  const items = typed === '' ? [...commands, ...pages] : [...pages, ...commands, ...found]
  return { items, error, isSearching }
}

export function CommandMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(words)
  const [text, setText] = useState('')
  const { items, error, isSearching } = useCommands(text.trim(), isOpen)
  const finalFocus = useFinalFocus(isOpen)
  const close = () => {
    setText('')
    onClose()
  }
  const state = error ? w.searchFailed : isSearching ? w.searching : items.length === 0 ? w.nothingFound : null
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]" />
        <Dialog.Popup
          aria-label={w.command}
          finalFocus={finalFocus}
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto flex max-h-[60vh] max-w-lg animate-appear flex-col overflow-hidden rounded-box bg-raised shadow-float"
        >
          <Autocomplete.Root
            open
            inline
            items={items}
            filter={null}
            value={text}
            onValueChange={setText}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(item) => (item as Command).label}
          >
            <Autocomplete.Input
              aria-label={w.command}
              placeholder={w.commandPlaceholder}
              className="h-12 border-b border-line bg-transparent px-4 text-lead outline-none"
            />
            <Autocomplete.List className="min-h-0 overflow-y-auto py-1">
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.value}
                  value={command}
                  className="touch flex min-h-9 items-center gap-2 px-4 outline-none data-highlighted:bg-hover"
                  onClick={() => {
                    close()
                    command.run()
                  }}
                >
                  <bdi className="min-w-0 grow truncate">{command.label}</bdi>
                  {command.kind && <span className="shrink-0 text-small text-soft">{command.kind}</span>}
                  {command.keys && (
                    <kbd className="shrink-0 font-sans text-small text-soft">{shownKeys(command.keys)}</kbd>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <div role="status" className="px-4 text-soft not-empty:py-3">
              {state}
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

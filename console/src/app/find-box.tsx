import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, useState } from 'react'
import { classes } from '../design/classes.ts'
import { Input } from '../design/field.tsx'
import { useErrorWords } from './errors.tsx'
import { findWords } from './find-words.ts'
import { useWords } from './language.tsx'
import { usePaused } from './paused.ts'
import { type Findable, type Named, useOffered } from './segments.ts'

interface FindBoxProps {
  type: Findable
  label: string
  /** The displayed value while the user is not typing. */
  shown?: string | undefined
  placeholder: string
  /** Not offered. */
  without?: readonly string[]
  onChoose: (one: Named) => void
  /** A second line below an offered name. */
  detailOf?: (one: Named) => ReactNode
  isWrong?: boolean
  className?: string
}

/** A box that finds lists or segments by name; while empty it offers the newest. */
export function FindBox(props: FindBoxProps) {
  const { type, label, shown = '', placeholder, without = [], onChoose, detailOf, isWrong, className } = props
  const w = useWords(findWords)
  const say = useErrorWords()
  const [typed, setTyped] = useState<string | null>(null)
  const words = usePaused((typed ?? '').trim())
  const { data, error } = useOffered(type, words)
  const items = (data ?? []).filter(({ id }) => !without.includes(id))
  const state = error ? say(error).title : !data ? w.searching : items.length > 0 ? null : w.nothing[type]
  return (
    <Combobox.Root
      items={items}
      filter={null}
      value={null}
      inputValue={typed ?? shown}
      autoHighlight
      itemToStringLabel={({ name }: Named) => name}
      isItemEqualToValue={(one: Named, other: Named) => one.id === other.id}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') setTyped(text)
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen) setTyped(null)
      }}
      onValueChange={(one: Named | null) => {
        if (one) onChoose(one)
        setTyped(null)
      }}
    >
      <Combobox.Input
        render={<Input />}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        placeholder={placeholder}
        maxLength={200}
        className={classes('arrowed pe-7 text-ellipsis', className)}
        // Typing replaces the chosen value.
        onFocus={({ target }) => (target as HTMLInputElement).select()}
      />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-70">
          <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-56 overflow-y-auto rounded-box border border-line bg-raised py-1 shadow-float outline-none animate-appear">
            <Combobox.List aria-label={label}>
              {(one: Named) => (
                <Combobox.Item
                  key={one.id}
                  value={one}
                  className="touch flex min-h-9 flex-col justify-center px-3 py-1 outline-none data-highlighted:bg-hover"
                >
                  <bdi className="max-w-full truncate">{one.name}</bdi>
                  {detailOf?.(one)}
                </Combobox.Item>
              )}
            </Combobox.List>
            <Combobox.Status className="px-3 text-soft not-empty:py-2">{state}</Combobox.Status>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

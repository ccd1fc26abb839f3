// The editor of buttons or a list below the text; input is kept when switching.

import { List, SquareMousePointer, X } from 'lucide-react'
import { LIMITS } from '../app/chat-parts.ts'
import { useWords } from '../app/language.tsx'
import { IconButton } from '../design/button.tsx'
import { Choices } from '../design/choices.tsx'
import { Field, Input } from '../design/field.tsx'
import { type DraftInteractive, type Fault, faultsIn } from './interactive.ts'
import { interactiveWords } from './interactive-words.ts'
import { ListPart } from './list-part.tsx'
import { RepliesPart } from './replies-part.tsx'

interface InteractivePartProps {
  interactive: DraftInteractive
  /** A file takes the place of the header. */
  hasFile: boolean
  /** True after an attempt to send: missing values are shown at their fields. */
  isChecked: boolean
  onChange: (interactive: DraftInteractive) => void
  onRemove: () => void
}

export interface PartProps {
  interactive: DraftInteractive
  wrong: (field: string) => string | null
  set: (fields: Partial<DraftInteractive>) => void
}

export function InteractivePart({ interactive, hasFile, isChecked, onChange, onRemove }: InteractivePartProps) {
  const w = useWords(interactiveWords)
  const faults: ReadonlyMap<string, Fault> = isChecked ? faultsIn(interactive, hasFile) : new Map()
  const set = (fields: Partial<DraftInteractive>) => onChange({ ...interactive, ...fields })
  const wrong = (field: string) => {
    const fault = faults.get(field)
    return fault === undefined ? null : w[fault]
  }
  const { type, header, footer } = interactive
  const Part = type === 'buttons' ? RepliesPart : ListPart
  return (
    <section aria-label={w.add} className="relative mb-1.5 rounded-box border border-line bg-canvas">
      <div className="flex items-start gap-2 p-2 pb-0">
        <div className="grow">
          <Choices
            label={w.type}
            isLabelHidden
            value={type}
            options={[
              {
                value: 'buttons',
                label: w.buttons,
                icon: <SquareMousePointer aria-hidden className="size-4" />,
              },
              { value: 'list', label: w.list, icon: <List aria-hidden className="size-4" /> },
            ]}
            onChange={(chosen) => set({ type: chosen })}
          />
        </div>
        <IconButton label={w.remove} onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="relative flex max-h-[32vh] flex-col gap-3 overflow-y-auto p-2">
        <Part interactive={interactive} wrong={wrong} set={set} />
        <div className="grid gap-2 sm:grid-cols-2">
          {hasFile ? (
            <p className={type === 'list' ? 'text-small text-bad' : 'text-small text-soft'} role="status">
              {type === 'list' ? w.noFileWithList : w.fileIsHeader}
            </p>
          ) : (
            <Field label={w.header} isLabelHidden>
              <Input
                name="header"
                dir="auto"
                maxLength={LIMITS.headerText}
                placeholder={w.header}
                value={header}
                onChange={({ target }) => set({ header: target.value })}
              />
            </Field>
          )}
          <Field label={w.footer} isLabelHidden>
            <Input
              name="footer"
              dir="auto"
              maxLength={LIMITS.footer}
              placeholder={w.footer}
              value={footer}
              onChange={({ target }) => set({ footer: target.value })}
            />
          </Field>
        </div>
      </div>
    </section>
  )
}

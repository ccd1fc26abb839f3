import { Plus, X } from 'lucide-react'
import { LIMITS, ROWS_MAX } from '../app/chat-parts.ts'
import { useWords } from '../app/language.tsx'
import { Button, IconButton } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import {
  addRow,
  addSection,
  changeRow,
  changeSection,
  type DraftSection,
  mayAddRow,
  removeRow,
  rowCount,
} from './interactive.ts'
import type { PartProps } from './interactive-part.tsx'
import { interactiveWords } from './interactive-words.ts'

/** The label of the list's button, and the sections with their rows: ten rows in total. */
export function ListPart({ interactive, wrong, set }: PartProps) {
  const w = useWords(interactiveWords)
  const { button, sections } = interactive
  const isFull = !mayAddRow(interactive)
  const setSections = (next: DraftSection[]) => set({ sections: next })
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={<span className="text-small font-normal text-soft">{w.listButton}</span>}
        count={{ used: button.length, max: LIMITS.listButton }}
        error={wrong('list-button')}
        className="sm:max-w-xs"
      >
        <Input
          name="list-button"
          dir="auto"
          autoComplete="off"
          maxLength={LIMITS.listButton}
          placeholder={w.listButtonExample}
          value={button}
          onChange={({ target }) => set({ button: target.value })}
        />
      </Field>
      {sections.map((section, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- its place is what it is called by
        <fieldset key={at} className="flex min-w-0 flex-col gap-2">
          <legend className="sr-only">{w.section(at + 1)}</legend>
          {sections.length > 1 && (
            <Field label={w.sectionTitle} isLabelHidden error={wrong(`section-${at}`)} className="pe-9">
              <Input
                name={`section-${at}`}
                dir="auto"
                autoComplete="off"
                maxLength={LIMITS.listTitle}
                placeholder={w.sectionTitle}
                className="font-medium"
                value={section.title}
                onChange={({ target }) => setSections(changeSection(sections, at, { title: target.value }))}
              />
            </Field>
          )}
          <Rows at={at} section={section} wrong={wrong} sections={sections} onChange={setSections} />
          <Button
            look="quiet"
            className="self-start"
            disabled={isFull}
            icon={<Plus aria-hidden className="size-4" />}
            onPress={() => setSections(addRow(sections, at))}
          >
            {w.addRow} <span className="figures">{`${rowCount(interactive)}/${ROWS_MAX}`}</span>
          </Button>
        </fieldset>
      ))}
      <Button
        look="quiet"
        className="self-start"
        disabled={isFull}
        icon={<Plus aria-hidden className="size-4" />}
        onPress={() => setSections(addSection(sections))}
      >
        {w.addSection}
      </Button>
    </div>
  )
}

interface RowsProps {
  at: number
  section: DraftSection
  sections: readonly DraftSection[]
  wrong: PartProps['wrong']
  onChange: (sections: DraftSection[]) => void
}

function Rows({ at, section, sections, wrong, onChange }: RowsProps) {
  const w = useWords(interactiveWords)
  return (
    <ol className="flex flex-col gap-2">
      {section.rows.map(({ title, description }, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- its place is what it is called by
        <li key={row} className="flex items-start gap-1">
          <div className="grid min-w-0 grow gap-1 sm:grid-cols-[2fr_3fr]">
            <Field label={w.rowTitle(row + 1)} isLabelHidden error={wrong(`row-${at}-${row}`)}>
              <Input
                name={`row-${at}-${row}`}
                dir="auto"
                autoComplete="off"
                maxLength={LIMITS.listTitle}
                placeholder={w.row(row + 1)}
                value={title}
                onChange={({ target }) => onChange(changeRow(sections, at, row, { title: target.value }))}
              />
            </Field>
            <Field label={w.rowDescription(row + 1)} isLabelHidden>
              <Input
                name={`description-${at}-${row}`}
                dir="auto"
                autoComplete="off"
                maxLength={LIMITS.rowDescription}
                placeholder={w.description}
                value={description}
                onChange={({ target }) => onChange(changeRow(sections, at, row, { description: target.value }))}
              />
            </Field>
          </div>
          <IconButton label={w.dropRow(row + 1)} onClick={() => onChange(removeRow(sections, at, row))}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ol>
  )
}

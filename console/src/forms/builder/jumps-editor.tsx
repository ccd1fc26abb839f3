import { CornerDownRight, Plus, X } from 'lucide-react'
import { useLanguage, useWords } from '../../app/language.tsx'
import { Button, IconButton } from '../../design/button.tsx'
import { Field as Labelled, Select } from '../../design/field.tsx'
import { END, type Field, type Jump } from '../shape.ts'
import { withField } from '../written.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { nameOf } from './condition-sentence.ts'
import { conditionWords } from './condition-words.ts'
import { useBuilder } from './context.ts'
import { pageOf } from './order.ts'

/** Where the page before a break continues: at the first jump whose condition holds, otherwise on the next page. */
export function JumpsEditor({ field, error }: { field: Field; error: string | undefined }) {
  const w = useWords(conditionWords)
  const { language } = useLanguage()
  const { fields, settings, set } = useBuilder()
  const jumps = field.jumps ?? []
  const place = fields.findIndex(({ key }) => key === field.key)
  const later = fields.flatMap((one, at) =>
    one.type === 'page_break' && at > place
      ? [{ key: one.key, name: w.pageAt(pageOf(fields, at), nameOf(one, settings, language)) }]
      : [],
  )
  const save = (next: readonly Jump[]) => set(withField(field, { jumps: next.length > 0 ? next : undefined }))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {jumps.map((jump, at) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- they keep their order
          key={at}
          className="relative flex min-w-0 flex-col gap-3 border-s-2 border-line ps-3"
        >
          <legend className="sr-only">{w.jump(at + 1)}</legend>
          <ConditionEditor
            ofKey={field.key}
            value={jump.if}
            error={undefined}
            none={w.jumpNone}
            onChange={(condition) => save(jumps.with(at, { ...jump, if: condition ?? NOTHING }))}
          />
          <div className="flex items-end gap-2">
            <Labelled label={w.goTo} className="grow">
              <Select value={jump.to} onChange={({ target }) => save(jumps.with(at, { ...jump, to: target.value }))}>
                {later.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
                <option value={END}>{w.submit}</option>
              </Select>
            </Labelled>
            <IconButton label={`${w.removeJump} ${at + 1}`} onClick={() => save(jumps.toSpliced(at, 1))}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        </fieldset>
      ))}
      <Button
        className="self-start"
        icon={<Plus aria-hidden className="size-4" />}
        onPress={() => save([...jumps, { if: NOTHING, to: later[0]?.key ?? END }])}
      >
        {w.addJump}
      </Button>
      <p className="flex items-center gap-2 text-small text-soft">
        <CornerDownRight aria-hidden className="size-4 shrink-0" />
        {w.nextPage}
      </p>
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** The condition of a new jump; a jump that still has it is not saved. */
const NOTHING = { all: [] }

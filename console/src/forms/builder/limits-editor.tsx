import { useWords } from '../../app/language.tsx'
import { Checkbox, Input, Field as Labelled, Select } from '../../design/field.tsx'
import { type Field, type FieldType, type FileKind, fileKinds, type PatternName, patternNames } from '../shape.ts'
import { withField } from '../written.ts'
import { type FieldErrors, useBuilder } from './context.ts'
import { CountrySelect } from './country-select.tsx'
import { fieldWords } from './field-words.ts'
import { NumberInput } from './number-input.tsx'

const LIMITS = {
  short_text: ['pattern', 'min_length', 'max_length'],
  long_text: ['min_length', 'max_length'],
  number: ['min', 'max', 'step'],
  phone: ['country'],
  date: ['after', 'before'],
  time: ['after', 'before'],
  multiple_choice: ['min_choices', 'max_choices'],
  rating: ['max'],
  scale: ['min', 'max'],
  file: ['accept', 'max_files', 'max_size'],
} as const satisfies Partial<Record<FieldType, readonly (keyof Field)[]>>

export type Limit = (typeof LIMITS)[keyof typeof LIMITS][number]

/** The limits that a field's type supports. */
export const limitsOf = ({ type }: Pick<Field, 'type'>): readonly Limit[] =>
  (LIMITS as Partial<Record<FieldType, readonly Limit[]>>)[type] ?? []

const MEGABYTE = 1024 * 1024
const FILE_MEGABYTES_MAX = 10

/** Limits of the answer. */
export function LimitsEditor({ field, errors }: { field: Field; errors: FieldErrors }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {limitsOf(field).map((limit) => (
        <LimitEditor key={limit} field={field} limit={limit} error={errors.get(limit)} />
      ))}
    </div>
  )
}

interface LimitEditorProps {
  field: Field
  limit: Limit
  error: string | undefined
}

function LimitEditor({ field, limit, error }: LimitEditorProps) {
  const w = useWords(fieldWords)
  const { set } = useBuilder()
  const save = (value: string | number | readonly FileKind[] | undefined) => set(withField(field, { [limit]: value }))
  switch (limit) {
    case 'pattern':
      return (
        <Labelled label={w.pattern} error={error} className="sm:col-span-2">
          <Select
            value={field.pattern ?? ''}
            onChange={({ target }) => save((target.value || undefined) as PatternName | undefined)}
          >
            <option value="">{w.anyText}</option>
            {patternNames.map((one) => (
              <option key={one} value={one}>
                {w.patterns[one]}
              </option>
            ))}
          </Select>
        </Labelled>
      )
    case 'country':
      return <CountrySelect value={field.country ?? 'IN'} error={error} onChange={save} />
    case 'after':
    case 'before':
      return <Bound field={field} end={limit} error={error} />
    case 'accept':
      return <Kinds field={field} error={error} />
    case 'max_size':
      return (
        <NumberInput
          isWhole
          label={w.maxSize}
          placeholder={String(FILE_MEGABYTES_MAX)}
          error={error}
          value={field.max_size === undefined ? undefined : Math.round(field.max_size / MEGABYTE)}
          onChange={(value) => save(value === undefined ? undefined : value * MEGABYTE)}
        />
      )
    default:
      return (
        <NumberInput
          isWhole={limit !== 'min' && limit !== 'max' && limit !== 'step'}
          label={
            field.type === 'rating'
              ? w.stars
              : field.type === 'scale'
                ? w.scaleEnds[limit === 'min' ? 'min' : 'max']
                : w.limitNames[limit]
          }
          error={error}
          value={field[limit]}
          onChange={save}
        />
      )
  }
}

function Bound({ field, end, error }: { field: Field; end: 'after' | 'before'; error: string | undefined }) {
  const w = useWords(fieldWords)
  const { set } = useBuilder()
  const value = field[end]
  const isToday = value === TODAY
  const save = (next: string | undefined) => set(withField(field, { [end]: next }))
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Labelled label={w.bounds[end]} error={error}>
        <Input
          type={field.type === 'time' ? 'time' : 'date'}
          disabled={isToday}
          value={isToday ? '' : (value ?? '')}
          onChange={({ target }) => save(target.value || undefined)}
        />
      </Labelled>
      {field.type === 'date' && (
        <Checkbox
          label={w.theDay}
          checked={isToday}
          onChange={({ target }) => save(target.checked ? TODAY : undefined)}
        />
      )}
    </div>
  )
}
const TODAY = 'today'

function Kinds({ field, error }: { field: Field; error: string | undefined }) {
  const w = useWords(fieldWords)
  const { set } = useBuilder()
  const chosen = field.accept ?? fileKinds
  const toggle = (kind: FileKind, isOn: boolean) => {
    const next = fileKinds.filter((one) => (one === kind ? isOn : chosen.includes(one)))
    // Choosing all is the same as choosing none.
    set(withField(field, { accept: next.length === 0 || next.length === fileKinds.length ? undefined : next }))
  }
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 font-medium">{w.accept}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {fileKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={w.fileKinds[kind]}
            checked={chosen.includes(kind)}
            onChange={({ target }) => toggle(kind, target.checked)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

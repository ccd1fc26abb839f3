import { useWords } from '../../app/language.tsx'
import { Input, Field as Labelled, Select } from '../../design/field.tsx'
import { type Field, hasOptions } from '../shape.ts'
import { withField } from '../written.ts'
import { useBuilder } from './context.ts'
import { fieldWords } from './field-words.ts'
import { NumberInput } from './number-input.tsx'
import { labelOf } from './options.ts'

const WITHOUT: readonly Field['type'][] = ['consent', 'file', 'heading', 'page_break', 'multiple_choice']

export const takesDefault = ({ type }: Pick<Field, 'type'>): boolean => !WITHOUT.includes(type)

/** The preset answer. */
export function DefaultEditor({ field, error }: { field: Field; error: string | undefined }) {
  const w = useWords(fieldWords)
  const { settings, set } = useBuilder()
  const { type, default: value } = field
  const save = (next: Field['default'] | undefined) => set(withField(field, { default: next }))
  const label = { label: w.default, hint: w.defaultHint, error }
  if (type === 'number' || type === 'rating' || type === 'scale')
    return <NumberInput {...label} value={typeof value === 'number' ? value : undefined} onChange={save} />
  if (type === 'yes_no' || hasOptions(field))
    return (
      <Labelled {...label}>
        <Select
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) =>
            save(target.value === '' ? undefined : type === 'yes_no' ? target.value === 'true' : target.value)
          }
        >
          <option value="">{w.noDefault}</option>
          {type === 'yes_no'
            ? (['true', 'false'] as const).map((one) => (
                <option key={one} value={one}>
                  {w.yesNo[one]}
                </option>
              ))
            : (field.options ?? []).map((option) => (
                <option key={option.value} value={option.value}>
                  {labelOf(option, settings.default_language, settings)}
                </option>
              ))}
        </Select>
      </Labelled>
    )
  return (
    <Labelled {...label}>
      <Input
        dir="auto"
        type={type === 'date' || type === 'time' ? type : 'text'}
        autoComplete="off"
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => save(target.value || undefined)}
      />
    </Labelled>
  )
}

import { readableTypes } from '../app/event-types.ts'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Field, Input, Select } from '../design/field.tsx'
import { RangeFilter } from '../design/range.tsx'
import { words } from './events-words.ts'
import type { EventFilter } from './routes.tsx'

interface EventFiltersProps {
  filter: EventFilter
  onChange: (change: EventFilter) => void
}

export function EventFilters({ filter, onChange }: EventFiltersProps) {
  const w = useWords(words)
  const nouns = readableTypes(useMay())
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <Field label={w.type} className="w-64">
        <Select value={filter.type ?? ''} onChange={({ target }) => onChange({ type: target.value })}>
          <option value="">{w.any}</option>
          {[...nouns].map(([noun, types]) => (
            <optgroup key={noun} label={noun}>
              {types.length > 1 && <option value={`${noun}.*`}>{w.allOf(noun)}</option>}
              {types.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <RangeFilter range={filter} labels={w} onChange={onChange} className="w-36" />
      <Field label={w.objectId} className="w-64">
        <Input
          key={filter.object_id ?? ''}
          defaultValue={filter.object_id ?? ''}
          placeholder="msg_…"
          spellCheck={false}
          onBlur={({ target }) =>
            target.value.trim() !== (filter.object_id ?? '') && onChange({ object_id: target.value.trim() })
          }
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange({ object_id: currentTarget.value.trim() })}
        />
      </Field>
    </div>
  )
}

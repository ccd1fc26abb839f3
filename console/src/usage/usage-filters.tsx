import { addDays, addMonths, indianDay, indianMonth, lastDayOf } from '../app/india.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Field, Select } from '../design/field.tsx'
import { RangeFilter } from '../design/range.tsx'
import { type Group, groups, type Measure, measures, type UsageSearch } from './routes.tsx'
import { words } from './words.ts'

interface Props {
  search: UsageSearch
  from: string
  to: string
  onChange: (next: Partial<UsageSearch>) => void
}

function presetsOf(): Record<keyof typeof words.en.presets, { from: string; to: string }> {
  const [today, month] = [indianDay(), indianMonth()]
  const last = addMonths(month, -1)
  return {
    week: { from: addDays(today, -6), to: today },
    month: { from: `${month}-01`, to: today },
    last: { from: `${last}-01`, to: lastDayOf(last) },
    quarter: { from: addDays(today, -89), to: today },
  }
}

export function UsageFilters({ search, from, to, onChange }: Props) {
  const w = useWords(words)
  const presets = presetsOf()
  return (
    <div className="mb-4 flex flex-wrap items-end gap-2">
      <RangeFilter
        range={{ from, to }}
        labels={w}
        // Without a day it is by those that are there without a filter.
        onChange={(range) => onChange({ from: range.from || undefined, to: range.to || undefined })}
        className="w-36"
      />
      <Field label={w.by} className="w-36">
        <Select value={search.by ?? 'channel'} onChange={({ target }) => onChange({ by: target.value as Group })}>
          {groups.map((group) => (
            <option key={group} value={group}>
              {w.groups[group]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={w.of} className="w-36">
        <Select value={search.of ?? 'amount'} onChange={({ target }) => onChange({ of: target.value as Measure })}>
          {measures.map((measure) => (
            <option key={measure} value={measure}>
              {w.measures[measure]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap gap-1">
        {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
          <Button
            key={name}
            look="quiet"
            aria-pressed={presets[name].from === from && presets[name].to === to}
            className="aria-pressed:bg-selected aria-pressed:text-accent"
            onPress={() => onChange(presets[name])}
          >
            {w.presets[name]}
          </Button>
        ))}
      </div>
    </div>
  )
}

import { X } from 'lucide-react'
import { useLanguage, useWords } from '../../app/language.tsx'
import { IconButton } from '../../design/button.tsx'
import { Input, Field as Labelled, Select } from '../../design/field.tsx'
import { type Field, hasOptions } from '../shape.ts'
import { nameOf } from './condition-sentence.ts'
import { conditionWords } from './condition-words.ts'
import {
  type Comparison,
  comparisonsOf,
  type DraftCondition,
  isFinished,
  needsValue,
  withComparison,
} from './conditions.ts'
import { useBuilder } from './context.ts'
import { labelOf } from './options.ts'

interface ConditionRowProps {
  condition: DraftCondition
  place: number
  earlier: readonly Field[]
  onChange: (condition: DraftCondition) => void
  onRemove: () => void
}

/** One comparison: field, operator and value. */
export function ConditionRow({ condition, place, earlier, onChange, onRemove }: ConditionRowProps) {
  const w = useWords(conditionWords)
  const { language } = useLanguage()
  const { fields, settings } = useBuilder()
  const field = fields.find(({ key }) => key === condition.field)
  const choose = (key: string) => {
    const next = fields.find((one) => one.key === key)
    if (next) onChange(withComparison({ ...condition, value: '' }, comparisonsOf(next)[0] as Comparison, next))
  }
  const isKnown = earlier.some(({ key }) => key === condition.field)
  const comparisons = [...new Set([...(field ? comparisonsOf(field) : []), condition.comparison])]
  const isDate = field?.type === 'date' || field?.type === 'time'
  const nameOfComparison = (one: Comparison) =>
    isDate && (one === 'before' || one === 'after') ? w.ofDates[one] : w.comparisons[one]
  return (
    <fieldset className="relative flex min-w-0 flex-wrap items-start gap-2 rounded-box bg-canvas p-2 pe-11">
      <legend className="sr-only">{w.condition(place)}</legend>
      <Labelled label={w.field} isLabelHidden className="min-w-32 grow basis-40">
        <Select value={condition.field} onChange={({ target }) => choose(target.value)}>
          {!isKnown && (
            <option value={condition.field}>{field ? nameOf(field, settings, language) : condition.field}</option>
          )}
          {earlier.map((one) => (
            <option key={one.key} value={one.key}>
              {nameOf(one, settings, language)}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled label={w.comparison} isLabelHidden className="grow basis-32">
        <Select
          value={condition.comparison}
          onChange={({ target }) => {
            if (field) onChange(withComparison(condition, target.value as Comparison, field))
          }}
        >
          {comparisons.map((one) => (
            <option key={one} value={one}>
              {nameOfComparison(one)}
            </option>
          ))}
        </Select>
      </Labelled>
      {needsValue(condition.comparison) && (
        <Labelled
          label={w.value}
          isLabelHidden
          className="grow basis-32"
          error={isFinished(condition) ? undefined : w.unfinished}
        >
          <ConditionValue
            field={field}
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value })}
          />
        </Labelled>
      )}
      <IconButton label={w.remove(place)} className="absolute end-1 top-2" onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </fieldset>
  )
}

interface ConditionValueProps {
  field: Field | undefined
  value: string
  onChange: (value: string) => void
}

function ConditionValue({ field, value, onChange }: ConditionValueProps) {
  const w = useWords(conditionWords)
  const { language } = useLanguage()
  const { settings } = useBuilder()
  const options: readonly (readonly [string, string])[] | null =
    field?.type === 'yes_no'
      ? [
          ['true', w.yes],
          ['false', w.no],
        ]
      : field && hasOptions(field)
        ? (field.options ?? []).map((one) => [one.value, labelOf(one, language, settings)] as const)
        : null
  if (options === null)
    return (
      <Input
        dir="auto"
        type={field?.type === 'date' || field?.type === 'time' ? field.type : 'text'}
        autoComplete="off"
        maxLength={200}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <Select value={value} onChange={({ target }) => onChange(target.value)}>
      {!options.some(([one]) => one === value) && <option value={value}>{value}</option>}
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </Select>
  )
}

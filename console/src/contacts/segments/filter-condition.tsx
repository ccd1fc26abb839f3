import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../../app/language.tsx'
import { type ConditionField, type Operator, operatorsOf } from '../../app/segment-clauses.ts'
import { IconButton } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { Field, Input, Select } from '../../design/field.tsx'
import { plainFields } from './add-condition.tsx'
import { focusAdd, useBuilder } from './builder.ts'
import { builderWords } from './builder-words.ts'
import { ConditionValue } from './condition-value.tsx'
import { type DraftCondition, kindOf, problemOf, withCondition, withField, withOperator, without } from './draft.ts'

const NAME_MAX = 64

interface FilterConditionProps {
  condition: DraftCondition
  /** Its number among the conditions, such as `2.1`. */
  place: string
}

/** One condition: its field, operator and value. */
export function FilterCondition({ condition, place }: FilterConditionProps) {
  const w = useWords(builderWords)
  const { root, errors, newest, change } = useBuilder()
  const row = useRef<HTMLFieldSetElement>(null)
  const { key, field, operator } = condition
  const kind = kindOf(condition)
  const isNewest = newest === key
  useEffect(() => {
    if (!isNewest) return
    const of = (selector: string) => row.current?.querySelector<HTMLElement>(selector)
    ;(of('input') ?? of('[data-operator]'))?.focus()
  }, [isNewest])
  const set = (changed: DraftCondition) => change(withCondition(root, changed))
  const error = errors.get(key)
  const isAtName = error !== undefined && problemOf(condition) === 'name'
  const operatorNames: Readonly<Record<string, string>> =
    field === 'attribute' ? w.attribute : field === 'created' ? w.last_active : w[field]
  // Operators that only the API offers are listed while one is used.
  const operators = [...new Set<Operator>([...operatorsOf[field], operator])]
  return (
    <fieldset ref={row} className="flex min-w-0 flex-wrap items-start gap-2">
      <legend className="sr-only">{w.condition(place)}</legend>
      <OnField condition={condition} error={isAtName ? error : undefined} onChange={set} />
      <Field
        label={w.operator}
        isLabelHidden
        className="order-3 grow basis-36 sm:order-none sm:w-48 sm:grow-0 sm:basis-auto"
      >
        <Select
          data-operator
          value={operator}
          onChange={({ target }) => set(withOperator(condition, target.value as Operator))}
        >
          {operators.map((one) => (
            <option key={one} value={one}>
              {operatorNames[one]}
            </option>
          ))}
        </Select>
      </Field>
      <div
        className={classes(
          'order-4 flex min-w-0 grow sm:order-none sm:basis-40',
          kind === 'days' || kind === 'number' ? 'basis-24' : 'basis-40',
        )}
      >
        <ConditionValue condition={condition} error={isAtName ? undefined : error} onChange={set} />
      </div>
      <IconButton
        label={`${w.removeCondition} ${place}`}
        className="order-2 sm:order-none"
        onClick={(event: MouseEvent<HTMLElement>) => {
          focusAdd(event.currentTarget)
          change(without(root, key))
        }}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </fieldset>
  )
}

interface OnFieldProps {
  condition: DraftCondition
  error: string | undefined
  onChange: (condition: DraftCondition) => void
}

const OTHER = 'attribute'
const named = (name: string) => `attribute:${name}`

/** The condition's field: a property of the contact, or a custom field, whose name can be typed. */
function OnField({ condition, error, onChange }: OnFieldProps) {
  const w = useWords(builderWords)
  const { known } = useBuilder()
  const { field, name } = condition
  // A known name that is a prefix of the typed one must not replace it.
  const [isTyped, setTyped] = useState(name === '')
  const isOther = field === 'attribute' && (isTyped || name === '')
  const names = [...new Set([...known.keys(), ...(field !== 'attribute' || isOther ? [] : [name])])]
  const choose = (value: string) => {
    setTyped(value === OTHER)
    if (value === OTHER) onChange(withField(condition, 'attribute', ''))
    else if (value.startsWith(named(''))) onChange(withField(condition, 'attribute', value.slice(named('').length)))
    else onChange(withField(condition, value as ConditionField, ''))
  }
  return (
    <div className="order-1 flex min-w-0 grow basis-40 flex-col gap-2 sm:order-none sm:w-48 sm:grow-0 sm:basis-auto">
      <Field label={w.field} isLabelHidden>
        <Select
          value={field !== 'attribute' ? field : isOther ? OTHER : named(name)}
          onChange={({ target }) => choose(target.value)}
        >
          <optgroup label={w.aboutContact}>
            {plainFields.map((one) => (
              <option key={one} value={one}>
                {w.fields[one]}
              </option>
            ))}
          </optgroup>
          <optgroup label={w.customFields}>
            {names.map((one) => (
              <option key={one} value={named(one)}>
                {one}
              </option>
            ))}
            <option value={OTHER}>{w.otherField}</option>
          </optgroup>
        </Select>
      </Field>
      {isOther && (
        <Field label={w.fieldName} isLabelHidden error={error}>
          <Input
            value={name}
            placeholder={w.fieldName}
            maxLength={NAME_MAX}
            autoComplete="off"
            onChange={({ target }) => {
              setTyped(true)
              onChange({ ...condition, name: target.value })
            }}
          />
        </Field>
      )}
    </div>
  )
}

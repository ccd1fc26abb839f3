import { useId } from 'react'
import { messagesIn } from '#channels/words.ts'
import { latinDigits } from '#kit/digits.ts'
import { channelNames } from '../../app/channels.ts'
import { INDIA } from '../../app/india.ts'
import { useLanguage, useWords } from '../../app/language.tsx'
import { ListPicker } from '../../app/list-picker.tsx'
import { isDay } from '../../app/segment-clauses.ts'
import { momentIn, wallTime } from '../../app/zoned.ts'
import { Field, Input, Select } from '../../design/field.tsx'
import { useBuilder } from './builder.ts'
import { builderWords } from './builder-words.ts'
import { type DraftCondition, kindOf } from './draft.ts'

const TEXT_MAX = 500
const NUMBER_MAX = 200
const DAYS_DIGITS = 4

interface ConditionValueProps {
  condition: DraftCondition
  error: string | undefined
  onChange: (condition: DraftCondition) => void
}

/** The operand of a condition. */
export function ConditionValue({ condition, error, onChange }: ConditionValueProps) {
  const w = useWords(builderWords)
  const { language } = useLanguage()
  const { known } = useBuilder()
  const suggestions = useId()
  const { name, value, operator } = condition
  const set = (text: string) => onChange({ ...condition, value: text })
  const digits = (text: string) => set(latinDigits(text))
  switch (kindOf(condition)) {
    case 'nothing':
      return error === undefined ? null : (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )
    case 'list':
      return (
        <Field label={w.chosenList} isLabelHidden error={error} className="grow">
          <ListPicker label={w.chosenList} value={value} onChoose={set} isWrong={error !== undefined} />
        </Field>
      )
    case 'channel':
      return (
        <Field label={w.channel} isLabelHidden error={error} className="grow">
          <Select value={value} onChange={({ target }) => set(target.value)}>
            {channelNames.map((channel) => (
              <option key={channel} value={channel}>
                {messagesIn(language)[channel]}
              </option>
            ))}
          </Select>
        </Field>
      )
    case 'days':
      return (
        <Field label={w.days} isLabelHidden error={error} className="grow">
          <span className="flex items-center gap-2">
            <Input
              inputMode="numeric"
              autoComplete="off"
              maxLength={DAYS_DIGITS}
              className="figures w-20!"
              value={value}
              onChange={({ target }) => digits(target.value)}
            />
            <span aria-hidden className="text-soft">
              {w.daysUnit(Number(value))}
            </span>
          </span>
        </Field>
      )
    case 'number':
      return (
        <Field label={w.number} isLabelHidden error={error} className="grow">
          <Input
            inputMode="decimal"
            autoComplete="off"
            maxLength={NUMBER_MAX}
            className="figures"
            value={value}
            onChange={({ target }) => digits(target.value)}
          />
        </Field>
      )
    case 'time':
      return operator === 'between' ? (
        <span className="flex grow flex-wrap gap-2">
          <TimeField label={w.dateFrom} value={value} onChange={set} isWrong={error !== undefined} />
          <TimeField
            label={w.dateTo}
            value={condition.until}
            onChange={(until) => onChange({ ...condition, until })}
            error={error}
          />
        </span>
      ) : (
        <TimeField label={w.date} value={value} onChange={set} error={error} />
      )
    default:
      return (
        <Field label={w.value} isLabelHidden error={error} className="grow">
          <Input
            list={suggestions}
            autoComplete="off"
            maxLength={TEXT_MAX}
            placeholder={w.value}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
          <datalist id={suggestions}>
            {known.get(name)?.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </datalist>
        </Field>
      )
  }
}

interface TimeFieldProps {
  label: string
  value: string
  error?: string | undefined
  isWrong?: boolean
  onChange: (value: string) => void
}

/** A day in India; a time from the API is shown to the minute, and other text unchanged. */
function TimeField({ label, value, error, isWrong, onChange }: TimeFieldProps) {
  const isMoment = /^\d+$/.test(value)
  const type = value === '' || isDay(value) ? 'date' : isMoment ? 'datetime-local' : 'text'
  return (
    <Field label={label} isLabelHidden error={error} className="min-w-36 grow">
      <Input
        type={type}
        title={label}
        value={isMoment ? wallTime(Number(value), INDIA) : value}
        aria-invalid={isWrong || error !== undefined || undefined}
        onChange={({ target }) => onChange(isMoment ? String(momentIn(target.value, INDIA) ?? '') : target.value)}
      />
    </Field>
  )
}

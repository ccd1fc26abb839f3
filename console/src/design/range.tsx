import { useId, useState } from 'react'
import { shownDay } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Field, Input } from './field.tsx'
import { words } from './words.ts'

type End = 'from' | 'to'
export type Range = Record<End, string>

interface RangeFieldsProps {
  range: Range
  labels: Record<End, string>
  onChange: (range: Range) => void
  type?: 'date' | 'datetime-local'
  /** The server's errors for each end. */
  errors?: Partial<Record<End, string | null>>
  isRequired?: boolean
  /** The latest possible date. */
  max?: string
  /** For each field. */
  className?: string
}

/** While a year is typed it first looks like 0002. */
const isTyped = (value: string): boolean => value >= '1000'

/** Compared as text: days and times in the same format sort in order. */
const isBackwards = ({ from, to }: Range): boolean => isTyped(from) && isTyped(to) && to < from

/** Start and end of a period. The form cannot be submitted while the end is before the start. */
export function RangeFields(props: RangeFieldsProps) {
  const { range, labels, onChange, type = 'date', errors = {}, isRequired = false, max, className } = props
  const w = useWords(words)
  const { language } = useLanguage()
  const id = useId()
  const isWrong = isBackwards(range)
  const bounds = { from: { max: range.to || max }, to: { min: range.from, max } }
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={labels[end]} error={errors[end]} className={className}>
          <Input
            name={end}
            type={type}
            value={range[end]}
            {...bounds[end]}
            required={isRequired}
            {...(isWrong && end === 'to' && { 'aria-invalid': true, 'aria-describedby': id })}
            onChange={({ target }) => onChange({ ...range, [end]: target.value })}
          />
        </Field>
      ))}
      {isWrong && (
        <p id={id} role="alert" className="order-last col-span-full basis-full text-small text-bad">
          {w.backwards(labels.to, sayOf(range.from, language))}
        </p>
      )}
    </>
  )
}

/** "5 Nov", with the time if there is one. */
function sayOf(value: string, language: string): string {
  const [day = '', time] = value.split('T')
  return time === undefined ? shownDay(day, language) : `${shownDay(day, language)}, ${time}`
}

type RangeFilterProps = Pick<RangeFieldsProps, 'labels' | 'className'> & {
  range: Partial<Range>
  onChange: (range: Range) => void
}

/** Filters a page by days: an incomplete or reversed range has no effect. */
export function RangeFilter({ range, onChange, ...rest }: RangeFilterProps) {
  const [typed, setTyped] = useState<Range | null>(null)
  const { from = '', to = '' } = range
  const [known, setKnown] = useState({ from, to })
  // The URL changed, or the filters were cleared.
  if (known.from !== from || known.to !== to) {
    setKnown({ from, to })
    setTyped(null)
  }
  const change = (next: Range) => {
    const isWhole = Object.values(next).every((value) => value === '' || isTyped(value))
    const isRight = isWhole && !isBackwards(next)
    setTyped(isRight ? null : next)
    if (isRight) onChange(next)
  }
  return <RangeFields {...rest} range={typed ?? { from, to }} onChange={change} />
}

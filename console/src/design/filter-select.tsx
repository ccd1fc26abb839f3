import { Field, Select } from './field.tsx'

interface FilterSelectProps {
  label: string
  /** The label of the option for all. */
  all: string
  value: string | undefined
  options: readonly (readonly [value: string, name: string])[]
  /** '' for all. */
  onChoose: (value: string) => void
  className?: string
}

/** Filters a list by one of a few values. The options make the label unnecessary. */
export function FilterSelect({
  label,
  all,
  value = '',
  options,
  onChoose,
  className = 'mb-3 w-44',
}: FilterSelectProps) {
  return (
    <Field label={label} isLabelHidden className={className}>
      <Select value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{all}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

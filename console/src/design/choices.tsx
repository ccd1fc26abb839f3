import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface ChoicesProps<Value extends string> {
  label: ReactNode
  isLabelHidden?: boolean
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}

/** A choice of a few visible options: radio buttons that look like one control. */
export function Choices<Value extends string>({ label, isLabelHidden, value, options, onChange }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className="relative flex min-w-0 flex-col gap-1">
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1 font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              'touch relative flex h-8 items-center gap-1.5 rounded-box border px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              option.value === value
                ? 'border-accent bg-selected font-medium text-accent'
                : 'border-edge bg-surface hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              className="sr-only"
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { useId } from 'react'
import { useWords } from '../../app/language.tsx'
import { classes } from '../../design/classes.ts'
import { settingsWords } from './settings-words.ts'

/** The first one is the default colour of a form's page. */
const ACCENTS = {
  indigo: 0x3d4fc4,
  blue: 0x0b63ce,
  teal: 0x0e7490,
  green: 0x157f3d,
  orange: 0xb4530a,
  red: 0xc62828,
  pink: 0xb8327a,
  grey: 0x4b5563,
} as const
type AccentName = keyof typeof ACCENTS

const names = Object.keys(ACCENTS) as AccentName[]
const [DEFAULT] = names
const codeOf = (name: AccentName): string => `#${ACCENTS[name].toString(16).padStart(6, '0')}`

interface AccentFieldProps {
  value: string | undefined
  error: string | null
  onChange: (accent: string | undefined) => void
}

/** A choice of common colours, or any other. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const w = useWords(settingsWords)
  const group = useId()
  const chosen = value === undefined ? DEFAULT : names.find((name) => codeOf(name) === value.toLowerCase())
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{w.accent}</legend>
      <div className="flex flex-wrap items-center gap-1">
        {names.map((name) => (
          <label
            key={name}
            title={w.accents[name]}
            className="relative flex size-11 items-center justify-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              checked={chosen === name}
              className="sr-only"
              onChange={() => onChange(name === DEFAULT ? undefined : codeOf(name))}
            />
            <span className="sr-only">{w.accents[name]}</span>
            <span
              aria-hidden
              className={classes('size-7 rounded-full', chosen === name && 'outline-2 outline-offset-2 outline-ink')}
              style={{ background: codeOf(name) }}
            />
          </label>
        ))}
        <label className="ms-2 flex items-center gap-2">
          <input
            type="color"
            className="size-11 rounded-box border border-edge bg-surface p-1"
            value={value ?? codeOf(DEFAULT as AccentName)}
            onChange={({ target }) => onChange(target.value)}
          />
          {w.ownAccent}
        </label>
      </div>
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

import { ownOf } from '#kit/own.ts'
import { useWords } from '../app/language.tsx'
import { Field, Input } from '../design/field.tsx'
import { words } from './words.ts'

interface SampleValuesProps {
  names: readonly string[]
  values: Readonly<Record<string, string>>
  onChange: (values: Record<string, string>) => void
}

/** A value for each variable, for the preview and for tests. */
export function SampleValues({ names, values, onChange }: SampleValuesProps) {
  const w = useWords(words)
  if (names.length === 0) return <p className="text-soft">{w.noVariables}</p>
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {names.map((name) => (
        <Field key={name} label={<code className="font-mono">{`{{${name}}}`}</code>}>
          <Input
            aria-label={w.valueOf(name)}
            value={ownOf(values, name) ?? ''}
            maxLength={2000}
            onChange={({ target }) => onChange({ ...values, [name]: target.value })}
          />
        </Field>
      ))}
    </div>
  )
}

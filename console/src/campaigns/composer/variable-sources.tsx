import { useEffect, useEffectEvent, useState } from 'react'
import { fieldError } from '../../app/errors.tsx'
import { useKnownAttributes } from '../../app/known-attributes.ts'
import { useWords } from '../../app/language.tsx'
import { Field, Input, Select } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { composerWords } from './composer-words.ts'
import { contactFields, guessed, isComplete, type Source } from './sources.ts'
import type { Composer } from './use-composer.ts'

const ATTRIBUTE_MAX = 64
const VALUE_MAX = 500
const OTHER = '…'

/** The source of each variable, and its fallback. */
export function VariableSources({ composer }: { composer: Composer }) {
  const w = useWords(composerWords)
  const { written, names, change } = composer
  const { known: attributes, isLoading } = useKnownAttributes(written.list_ids[0])
  const known = [...attributes.keys()]
  const fresh = names?.filter((name) => !Object.hasOwn(written.variables, name)) ?? []
  const guess = useEffectEvent(() => {
    const found = fresh.map((name) => [name, guessed(name, known)] as const)
    change({ variables: { ...written.variables, ...Object.fromEntries(found) } })
  })
  useEffect(() => {
    if (fresh.length > 0 && !isLoading) guess()
  }, [fresh.length, isLoading])
  if (names === null || names.length === 0) return null
  const set = (name: string, source: Source) => change({ variables: { ...written.variables, [name]: source } })
  return (
    <Section title={w.variables} description={w.variablesDetail}>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {names.map((name) => (
          <li key={name} className="py-3">
            <Variable
              name={name}
              source={written.variables[name] ?? { attribute: '', text: '' }}
              known={known}
              error={fieldError(composer.error, `variables.${name}`)}
              onChange={(source) => set(name, source)}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface VariableProps {
  name: string
  source: Source
  known: readonly string[]
  error: string | null
  onChange: (source: Source) => void
}

function Variable({ name, source, known, error, onChange }: VariableProps) {
  const w = useWords(composerWords)
  const { attribute, text } = source
  const isField = contactFields.some((field) => field === attribute)
  const [isOther, setOther] = useState(false)
  // A used custom field is offered even when no contact has it.
  const offered = attribute === '' || isOther || isField || known.includes(attribute) ? known : [attribute, ...known]
  const [isLeft, setLeft] = useState(false)
  const wrong = error ?? (isLeft && !isComplete(source) ? w.valueMissing : null)
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]">
      <code className="font-mono text-small wrap-anywhere sm:pt-8">{`{{${name}}}`}</code>
      <Field label={w.source}>
        <Select
          aria-label={w.sourceOf(name)}
          value={isOther ? OTHER : attribute}
          onChange={({ target }) => {
            setOther(target.value === OTHER)
            onChange({ attribute: target.value === OTHER ? '' : target.value, text })
          }}
        >
          <option value="">{w.sameForAll}</option>
          <optgroup label={w.ofContact}>
            {contactFields.map((field) => (
              <option key={field} value={field}>
                {w.fields[field]}
              </option>
            ))}
            {offered.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
            <option value={OTHER}>{w.otherAttribute}</option>
          </optgroup>
        </Select>
        {isOther && (
          <Input
            aria-label={w.attributeOf(name)}
            placeholder={w.attributeName}
            autoComplete="off"
            maxLength={ATTRIBUTE_MAX}
            value={attribute}
            className="mt-1"
            onChange={({ target }) => onChange({ attribute: target.value.trim(), text })}
          />
        )}
      </Field>
      <Field label={attribute === '' && !isOther ? w.value : w.fallback} error={wrong}>
        <Input
          name={`variable-${name}`}
          dir="auto"
          autoComplete="off"
          aria-label={attribute === '' && !isOther ? w.valueOf(name) : w.fallbackOf(name)}
          maxLength={VALUE_MAX}
          value={text}
          onBlur={() => setLeft(true)}
          onChange={({ target }) => onChange({ attribute, text: target.value })}
        />
      </Field>
    </div>
  )
}

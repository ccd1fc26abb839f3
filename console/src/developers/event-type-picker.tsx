import { readableTypes } from '../app/event-types.ts'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Checkbox, Field, Select } from '../design/field.tsx'
import { words } from './webhooks-words.ts'

interface EventTypePickerProps {
  /** Types, all of a noun (`message.*`), or `*`. */
  chosen: readonly string[]
  error: string | null
  onChoose: (chosen: string[]) => void
}

/** Selects all events, or by noun and type, among those that the user may read. */
export function EventTypePicker({ chosen, error, onChoose }: EventTypePickerProps) {
  const w = useWords(words)
  const nouns = readableTypes(useMay())
  const isAll = chosen.includes('*')
  const change = (type: string, isChosen: boolean) => {
    const noun = type.split('.')[0] ?? ''
    // Selecting a whole noun replaces its single types.
    const rest = chosen.filter((one) => one !== type && !(type.endsWith('.*') && one.startsWith(`${noun}.`)))
    onChoose(isChosen ? [...rest, type] : rest)
  }
  return (
    <>
      <Field label={w.types} error={error}>
        <Select
          value={isAll ? 'all' : 'chosen'}
          onChange={({ target }) => onChoose(target.value === 'all' ? ['*'] : [])}
        >
          <option value="all">{w.allTypes}</option>
          <option value="chosen">{w.chosenTypes}</option>
        </Select>
      </Field>
      {!isAll && (
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {[...nouns].map(([noun, types]) => {
            const hasAll = chosen.includes(`${noun}.*`)
            return (
              <fieldset key={noun} className="flex min-w-0 flex-col gap-1.5">
                <legend className="sr-only">{noun}</legend>
                <Checkbox
                  label={<span className="font-medium">{w.allOf(noun)}</span>}
                  checked={hasAll}
                  onChange={({ target }) => change(`${noun}.*`, target.checked)}
                />
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    className="ms-6"
                    label={<code className="text-small">{type}</code>}
                    checked={hasAll || chosen.includes(type)}
                    disabled={hasAll}
                    onChange={({ target }) => change(type, target.checked)}
                  />
                ))}
              </fieldset>
            )
          })}
        </div>
      )}
    </>
  )
}

import { useLanguage, useWords } from '../app/language.tsx'
import { languageName } from '../app/language-name.ts'
import { Field, Input, TextArea } from '../design/field.tsx'
import type { Settings, Text } from './shape.ts'
import { ownText, withText } from './texts.ts'
import { words } from './words.ts'

interface TextInputsProps {
  label: string
  value: Text | undefined
  onChange: (text: Text | undefined) => void
  settings: Pick<Settings, 'languages' | 'default_language'>
  max: number
  hint?: string | undefined
  error?: string | null | undefined
  placeholder?: string | undefined
  isLong?: boolean
  isRequired?: boolean
}

/** A text of the form in each of its languages, the default one first. */
export function TextInputs(props: TextInputsProps) {
  const { label, value, onChange, settings, max, hint, error, placeholder, isLong, isRequired } = props
  const w = useWords(words)
  const { language: shown } = useLanguage()
  const { languages, default_language: first } = settings
  const several = languages.length > 1
  const Control = isLong ? TextArea : Input
  return (
    <div className={several ? 'grid gap-3 sm:grid-cols-2' : 'flex flex-col gap-2'}>
      {[first, ...languages.filter((one) => one !== first)].map((language, place) => {
        const text = ownText(value, language, settings)
        return (
          <Field
            key={language}
            label={several ? w.inLanguage(label, languageName(language, shown)) : label}
            hint={place === 0 ? hint : undefined}
            error={place === 0 ? error : undefined}
            count={text.length > max * NEARLY_FULL ? { used: text.length, max } : undefined}
          >
            <Control
              dir="auto"
              lang={language}
              autoComplete="off"
              required={isRequired === true && place === 0}
              placeholder={place === 0 ? placeholder : ownText(value, first, settings)}
              value={text}
              onChange={({ target }: { target: { value: string } }) =>
                onChange(withText(value, language, target.value, settings))
              }
            />
          </Field>
        )
      })}
    </div>
  )
}

const NEARLY_FULL = 0.8

import { useState } from 'react'
import { useLanguage, useWords } from '../../app/language.tsx'
import { languageName } from '../../app/language-name.ts'
import { Field as Labelled, TextArea } from '../../design/field.tsx'
import type { Field, Option } from '../shape.ts'
import { words } from '../words.ts'
import { useBuilder } from './context.ts'
import { fieldWords } from './field-words.ts'
import { linesOf, optionsOf, translatedOptions } from './options.ts'

interface OptionsEditorProps {
  field: Field
  error: string | undefined
}

const ROWS_LEAST = 3
const ROWS_MOST = 12

/** One option per line, in each of the form's languages. */
export function OptionsEditor({ field, error }: OptionsEditorProps) {
  const w = useWords(fieldWords)
  const common = useWords(words)
  const { language: shown } = useLanguage()
  const { settings, set, isStable } = useBuilder()
  const options = field.options ?? []
  const { languages, default_language: first } = settings
  const others = languages.filter((one) => one !== first)
  const label = (language: string) =>
    others.length > 0 ? common.inLanguage(w.options, languageName(language, shown)) : w.options
  const save = (next: Option[]) => set({ ...field, options: next })
  return (
    <div className={others.length > 0 ? 'grid gap-3 sm:grid-cols-2' : undefined}>
      <Lines
        label={label(first)}
        hint={w.optionsHint}
        error={error}
        lines={linesOf(options, first, settings)}
        language={first}
        onChange={(text) => save(optionsOf(text, options, settings, { isStable }))}
      />
      {others.map((language) => (
        <Lines
          key={language}
          label={label(language)}
          hint={w.translationHint}
          lines={linesOf(options, language, settings)}
          language={language}
          onChange={(text) => save(translatedOptions(text, options, language, settings))}
        />
      ))}
    </div>
  )
}

interface LinesProps {
  label: string
  hint: string
  error?: string | undefined
  lines: string
  language: string
  onChange: (text: string) => void
}

/** The typed text including empty lines stays until the field loses the focus. */
function Lines({ label, hint, error, lines, language, onChange }: LinesProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? lines
  return (
    <Labelled label={label} hint={hint} error={error}>
      <TextArea
        dir="auto"
        lang={language}
        rows={Math.min(ROWS_MOST, Math.max(ROWS_LEAST, text.split('\n').length))}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(target.value)
        }}
        onBlur={() => setTyped(null)}
      />
    </Labelled>
  )
}

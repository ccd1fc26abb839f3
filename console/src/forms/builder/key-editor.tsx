import { useState } from 'react'
import { useWords } from '../../app/language.tsx'
import { Input, Field as Labelled } from '../../design/field.tsx'
import { END, type Field } from '../shape.ts'
import { withField } from '../written.ts'
import { type FieldErrors, useBuilder } from './context.ts'
import { fieldWords } from './field-words.ts'

const KEY = /^[a-z][a-z0-9_]{0,39}$/
const FROM_MAX = 100

/** The answer's name in exports and in the API; for a hidden field also the URL parameter. */
export function KeyEditor({ field, errors }: { field: Field; errors: FieldErrors }) {
  const w = useWords(fieldWords)
  const { fields, set, rename } = useBuilder()
  const [key, setKey] = useState(field.key)
  const isTaken = fields.some((one) => one.key === key && one.key !== field.key)
  const wrong = !KEY.test(key) || key === END ? w.keyWrong : isTaken ? w.keyTaken : undefined
  // Applied when the field loses the focus, because a field with another key is another row.
  const save = () => {
    if (wrong === undefined && key !== field.key) rename(field.key, key)
  }
  return (
    <>
      {field.type === 'hidden' && (
        <Labelled label={w.parameter} hint={w.parameterHint(field.from || field.key)} error={errors.get('from')}>
          <Input
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={FROM_MAX}
            placeholder={field.key}
            value={field.from ?? ''}
            onChange={({ target }) => set(withField(field, { from: target.value || undefined }))}
          />
        </Labelled>
      )}
      <Labelled label={w.key} hint={w.keyHint} error={wrong ?? errors.get('key')}>
        <Input
          dir="ltr"
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={({ target }) => setKey(target.value)}
          onBlur={save}
        />
      </Labelled>
    </>
  )
}

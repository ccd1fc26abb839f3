import { useState } from 'react'
import { useLanguage, useWords } from '../../app/language.tsx'
import { Input, Field as Labelled, Select } from '../../design/field.tsx'
import type { ContactField, Field, MapTo } from '../shape.ts'
import { withField } from '../written.ts'
import { nameOf } from './condition-sentence.ts'
import { useBuilder } from './context.ts'
import { fieldWords } from './field-words.ts'
import { choiceOf, contactFieldsOf, mappedTo } from './mapping.ts'

const ATTRIBUTE = 'attribute'
const ATTRIBUTE_MAX = 64

/** The contact's field that stores the answer. */
export function MappingEditor({ field, error }: { field: Field; error: string | undefined }) {
  const w = useWords(fieldWords)
  const { language } = useLanguage()
  const { fields, settings, set } = useBuilder()
  const [choice, setChoice] = useState(choiceOf(field.map_to))
  const save = (map_to: MapTo | undefined) => set(withField(field, { map_to }))
  const choose = (next: string) => {
    setChoice(next)
    if (next === '') save(undefined)
    else if (next === ATTRIBUTE) save({ attribute: field.key })
    else save(next as ContactField)
  }
  const attribute = typeof field.map_to === 'object' ? field.map_to.attribute : ''
  const takenBy = (target: ContactField) =>
    fields.find((one) => one.key !== field.key && one === mappedTo(fields, target))
  return (
    <>
      <Labelled label={w.storedAs} hint={choice === '' ? w.notStored : w.storedHint} error={error}>
        <Select value={choice} onChange={({ target }) => choose(target.value)}>
          <option value="">{w.onlyInSubmission}</option>
          {contactFieldsOf(field).map((target) => {
            const other = takenBy(target)
            return (
              <option key={target} value={target} disabled={other !== undefined}>
                {other
                  ? w.takenBy(w.contactFields[target], nameOf(other, settings, language))
                  : w.contactFields[target]}
              </option>
            )
          })}
          <option value={ATTRIBUTE}>{w.customField}</option>
        </Select>
      </Labelled>
      {choice === ATTRIBUTE && (
        <Labelled label={w.customName}>
          <Input
            autoComplete="off"
            maxLength={ATTRIBUTE_MAX}
            value={attribute}
            onChange={({ target }) => save({ attribute: target.value })}
          />
        </Labelled>
      )}
    </>
  )
}

import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useWords } from '../../app/language.tsx'
import { Button, IconButton } from '../../design/button.tsx'
import { Choices } from '../../design/choices.tsx'
import type { Condition } from '../shape.ts'
import { ConditionRow } from './condition-row.tsx'
import { sentenceOf } from './condition-sentence.ts'
import { conditionWords } from './condition-words.ts'
import { conditionOf, type DraftConditions, draftOf, earlierFields, newCondition } from './conditions.ts'
import { useBuilder } from './context.ts'

interface ConditionEditorProps {
  /** The field that it belongs to: only fields before it can be compared. */
  ofKey: string
  value: Condition | undefined
  error: string | undefined
  /** The text shown without any condition. */
  none: string
  onChange: (condition: Condition | undefined) => void
}

/** Comparisons with answers of earlier fields, of which all or any must hold. */
export function ConditionEditor({ ofKey, value, error, none, onChange }: ConditionEditorProps) {
  const w = useWords(conditionWords)
  const { language } = useLanguage()
  const { fields, settings } = useBuilder()
  const [draft, setDraft] = useState<DraftConditions>(() => draftOf(value))
  const [known, setKnown] = useState(value)
  const earlier = earlierFields(fields, ofKey)
  // Changed elsewhere: by undo, by restoring a version, or by a colleague.
  if (known !== value) {
    setKnown(value)
    const given = conditionOf(draftOf(value), fields)
    if (JSON.stringify(conditionOf(draft, fields)) !== JSON.stringify(given)) setDraft(draftOf(value))
  }
  const save = (next: DraftConditions) => {
    const condition = conditionOf(next, fields)
    setDraft(next)
    setKnown(condition)
    onChange(condition)
  }
  const [first] = earlier
  const sentence = conditionOf(draft, fields)
  if (!first && draft.list.length + draft.others.length === 0) return <p className="text-soft">{w.noEarlier}</p>
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {draft.list.length + draft.others.length > 1 && (
        <Choices
          label={w.mode}
          isLabelHidden
          value={draft.mode}
          options={[
            { value: 'all', label: w.all },
            { value: 'any', label: w.any },
          ]}
          onChange={(mode) => save({ ...draft, mode })}
        />
      )}
      {draft.list.map((condition, place) => (
        <ConditionRow
          // oxlint-disable-next-line react/no-array-index-key -- they keep their order
          key={place}
          condition={condition}
          place={place + 1}
          earlier={earlier}
          onChange={(changed) => save({ ...draft, list: draft.list.with(place, changed) })}
          onRemove={() => save({ ...draft, list: draft.list.toSpliced(place, 1) })}
        />
      ))}
      {draft.others.map((condition, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- they keep their order
        <p key={place} className="flex items-start gap-2 rounded-box bg-hover px-3 py-1.5">
          <span className="min-w-0 grow py-1.5">{sentenceOf(condition, { fields, settings, language })}</span>
          <IconButton
            label={w.remove(draft.list.length + place + 1)}
            onClick={() => save({ ...draft, others: draft.others.toSpliced(place, 1) })}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </p>
      ))}
      {first && (
        <Button
          className="self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onPress={() => save({ ...draft, list: [...draft.list, newCondition(earlier.at(-1) ?? first)] })}
        >
          {w.add}
        </Button>
      )}
      <p aria-live="polite" className="text-small text-soft">
        {sentence ? w.ifSentence(sentenceOf(sentence, { fields, settings, language })) : none}
      </p>
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { channelNames, channelOf } from '../../app/channels.ts'
import { useWords } from '../../app/language.tsx'
import { tell } from '../../design/toast.tsx'
import type { Field, FieldType } from '../shape.ts'
import { shownText } from '../texts.ts'
import { useBuilder } from './context.ts'
import { shiftOf } from './drop-place.ts'
import { newTexts } from './field-beginning.ts'
import { FieldCard } from './field-card.tsx'
import { fieldWords } from './field-words.ts'
import { channelsReached, mappedAtFirst } from './mapping.ts'
import { addField, copyField, moveField, newField, removeField, restoreField } from './order.ts'
import { Palette } from './palette.tsx'
import { useDrag } from './use-drag.ts'

export const FIELDS_MAX = 200

interface FieldListProps {
  open: string | null
  onOpen: (key: string | null) => void
}

/** The fields in order: add, open, move by drag or keyboard, copy and remove. */
export function FieldList({ open, onOpen }: FieldListProps) {
  const w = useWords(fieldWords)
  const { fields, settings, change, mayManage } = useBuilder()
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  /** The control that gets the focus once its row is rendered. */
  const [focused, setFocused] = useState<{ key: string; at: 'handle' | 'input' | 'open' } | null>(null)
  const latest = useRef(fields)
  useEffect(() => {
    latest.current = fields
  })
  useEffect(() => {
    if (!focused) return
    const row = list.current?.querySelector(`[data-field="${focused.key}"]`)
    const wanted = focused.at === 'input' ? 'input, textarea' : `[data-${focused.at}]`
    row?.querySelector<HTMLElement>(wanted)?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }, [focused])
  const keys = fields.map(({ key }) => key)

  const add = (type: FieldType) => {
    const base = newField(type, newTexts(type, settings, channelsReached(fields, channelNames, channelOf)), keys)
    const field = mappedAtFirst(base, fields)
    change(addField(fields, field, open))
    onOpen(field.key)
    setFocused({ key: field.key, at: 'input' })
    setSaid(w.added(w.types[type]))
  }
  const move = (key: string, to: number, at: 'handle' | 'open' = 'handle') => {
    const next = moveField(fields, key, to)
    if (next === fields) return
    change(next)
    setFocused({ key, at })
    setSaid(w.moved(next.findIndex((one) => one.key === key) + 1, next.length))
  }
  const copy = (key: string) => {
    const copied = copyField(fields, key)
    change(copied.fields)
    onOpen(copied.key)
    setFocused({ key: copied.key, at: 'input' })
  }
  const remove = (field: Field) => {
    const before = fields
    const place = keys.indexOf(field.key)
    change(removeField(fields, field.key))
    if (open === field.key) onOpen(null)
    const next = keys[place + 1] ?? keys[place - 1]
    if (next !== undefined) setFocused({ key: next, at: 'open' })
    tell(w.removed(shownText(field.label, settings.default_language, settings)), {
      undo: { label: w.undo, onPress: () => change(restoreField(latest.current, before, field.key)) },
    })
  }
  const { drag, start } = useDrag({
    keys,
    list,
    onStart: () => onOpen(null),
    onDrop: (key, to) => move(key, to),
  })
  const from = drag ? keys.indexOf(drag.key) : -1
  const shift = (key: string, place: number): number => {
    if (!drag) return 0
    return key === drag.key ? drag.offset : shiftOf(place, from, drag.to) * (drag.height + GAP_PX)
  }
  return (
    <div className="relative">
      <ol ref={list} aria-label={w.fields} className="flex flex-col gap-2">
        {fields.map((field, place) => (
          <FieldCard
            key={field.key}
            field={field}
            place={place}
            isOpen={open === field.key}
            isDragged={drag?.key === field.key}
            shift={shift(field.key, place)}
            onToggle={() => onOpen(open === field.key ? null : field.key)}
            onDrag={(event) => start(field.key, event)}
            onMove={(to) => move(field.key, to)}
            onCopy={() => copy(field.key)}
            onRemove={() => remove(field)}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only top-0">
        {said}
      </p>
      {mayManage && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Palette
            look={fields.length === 0 ? 'primary' : 'plain'}
            isDisabled={fields.length >= FIELDS_MAX}
            onAdd={add}
          />
          {fields.length >= FIELDS_MAX && <p className="text-small text-soft">{w.full(FIELDS_MAX)}</p>}
        </div>
      )}
    </div>
  )
}

/** Between two rows, as `gap-2` has it. */
const GAP_PX = 8

// A template's buttons: added by type up to the app's limits, moved by keyboard and touch, each with its own fields.

import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ButtonType, buttonTypes } from '../app/chat-parts.ts'
import { fieldError } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Menu, MenuItem } from '../design/menu.tsx'
import { ButtonRow } from './button-row.tsx'
import { BUTTON_SIGNS } from './button-signs.tsx'
import { partWords } from './part-words.ts'
import { addButton, changeButton, type DraftButton, mayAdd, moveButton, removeButton } from './parts.ts'

interface ButtonFieldsProps {
  buttons: readonly DraftButton[]
  error: unknown
  onChange: (buttons: readonly DraftButton[]) => void
}

export function ButtonFields({ buttons, error, onChange }: ButtonFieldsProps) {
  const w = useWords(partWords)
  const box = useRef<HTMLFieldSetElement>(null)
  /** The added or moved button, and its control that gets the focus. */
  const [focused, setFocused] = useState<{ key: number; at: 'up' | 'down' | 'input' } | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!focused) return
    const row = box.current?.querySelector(`[data-button="${focused.key}"]`)
    const wanted = row?.querySelector<HTMLElement>(focused.at === 'input' ? 'input' : `[data-move=${focused.at}]`)
    wanted?.focus()
  }, [focused])

  const add = (type: ButtonType) => {
    const next = addButton(buttons, type)
    const added = next.find(({ key }) => buttons.every((one) => one.key !== key))
    onChange(next)
    if (added) setFocused({ key: added.key, at: 'input' })
  }
  const move = (key: number, by: 1 | -1) => {
    const next = moveButton(buttons, key, by)
    if (next === buttons) return
    onChange(next)
    setFocused({ key, at: by === 1 ? 'down' : 'up' })
    setSaid(w.moved(next.findIndex((one) => one.key === key) + 1, next.length))
  }
  return (
    <fieldset ref={box} className="relative flex min-w-0 flex-col gap-2">
      <legend className="font-medium">{w.buttons}</legend>
      <p className="text-small text-soft">{w.buttonsDetail}</p>
      {fieldError(error, 'buttons') && (
        <p role="alert" className="text-small text-bad">
          {fieldError(error, 'buttons')}
        </p>
      )}
      <ol className="flex flex-col gap-2">
        {buttons.map((button, place) => (
          <ButtonRow
            key={button.key}
            button={button}
            place={place}
            isFirst={place === 0}
            isLast={place === buttons.length - 1}
            error={error}
            onChange={(fields) => onChange(changeButton(buttons, button.key, fields))}
            onMove={(by) => move(button.key, by)}
            onRemove={() => onChange(removeButton(buttons, button.key))}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <div>
        <Menu
          align="start"
          trigger={
            <Button
              icon={<Plus aria-hidden className="size-4" />}
              disabled={!buttonTypes.some((type) => mayAdd(buttons, type))}
            >
              {w.addButton}
            </Button>
          }
        >
          {buttonTypes.map((type) => (
            <MenuItem
              key={type}
              icon={BUTTON_SIGNS[type]}
              isDisabled={!mayAdd(buttons, type)}
              onSelect={() => add(type)}
            >
              <span className="block">{w.buttonTypes[type]}</span>
              <span className="block text-small text-soft">{w.typeHints[type]}</span>
            </MenuItem>
          ))}
        </Menu>
      </div>
    </fieldset>
  )
}

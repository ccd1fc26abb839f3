import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { LIMITS } from '../app/chat-parts.ts'
import { fieldError } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { IconButton } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { BUTTON_SIGNS } from './button-signs.tsx'
import { partWords } from './part-words.ts'
import type { DraftButton } from './parts.ts'

interface ButtonRowProps {
  button: DraftButton
  place: number
  isFirst: boolean
  isLast: boolean
  error: unknown
  onChange: (fields: Partial<DraftButton>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

type Name = 'text' | 'url' | 'phone_number' | 'code'

/** One button: its type, its fields with their limits, and its position. Alt and an arrow key move it too. */
export function ButtonRow({ button, place, isFirst, isLast, error, onChange, onMove, onRemove }: ButtonRowProps) {
  const w = useWords(partWords)
  const { key, type } = button
  const name = w.buttonAt(place + 1, w.buttonTypes[type])
  const input = (field: Name, label: string, max: number, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      count={{ used: button[field].length, max }}
      error={fieldError(error, `buttons[${place}].${field}`)}
    >
      <Input
        name={`buttons[${place}].${field}`}
        dir={field === 'text' ? 'auto' : 'ltr'}
        autoComplete="off"
        inputMode={field === 'phone_number' ? 'tel' : field === 'url' ? 'url' : 'text'}
        value={button[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </Field>
  )
  const whole = fieldError(error, `buttons[${place}]`) ?? fieldError(error, `buttons[${place}].type`)
  return (
    // Handles keys of the controls inside: the row itself is not interactive.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-button={key}
      aria-label={name}
      className="rounded-box border border-line bg-surface"
      onKeyDown={(event) => {
        if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return
        event.preventDefault()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <div className="flex items-center gap-1 ps-3 pe-1 pt-1">
        {BUTTON_SIGNS[type]}
        <span className="ms-1 min-w-0 grow truncate text-small font-medium text-soft">{w.buttonTypes[type]}</span>
        <IconButton
          label={`${w.up} (${name})`}
          title={w.up}
          data-move="up"
          aria-disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label={`${w.down} (${name})`}
          title={w.down}
          data-move="down"
          aria-disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={`${w.remove} (${name})`} title={w.remove} onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="flex flex-col gap-3 px-3 pb-3">
        {type !== 'copy_code' && input('text', w.buttonText, LIMITS.buttonText)}
        {type === 'url' && input('url', w.url, LIMITS.url, w.urlHint)}
        {type === 'phone_number' && input('phone_number', w.phoneNumber, LIMITS.phoneNumber)}
        {type === 'copy_code' && input('code', w.code, LIMITS.code, w.codeHint)}
        {whole && (
          <p role="alert" className="text-small text-bad">
            {whole}
          </p>
        )}
      </div>
    </li>
  )
}

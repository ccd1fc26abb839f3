import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Copy, Ellipsis, GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { useLanguage, useWords } from '../../app/language.tsx'
import { IconButton } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { Menu, MenuItem, MenuLine } from '../../design/menu.tsx'
import type { Field } from '../shape.ts'
import { nameOf, sentenceOf } from './condition-sentence.ts'
import { useBuilder } from './context.ts'
import { FieldEditor } from './field-editor.tsx'
import { fieldWords } from './field-words.ts'
import { TypeSign } from './type-signs.tsx'

interface FieldCardProps {
  field: Field
  place: number
  isOpen: boolean
  /** The row's shift in px while a field is being dragged. */
  shift: number
  isDragged: boolean
  onToggle: () => void
  onDrag: (event: PointerEvent<HTMLElement>) => void
  onMove: (to: number) => void
  onCopy: () => void
  onRemove: () => void
}

/** One field: its name and type, and its editor when open. */
export function FieldCard(props: FieldCardProps) {
  const { field, place, isOpen, shift, isDragged, onToggle, onDrag, onMove, onCopy, onRemove } = props
  const w = useWords(fieldWords)
  const { language } = useLanguage()
  const { fields, settings, errorsOf, mayManage } = useBuilder()
  const id = useId()
  const name = nameOf(field, settings, language)
  const errors = errorsOf(field.key)
  const isBreak = field.type === 'page_break'
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!/^Arrow(Up|Down)$/.test(event.key)) return
    event.preventDefault()
    onMove(place + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <li
      data-field={field.key}
      className={classes(
        'relative rounded-box border bg-surface',
        isOpen ? 'border-accent' : errors.size > 0 ? 'border-bad' : 'border-line',
        isDragged ? 'z-20 shadow-float' : shift !== 0 && 'transition-transform',
      )}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
    >
      <div className={classes('flex items-center gap-1 pe-1', isBreak && !isOpen && 'bg-canvas')}>
        {mayManage && (
          <button
            type="button"
            data-handle
            aria-label={w.moveNamed(name, place + 1, fields.length)}
            title={w.moveHint}
            className="touch-small flex h-11 w-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-box text-soft hover:text-ink active:cursor-grabbing"
            onPointerDown={onDrag}
            onKeyDown={onKeyDown}
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
        )}
        <button
          type="button"
          data-open
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          className={classes('flex min-h-11 min-w-0 grow items-center gap-2 py-1.5 text-start', !mayManage && 'ps-3')}
          onClick={onToggle}
        >
          <TypeSign type={field.type} />
          <span className="min-w-0 grow">
            <span className="flex items-baseline gap-2">
              <bdi className="min-w-0 truncate font-medium">
                {name}
                {field.required && (
                  <span className="text-bad" title={w.required}>
                    {' *'}
                    <span className="sr-only">{w.required}</span>
                  </span>
                )}
              </bdi>
              <span className="ms-auto hidden shrink-0 text-small text-soft sm:inline">{w.types[field.type]}</span>
            </span>
            {field.show_if && (
              <span className="line-clamp-1 text-small text-soft">
                {w.shownIf(sentenceOf(field.show_if, { fields, settings, language }))}
              </span>
            )}
          </span>
          {errors.size > 0 && (
            <>
              <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />
              <span className="sr-only">{w.hasError}</span>
            </>
          )}
          <ChevronDown aria-hidden className={classes('size-4 shrink-0 text-soft', isOpen && 'rotate-180')} />
        </button>
        {mayManage && (
          <Menu
            trigger={
              <IconButton label={w.moreOf(name)} title={w.more}>
                <Ellipsis aria-hidden className="size-4" />
              </IconButton>
            }
          >
            <MenuItem
              icon={<ArrowUp aria-hidden className="size-4" />}
              isDisabled={place === 0}
              onSelect={() => onMove(place - 1)}
            >
              {w.up}
            </MenuItem>
            <MenuItem
              icon={<ArrowDown aria-hidden className="size-4" />}
              isDisabled={place === fields.length - 1}
              onSelect={() => onMove(place + 1)}
            >
              {w.down}
            </MenuItem>
            <MenuItem icon={<Copy aria-hidden className="size-4" />} onSelect={onCopy}>
              {w.copy}
            </MenuItem>
            <MenuLine />
            <MenuItem isDanger icon={<Trash2 aria-hidden className="size-4" />} onSelect={onRemove}>
              {w.remove}
            </MenuItem>
          </Menu>
        )}
      </div>
      {isOpen && (
        <div id={id} className="border-t border-line p-3 sm:p-4">
          <FieldEditor field={field} />
        </div>
      )}
    </li>
  )
}

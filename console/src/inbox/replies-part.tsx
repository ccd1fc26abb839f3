import { Plus, X } from 'lucide-react'
import { LIMITS, REPLY_BUTTONS_MAX } from '../app/chat-parts.ts'
import { useWords } from '../app/language.tsx'
import { Button, IconButton } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { mayAddButton } from './interactive.ts'
import type { PartProps } from './interactive-part.tsx'
import { interactiveWords } from './interactive-words.ts'

/** One to three buttons with their labels. */
export function RepliesPart({ interactive, wrong, set }: PartProps) {
  const w = useWords(interactiveWords)
  const { buttons } = interactive
  const change = (place: number, text: string) => set({ buttons: buttons.with(place, text) })
  return (
    <div className="flex flex-col gap-2">
      <ol className="grid gap-2 sm:grid-cols-3">
        {buttons.map((text, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- its place is what it is called by
          <li key={place} className="flex min-w-0 items-end gap-1">
            <Field
              label={<span className="text-small font-normal text-soft">{w.button(place + 1)}</span>}
              count={{ used: text.length, max: LIMITS.replyTitle }}
              error={wrong(`button-${place}`)}
              className="grow"
            >
              <Input
                name={`button-${place}`}
                dir="auto"
                autoComplete="off"
                maxLength={LIMITS.replyTitle}
                value={text}
                onChange={({ target }) => change(place, target.value)}
              />
            </Field>
            {buttons.length > 1 && (
              <IconButton
                label={w.dropButton(place + 1)}
                onClick={() => set({ buttons: buttons.filter((_, other) => other !== place) })}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {mayAddButton(interactive) && (
        <Button
          look="quiet"
          className="self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onPress={() => set({ buttons: [...buttons, ''] })}
        >
          {w.addButton} <span className="figures">{`${buttons.length}/${REPLY_BUTTONS_MAX}`}</span>
        </Button>
      )}
    </div>
  )
}

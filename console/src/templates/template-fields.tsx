import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { useChannelNames } from '../app/channel-names.ts'
import { channelNames, channelOf } from '../app/channels.ts'
import { LIMITS } from '../app/chat-parts.ts'
import { fieldError } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Field, Input, Select, TextArea } from '../design/field.tsx'
import { ButtonFields } from './button-fields.tsx'
import { type Draft, onChannel } from './draft.ts'
import { HeaderFields } from './header-fields.tsx'
import { categoriesOf } from './known.ts'
import { partWords } from './part-words.ts'
import type { Parts } from './parts.ts'
import { words } from './words.ts'

interface TemplateFieldsProps {
  draft: Draft
  /** Name, channel and language cannot be changed later. */
  isNew: boolean
  error: unknown
  /** Of the variables there are. */
  names: readonly string[]
  onChange: (draft: Draft) => void
}

export function TemplateFields({ draft, isNew, error, names, onChange }: TemplateFieldsProps) {
  const w = useWords(words)
  const p = useWords(partWords)
  const channelName = useChannelNames()
  const fields = channelOf(draft.channel)
  const textMax = fields?.hasButtons ? LIMITS.text : null
  const textArea = useRef<HTMLTextAreaElement>(null)
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  const setParts = (change: Partial<Parts>) => set({ parts: { ...draft.parts, ...change } })
  const input = (name: 'name' | 'language' | 'subject' | 'registered_id' | 'header', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={fieldError(error, name)}>
      <Input
        name={name}
        autoComplete="off"
        value={draft[name]}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Field>
  )
  /** Inserts an unused name at the cursor, selected to be overwritten. */
  const insertVariable = () => {
    const area = textArea.current
    if (!area) return
    let number = names.length + 1
    while (names.includes(`value_${number}`)) number++
    const name = `value_${number}`
    area.focus()
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, 'end')
    const end = area.selectionStart - '}}'.length
    set({ text: area.value })
    requestAnimationFrame(() => area.setSelectionRange(end - name.length, end))
  }
  return (
    <>
      {isNew && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={w.channel} error={fieldError(error, 'channel')}>
            <Select
              name="channel"
              value={draft.channel}
              onChange={({ target }) => onChange(onChannel(draft, target.value))}
            >
              {channelNames.map((channel) => (
                <option key={channel} value={channel}>
                  {channelName(channel)}
                </option>
              ))}
            </Select>
          </Field>
          {input('language', w.language, w.languageHint)}
        </div>
      )}
      {isNew && input('name', w.name, w.nameHint[draft.channel])}
      <Field label={w.category} error={fieldError(error, 'category')}>
        <Select name="category" value={draft.category} onChange={({ target }) => set({ category: target.value })}>
          {categoriesOf(draft.channel).map((category) => (
            <option key={category} value={category}>
              {w.categories[category]}
            </option>
          ))}
        </Select>
      </Field>
      {fields?.isMail && input('subject', w.subject)}
      {fields?.hasButtons && <HeaderFields parts={draft.parts} error={error} onChange={setParts} />}
      <Field
        label={w.text}
        hint={w.textHint}
        count={textMax ? { used: draft.text.length, max: textMax } : undefined}
        error={fieldError(error, 'text')}
      >
        <TextArea
          ref={textArea}
          name="text"
          dir="auto"
          rows={6}
          value={draft.text}
          onChange={({ target }) => set({ text: target.value })}
        />
      </Field>
      <div>
        <Button look="quiet" icon={<Braces aria-hidden className="size-4" />} onPress={insertVariable}>
          {w.insert}
        </Button>
      </div>
      {fields?.isMail && (
        <Field label={w.html} hint={w.htmlHint} error={fieldError(error, 'html')}>
          <TextArea
            name="html"
            rows={5}
            spellCheck={false}
            className="font-mono text-small"
            value={draft.html}
            onChange={({ target }) => set({ html: target.value })}
          />
        </Field>
      )}
      {fields?.hasButtons && (
        <>
          <Field
            label={p.footer}
            hint={p.footerHint}
            count={{ used: draft.parts.footer.length, max: LIMITS.footer }}
            error={fieldError(error, 'footer')}
          >
            <Input
              name="footer"
              dir="auto"
              autoComplete="off"
              value={draft.parts.footer}
              onChange={({ target }) => setParts({ footer: target.value })}
            />
          </Field>
          <ButtonFields buttons={draft.parts.buttons} error={error} onChange={(buttons) => setParts({ buttons })} />
        </>
      )}
      {fields?.isRegistered && (
        <div className="grid gap-4 sm:grid-cols-2">
          {input('registered_id', w.dlt, w.dltHint)}
          {input('header', w.header, w.headerHint)}
        </div>
      )}
    </>
  )
}

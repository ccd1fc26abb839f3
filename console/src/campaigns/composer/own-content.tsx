import { Braces } from 'lucide-react'
import { useRef, useState } from 'react'
import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { Field, Input, TextArea } from '../../design/field.tsx'
import { composerWords } from './composer-words.ts'
import type { Composer } from './use-composer.ts'

const LIMITS = { subject: 998, text: 100_000, html: 500_000 }

/** A mail with its own text instead of a template. */
export function OwnContent({ composer: { written, names, change, error } }: { composer: Composer }) {
  const w = useWords(composerWords)
  const text = useRef<HTMLTextAreaElement>(null)
  const [isHtml, setHtml] = useState(written.html !== '')
  /** Inserts an unused name at the cursor, selected to be overwritten. */
  const insertVariable = () => {
    const area = text.current
    if (!area) return
    const name = ['name', ...Array.from({ length: 50 }, (_, place) => `value_${place + 1}`)].find(
      (one) => !names?.includes(one),
    ) as string
    area.focus()
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, 'end')
    const end = area.selectionStart - '}}'.length
    change({ text: area.value })
    requestAnimationFrame(() => area.setSelectionRange(end - name.length, end))
  }
  return (
    <>
      <Field label={w.subject} error={fieldError(error, 'subject')}>
        <Input
          name="subject"
          dir="auto"
          autoComplete="off"
          maxLength={LIMITS.subject}
          value={written.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
      </Field>
      <Field label={w.text} hint={w.textHint} error={fieldError(error, 'text')}>
        <TextArea
          ref={text}
          name="text"
          dir="auto"
          rows={8}
          maxLength={LIMITS.text}
          value={written.text}
          onChange={({ target }) => change({ text: target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Braces aria-hidden className="size-4" />} onPress={insertVariable}>
          {w.insertVariable}
        </Button>
        {!isHtml && (
          <Button look="quiet" onPress={() => setHtml(true)}>
            {w.addHtml}
          </Button>
        )}
      </div>
      {isHtml && (
        <Field label={w.html} hint={w.htmlHint} error={fieldError(error, 'html')}>
          <TextArea
            name="html"
            rows={8}
            spellCheck={false}
            maxLength={LIMITS.html}
            className="font-mono text-small"
            value={written.html}
            onChange={({ target }) => change({ html: target.value })}
          />
        </Field>
      )}
    </>
  )
}

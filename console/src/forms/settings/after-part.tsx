import { useState } from 'react'
import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { Choices } from '../../design/choices.tsx'
import { Field, Input } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import type { Settings, Text } from '../shape.ts'
import { TextInputs } from '../text-inputs.tsx'
import type { PartProps } from './settings-page.tsx'
import { settingsWords } from './settings-words.ts'

const TITLE_MAX = 200
const TEXT_MAX = 5000
const URL_MAX = 2000

/** After a submission: a text, or a redirect. */
export function AfterPart({ draft, settings, set }: PartProps) {
  const w = useWords(settingsWords)
  const { thank_you: thanks = {}, redirect_url } = settings
  const [kind, setKind] = useState<'text' | 'redirect'>(redirect_url === undefined ? 'text' : 'redirect')
  /** The other choice's value, kept while switching. */
  const [kept, setKept] = useState<Pick<Settings, 'thank_you' | 'redirect_url'>>({})
  const at = (name: string) => fieldError(draft.error, `settings.${name}`)
  const choose = (next: 'text' | 'redirect') => {
    setKind(next)
    setKept({
      ...kept,
      ...(settings.thank_you && { thank_you: settings.thank_you }),
      ...(redirect_url && { redirect_url }),
    })
    if (next === 'text') set({ redirect_url: undefined, thank_you: kept.thank_you })
    else set({ thank_you: undefined, redirect_url: kept.redirect_url })
  }
  const say = (name: 'title' | 'text', text: Text | undefined) => {
    const { [name]: _, ...rest } = thanks
    const next = { ...rest, ...(text !== undefined && { [name]: text }) }
    set({ thank_you: Object.keys(next).length > 0 ? next : undefined })
  }
  return (
    <Section title={w.after}>
      <div className="flex flex-col gap-4">
        <Choices
          label={w.afterKind}
          isLabelHidden
          value={kind}
          options={[
            { value: 'text', label: w.thanks },
            { value: 'redirect', label: w.redirect },
          ]}
          onChange={choose}
        />
        {kind === 'text' ? (
          <>
            <TextInputs
              settings={settings}
              label={w.thanksTitle}
              placeholder={w.thanksDefault}
              value={thanks.title}
              max={TITLE_MAX}
              error={at('thank_you.title')}
              onChange={(text) => say('title', text)}
            />
            <TextInputs
              isLong
              settings={settings}
              label={w.thanksText}
              value={thanks.text}
              max={TEXT_MAX}
              error={at('thank_you.text')}
              onChange={(text) => say('text', text)}
            />
          </>
        ) : (
          <Field label={w.redirectUrl} hint={w.redirectHint} error={at('redirect_url')}>
            <Input
              type="url"
              dir="ltr"
              autoComplete="off"
              maxLength={URL_MAX}
              placeholder="https://"
              value={redirect_url ?? ''}
              onChange={({ target }) => set({ redirect_url: target.value || undefined })}
            />
          </Field>
        )}
      </div>
    </Section>
  )
}

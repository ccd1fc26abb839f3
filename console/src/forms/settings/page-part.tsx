import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { Section } from '../../design/page.tsx'
import { TextInputs } from '../text-inputs.tsx'
import type { PartProps } from './settings-page.tsx'
import { settingsWords } from './settings-words.ts'

const TITLE_MAX = 200
const DESCRIPTION_MAX = 5000
const BUTTON_MAX = 60

/** Texts above and below the fields. */
export function PagePart({ draft, settings, set }: PartProps) {
  const w = useWords(settingsWords)
  const at = (name: string) => fieldError(draft.error, `settings.${name}`)
  return (
    <Section title={w.page}>
      <div className="flex flex-col gap-4">
        <TextInputs
          settings={settings}
          label={w.title}
          placeholder={draft.written.name}
          value={settings.title}
          max={TITLE_MAX}
          error={at('title')}
          onChange={(title) => set({ title })}
        />
        <TextInputs
          isLong
          settings={settings}
          label={w.description}
          hint={w.descriptionHint}
          value={settings.description}
          max={DESCRIPTION_MAX}
          error={at('description')}
          onChange={(description) => set({ description })}
        />
        <TextInputs
          settings={settings}
          label={w.submitLabel}
          placeholder={w.submitDefault}
          value={settings.submit_label}
          max={BUTTON_MAX}
          error={at('submit_label')}
          onChange={(submit_label) => set({ submit_label })}
        />
      </div>
    </Section>
  )
}

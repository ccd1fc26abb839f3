import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { Choices } from '../../design/choices.tsx'
import { Section } from '../../design/page.tsx'
import { type Appearance, appearances } from '../shape.ts'
import { AccentField } from './accent-field.tsx'
import type { PartProps } from './settings-page.tsx'
import { settingsWords } from './settings-words.ts'

/** The page's colour, and its light or dark mode. */
export function LookPart({ draft, settings, set }: PartProps) {
  const w = useWords(settingsWords)
  const { theme = {} } = settings
  const change = (next: { accent?: string | undefined; appearance?: Appearance | undefined }) => {
    const kept = Object.entries({ ...theme, ...next }).filter(([, value]) => value !== undefined)
    set({ theme: kept.length > 0 ? Object.fromEntries(kept) : undefined })
  }
  return (
    <Section title={w.look}>
      <div className="flex flex-col gap-4">
        <Choices
          label={w.appearance}
          value={theme.appearance ?? 'auto'}
          options={appearances.map((value) => ({ value, label: w.appearances[value] }))}
          onChange={(appearance) => change({ appearance: appearance === 'auto' ? undefined : appearance })}
        />
        <AccentField
          value={theme.accent}
          error={fieldError(draft.error, 'settings.theme.accent')}
          onChange={(accent) => change({ accent })}
        />
      </div>
    </Section>
  )
}

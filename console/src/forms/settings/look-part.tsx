import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { Choices } from '../../design/choices.tsx'
import { Field, Input } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { type Appearance, appearances } from '../shape.ts'
import type { PartProps } from './settings-page.tsx'
import { settingsWords } from './settings-words.ts'

/** Of a page without a colour of its own: the picker shows nothing but a colour. */
const PAGE_ACCENT = 0x3d4fc4

/** The colour of the page, and whether it is light or dark. */
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
        <div className="flex flex-wrap items-end gap-2">
          <Field label={w.accent} error={fieldError(draft.error, 'settings.theme.accent')}>
            <Input
              type="color"
              className="w-24 p-1"
              value={theme.accent ?? `#${PAGE_ACCENT.toString(16)}`}
              onChange={({ target }) => change({ accent: target.value })}
            />
          </Field>
          {theme.accent !== undefined && (
            <Button look="quiet" onPress={() => change({ accent: undefined })}>
              {w.accentDefault}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}

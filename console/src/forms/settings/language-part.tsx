import { X } from 'lucide-react'
import { fieldError } from '../../app/errors.tsx'
import { useLanguage, useWords } from '../../app/language.tsx'
import { languageName } from '../../app/language-name.ts'
import { IconButton } from '../../design/button.tsx'
import { Field, Select } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { Status } from '../../design/status.tsx'
import { TextInputs } from '../text-inputs.tsx'
import { withLanguages } from '../texts.ts'
import type { PartProps } from './settings-page.tsx'
import { pageTextKeys, settingsWords } from './settings-words.ts'

/** Offered languages. Samvad translates the fixed texts of the page to the first two. */
const OFFERED = 'en hi as bn gu kn kok ml mr ne or pa sa sd ta te ur ar de es fr pt ru zh'.split(' ')
const OWN = ['en', 'hi']
const LANGUAGES_MAX = 10
const PAGE_TEXT_MAX = 300

/** The page's languages, and custom texts where Samvad has no translation. */
export function LanguagePart({ draft, settings, set }: PartProps) {
  const w = useWords(settingsWords)
  const { language: shown } = useLanguage()
  const { languages, default_language: first, texts = {} } = settings
  const name = (language: string) => languageName(language, shown)
  const change = (next: { languages: readonly string[]; default_language: string }) =>
    draft.change(withLanguages(draft.written, next))
  const left = OFFERED.filter((one) => !languages.includes(one))
  const needsTexts = languages.some((one) => !OWN.includes(one))
  return (
    <Section title={w.languages} description={w.languagesDetail}>
      <ul className="flex flex-col gap-2">
        {languages.map((language) => (
          <li
            key={language}
            className="flex min-h-11 items-center gap-2 rounded-box border border-line bg-surface ps-3 pe-1"
          >
            <span className="min-w-0 grow" lang={shown}>
              {name(language)}
            </span>
            {language === first && <Status tone="accent">{w.isDefault}</Status>}
            {!OWN.includes(language) && <Status>{w.ownTexts}</Status>}
            {language !== first && (
              <IconButton
                label={w.removeLanguage(name(language))}
                onClick={() =>
                  change({ languages: languages.filter((one) => one !== language), default_language: first })
                }
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Field label={w.addLanguage}>
          <Select
            value=""
            disabled={languages.length >= LANGUAGES_MAX}
            onChange={({ target }) => change({ languages: [...languages, target.value], default_language: first })}
          >
            <option value="">{w.chooseLanguage}</option>
            {left.map((one) => (
              <option key={one} value={one}>
                {name(one)}
              </option>
            ))}
          </Select>
        </Field>
        {languages.length > 1 && (
          <Field
            label={w.defaultLanguage}
            hint={w.defaultLanguageHint}
            error={fieldError(draft.error, 'settings.default_language')}
          >
            <Select value={first} onChange={({ target }) => change({ languages, default_language: target.value })}>
              {languages.map((one) => (
                <option key={one} value={one}>
                  {name(one)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      <details className="mt-3 border-t border-line pt-2" open={needsTexts || undefined}>
        <summary className="touch flex min-h-8 items-center font-medium">{w.pageTexts}</summary>
        <p className="mb-3 text-soft">{w.pageTextsDetail}</p>
        <div className="flex flex-col gap-4">
          {pageTextKeys.map((key) => (
            <TextInputs
              key={key}
              settings={settings}
              label={w.texts[key]}
              value={texts[key]}
              max={PAGE_TEXT_MAX}
              error={fieldError(draft.error, `settings.texts.${key}`)}
              onChange={(text) => {
                const { [key]: _, ...rest } = texts
                const next = { ...rest, ...(text !== undefined && { [key]: text }) }
                set({ texts: Object.keys(next).length > 0 ? next : undefined })
              }}
            />
          ))}
        </div>
      </details>
    </Section>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { languageName } from '../app/language-name.ts'
import { usePaused } from '../app/paused.ts'
import { canonical } from '../app/unsaved.ts'
import { Choices } from '../design/choices.tsx'
import { Select } from '../design/field.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { buildWords } from './builder/build-words.ts'
import { pageOf } from './builder/order.ts'
import type { FormDraft } from './data.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { bodyOf } from './written.ts'

const PAUSE_MS = 350

/** `edited`: the page with the edited field. */
export type PreviewState = 'edited' | 'thank_you' | 'closed'

interface PreviewPanelProps {
  draft: FormDraft
  /** The page of the field that is edited. */
  page: number
  /** The state that is previewed until the user chooses another one. */
  shows: PreviewState
}

/** The current draft as the service renders it, in each language, at phone and desktop width. */
export function PreviewPanel({ draft, page: editedPage, shows: edited }: PreviewPanelProps) {
  const w = useWords(buildWords)
  const { language: shown } = useLanguage()
  const { form, written } = draft
  const { languages, default_language: first } = written.settings
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [chosen, setLanguage] = useState(first)
  const language = languages.includes(chosen) ? chosen : first
  const [{ shows, of }, setShown] = useState<{ shows: string; of: PreviewState }>({ shows: edited, of: edited })
  if (of !== edited) setShown({ shows: edited, of: edited })
  const page = shows === 'edited' ? editedPage : Number(shows)
  const state = shows === 'thank_you' || shows === 'closed' ? shows : 'open'
  // Incomplete parts are omitted, as when the form is saved.
  const nothing = { name: '', slug: '', fields: [], settings: written.settings }
  const { fields = [], settings = written.settings } = bodyOf(written, nothing) as Partial<typeof written>
  const asked = usePaused(
    canonical({
      language,
      state,
      ...(state === 'open' && { page }),
      definition: { fields, settings: { ...settings, title: settings.title ?? form.name } },
    }),
    PAUSE_MS,
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['form-preview', form.id, asked],
    placeholderData: keepPreviousData,
    gcTime: 30_000,
    queryFn: ({ signal }) =>
      api.forms.preview(form.id, JSON.parse(asked), { signal, retries: 0, idempotencyKey: null }),
  })
  const pages = pageOf(written.fields, written.fields.length)
  return (
    <section aria-label={w.preview} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Choices
          label={w.width}
          isLabelHidden
          value={width}
          options={[
            { value: 'phone', label: w.phone, icon: <Smartphone aria-hidden className="size-4" /> },
            { value: 'desktop', label: w.desktop, icon: <Monitor aria-hidden className="size-4" /> },
          ]}
          onChange={setWidth}
        />
        <span className="flex grow flex-wrap justify-end gap-2">
          <Select
            aria-label={w.shows}
            className="w-auto!"
            value={shows}
            onChange={({ target }) => setShown({ shows: target.value, of: edited })}
          >
            <option value="edited">{w.page(Math.min(editedPage, pages))}</option>
            {Array.from({ length: pages }, (_, place) => place + 1)
              .filter((one) => one !== editedPage)
              .map((one) => (
                <option key={one} value={one}>
                  {w.page(one)}
                </option>
              ))}
            <option value="thank_you">{w.thankYou}</option>
            <option value="closed">{w.closed}</option>
          </Select>
          {languages.length > 1 && (
            <Select
              aria-label={w.language}
              className="w-auto!"
              value={language}
              onChange={({ target }) => setLanguage(target.value)}
            >
              {languages.map((one) => (
                <option key={one} value={one}>
                  {languageName(one, shown)}
                </option>
              ))}
            </Select>
          )}
        </span>
      </div>
      {data ? (
        <PreviewFrame title={w.frame} html={data.html} width={width} />
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Skeleton rows={1} rowClass="h-96" />
      )}
      {data && error && <p className="text-small text-warn">{w.failed}</p>}
    </section>
  )
}

import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { useMay } from '../../app/session.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Field, Input } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import type { FormDraft } from '../data.ts'
import { withSettings } from '../written.ts'
import { shareWords } from './share-words.ts'
import { originOf } from './snippet.ts'

const SITES_MAX = 20

/** Which sites may show the form in a frame: browsers refuse it to all others. */
export function EmbedSites({ draft }: { draft: FormDraft }) {
  const w = useWords(shareWords)
  const mayManage = useMay()('forms.manage')
  const { settings } = draft.written
  const sites = settings.embed_origins ?? []
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const save = (next: readonly string[]) =>
    draft.change({ settings: withSettings(settings, { embed_origins: next.length > 0 ? next : undefined }) })
  const add = (event: FormEvent) => {
    event.preventDefault()
    const origin = originOf(typed)
    setWrong(origin === null)
    if (origin === null) return
    if (!sites.includes(origin)) save([...sites, origin])
    setTyped('')
  }
  return (
    <Section title={w.sites} description={w.sitesDetail}>
      {sites.length === 0 ? (
        <p className="text-soft">{w.noSites}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {sites.map((site, place) => {
            const error = fieldError(draft.error, `settings.embed_origins[${place}]`)
            return (
              <li key={site}>
                <span className="flex min-h-11 items-center gap-2 rounded-box border border-line bg-surface ps-3 pe-1">
                  <bdi className="min-w-0 grow wrap-anywhere">{site}</bdi>
                  {mayManage && (
                    <IconButton label={w.removeSite(site)} onClick={() => save(sites.filter((one) => one !== site))}>
                      <X aria-hidden className="size-4" />
                    </IconButton>
                  )}
                </span>
                {error && (
                  <p role="alert" className="text-small text-bad">
                    {error}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {mayManage && sites.length < SITES_MAX && (
        <form className="mt-3 flex items-end gap-2" onSubmit={add}>
          <Field label={w.site} error={isWrong ? w.siteWrong : undefined} className="grow">
            <Input
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              placeholder={w.siteExample}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <Button type="submit" icon={<Plus aria-hidden className="size-4" />}>
            {w.addSite}
          </Button>
        </form>
      )}
    </Section>
  )
}

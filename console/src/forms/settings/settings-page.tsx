import { type ComponentType, type FocusEvent, useState } from 'react'
import { useWords } from '../../app/language.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../design/button.tsx'
import { Select } from '../../design/field.tsx'
import { BesidePreview } from '../beside-preview.tsx'
import type { FormDraft } from '../data.ts'
import { FormFrame } from '../form-frame.tsx'
import type { PreviewState } from '../preview-panel.tsx'
import { formSettingsRoute } from '../routes.tsx'
import type { Settings } from '../shape.ts'
import { withSettings } from '../written.ts'
import { AfterPart } from './after-part.tsx'
import { AutoReplyPart } from './auto-reply-part.tsx'
import { ContactPart } from './contact-part.tsx'
import { KeptPart } from './kept-part.tsx'
import { LanguagePart } from './language-part.tsx'
import { LookPart } from './look-part.tsx'
import { OpeningPart } from './opening-part.tsx'
import { PagePart } from './page-part.tsx'
import { settingsWords } from './settings-words.ts'

export interface PartProps {
  draft: FormDraft
  settings: Settings
  set: (change: { [Name in keyof Settings]?: Settings[Name] | undefined }) => void
}

export function FormSettingsPage() {
  const { formId } = formSettingsRoute.useParams()
  return <FormFrame id={formId}>{(draft) => <AllSettings draft={draft} />}</FormFrame>
}

type PartName = 'page' | 'look' | 'languages' | 'after' | 'opening' | 'contacts' | 'autoReply' | 'kept'

/** In the order of a visit: appearance, what follows a submission, and what is done with it. */
const parts: readonly { name: PartName; Part: ComponentType<PartProps>; shows?: PreviewState }[] = [
  { name: 'page', Part: PagePart },
  { name: 'look', Part: LookPart },
  { name: 'languages', Part: LanguagePart },
  { name: 'after', Part: AfterPart, shows: 'thank_you' },
  { name: 'opening', Part: OpeningPart, shows: 'closed' },
  { name: 'contacts', Part: ContactPart },
  { name: 'autoReply', Part: AutoReplyPart },
  { name: 'kept', Part: KeptPart },
]

const idOf = (name: PartName) => `settings-${name}`

/** The settings in parts, next to a preview that follows the focused part. */
function AllSettings({ draft }: { draft: FormDraft }) {
  const w = useWords(settingsWords)
  const mayManage = useMay()('forms.manage')
  const [shows, setShows] = useState<PreviewState>('edited')
  const { settings } = draft.written
  const part: PartProps = {
    draft,
    settings,
    set: (change) => draft.change({ settings: withSettings(settings, change) }),
  }
  const follow = ({ target }: FocusEvent) => {
    const name = target.closest('[data-part]')?.id
    const found = parts.find((one) => idOf(one.name) === name)
    if (found) setShows(found.shows ?? 'edited')
  }
  return (
    <BesidePreview draft={draft} shows={shows}>
      {(previewButton) => (
        <>
          <div className="mb-6 flex flex-wrap items-center gap-2">
            {/* On a phone the names would fill the first screen. */}
            <Select
              aria-label={w.parts}
              className="w-auto! grow sm:hidden"
              value=""
              onChange={({ target }) => goTo(target.value as PartName)}
            >
              <option value="">{w.goToPart}</option>
              {parts.map(({ name }) => (
                <option key={name} value={name}>
                  {w[name]}
                </option>
              ))}
            </Select>
            <nav aria-label={w.parts} className="-mx-3 flex grow flex-wrap max-sm:hidden">
              {parts.map(({ name }) => (
                <Button key={name} look="quiet" onPress={() => goTo(name)}>
                  {w[name]}
                </Button>
              ))}
            </nav>
            {previewButton}
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only follows the focus */}
          <fieldset disabled={!mayManage} onFocus={follow} className="min-w-0">
            {parts.map(({ name, Part }) => (
              <div
                key={name}
                id={idOf(name)}
                data-part
                tabIndex={-1}
                className="scroll-mt-32 border-t border-line pt-6 outline-none first:border-0 first:pt-0"
              >
                <Part {...part} />
              </div>
            ))}
          </fieldset>
        </>
      )}
    </BesidePreview>
  )
}

/** The focus moves there too, for keyboard users. */
function goTo(name: PartName): void {
  const part = document.getElementById(idOf(name))
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}

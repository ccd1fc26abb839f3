import { useMay } from '../../app/session.ts'
import type { FormDraft } from '../data.ts'
import { FormFrame } from '../form-frame.tsx'
import { formSettingsRoute } from '../routes.tsx'
import type { Settings } from '../shape.ts'
import { withSettings } from '../written.ts'
import { AfterPart } from './after-part.tsx'
import { AutoReplyPart } from './auto-reply-part.tsx'
import { ContactPart } from './contact-part.tsx'
import { LanguagePart } from './language-part.tsx'
import { LookPart } from './look-part.tsx'
import { OpeningPart } from './opening-part.tsx'
import { PagePart } from './page-part.tsx'

export interface PartProps {
  draft: FormDraft
  settings: Settings
  set: (change: { [Name in keyof Settings]?: Settings[Name] | undefined }) => void
}

export function FormSettingsPage() {
  const { formId } = formSettingsRoute.useParams()
  return <FormFrame id={formId}>{(draft) => <AllSettings draft={draft} />}</FormFrame>
}

function AllSettings({ draft }: { draft: FormDraft }) {
  const mayManage = useMay()('forms.manage')
  const { settings } = draft.written
  const part: PartProps = {
    draft,
    settings,
    set: (change) => draft.change({ settings: withSettings(settings, change) }),
  }
  return (
    <fieldset disabled={!mayManage} className="grid min-w-0 gap-x-12 lg:grid-cols-2">
      <div className="min-w-0">
        <PagePart {...part} />
        <LanguagePart {...part} />
        <LookPart {...part} />
      </div>
      <div className="min-w-0">
        <OpeningPart {...part} />
        <AfterPart {...part} />
        <ContactPart {...part} />
        <AutoReplyPart {...part} />
      </div>
    </fieldset>
  )
}

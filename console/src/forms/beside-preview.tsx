import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { buildWords } from './builder/build-words.ts'
import type { FormDraft } from './data.ts'
import { PreviewPanel, type PreviewState } from './preview-panel.tsx'

interface BesidePreviewProps {
  draft: FormDraft
  /** The preview's page: that of the edited field. */
  page?: number
  /** The state to preview, according to what is edited. */
  shows?: PreviewState
  /** Receives the button that opens the preview on a phone. */
  children: (previewButton: ReactNode) => ReactNode
}

/** The editor next to a preview of the page; on a phone a button opens the preview. */
export function BesidePreview({ draft, page = 1, shows = 'edited', children }: BesidePreviewProps) {
  const w = useWords(buildWords)
  const [isPreviewing, setPreviewing] = useState(false)
  const preview = <PreviewPanel draft={draft} page={page} shows={shows} />
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">
          {children(
            <Button
              className="lg:hidden"
              icon={<Eye aria-hidden className="size-4" />}
              onPress={() => setPreviewing(true)}
            >
              {w.preview}
            </Button>,
          )}
        </div>
        <aside className="hidden min-w-0 lg:sticky lg:top-28 lg:block lg:self-start">{preview}</aside>
      </div>
      {isPreviewing && (
        <Dialog isOpen isWide onClose={() => setPreviewing(false)} title={w.preview}>
          {preview}
        </Dialog>
      )}
    </>
  )
}

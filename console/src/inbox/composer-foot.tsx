import type { Template } from '@samvad/sdk'
import { CalendarClock, LayoutTemplate, Paperclip, SendHorizontal, SquareMousePointer } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { shownKeys } from '../app/shortcuts.ts'
import { TemplatePicker } from '../app/template-picker.tsx'
import { Button, IconButton } from '../design/button.tsx'
import { Money } from '../design/money.tsx'
import { type Channel, takesButtons, takesFiles } from './compose.ts'
import { composerWords } from './composer-words.ts'
import { interactiveWords } from './interactive-words.ts'
import { Schedule } from './schedule.tsx'
import { words } from './words.ts'

interface ComposerFootProps {
  channel: Channel | null
  canSend: boolean
  total: string | null
  hasTemplate: boolean
  hasInteractive: boolean
  onInteractive: () => void
  onFiles: (files: FileList | null) => void
  onTemplate: (template: Template) => void
  onSchedule: (at: number) => void
}

/** Attachments, schedule, and Send with the cost. */
export function ComposerFoot({
  channel,
  canSend,
  total,
  hasTemplate,
  hasInteractive,
  onInteractive,
  onFiles,
  onTemplate,
  onSchedule,
}: ComposerFootProps) {
  const w = useWords(composerWords)
  const common = useWords(words)
  const i = useWords(interactiveWords)
  const may = useMay()
  const chooser = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<'template' | 'schedule' | null>(null)
  return (
    <div className="flex items-center gap-1 pt-1">
      {channel !== null && takesFiles(channel) && !hasTemplate && (
        <>
          <IconButton label={w.attach} onClick={() => chooser.current?.click()}>
            <Paperclip aria-hidden className="size-4" />
          </IconButton>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            tabIndex={-1}
            aria-hidden
            onChange={({ target }) => {
              onFiles(target.files)
              target.value = ''
            }}
          />
        </>
      )}
      {takesButtons(channel) && !hasTemplate && (
        <IconButton label={i.add} aria-pressed={hasInteractive} onClick={onInteractive}>
          <SquareMousePointer aria-hidden className="size-4" />
        </IconButton>
      )}
      {channel !== null && may('templates.view') && (
        <IconButton label={common.templates} onClick={() => setAsked('template')}>
          <LayoutTemplate aria-hidden className="size-4" />
        </IconButton>
      )}
      <IconButton label={w.schedule} disabled={!canSend} onClick={() => setAsked('schedule')}>
        <CalendarClock aria-hidden className="size-4" />
      </IconButton>
      <span className="grow" />
      {total !== null && (
        <span className="text-small text-soft">
          <span className="sr-only">{w.costs} </span>
          <Money amount={total} />
        </span>
      )}
      <Button
        look="primary"
        type="submit"
        disabled={!canSend}
        title={shownKeys('mod+Enter')}
        icon={<SendHorizontal aria-hidden className="size-4" />}
      >
        {w.send}
      </Button>
      {channel !== null && asked === 'template' && (
        <TemplatePicker channel={channel} onClose={() => setAsked(null)} onChoose={onTemplate} />
      )}
      {asked === 'schedule' && <Schedule onClose={() => setAsked(null)} onChoose={onSchedule} />}
    </div>
  )
}

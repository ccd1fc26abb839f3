import { type FormEvent, useState } from 'react'
import { useLanguage, useWords } from '../app/language.tsx'
import { useTimeZone } from '../app/time-zone.tsx'
import { momentIn, wallTime } from '../app/zoned.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { exactTime } from '../design/times.ts'
import { composerWords } from './composer-words.ts'

const HOUR = 3600
const DAYS_MAX = 35

/** Chooses the sending time, in the displayed time zone. */
export function Schedule({ onClose, onChoose }: { onClose: () => void; onChoose: (at: number) => void }) {
  const w = useWords(composerWords)
  const { language } = useLanguage()
  const zone = useTimeZone()
  const [now] = useState(() => Math.floor(Date.now() / 1000))
  const [typed, setTyped] = useState(() => wallTime(now + HOUR, zone))
  const at = momentIn(typed, zone)
  const fault = at === null ? w.noTime : at <= now ? w.inThePast : at > now + DAYS_MAX * 24 * HOUR ? w.tooFar : null
  const choose = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (at === null || fault !== null) return
    onChoose(at)
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={w.schedule} description={w.scheduleDetail}>
      <form onSubmit={choose} className="flex flex-col gap-4">
        <Field label={w.leavesAt} error={fault} hint={at !== null && !fault ? exactTime(at, language, zone) : null}>
          <Input
            type="datetime-local"
            value={typed}
            min={wallTime(now, zone)}
            max={wallTime(now + DAYS_MAX * 24 * HOUR, zone)}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button look="primary" type="submit" className="self-end" disabled={fault !== null}>
          {w.scheduleIt}
        </Button>
      </form>
    </Dialog>
  )
}

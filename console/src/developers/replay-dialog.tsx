import { api } from '../app/api.ts'
import { useMinute } from '../app/clock.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { useTimeZone } from '../app/time-zone.tsx'
import { momentIn, wallTime } from '../app/zoned.ts'
import { FormDialog } from '../design/form.tsx'
import { RangeFields } from '../design/range.tsx'
import { tell } from '../design/toast.tsx'
import { lookLater } from './data.ts'
import { words } from './webhooks-words.ts'

const HOUR = 3600
const MINUTE = 60

export function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const w = useWords(words)
  // The time zone in which deliveries are shown.
  const zone = useTimeZone()
  // Up to the current minute.
  const now = useMinute()
  const initial = { from: wallTime(now - HOUR, zone), to: wallTime(now + 2 * MINUTE, zone) }
  const form = useForm(initial, async ({ from, to }) => {
    const { count } = await api.webhookEndpoints.replay(endpointId, {
      from: momentIn(from, zone) ?? 0,
      to: momentIn(to, zone) ?? 0,
    })
    lookLater(endpointId)
    tell(w.replayed(count))
    onClose()
  })
  return (
    <FormDialog form={form} title={w.replayTitle} description={w.replayDetail} action={w.replay} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <RangeFields
          type="datetime-local"
          range={form.values}
          labels={w}
          onChange={form.set}
          errors={{ from: form.wrong('from'), to: form.wrong('to') }}
          isRequired
        />
      </div>
    </FormDialog>
  )
}

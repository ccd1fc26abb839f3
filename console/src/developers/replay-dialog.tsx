import { api } from '../app/api.ts'
import { useMinute } from '../app/clock.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { lookLater } from './data.ts'
import { words } from './webhooks-words.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** As the control has it: on the clock of the browser, to the minute. */
function localMinute(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

const seconds = (local: string): number => Math.floor(new Date(local).getTime() / 1000)

export function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const w = useWords(words)
  // Up to now, and the minute that has begun.
  const now = useMinute() * 1000
  const initial = { from: localMinute(new Date(now - HOUR_MS)), to: localMinute(new Date(now + 2 * MINUTE_MS)) }
  const form = useForm(initial, async ({ from, to }) => {
    const { count } = await api.webhookEndpoints.replay(endpointId, { from: seconds(from), to: seconds(to) })
    lookLater(endpointId)
    tell(w.replayed(count))
    onClose()
  })
  return (
    <FormDialog form={form} title={w.replayTitle} description={w.replayDetail} action={w.replay} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={w.from} error={form.wrong('from')}>
          <Input {...form.text('from')} type="datetime-local" required />
        </Field>
        <Field label={w.to} error={form.wrong('to')}>
          <Input {...form.text('to')} type="datetime-local" required />
        </Field>
      </div>
    </FormDialog>
  )
}

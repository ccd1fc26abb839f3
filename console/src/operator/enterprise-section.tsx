import type { OrganizationId } from '@samvad/sdk'
import { useState } from 'react'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Field, Select, TextArea } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Section } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { useEnterprise } from './data.ts'
import { words } from './organization-words.ts'
import { words as common } from './words.ts'

const TONES = { open: 'accent', granted: 'good', declined: 'neutral' } as const

export function EnterpriseSection({ id }: { id: OrganizationId }) {
  const w = useWords(words)
  const { data, error, refetch } = useEnterprise(id)
  const [isDeciding, setDeciding] = useState(false)
  const status = data?.status ?? null
  return (
    <Section
      title={w.enterprise}
      actions={status !== null && <Button onPress={() => setDeciding(true)}>{w.decide}</Button>}
    >
      {!data ? (
        error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton rows={1} />
        )
      ) : status === null ? (
        <p className="text-soft">{w.enterpriseNone}</p>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <span className="flex flex-wrap items-center gap-2">
            <Status tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>
              {w.enterpriseStates[status] ?? status}
            </Status>
            {data.decided_at !== null && <Time at={data.decided_at} isExact />}
          </span>
          {data.note && <p className="wrap-anywhere text-soft">{data.note}</p>}
          <ul>
            {data.months.map(({ month, channel, message_count }) => (
              <li key={`${month} ${channel}`} className="flex items-center gap-2">
                <span className="figures">{month}</span>
                <Channel channel={channel} isNamed />
                <span className="figures text-soft">{w.reached(grouped(message_count))}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isDeciding && <Decide id={id} onClose={() => setDeciding(false)} />}
    </Section>
  )
}

function Decide({ id, onClose }: { id: OrganizationId; onClose: () => void }) {
  const w = useWords(words)
  const c = useWords(common)
  const askAnew = useAskAnew()
  const form = useForm({ decision: 'granted', note: '' }, async ({ decision, note }) => {
    await api.organizations.enterprise.decide(id, { decision, note: note.trim() === '' ? null : note.trim() })
    await askAnew(['operated'], ['organizations'])
    onClose()
    tell(c.saved)
  })
  return (
    <FormDialog form={form} title={w.enterprise} description={w.decideDetail} action={w.decide} onClose={onClose}>
      <Field label={w.decision} error={form.wrong('decision')}>
        <Select {...form.text('decision')}>
          <option value="granted">{w.grant}</option>
          <option value="declined">{w.decline}</option>
        </Select>
      </Field>
      <Field label={w.note} hint={w.noteHint} error={form.wrong('note')}>
        <TextArea {...form.text('note')} maxLength={500} />
      </Field>
    </FormDialog>
  )
}

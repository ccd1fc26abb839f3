import { useState } from 'react'
import { useAskAnew, useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useWords } from '../../app/language.tsx'
import { Confirm } from '../../design/dialog.tsx'
import { Field, Select } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { tell } from '../../design/toast.tsx'
import { formKey } from '../data.ts'
import type { PartProps } from './settings-page.tsx'
import { settingsWords } from './settings-words.ts'

const OFFERED_DAYS = [30, 90, 180, 365, 730, 1095]

/** The retention of submissions in days. A change applies at once, also to earlier submissions. */
export function KeptPart({ draft: { form } }: PartProps) {
  const w = useWords(settingsWords)
  const attempt = useAttempt()
  const askAnew = useAskAnew()
  const { submissions_kept_days: kept } = form
  const [asked, setAsked] = useState<number | null>(null)
  const save = async (days: number | null) => {
    await attempt(() => api.forms.update(form.id, { submissions_kept_days: days }))
    await askAnew(formKey(form.id))
    tell(w.keptSaved)
  }
  const days = kept === null || OFFERED_DAYS.includes(kept) ? OFFERED_DAYS : [...OFFERED_DAYS, kept]
  return (
    <Section title={w.kept} description={w.keptDetail}>
      <Field label={w.keptFor} className="max-w-xs">
        <Select
          value={kept ?? ''}
          onChange={({ target }) => {
            const next = target.value === '' ? null : Number(target.value)
            // A longer retention deletes nothing, so it needs no confirmation.
            if (next === null || (kept !== null && next >= kept)) void save(next).catch(() => {})
            else setAsked(next)
          }}
        >
          <option value="">{w.keptForGood}</option>
          {days
            .toSorted((a, b) => a - b)
            .map((one) => (
              <option key={one} value={one}>
                {w.days(one)}
              </option>
            ))}
        </Select>
      </Field>
      <Confirm
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={w.keptTitle(asked ?? 0)}
        action={w.keptAction}
        isDanger
        onConfirm={() => save(asked)}
      >
        {w.keptWarning}
      </Confirm>
    </Section>
  )
}

import type { NotificationPreferences } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { languages, useWords } from '../app/language.tsx'
import { Checkbox, Field, Input, Select } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './notifications-words.ts'
import { words as settingsWords } from './words.ts'

const zones = Intl.supportedValuesOf('timeZone')
const NIGHT = { from: '22:00', to: '08:00' }

/** Language, time zone and quiet hours of notices. */
export function NotificationTimes({ preferences }: { preferences: NotificationPreferences }) {
  const w = useWords(words)
  const { saveSettings, saved } = useWords(settingsWords)
  const askAnew = useAskAnew()
  const { language, time_zone, quiet_hours } = preferences
  const initial = { language: String(language), time_zone, isQuiet: quiet_hours !== null, ...(quiet_hours ?? NIGHT) }
  const form = useForm(initial, async ({ isQuiet, from, to, ...values }) => {
    await api.notificationPreferences.update({ ...values, quiet_hours: isQuiet ? { from, to } : null })
    await askAnew(['notification_preferences'])
    tell(saved)
  })
  // A zone's legacy name is kept.
  const offered = zones.includes(time_zone) ? zones : [time_zone, ...zones]
  return (
    <FormPanel form={form} action={saveSettings}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={w.language}>
          <Select {...form.text('language')}>
            {Object.entries(languages).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={w.timeZone} hint={w.timeZoneHint} error={form.wrong('time_zone')}>
          <Select {...form.text('time_zone')}>
            {offered.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Checkbox label={w.quiet} hint={w.quietHint} {...form.check('isQuiet')} />
      {form.values.isQuiet && (
        <div className="grid max-w-xs grid-cols-2 gap-4">
          <Field label={w.from} error={form.wrong('quiet_hours.from')}>
            <Input {...form.text('from')} type="time" required />
          </Field>
          <Field label={w.to} error={form.wrong('quiet_hours.to')}>
            <Input {...form.text('to')} type="time" required />
          </Field>
        </div>
      )}
    </FormPanel>
  )
}

import { useErrorWords } from '../app/errors.tsx'
import { INDIA } from '../app/india.ts'
import { useWords } from '../app/language.tsx'
import { keepPreference } from '../app/preferences.tsx'
import { useTimeZone } from '../app/time-zone.tsx'
import { Field, Select } from '../design/field.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './words.ts'

/** India's zone comes first, because most users are there. */
const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== INDIA && zone !== 'Asia/Calcutta')

export function TimeZoneChoice() {
  const w = useWords(words)
  const said = useErrorWords()
  const chosen = useTimeZone()
  const choose = (zone: string) =>
    keepPreference({ time_zone: zone === INDIA ? null : zone }).then(
      () => tell(w.saved),
      (failure: unknown) => tell(said(failure).title, { isBad: true }),
    )
  return (
    <Field label={w.timeZone} isLabelHidden className="max-w-xs">
      <Select value={chosen} onChange={({ target }) => void choose(target.value)}>
        <option value={INDIA}>{w.timeZoneOfIndia}</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  )
}

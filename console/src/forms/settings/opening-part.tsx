import { type ReactNode, useState } from 'react'
import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { useTimeZone } from '../../app/time-zone.tsx'
import { momentIn, wallTime } from '../../app/zoned.ts'
import { Checkbox, Field, Input } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { NumberInput } from '../builder/number-input.tsx'
import { TextInputs } from '../text-inputs.tsx'
import type { PartProps } from './settings-page.tsx'
import { settingsWords } from './settings-words.ts'

const TEXT_MAX = 5000

/** The period in which the form accepts submissions, and their maximum number. */
export function OpeningPart({ draft, settings, set }: PartProps) {
  const w = useWords(settingsWords)
  const zone = useTimeZone()
  const { opens_at, closes_at, max_submissions } = settings
  const isClosing = closes_at !== undefined || max_submissions !== undefined || opens_at !== undefined
  return (
    <Section title={w.opening} description={w.openingDetail(zone)}>
      <div className="flex flex-col gap-4">
        <Limit label={w.opensAt} isSet={opens_at !== undefined} onClear={() => set({ opens_at: undefined })}>
          <Moment
            label={w.opensAt}
            value={opens_at}
            error={fieldError(draft.error, 'settings.opens_at')}
            onChange={(at) => set({ opens_at: at })}
          />
        </Limit>
        <Limit label={w.closesAt} isSet={closes_at !== undefined} onClear={() => set({ closes_at: undefined })}>
          <Moment
            label={w.closesAt}
            value={closes_at}
            error={fieldError(draft.error, 'settings.closes_at')}
            onChange={(at) => set({ closes_at: at })}
          />
        </Limit>
        <Limit label={w.cap} isSet={max_submissions !== undefined} onClear={() => set({ max_submissions: undefined })}>
          <NumberInput
            isWhole
            label={w.capCount}
            value={max_submissions}
            error={fieldError(draft.error, 'settings.max_submissions')}
            onChange={(value) => set({ max_submissions: value })}
          />
        </Limit>
        {isClosing && (
          <TextInputs
            isLong
            settings={settings}
            label={w.closedText}
            value={settings.closed_text}
            max={TEXT_MAX}
            error={fieldError(draft.error, 'settings.closed_text')}
            onChange={(closed_text) => set({ closed_text })}
          />
        )}
      </div>
    </Section>
  )
}

interface LimitProps {
  label: string
  isSet: boolean
  onClear: () => void
  children: ReactNode
}

/** An optional limit: its field appears once the limit is switched on. */
function Limit({ label, isSet, onClear, children }: LimitProps) {
  const [isWanted, setWanted] = useState(isSet)
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={label}
        checked={isWanted || isSet}
        onChange={({ target }) => {
          setWanted(target.checked)
          if (!target.checked) onClear()
        }}
      />
      {(isWanted || isSet) && <div className="max-w-xs ps-6">{children}</div>}
    </div>
  )
}

interface MomentProps {
  label: string
  value: number | undefined
  error: string | null
  onChange: (at: number | undefined) => void
}

/** An incomplete date and time changes nothing. */
function Moment({ label, value, error, onChange }: MomentProps) {
  const zone = useTimeZone()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field label={label} isLabelHidden error={error}>
      <Input
        type="datetime-local"
        value={typed ?? (value === undefined ? '' : wallTime(value, zone))}
        onChange={({ target }) => {
          const at = momentIn(target.value, zone)
          setTyped(target.value)
          if (target.value === '') onChange(undefined)
          else if (at !== null) onChange(at)
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}

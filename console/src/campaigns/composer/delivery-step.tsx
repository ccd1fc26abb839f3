import { useState } from 'react'
import { channelOf } from '../../app/channels.ts'
import { useMinute } from '../../app/clock.ts'
import { fieldError } from '../../app/errors.tsx'
import { useLanguage, useWords } from '../../app/language.tsx'
import { useTimeZone } from '../../app/time-zone.tsx'
import { momentIn, wallTime } from '../../app/zoned.ts'
import { Choices } from '../../design/choices.tsx'
import { Checkbox, Field, Input } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { exactTime } from '../../design/times.ts'
import { deliveryWords } from './delivery-words.ts'
import { StepFoot } from './step-nav.tsx'
import type { Composer } from './use-composer.ts'
import { perMinuteOf } from './written.ts'

const HOUR = 3600
const NIGHT = { from: '21:00', to: '09:00' }
const PER_MINUTE = '600'

/** When and how fast it is sent. */
export function DeliveryStep({ composer }: { composer: Composer }) {
  const { campaign, written } = composer
  return (
    <>
      <div className="grid gap-x-10 lg:grid-cols-2">
        <div>
          <When composer={composer} />
          <Quiet composer={composer} />
        </div>
        <div>
          <Rate composer={composer} />
          {channelOf(written.channel)?.isMail && <Tracking composer={composer} />}
        </div>
      </div>
      <StepFoot campaignId={campaign.id} step="delivery" />
    </>
  )
}

function When({ composer: { written, change, error } }: { composer: Composer }) {
  const w = useWords(deliveryWords)
  const { language } = useLanguage()
  const zone = useTimeZone()
  const now = useMinute()
  const { scheduled_at: at } = written
  const [typed, setTyped] = useState(() => (at === null ? '' : wallTime(at, zone)))
  const choose = (text: string) => {
    setTyped(text)
    const moment = momentIn(text, zone)
    if (moment !== null) change({ scheduled_at: moment })
  }
  const fault = at !== null && at <= now ? w.inThePast : fieldError(error, 'scheduled_at')
  return (
    <Section title={w.when}>
      <Choices
        label={w.when}
        isLabelHidden
        value={at === null ? 'now' : 'later'}
        options={[
          { value: 'now', label: w.now },
          { value: 'later', label: w.later },
        ]}
        onChange={(value) => {
          if (value === 'now') return change({ scheduled_at: null })
          choose(wallTime(Math.ceil((now + HOUR) / HOUR) * HOUR, zone))
        }}
      />
      {at !== null && (
        <Field
          label={w.time}
          className="mt-4 max-w-xs"
          error={fault}
          hint={fault === null ? exactTime(at, language, zone) : null}
        >
          <Input
            type="datetime-local"
            name="scheduled_at"
            value={typed}
            min={wallTime(now, zone)}
            onChange={({ target }) => choose(target.value)}
          />
        </Field>
      )}
      <p className="mt-3 max-w-prose text-small text-soft">{at === null ? w.nowDetail : w.laterDetail}</p>
    </Section>
  )
}

function Quiet({ composer: { written, change, error } }: { composer: Composer }) {
  const w = useWords(deliveryWords)
  const { quiet_hours: quiet } = written
  const isSame = quiet !== null && quiet.from === quiet.to
  const time = (name: 'from' | 'to', label: string) =>
    quiet && (
      <Field
        label={label}
        error={(name === 'to' && isSame ? w.sameTimes : null) ?? fieldError(error, `quiet_hours.${name}`)}
      >
        <Input
          type="time"
          name={`quiet_${name}`}
          required
          value={quiet[name]}
          onChange={({ target }) => change({ quiet_hours: { ...quiet, [name]: target.value } })}
        />
      </Field>
    )
  return (
    <Section title={w.quiet}>
      <Checkbox
        label={w.quietOn}
        hint={w.quietHint}
        checked={quiet !== null}
        onChange={({ target }) => change({ quiet_hours: target.checked ? NIGHT : null })}
      />
      {quiet && (
        <div className="mt-3 grid max-w-xs grid-cols-2 gap-3">
          {time('from', w.from)}
          {time('to', w.to)}
        </div>
      )}
    </Section>
  )
}

function Rate({ composer: { written, change, error } }: { composer: Composer }) {
  const w = useWords(deliveryWords)
  const [isOn, setOn] = useState(written.per_minute !== '')
  const isWrong = perMinuteOf(written.per_minute) === undefined
  return (
    <Section title={w.rate}>
      <Checkbox
        label={w.rateOn}
        hint={w.rateHint}
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked)
          change({ per_minute: target.checked ? PER_MINUTE : '' })
        }}
      />
      {isOn && (
        <Field
          label={w.perMinute}
          className="mt-3 max-w-xs"
          error={isWrong ? w.perMinuteWrong : fieldError(error, 'max_per_minute')}
        >
          <Input
            name="per_minute"
            inputMode="numeric"
            autoComplete="off"
            className="figures"
            value={written.per_minute}
            onChange={({ target }) => change({ per_minute: target.value })}
          />
        </Field>
      )}
    </Section>
  )
}

function Tracking({ composer: { written, change, error } }: { composer: Composer }) {
  const w = useWords(deliveryWords)
  const wrong = fieldError(error, 'track')
  const hasHtml = !written.isOwn || written.html.trim() !== ''
  return (
    <Section title={w.tracking}>
      <Checkbox
        label={w.trackingOn}
        hint={w.trackingHint}
        checked={written.track}
        onChange={({ target }) => change({ track: target.checked })}
      />
      {(wrong ?? (written.track && !hasHtml)) && (
        <p role="alert" className="mt-2 ps-6 text-small text-bad">
          {wrong ?? w.trackingNeedsHtml}
        </p>
      )}
    </Section>
  )
}

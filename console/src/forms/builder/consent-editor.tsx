import { channelNames, channelOf } from '../../app/channels.ts'
import { useWords } from '../../app/language.tsx'
import { Checkbox } from '../../design/field.tsx'
import { Channel } from '../../design/status.tsx'
import type { Field } from '../shape.ts'
import { TextInputs } from '../text-inputs.tsx'
import { withField } from '../written.ts'
import { type FieldErrors, useBuilder } from './context.ts'
import { fieldWords } from './field-words.ts'
import { channelsReached } from './mapping.ts'

const CONSENT_MAX = 2000

/** The sentence stored with each consent, and the channels it applies to. */
export function ConsentEditor({ field, errors }: { field: Field; errors: FieldErrors }) {
  const w = useWords(fieldWords)
  const { fields, settings, set } = useBuilder()
  const chosen = field.channels ?? []
  const reached = channelsReached(fields, channelNames, channelOf)
  const toggle = (channel: string, isOn: boolean) => {
    const next = channelNames.filter((one) => (one === channel ? isOn : chosen.includes(one)))
    set(withField(field, { channels: next.length > 0 ? next : undefined }))
  }
  return (
    <>
      <TextInputs
        isLong
        isRequired
        label={w.consentSentence}
        hint={w.consentHint}
        value={field.text}
        max={CONSENT_MAX}
        settings={settings}
        error={errors.get('text')}
        onChange={(text) => set(withField(field, { text }))}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium">{w.consentChannels}</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {channelNames.map((channel) => (
            <Checkbox
              key={channel}
              label={<Channel channel={channel} isNamed />}
              checked={chosen.includes(channel)}
              disabled={!reached.includes(channel) && !chosen.includes(channel)}
              onChange={({ target }) => toggle(channel, target.checked)}
            />
          ))}
        </div>
        <p className="mt-1 text-small text-soft">
          {reached.length < channelNames.length ? w.needsAddress : w.noChannels}
        </p>
        {errors.get('channels') && (
          <p role="alert" className="mt-1 text-small text-bad">
            {errors.get('channels')}
          </p>
        )}
      </fieldset>
    </>
  )
}

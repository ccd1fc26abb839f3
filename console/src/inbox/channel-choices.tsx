import { useChannelNames } from '../app/channel-names.ts'
import { useWords } from '../app/language.tsx'
import { Field, Select } from '../design/field.tsx'
import { Channel } from '../design/status.tsx'
import type { ChannelChoice } from './compose.ts'
import { composerWords } from './composer-words.ts'
import { words } from './words.ts'

interface ChannelChoicesProps {
  choices: readonly ChannelChoice[]
  channel: string | null
  onChoose: (channel: string) => void
}

/** The channels to send on; unavailable ones show the reason. */
export function ChannelChoices({ choices, channel, onChoose }: ChannelChoicesProps) {
  const w = useWords(composerWords)
  const common = useWords(words)
  const channelName = useChannelNames()
  if (channel === null) {
    return (
      <p role="status" className="text-small text-warn">
        {w.reachesNobody}{' '}
        {choices
          .map(({ channel: one, obstacle }) => obstacle && `${channelName(one)}: ${common.obstacles[obstacle]}`)
          .filter(Boolean)
          .join('; ')}
      </p>
    )
  }
  return (
    <span className="flex items-center gap-0.5">
      <Channel channel={channel} />
      <Field label={w.channel} isLabelHidden>
        <Select
          value={channel}
          className="h-7 border-transparent! bg-transparent ps-1.5"
          onChange={({ target }) => onChoose(target.value)}
        >
          {choices.map(({ channel: one, obstacle }) => (
            <option key={one} value={one} disabled={obstacle !== null}>
              {obstacle === null ? channelName(one) : `${channelName(one)} — ${common.obstacles[obstacle]}`}
            </option>
          ))}
        </Select>
      </Field>
    </span>
  )
}

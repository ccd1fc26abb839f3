import { Mail, MessageCircle, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChannelNames } from '../app/channel-names.ts'
import { channelOf } from '../app/channels.ts'
import { classes } from './classes.ts'

type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

const TONES: Record<Tone, string> = {
  neutral: 'bg-hover text-soft',
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  accent: 'bg-selected text-accent',
}

/** A state as a word with a supporting color. */
export function Status({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-5 items-center rounded-full px-2 text-small font-normal whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}

/** A notice above the page. */
export function Notice({
  tone = 'neutral',
  action,
  children,
}: {
  tone?: Tone
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div role="status" className={classes('flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2', TONES[tone])}>
      <span className="min-w-0 grow">{children}</span>
      {action}
    </div>
  )
}

const SIGNS = { mail: Mail, bubble: MessageCircle, phone: Smartphone }

/** A channel by its icon and colour; with `isNamed` also by name. */
export function Channel({ channel, isNamed }: { channel: string; isNamed?: boolean }) {
  const name = useChannelNames()(channel)
  const known = channelOf(channel)
  if (!known) return <span>{name}</span>
  const Icon = SIGNS[known.sign]
  return (
    <span className="inline-flex items-center gap-1.5" title={isNamed ? undefined : name}>
      <Icon aria-hidden className={`size-3.5 ${known.text}`} />
      <span className={isNamed ? undefined : 'sr-only'}>{name}</span>
    </span>
  )
}

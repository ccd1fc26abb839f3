// A channel's carrier and health.

import type { ChannelHealth } from '@samvad/sdk'
import { useExplanation } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { words } from './channels-words.ts'

const tones: Record<string, 'good' | 'accent' | 'warn' | 'bad'> = {
  organization: 'good',
  installation: 'accent',
  sandbox: 'warn',
  none: 'bad',
}

export function Carrier({ carrier }: { carrier: string }) {
  const w = useWords(words)
  return <Status tone={tones[carrier] ?? 'neutral'}>{w.carriers[carrier] ?? carrier}</Status>
}

const healthTones: Record<string, 'good' | 'warn' | 'bad'> = { good: 'good', delayed: 'warn', failing: 'bad' }

export function Health({ health }: { health: ChannelHealth }) {
  const w = useWords(words)
  return <Status tone={healthTones[health.status] ?? 'neutral'}>{w.health[health.status] ?? health.status}</Status>
}

/** The problem, if there is one. */
export function HealthDetail({ health }: { health: ChannelHealth }) {
  const w = useWords(words)
  const explained = useExplanation()
  if (health.status === 'good') return null
  return (
    <div className="mb-4 rounded-box bg-bad-tint px-3 py-2 text-bad wrap-anywhere">
      {health.error && <p>{explained(health.error.detail, health.error.details)}</p>}
      {health.waiting_since !== null && (
        <p>
          {w.waitingSince} <Time at={health.waiting_since} isExact />
        </p>
      )}
    </div>
  )
}

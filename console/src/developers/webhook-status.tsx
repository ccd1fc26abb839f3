import { useWords } from '../app/language.tsx'
import { Status } from '../design/status.tsx'
import { words } from './webhooks-words.ts'

const tones: Record<string, 'good' | 'warn' | 'bad'> = {
  enabled: 'good',
  paused: 'warn',
  switched_off: 'bad',
  delivered: 'good',
  retrying: 'warn',
  failed: 'bad',
}

export function EndpointStatus({ status }: { status: string }) {
  const w = useWords(words)
  return <Status tone={tones[status] ?? 'neutral'}>{w.states[status] ?? status}</Status>
}

export function DeliveryStatus({ status }: { status: string }) {
  const w = useWords(words)
  return <Status tone={tones[status] ?? 'neutral'}>{w.deliveryStates[status] ?? status}</Status>
}

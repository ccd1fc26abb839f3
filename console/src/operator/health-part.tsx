import type { InstallationStatus } from '@samvad/sdk'
import { type LineCode, lineText, type Message } from '#status/messages.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Coded } from '../design/coded.tsx'
import { Facts } from '../design/facts.tsx'
import { Status } from '../design/status.tsx'
import { HealthTables } from './health-tables.tsx'
import { words } from './health-words.ts'

type Part = InstallationStatus['parts'][number]

const TONES = { good: 'good', wrong: 'bad', unknown: 'warn' } as const
/** Parts whose tables have many columns. */
const WIDE = new Set(['program', 'database', 'queues', 'payments', 'channels'])
/** Lines whose figures the part's tables contain. */
const IN_TABLES: ReadonlySet<string> = new Set<LineCode>([
  'process',
  'database_table',
  'database_table_not_vacuumed',
  'due_work',
  'deliveries_due',
  'deliveries_retrying',
  'job',
  'job_never',
  'gateway_current',
  'gateway_enabled',
  'gateway_disabled',
  'gateway_payments',
  'gateway_webhook',
  'gateway_webhook_none',
  'gateway_calls_failed',
  'channel_accounts',
  'channel_shared',
  'channel_handed_over',
  'channel_inbound',
  'channel_inbound_waiting',
])

/** One part of the status: its state, its figures by label, and its tables. */
export function HealthPart({ part: { name, state, line_details: lines, facts } }: { part: Part }) {
  const w = useWords(words)
  return (
    <li
      className={`min-w-0 rounded-box border border-line bg-surface px-4 py-3 ${WIDE.has(name) ? 'lg:col-span-2' : ''}`}
    >
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="font-medium">{w.parts[name] ?? name}</h3>
        <Status tone={TONES[state as keyof typeof TONES] ?? 'neutral'}>{w.states[state] ?? state}</Status>
      </div>
      <Lines lines={lines.filter(({ code }) => !IN_TABLES.has(code))} />
      <HealthTables part={name} facts={facts} />
    </li>
  )
}

function Lines({ lines }: { lines: Part['line_details'] }) {
  const { language } = useLanguage()
  const shown = lines.map((line) => {
    const { label, value } = lineText(language, line as Message) ?? { label: line.code, value: line.message }
    return { name: label, value: <Coded text={value} /> }
  })
  return <Facts facts={shown} />
}

import type { SenderDomainRecord } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { CopyButton } from '../design/copy.tsx'
import { Panel } from '../design/page.tsx'
import { Status } from '../design/status.tsx'
import { words } from './channels-words.ts'

const tones: Record<string, 'good' | 'bad' | 'warn'> = { found: 'good', missing: 'bad', wrong: 'warn' }

/** DNS records to copy, each with whether it was found. */
export function DomainRecords({ records }: { records: SenderDomainRecord[] }) {
  const w = useWords(words)
  return (
    <Panel>
      <ul className="divide-y divide-line">
        {records.map(({ purpose, type, name, value, required, state }) => (
          <li key={`${purpose} ${name}`} className="flex flex-col gap-1 px-4 py-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{w.purposes[purpose] ?? purpose}</span>
              <code className="text-small text-soft">{type}</code>
              <span className="text-small text-soft">{required ? w.required : w.advised}</span>
              <span className="grow" />
              <Status tone={tones[state] ?? 'neutral'}>{w.states[state] ?? state}</Status>
            </p>
            <Part label={w.recordName} text={name} />
            <Part label={w.recordValue} text={value} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-start gap-2">
      <span className="w-14 shrink-0 py-1.5 text-small text-soft">{label}</span>
      <code className="min-w-0 grow py-1.5 text-small break-all">{text}</code>
      <CopyButton text={text} />
    </div>
  )
}

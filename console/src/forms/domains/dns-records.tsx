import type { FormDomain } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { CopyButton } from '../../design/copy.tsx'
import { Panel } from '../../design/page.tsx'
import { Status } from '../../design/status.tsx'
import { recordTypeOf } from './domain-state.ts'
import { domainWords } from './domain-words.ts'

const STATES: Record<string, 'good' | 'bad' | 'warn'> = { found: 'good', missing: 'bad', wrong: 'warn' }

/** The record that proves the domain, and the one that leads visitors here. */
export function DnsRecords({ of: { name, record } }: { of: FormDomain }) {
  const w = useWords(domainWords)
  const host = location.hostname.replace(/^\[|\]$/g, '')
  const records = [
    { purpose: w.proof, ...record },
    { purpose: w.traffic, type: recordTypeOf(host), name, value: host, state: 'unchecked' },
  ]
  return (
    <Panel>
      <ul className="divide-y divide-line">
        {records.map(({ purpose, type, name: at, value, state }) => (
          <li key={type} className="flex flex-col gap-1 px-4 py-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{purpose}</span>
              <code className="text-small text-soft">{type}</code>
              <span className="grow" />
              {state !== 'unchecked' && (
                <Status tone={STATES[state] ?? 'neutral'}>{w.recordStates[state] ?? state}</Status>
              )}
            </p>
            <Part label={w.recordName} text={at} />
            <Part label={w.recordValue} text={value} />
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-3 text-small text-soft">{w.apex}</p>
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

import type { AuditEntry } from '@samvad/sdk'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useGo } from '../app/page-link.tsx'
import { usePersonName } from '../app/people.tsx'
import { Button } from '../design/button.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditSheet } from './audit-sheet.tsx'
import { actionWords, words } from './audit-words.ts'
import { useAuditLog } from './data.ts'
import { auditRoute } from './routes.tsx'
import { SettingsPage } from './settings-page.tsx'
import { words as settingsWords } from './words.ts'

export function AuditPage() {
  const w = useWords(words)
  const go = useGo()
  const filter = auditRoute.useSearch()
  const list = useAuditLog(filter)
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <SettingsPage>
      <Allowed anyOf={['audit.view']}>
        <AuditFilters filter={filter} />
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty
                icon={<ScrollText />}
                title={isFiltered ? w.noMatch : w.none}
                action={
                  isFiltered && <Button onPress={() => go('settings/audit', { replace: true })}>{w.clear}</Button>
                }
              >
                {isFiltered ? null : w.noneDetail}
              </Empty>
            }
          >
            {(rows) => <Entries rows={rows} onOpen={setOpen} />}
          </Listed>
        </Panel>
        {open && <AuditSheet entry={open} onClose={() => setOpen(null)} />}
      </Allowed>
    </SettingsPage>
  )
}

function Entries({ rows, onOpen }: { rows: AuditEntry[]; onOpen: (entry: AuditEntry) => void }) {
  const w = useWords(words)
  const { audit } = useWords(settingsWords)
  const nameOf = usePersonName()
  return (
    <Table
      label={audit}
      head={
        <>
          <Head>{w.when}</Head>
          <Head>{w.who}</Head>
          <Head>{w.what}</Head>
          <Head>{w.on}</Head>
          <ActionsHead />
        </>
      }
    >
      {rows.map((entry) => (
        <Row key={entry.id}>
          <Cell>
            <Time at={entry.created_at} />
          </Cell>
          <Cell className="max-w-56 min-w-24 truncate">
            {entry.user_id !== null
              ? nameOf(entry.user_id)
              : (w[entry.actor as 'system' | 'command_line'] ?? entry.actor)}
          </Cell>
          <Cell className="min-w-36">{actionWords(w, entry.action)}</Cell>
          <Cell className="max-w-64 truncate text-small text-soft" title={entry.object ?? ''}>
            {nameIn(entry) ?? (entry.object?.startsWith('user_') ? nameOf(entry.object) : entry.object)}
          </Cell>
          <Cell className="text-end">
            <Button
              look="quiet"
              onPress={() => onOpen(entry)}
              aria-label={`${w.show}: ${actionWords(w, entry.action)}`}
            >
              {w.show}
            </Button>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

/** The object's name, if the entry contains it. */
function nameIn({ details }: AuditEntry): string | null {
  const { name } = details
  return typeof name === 'string' ? name : null
}

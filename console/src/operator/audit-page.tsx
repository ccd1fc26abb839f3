import type { AuditEntry } from '@samvad/sdk'
import { ScrollText } from 'lucide-react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed, useList } from '../app/list.tsx'
import { useGo } from '../app/page-link.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { words } from './audit-words.ts'
import { OperatorPage } from './operator-page.tsx'
import { auditRoute } from './routes.tsx'

export function AuditPage() {
  return (
    <OperatorPage>
      <AuditLog />
    </OperatorPage>
  )
}

function AuditLog() {
  const w = useWords(words)
  const go = useGo()
  const { action } = auditRoute.useSearch()
  const list = useList(['installation', 'audit_log', action], (page) =>
    api.installation.auditLog.list({ ...page, ...(action !== undefined && { action }) }),
  )
  const choose = (next: string) => go('operator/audit', { search: next === '' ? {} : { action: next }, replace: true })
  return (
    <>
      <FilterSelect
        label={w.action}
        all={w.all}
        value={action}
        options={Object.entries(w.actions)}
        onChoose={choose}
        className="mb-3 w-64 max-w-full"
      />
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<ScrollText />} title={action ? w.noMatch : w.none}>
              {action ? null : w.noneDetail}
            </Empty>
          }
        >
          {(rows) => (
            <Table
              label={w.action}
              head={
                <>
                  <Head>{w.when}</Head>
                  <Head>{w.action}</Head>
                  <Head>{w.who}</Head>
                  <Head>{w.object}</Head>
                  <Head>{w.details}</Head>
                </>
              }
            >
              {rows.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </Table>
          )}
        </Listed>
      </Panel>
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const w = useWords(words)
  const details = Object.entries(entry.details)
  return (
    <Row>
      <Cell className="align-top">
        <Time at={entry.created_at} isExact />
      </Cell>
      <Cell className="align-top whitespace-nowrap">{w.actions[entry.action] ?? entry.action}</Cell>
      <Cell className="align-top">
        {entry.user_id ? <Id id={entry.user_id} /> : (w.actors[entry.actor] ?? entry.actor)}
      </Cell>
      <Cell className="align-top">{entry.object && <Id id={entry.object} />}</Cell>
      <Cell>
        <ul className="min-w-56 max-w-lg font-mono text-small">
          {details.map(([name, value]) => (
            <li key={name} className="wrap-anywhere">
              <span className="text-soft">{name}</span> {typeof value === 'string' ? value : JSON.stringify(value)}
            </li>
          ))}
        </ul>
      </Cell>
    </Row>
  )
}

const Id = ({ id }: { id: string }) => (
  <code title={id} className="block max-w-40 truncate text-small">
    {id}
  </code>
)

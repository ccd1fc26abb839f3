import type { Quarantined } from '@samvad/sdk'
import { Inbox } from 'lucide-react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed, useList } from '../app/list.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { OperatorPage } from './operator-page.tsx'
import { PriorityMark } from './priority-mark.tsx'
import { type WaitingSearch, waitingKinds, waitingRoute } from './routes.tsx'
import { WaitingSheet } from './waiting-sheet.tsx'
import { Why } from './waiting-why.tsx'
import { words } from './waiting-words.ts'

const PAGE = 'operator/waiting'
/** The cache key of the list. */
const WAITING = ['waiting']

export function WaitingPage() {
  return (
    <OperatorPage>
      <WaitingList />
    </OperatorPage>
  )
}

function WaitingList() {
  const w = useWords(words)
  const go = useGo()
  const { kind, item } = waitingRoute.useSearch()
  const list = useList([...WAITING, kind], (page) => api.quarantine.list({ ...page, ...(kind && { kind }) }))
  const show = (search: WaitingSearch) => go(PAGE, { search: { ...search }, replace: true })
  const filter: WaitingSearch = kind ? { kind } : {}
  return (
    <Section title={w.title} description={w.detail}>
      <FilterSelect
        label={w.kind}
        all={w.allKinds}
        value={kind}
        options={waitingKinds.map((one) => [one, w.kinds[one] ?? one] as const)}
        onChoose={(next) => {
          const found = waitingKinds.find((one) => one === next)
          show(found ? { kind: found } : {})
        }}
        className="mb-3 w-64 max-w-full"
      />
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty
              icon={<Inbox />}
              title={kind ? w.noneOfKind : w.none}
              {...(kind && { action: <Button onPress={() => show({})}>{w.showAll}</Button> })}
            >
              {kind ? null : w.noneDetail}
            </Empty>
          }
        >
          {(rows) => (
            <ul aria-label={w.title} className="divide-y divide-line">
              {rows.map((row) => (
                <Waiting key={row.id} row={row} filter={filter} />
              ))}
            </ul>
          )}
        </Listed>
      </Panel>
      {item && <WaitingSheet id={item} onClose={() => show(filter)} />}
    </Section>
  )
}

function Waiting({ row, filter }: { row: Quarantined; filter: WaitingSearch }) {
  const w = useWords(words)
  const { id, kind, channel, from, to, subject, text, is_readable, error, organization_name, received_at } = row
  return (
    <li className="relative flex flex-col gap-1 px-4 py-3 hover:bg-hover">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Channel channel={channel} />
        {/* The whole row is clickable. */}
        <PageLink
          page={PAGE}
          search={{ ...filter, item: id }}
          className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
          dir="auto"
        >
          {from ?? w.unknownSender}
        </PageLink>
        {to && <span className="min-w-0 text-soft wrap-anywhere">→ {to}</span>}
        <span className="ms-auto flex items-center gap-2 text-small text-soft">
          <Status tone={kind === 'arrival' ? 'warn' : 'neutral'}>{w.kinds[kind]}</Status>
          <Time at={received_at} />
        </span>
      </div>
      {subject && (
        <p dir="auto" className="wrap-anywhere">
          {subject}
        </p>
      )}
      <p dir="auto" className="line-clamp-2 text-soft wrap-anywhere">
        {!is_readable && <span>{w.notRead}: </span>}
        {text ?? w.noText}
      </p>
      <p className="text-small text-soft wrap-anywhere">
        <PriorityMark of={row} /> {organization_name && <span dir="auto">{organization_name} · </span>}
        <Why error={error} />
      </p>
    </li>
  )
}

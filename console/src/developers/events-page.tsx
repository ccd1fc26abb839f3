import type { SamvadEvent } from '@samvad/sdk'
import { Radio } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useIsConnected } from '../app/live.ts'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { useEventList } from './data.ts'
import { DevelopersPage } from './developers-page.tsx'
import { EventFilters } from './event-filters.tsx'
import { EventSheet } from './event-sheet.tsx'
import { words } from './events-words.ts'
import { type EventFilter, eventsRoute } from './routes.tsx'
import { words as developerWords } from './words.ts'

export function EventsPage() {
  const w = useWords(words)
  const go = useGo()
  const search = eventsRoute.useSearch()
  const list = useEventList(search)
  const isConnected = useIsConnected()
  const { event, ...filter } = search
  const show = (change: EventFilter) => {
    const kept = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')
    go('developers/events', { search: Object.fromEntries(kept), replace: true })
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <DevelopersPage actions={isConnected && <Status tone="good">{w.live}</Status>}>
      <p className="mb-3 max-w-prose text-soft">{w.intro}</p>
      <EventFilters filter={filter} onChange={show} />
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty
              icon={<Radio />}
              title={isFiltered ? w.noMatch : w.none}
              action={
                isFiltered && <Button onPress={() => go('developers/events', { replace: true })}>{w.clear}</Button>
              }
            >
              {isFiltered ? null : w.noneDetail}
            </Empty>
          }
        >
          {(rows) => <Events rows={rows} onShow={(id) => show({ event: id })} />}
        </Listed>
      </Panel>
      {event && <EventSheet id={event} onClose={() => show({ event: '' })} />}
    </DevelopersPage>
  )
}

function Events({ rows, onShow }: { rows: SamvadEvent[]; onShow: (id: string) => void }) {
  const w = useWords(words)
  const { events } = useWords(developerWords)
  return (
    <Table
      label={events}
      head={
        <>
          <Head>{w.when}</Head>
          <Head>{w.type}</Head>
          <Head>{w.object}</Head>
          <Head isFigure>{w.position}</Head>
          <ActionsHead />
        </>
      }
    >
      {rows.map((event) => (
        <Row key={event.id}>
          <Cell>
            <Time at={event.created_at} />
          </Cell>
          <Cell className="min-w-40">
            <code className="text-small">{event.type}</code>
          </Cell>
          <Cell className="max-w-72 truncate text-small text-soft">
            <code>{event.object_id}</code>
          </Cell>
          <Cell isFigure className="figures text-soft">
            {event.position}
          </Cell>
          <Cell className="text-end">
            <Button look="quiet" onPress={() => onShow(event.id)} aria-label={`${w.show}: ${event.type}`}>
              {w.show}
            </Button>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

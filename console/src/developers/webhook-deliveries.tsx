import type { WebhookDelivery } from '@samvad/sdk'
import { Send } from 'lucide-react'
import { useExplanation } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { useDeliveries } from './data.ts'
import { DeliverySheet } from './delivery-sheet.tsx'
import { type DeliveryFilter, webhookRoute } from './routes.tsx'
import { DeliveryStatus } from './webhook-status.tsx'
import { words } from './webhooks-words.ts'

/** The requests to an endpoint and its responses. */
export function WebhookDeliveries({ endpointId }: { endpointId: string }) {
  const w = useWords(words)
  const go = useGo()
  const search = webhookRoute.useSearch()
  const list = useDeliveries(endpointId, search)
  const show = (change: DeliveryFilter) => {
    const kept = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')
    go(`developers/webhooks/${endpointId}`, { search: Object.fromEntries(kept), replace: true })
  }
  const isFiltered = Boolean(search.status ?? search.event_id)
  return (
    <>
      <FilterSelect
        label={w.status}
        all={w.any}
        value={search.status}
        options={Object.entries(w.deliveryStates)}
        onChoose={(status) => show({ status })}
      />
      <Panel>
        <Listed list={list} empty={<Empty icon={<Send />} title={isFiltered ? w.logNoMatch : w.logNone} />}>
          {(rows) => <Deliveries rows={rows} onShow={(delivery) => show({ delivery })} />}
        </Listed>
      </Panel>
      {search.delivery && (
        <DeliverySheet endpointId={endpointId} id={search.delivery} onClose={() => show({ delivery: '' })} />
      )}
    </>
  )
}

function Deliveries({ rows, onShow }: { rows: WebhookDelivery[]; onShow: (id: string) => void }) {
  const w = useWords(words)
  const explained = useExplanation()
  return (
    <Table
      label={w.log}
      head={
        <>
          <Head>{w.when}</Head>
          <Head>{w.event}</Head>
          <Head>{w.status}</Head>
          <Head isFigure>{w.attempts}</Head>
          <Head>{w.answer}</Head>
          <ActionsHead />
        </>
      }
    >
      {rows.map((row) => {
        const last = row.attempts.at(-1)
        const why = last?.error ? (explained(last.error, last.error_details) ?? '') : ''
        return (
          <Row key={row.id}>
            <Cell>
              <Time at={row.created_at} />
            </Cell>
            <Cell className="min-w-40">
              <code className="text-small">{row.event_type}</code>
            </Cell>
            <Cell>
              <span className="flex items-center gap-1.5 whitespace-nowrap">
                <DeliveryStatus status={row.status} />
                {row.replay && <Status>{w.isReplay}</Status>}
              </span>
            </Cell>
            <Cell isFigure className="figures">
              {row.attempts.length}
            </Cell>
            <Cell className="max-w-56 truncate text-small text-soft" title={why}>
              {last?.status_code ?? why}
            </Cell>
            <Cell className="text-end">
              <Button look="quiet" onPress={() => onShow(row.id)} aria-label={`${w.show}: ${row.event_type}`}>
                {w.show}
              </Button>
            </Cell>
          </Row>
        )
      })}
    </Table>
  )
}

import type { Refund } from '@samvad/sdk'
import { Undo2 } from 'lucide-react'
import { shownDay } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { Money } from '../design/money.tsx'
import { Panel } from '../design/page.tsx'
import { rupees } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { BillingPage } from './billing-page.tsx'
import { useRefunds } from './data.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundSheet } from './refund-sheet.tsx'
import { words as refundWords } from './refund-words.ts'
import { refundStatuses, refundsRoute } from './routes.tsx'
import { named, words } from './words.ts'

const PAGE = 'billing/refunds'
const TONES: Record<string, 'good' | 'bad' | 'warn'> = {
  completed: 'good',
  rejected: 'bad',
  failed: 'bad',
}

export function RefundStatus({ status }: { status: string }) {
  const r = useWords(refundWords)
  return <Status tone={TONES[status] ?? 'warn'}>{named(r.statuses, status)}</Status>
}

export function RefundsPage() {
  const r = useWords(refundWords)
  const may = useMay()
  const go = useGo()
  const { ask, open, ...filter } = refundsRoute.useSearch()
  const close = () => go(PAGE, { search: filter, replace: true })
  return (
    <BillingPage
      tab="refunds"
      actions={
        may('billing.manage') && (
          <PageLink page={PAGE} search={{ ...filter, ask: 'new' }} className={buttonLook('primary')}>
            {r.ask}
          </PageLink>
        )
      }
    >
      <RefundList filter={filter} />
      {may('balance.view') && <RefundSheet id={open} onClose={close} />}
      {may('billing.manage') && ask !== undefined && <RefundDialog of={ask} onClose={close} />}
    </BillingPage>
  )
}

function RefundList({ filter }: { filter: { status?: string } }) {
  const w = useWords(words)
  const r = useWords(refundWords)
  const go = useGo()
  const isAllowed = useMay()('balance.view')
  const list = useRefunds(filter, isAllowed)
  // A user who may request refunds but not see them: others see the requests.
  if (!isAllowed)
    return (
      <Empty icon={<Undo2 />} title={r.askTitle}>
        {r.askDetail}
      </Empty>
    )
  return (
    <>
      <FilterSelect
        label={w.status}
        all={r.all}
        value={filter.status}
        options={refundStatuses.map((status) => [status, r.statuses[status]])}
        onChoose={(status) => go(PAGE, { search: status === '' ? {} : { status }, replace: true })}
      />
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<Undo2 />} title={filter.status ? r.noMatch : r.none}>
              {filter.status ? null : r.noneDetail}
            </Empty>
          }
        >
          {(rows) => <RefundTable rows={rows} filter={filter} />}
        </Listed>
      </Panel>
    </>
  )
}

/** The reason, and whether the refund was automatic. */
export function Reason({ of: { reason, automatic } }: { of: Refund }) {
  const r = useWords(refundWords)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {named({ ...r.reasons, ...r.automaticReasons }, reason)}
      {automatic && <Status>{r.automatic}</Status>}
    </span>
  )
}

function RefundTable({ rows, filter }: { rows: Refund[]; filter: Record<string, unknown> }) {
  const w = useWords(words)
  const r = useWords(refundWords)
  return (
    <Table
      label={w.tabs.refunds}
      head={
        <>
          <Head>{w.when}</Head>
          <Head>{w.status}</Head>
          <Head className="max-sm:hidden">{r.reason}</Head>
          <Head className="max-sm:hidden">{r.where}</Head>
          <Head className="max-sm:hidden">{r.expected}</Head>
          <Head isFigure>{w.total}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell>
            <PageLink page={PAGE} search={{ ...filter, open: row.id }} className="underline-offset-2 hover:underline">
              <Time at={row.created_at} />
              <span className="sr-only"> {r.look(rupees(row.total))}</span>
            </PageLink>
          </Cell>
          <Cell>
            <RefundStatus status={row.status} />
          </Cell>
          <Cell className="min-w-32 max-sm:hidden">
            <Reason of={row} />
          </Cell>
          <Cell className="min-w-32 max-sm:hidden">{named(r.destinations, row.destination)}</Cell>
          <Cell className="whitespace-nowrap max-sm:hidden">
            <Expected of={row} />
          </Cell>
          <Cell isFigure>
            <Money amount={row.total} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

export function Expected({ of: { status, expected_from, expected_by } }: { of: Refund }) {
  const r = useWords(refundWords)
  const { language } = useLanguage()
  if (!['requested', 'approved', 'processing'].includes(status)) return ''
  if (expected_by === null) return r.onceApproved
  return r.expectedBetween(shownDay(expected_from ?? expected_by, language), shownDay(expected_by, language))
}

import type { QueuedRefund } from '@samvad/sdk'
import { BadgeIndianRupee } from 'lucide-react'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed, useList } from '../app/list.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Money } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { words } from './approval-words.ts'
import { DecideRefund, type Decision } from './decide-refund.tsx'
import { PriorityMark } from './priority-mark.tsx'

export function RefundQueue() {
  const w = useWords(words)
  const [deciding, setDeciding] = useState<{ refund: QueuedRefund; decision: Decision } | null>(null)
  const list = useList(['refund_queue'], (page) => api.refunds.list({ ...page, status: 'requested', sort: 'priority' }))
  return (
    <Section title={w.refunds} description={w.refundsDetail}>
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<BadgeIndianRupee />} title={w.noRefunds}>
              {w.noRefundsDetail}
            </Empty>
          }
        >
          {(rows) => (
            <Table
              label={w.refunds}
              head={
                <>
                  <Head>{w.organization}</Head>
                  <Head>{w.reasonIs}</Head>
                  <Head isFigure>{w.total}</Head>
                  <Head>{w.destination}</Head>
                  <Head>{w.requested}</Head>
                  <Head>
                    <span className="sr-only">{w.decide}</span>
                  </Head>
                </>
              }
            >
              {rows.map((refund) => (
                <RefundRow key={refund.id} refund={refund} onDecide={(decision) => setDeciding({ refund, decision })} />
              ))}
            </Table>
          )}
        </Listed>
      </Panel>
      {deciding && <DecideRefund {...deciding} onClose={() => setDeciding(null)} />}
    </Section>
  )
}

function RefundRow({ refund, onDecide }: { refund: QueuedRefund; onDecide: (decision: Decision) => void }) {
  const w = useWords(words)
  return (
    <Row>
      <Cell>
        <PageLink
          page={`operator/organizations/${refund.organization_id}`}
          className="block max-w-36 truncate font-medium sm:max-w-60 hover:underline"
          dir="auto"
        >
          {refund.organization_name}
        </PageLink>
        <PriorityMark of={refund} />
      </Cell>
      <Cell>
        <span className="block min-w-40 max-w-80 wrap-anywhere">
          {w.reasons[refund.reason] ?? refund.reason}
          {refund.note && (
            <span className="line-clamp-3 text-soft" title={refund.note}>
              {refund.note}
            </span>
          )}
        </span>
      </Cell>
      <Cell isFigure>
        <Money amount={refund.total} />
      </Cell>
      <Cell className="whitespace-nowrap">{w.destinations[refund.destination] ?? refund.destination}</Cell>
      <Cell>
        <Time at={refund.created_at} />
      </Cell>
      <Cell>
        <span className="flex justify-end gap-2">
          <Button onPress={() => onDecide('reject')}>{w.reject}</Button>
          <Button look="primary" onPress={() => onDecide('approve')}>
            {w.approve}
          </Button>
        </span>
      </Cell>
    </Row>
  )
}

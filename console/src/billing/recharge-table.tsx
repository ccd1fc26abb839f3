import type { Recharge } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Money } from '../design/money.tsx'
import { rupees } from '../design/rupees.ts'
import { Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { ClaimMarks } from './claims.tsx'
import { words as rechargeWords } from './recharge-words.ts'
import { named, words } from './words.ts'

const TONES = { created: 'warn', pending: 'warn', succeeded: 'good', failed: 'bad' } as const

export function RechargeStatus({ status }: { status: string }) {
  const r = useWords(rechargeWords)
  return <Status tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>{named(r.statuses, status)}</Status>
}

export function RechargeTable({ rows }: { rows: Recharge[] }) {
  const w = useWords(words)
  const r = useWords(rechargeWords)
  return (
    <Table
      label={r.list}
      head={
        <>
          <Head>{w.when}</Head>
          <Head>{w.status}</Head>
          <Head>{w.paidBy}</Head>
          <Head isFigure>{r.credit}</Head>
          <Head isFigure>{w.tax}</Head>
          <Head isFigure>{w.total}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell>
            <PageLink page={`billing/recharge/${row.id}`} className="underline-offset-2 hover:underline">
              <Time at={row.created_at} />
              <span className="sr-only"> {r.look(rupees(row.total))}</span>
            </PageLink>
          </Cell>
          <Cell>
            <span className="flex flex-wrap items-center gap-x-2 whitespace-nowrap">
              <RechargeStatus status={row.status} />
              <ClaimMarks of={row} />
              {row.failure_reason !== null && (
                <span className="text-small text-soft">{named(w.failures, row.failure_reason)}</span>
              )}
            </span>
          </Cell>
          <Cell>{row.payment_method === null ? '' : named(w.methods, row.payment_method)}</Cell>
          <Cell isFigure>
            <Money amount={row.amount} />
          </Cell>
          <Cell isFigure>
            <Money amount={row.tax} />
          </Cell>
          <Cell isFigure>
            <Money amount={row.total} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

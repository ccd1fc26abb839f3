import type { SubscriptionPayment } from '@samvad/sdk'
import { CreditCard } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Money } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { micros, rupees } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { useSubscriptionPayments } from './data.ts'
import { Days } from './plan-days.tsx'
import { words as planWords } from './plan-words.ts'
import { words as transactionWords } from './transaction-words.ts'
import { named, words } from './words.ts'

const TONES = { succeeded: 'good', failed: 'bad', created: 'warn', pending: 'warn' } as const

const LINK = 'touch inline-flex items-center whitespace-nowrap text-accent underline-offset-2 hover:underline'

/** A payment that only checks a payment method is refunded automatically. */
const isRefundable = ({ purpose, status, refund_pending, refunded, total }: SubscriptionPayment): boolean =>
  purpose !== 'payment_method' && status === 'succeeded' && !refund_pending && micros(refunded) < micros(total)

/** The payments of the subscription. They are not wallet transactions, so the transactions page does not list them. */
export function PlanPayments() {
  const p = useWords(planWords)
  const list = useSubscriptionPayments()
  return (
    <Section title={p.payments}>
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<CreditCard />} title={p.noPayments}>
              {p.noPaymentsDetail}
            </Empty>
          }
        >
          {(rows) => <PaymentTable rows={rows} />}
        </Listed>
      </Panel>
    </Section>
  )
}

function PaymentTable({ rows }: { rows: readonly SubscriptionPayment[] }) {
  const w = useWords(words)
  const p = useWords(planWords)
  const t = useWords(transactionWords)
  const may = useMay()
  const mayDownload = may('invoices.download')
  const mayManage = may('billing.manage')
  return (
    <Table
      label={p.payments}
      head={
        <>
          <Head>{w.when}</Head>
          <Head>{p.month}</Head>
          <Head>{w.status}</Head>
          <Head className="max-sm:hidden">{w.paidBy}</Head>
          <Head isFigure>{w.tax}</Head>
          <Head isFigure>{w.total}</Head>
          <ActionsHead />
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell>
            <Time at={row.created_at} />
          </Cell>
          <Cell>
            {row.period === null ? row.purpose === 'payment_method' && p.methodCheck : <Days of={row.period} />}
          </Cell>
          <Cell>
            <span className="flex flex-wrap items-center gap-x-2 whitespace-nowrap">
              <Status tone={TONES[row.status as keyof typeof TONES] ?? 'neutral'}>
                {named(p.paymentStatuses, row.status)}
              </Status>
              {row.refund_pending && <Status tone="warn">{p.refundPending}</Status>}
              {row.status !== 'refunded' && micros(row.refunded) > 0n && (
                <Status>{p.refunded(rupees(row.refunded))}</Status>
              )}
              {row.failure_reason !== null && (
                <span className="text-small text-soft">{named(w.failures, row.failure_reason)}</span>
              )}
            </span>
          </Cell>
          <Cell className="max-sm:hidden">{row.payment_method !== null && named(w.methods, row.payment_method)}</Cell>
          <Cell isFigure>
            <Money amount={row.tax} />
          </Cell>
          <Cell isFigure>
            <Money amount={row.total} />
          </Cell>
          <Cell>
            <span className="flex flex-wrap justify-end gap-x-4">
              {mayDownload && row.invoice_id !== null && (
                <PageLink page="billing/invoices" search={{ open: row.invoice_id }} className={LINK}>
                  {p.openInvoice}
                </PageLink>
              )}
              {mayManage && isRefundable(row) && (
                <PageLink page="billing/refunds" search={{ ask: row.id }} className={LINK}>
                  {t.askRefund}
                </PageLink>
              )}
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

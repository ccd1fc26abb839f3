import type { Invoice } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Money, TestMoney } from '../design/money.tsx'
import { Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { words as invoiceWords } from './invoice-words.ts'
import { named, words } from './words.ts'

export function InvoiceStatus({ status }: { status: string }) {
  const i = useWords(invoiceWords)
  return <Status tone={status === 'paid' ? 'good' : 'neutral'}>{named(i.statuses, status)}</Status>
}

export function InvoiceTable({ rows, filter = {} }: { rows: Invoice[]; filter?: Record<string, unknown> }) {
  const w = useWords(words)
  const i = useWords(invoiceWords)
  return (
    <Table
      label={w.tabs.invoices}
      head={
        <>
          <Head>{i.number}</Head>
          <Head>{i.issued}</Head>
          <Head className="max-sm:hidden">{w.kind}</Head>
          <Head className="max-sm:hidden">{i.customer}</Head>
          <Head>{w.status}</Head>
          <Head isFigure>{w.total}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell className="whitespace-nowrap">
            <PageLink
              page="billing/invoices"
              search={{ ...filter, open: row.id }}
              className="underline-offset-2 hover:underline"
            >
              {row.number}
            </PageLink>
          </Cell>
          <Cell>
            <Time at={row.issued_at} />
          </Cell>
          <Cell className="max-sm:hidden">
            <span className="flex items-center gap-2 whitespace-nowrap">
              {named(i.kinds, row.kind)}
              {row.sandbox && <TestMoney />}
            </span>
          </Cell>
          <Cell className="max-sm:hidden">
            <span className="block max-w-56 min-w-24 truncate" title={row.customer.name}>
              {row.customer.name}
            </span>
          </Cell>
          <Cell>
            <InvoiceStatus status={row.status} />
          </Cell>
          <Cell isFigure>
            <Money amount={row.total} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

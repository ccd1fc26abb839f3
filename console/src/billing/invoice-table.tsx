import type { Invoice } from '@samvad/sdk'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { documentDay, indianDay } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { IconButton } from '../design/button.tsx'
import { saveBlob } from '../design/download.ts'
import { Money, TestMoney } from '../design/money.tsx'
import { Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { words as invoiceWords, pdfName } from './invoice-words.ts'
import { named, words } from './words.ts'

export function InvoiceStatus({ status }: { status: string }) {
  const i = useWords(invoiceWords)
  return <Status tone={status === 'paid' ? 'good' : 'neutral'}>{named(i.statuses, status)}</Status>
}

/** Always a date, even today: the Indian date on the document. */
function IssuedOn({ at }: { at: number }) {
  const { language } = useLanguage()
  const day = indianDay(at)
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {documentDay(day, language)}
    </time>
  )
}

function DownloadPdf({ of: { id, number } }: { of: Invoice }) {
  const i = useWords(invoiceWords)
  const act = useAct()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await act(async () => saveBlob(await (await api.billing.invoices.retrievePdf(id)).blob(), pdfName(number)))
    setBusy(false)
  }
  return (
    <IconButton label={i.downloadOf(number)} onClick={download} aria-busy={isBusy || undefined} disabled={isBusy}>
      <Download aria-hidden className="size-4" />
    </IconButton>
  )
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
          <Head>
            <span className="sr-only">{i.download}</span>
          </Head>
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
            <IssuedOn at={row.issued_at} />
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
          <Cell>
            <DownloadPdf of={row} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

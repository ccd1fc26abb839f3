import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { BillingPage } from './billing-page.tsx'
import { useInvoices } from './data.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { words as invoiceWords } from './invoice-words.ts'
import { invoiceKinds, invoicesRoute } from './routes.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import { words } from './words.ts'

const PAGE = 'billing/invoices'

export function InvoicesPage() {
  const i = useWords(invoiceWords)
  const [isIssuing, setIssuing] = useState(false)
  return (
    <BillingPage tab="invoices" actions={<Button onPress={() => setIssuing(true)}>{i.statement}</Button>}>
      <InvoiceList />
      <StatementDialog isOpen={isIssuing} onClose={() => setIssuing(false)} />
    </BillingPage>
  )
}

function InvoiceList() {
  const w = useWords(words)
  const i = useWords(invoiceWords)
  const go = useGo()
  const { open, ...filter } = invoicesRoute.useSearch()
  const list = useInvoices(filter)
  const choose = (kind: string) => go(PAGE, { search: kind === '' ? {} : { kind }, replace: true })
  return (
    <>
      <FilterSelect
        label={w.kind}
        all={i.all}
        value={filter.kind}
        options={invoiceKinds.map((kind) => [kind, i.kinds[kind]])}
        onChoose={choose}
      />
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<FileText />} title={filter.kind ? i.noMatch : i.none}>
              {filter.kind ? null : i.noneDetail}
            </Empty>
          }
        >
          {(rows) => <InvoiceTable rows={rows} filter={filter} />}
        </Listed>
      </Panel>
      <InvoiceSheet id={open} onClose={() => go(PAGE, { search: filter, replace: true })} />
    </>
  )
}

import { Download, Receipt } from 'lucide-react'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { saveResponse } from '../design/download.ts'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { BillingPage } from './billing-page.tsx'
import { useTransactions } from './data.ts'
import { transactionsRoute } from './routes.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'
import { TransactionTable } from './transaction-table.tsx'
import { words } from './transaction-words.ts'

const PAGE = 'billing/transactions'

export function TransactionsPage() {
  const w = useWords(words)
  const go = useGo()
  const wordsOf = useErrorWords()
  const { open, ...filter } = transactionsRoute.useSearch()
  const download = async () => {
    try {
      await saveResponse(await api.billing.transactions.listCsv(filter), 'transactions.csv')
    } catch (error) {
      tell(w.csvFailed, { detail: wordsOf(error).title, isBad: true })
    }
  }
  return (
    <BillingPage
      tab="transactions"
      actions={
        <Button icon={<Download aria-hidden className="size-4" />} onPress={download}>
          {w.csv}
        </Button>
      }
    >
      <TransactionFilters filter={filter} onChange={(search) => go(PAGE, { search, replace: true })} />
      <TransactionList filter={filter} />
      <TransactionSheet id={open} onClose={() => go(PAGE, { search: filter, replace: true })} />
    </BillingPage>
  )
}

function TransactionList({ filter }: { filter: Record<string, string> }) {
  const w = useWords(words)
  const isAllowed = useMay()('balance.view')
  const list = useTransactions(filter, { isEnabled: isAllowed })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Panel>
      <Listed
        list={list}
        empty={
          <Empty icon={<Receipt />} title={isFiltered ? w.noMatch : w.none}>
            {isFiltered ? null : w.noneDetail}
          </Empty>
        }
      >
        {(rows) => <TransactionTable rows={rows} filter={filter} />}
      </Listed>
    </Panel>
  )
}

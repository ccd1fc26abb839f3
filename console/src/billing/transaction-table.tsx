import type { Transaction } from '@samvad/sdk'
import { useLanguage, useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { purposeOf } from '../app/purpose.ts'
import { Money } from '../design/money.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { words as transactionWords } from './transaction-words.ts'
import { words } from './words.ts'

/** Each row links to its details and keeps the page's filters. */
export function TransactionTable({ rows, filter = {} }: { rows: Transaction[]; filter?: Record<string, unknown> }) {
  const w = useWords(words)
  const t = useWords(transactionWords)
  const { language } = useLanguage()
  return (
    <Table
      label={w.tabs.transactions}
      head={
        <>
          <Head className="max-sm:hidden">{w.when}</Head>
          <Head>{w.what}</Head>
          <Head isFigure>{w.amount}</Head>
          <Head isFigure className="max-sm:hidden">
            {w.balanceAfter}
          </Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell className="max-sm:hidden">
            <Time at={row.created_at} />
          </Cell>
          <Cell>
            <span className="flex items-center gap-2">
              {row.channel && <Channel channel={row.channel} />}
              <PageLink
                page="billing/transactions"
                search={{ ...filter, open: row.id }}
                className="underline-offset-2 wrap-anywhere hover:underline"
              >
                {purposeOf(row, language)}
              </PageLink>
              {row.status === 'pending' && <Status tone="warn">{t.statuses.pending}</Status>}
              {row.status === 'failed' && <Status tone="bad">{t.statuses.failed}</Status>}
            </span>
            <span className="text-small text-soft sm:hidden">
              <Time at={row.created_at} />
            </span>
          </Cell>
          <Cell isFigure>
            <Money amount={row.amount} isSigned={row.status === 'completed'} />
          </Cell>
          <Cell isFigure className="max-sm:hidden">
            {row.balance_after === null ? '' : <Money amount={row.balance_after} />}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

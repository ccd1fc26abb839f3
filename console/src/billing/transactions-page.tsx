import { Receipt } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useGo } from '../app/page-link.tsx'
import { Field, Select } from '../design/field.tsx'
import { Money } from '../design/money.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { useTransactions } from './data.ts'
import { transactionsRoute } from './routes.tsx'
import { words } from './words.ts'

export function TransactionsPage() {
  const w = useWords(words)
  const go = useGo()
  const filter = transactionsRoute.useSearch()
  const list = useTransactions(filter)
  const choose = (kind: string) => go('billing/transactions', { search: kind === '' ? {} : { kind }, replace: true })
  return (
    <Page title={w.transactions}>
      <Allowed anyOf={['balance.view']}>
        <Field label={w.kind} isLabelHidden className="mb-3 w-44">
          <Select value={filter.kind ?? ''} onChange={({ target }) => choose(target.value)}>
            <option value="">{w.all}</option>
            {Object.entries(w.kinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<Receipt />} title={filter.kind ? w.noMatch : w.none}>
                {filter.kind ? null : w.noneDetail}
              </Empty>
            }
          >
            {(rows) => (
              <Table
                label={w.transactions}
                head={
                  <>
                    <Head>{w.when}</Head>
                    <Head>{w.what}</Head>
                    <Head isFigure>{w.amount}</Head>
                    <Head isFigure>{w.balanceAfter}</Head>
                  </>
                }
              >
                {rows.map((row) => (
                  <Row key={row.id}>
                    <Cell>
                      <Time at={row.created_at} />
                    </Cell>
                    <Cell>
                      <span className="flex min-w-48 items-center gap-2">
                        {row.channel && <Channel channel={row.channel} />}
                        {row.description}
                        {row.status === 'pending' && <Status tone="warn">{w.pending}</Status>}
                        {row.status === 'failed' && <Status tone="bad">{w.failed}</Status>}
                      </span>
                    </Cell>
                    <Cell isFigure>
                      <Money amount={row.amount} isSigned={row.status === 'completed'} />
                    </Cell>
                    <Cell isFigure>{row.balance_after === null ? '' : <Money amount={row.balance_after} />}</Cell>
                  </Row>
                ))}
              </Table>
            )}
          </Listed>
        </Panel>
      </Allowed>
    </Page>
  )
}

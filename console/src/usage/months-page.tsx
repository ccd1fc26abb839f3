import { CalendarDays } from 'lucide-react'
import { shownMonth } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Money } from '../design/money.tsx'
import { Panel } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { useMonths } from './data.ts'
import { sentOf } from './sent.ts'
import { UsageTabs } from './usage-tabs.tsx'
import { words } from './words.ts'

export function MonthsPage() {
  const w = useWords(words)
  const { language } = useLanguage()
  const list = useMonths(useMay()('usage.view'))
  return (
    <UsageTabs>
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<CalendarDays />} title={w.months.none}>
              {w.months.noneDetail}
            </Empty>
          }
        >
          {(rows) => (
            <Table
              label={w.tabs.months}
              head={
                <>
                  <Head>{w.month}</Head>
                  <Head isFigure>{w.sent}</Head>
                  <Head isFigure>{w.delivered}</Head>
                  <Head isFigure>{w.failed}</Head>
                  <Head isFigure>{w.spent}</Head>
                </>
              }
            >
              {rows.map(({ id, month, total }) => (
                <Row key={id}>
                  <Cell className="whitespace-nowrap">
                    <PageLink page={`usage/months/${month}`} className="underline-offset-2 hover:underline">
                      {shownMonth(month, language)}
                    </PageLink>
                  </Cell>
                  <Cell isFigure>{grouped(sentOf(total))}</Cell>
                  <Cell isFigure>{grouped(total.delivered)}</Cell>
                  <Cell isFigure>{grouped(total.failed)}</Cell>
                  <Cell isFigure>
                    <Money amount={total.amount} />
                  </Cell>
                </Row>
              ))}
            </Table>
          )}
        </Listed>
      </Panel>
    </UsageTabs>
  )
}

import type { OperatedOrganization } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Money } from '../design/money.tsx'
import { grouped } from '../design/rupees.ts'
import { Channel, Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { words } from './organization-words.ts'
import { PriorityMark } from './priority-mark.tsx'

export function OrganizationTable({ rows }: { rows: readonly OperatedOrganization[] }) {
  const w = useWords(words)
  return (
    <Table
      label={w.back}
      head={
        <>
          <Head>{w.name}</Head>
          <Head isFigure>{w.balance}</Head>
          <Head isFigure>{w.members}</Head>
          <Head>{w.messagesOfMonth}</Head>
          <Head>{w.priceList}</Head>
          <Head>{w.created}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell>
            <span className="flex min-w-48 flex-wrap items-center gap-x-2 gap-y-1">
              <PageLink
                page={`operator/organizations/${row.id}`}
                className="max-w-44 sm:max-w-80 truncate font-medium hover:underline"
                title={row.name}
                dir="auto"
              >
                {row.name}
              </PageLink>
              <OrganizationMarks organization={row} />
            </span>
          </Cell>
          <Cell isFigure>
            <Money amount={row.balance} />
          </Cell>
          <Cell isFigure>{grouped(row.member_count)}</Cell>
          <Cell>
            <MonthMessages messages={row.messages} />
          </Cell>
          <Cell>
            <span className="flex items-center gap-1.5">
              <span className="max-w-40 truncate" title={row.price_list.name}>
                {row.price_list.name}
              </span>
              {row.price_list.is_own && <Status>{w.isOwn}</Status>}
            </span>
          </Cell>
          <Cell>
            <Time at={row.created_at} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

/** The most important marks of an organization for operators. */
export function OrganizationMarks({ organization }: { organization: OperatedOrganization }) {
  const w = useWords(words)
  const { suspended_at, low_balance_warning: low, enterprise_status } = organization
  return (
    <>
      <PriorityMark of={organization} />
      {suspended_at !== null && <Status tone="bad">{w.suspended}</Status>}
      {low !== null && <Status tone="warn">{low === '0' ? w.out : w.low}</Status>}
      {enterprise_status === 'open' && <Status tone="accent">{w.enterpriseOpen}</Status>}
    </>
  )
}

export const MonthMessages = ({ messages }: { messages: OperatedOrganization['messages'] }) => (
  <span className="flex gap-4">
    {messages.map(({ channel, count }) => (
      <span key={channel} className="figures inline-flex items-center gap-1.5">
        <Channel channel={channel} />
        {grouped(count)}
      </span>
    ))}
  </span>
)

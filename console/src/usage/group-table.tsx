import type { UsageGroup } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Money } from '../design/money.tsx'
import { Panel } from '../design/page.tsx'
import { amountOf, grouped, micros } from '../design/rupees.ts'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import type { Group } from './routes.tsx'
import { groupOf } from './stacking.ts'
import { words } from './words.ts'

interface Sums {
  sent: number
  delivered: number
  failed: number
  amount: bigint
}

interface Props {
  rows: readonly UsageGroup[]
  by: Group
  groupNameOf: (group: string | null) => string
}

/** Amounts and counts per group over the whole period. */
export function GroupTable({ rows, by, groupNameOf }: Props) {
  const w = useWords(words)
  const sums = new Map<string | null, Sums>()
  for (const row of rows) {
    const group = groupOf(row, by) ?? null
    const before = sums.get(group) ?? { sent: 0, delivered: 0, failed: 0, amount: 0n }
    sums.set(group, {
      sent: before.sent + row.sent,
      delivered: before.delivered + row.delivered,
      failed: before.failed + row.failed,
      amount: before.amount + micros(row.amount),
    })
  }
  if (sums.size === 0) return null
  const ranked = [...sums].toSorted(([, one], [, other]) =>
    one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0,
  )
  return (
    <Panel>
      <Table
        label={w.groups[by]}
        head={
          <>
            <Head>{w.groups[by]}</Head>
            <Head isFigure>{w.sent}</Head>
            <Head isFigure>{w.delivered}</Head>
            <Head isFigure>{w.failed}</Head>
            <Head isFigure>{w.spent}</Head>
          </>
        }
      >
        {ranked.map(([group, sum]) => (
          <Row key={group ?? ''}>
            <Cell>
              <Name by={by} group={group} name={groupNameOf(group)} />
            </Cell>
            <Cell isFigure>{grouped(sum.sent)}</Cell>
            <Cell isFigure>{grouped(sum.delivered)}</Cell>
            <Cell isFigure>{grouped(sum.failed)}</Cell>
            <Cell isFigure>
              <Money amount={amountOf(sum.amount)} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

/** The pages of groups that have one. */
const pages: Partial<Record<Group, { page: string; permission: string }>> = {
  campaign: { page: 'campaigns', permission: 'campaigns.view' },
  list: { page: 'contacts/lists', permission: 'contacts.view' },
}

function Name({ by, group, name }: { by: Group; group: string | null; name: string }) {
  const may = useMay()
  const own = pages[by]
  const shown = (
    <bdi className="block max-w-64 min-w-24 truncate" title={name}>
      {name}
    </bdi>
  )
  if (group === null || !own || !may(own.permission)) return shown
  return (
    <PageLink page={`${own.page}/${group}`} className="touch flex items-center hover:underline">
      {shown}
    </PageLink>
  )
}

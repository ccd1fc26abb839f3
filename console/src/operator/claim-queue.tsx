import type { QueuedPaymentClaim } from '@samvad/sdk'
import { Scale } from 'lucide-react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed, useList } from '../app/list.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Identity } from '../design/identity.tsx'
import { Money } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { words } from './claim-words.ts'
import { PriorityMark } from './priority-mark.tsx'

const WAITS = ['open', 'action_required', 'under_review', 'pending']
const IS_OUR_LOSS = ['lost', 'processed']

/** Disputes and refunds at the gateways, of all organizations. */
export function ClaimQueue() {
  const c = useWords(words)
  const list = useList(['payment_claims'], (page) => api.paymentClaims.list({ ...page, sort: 'priority' }))
  return (
    <Section title={c.title} description={c.detail}>
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<Scale />} title={c.none}>
              {c.noneDetail}
            </Empty>
          }
        >
          {(rows) => (
            <Table
              label={c.title}
              head={
                <>
                  <Head>{c.organization}</Head>
                  <Head>{c.status}</Head>
                  <Head>{c.reference}</Head>
                  <Head isFigure>{c.total}</Head>
                  <Head isFigure>{c.taken}</Head>
                  <Head isFigure>{c.missing}</Head>
                  <Head>{c.respondBy}</Head>
                  <Head>{c.told}</Head>
                </>
              }
            >
              {rows.map((claim) => (
                <ClaimRow key={claim.id} claim={claim} />
              ))}
            </Table>
          )}
        </Listed>
      </Panel>
    </Section>
  )
}

const toneOf = (status: string) => (WAITS.includes(status) ? 'warn' : IS_OUR_LOSS.includes(status) ? 'bad' : 'neutral')

function ClaimRow({ claim }: { claim: QueuedPaymentClaim }) {
  const c = useWords(words)
  return (
    <Row>
      <Cell>
        <PageLink
          page={`operator/organizations/${claim.organization_id}`}
          className="block max-w-36 truncate font-medium sm:max-w-60 hover:underline"
          dir="auto"
        >
          {claim.organization_name}
        </PageLink>
        <PriorityMark of={claim} />
      </Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-2 whitespace-nowrap">
          {c.kinds[claim.kind] ?? claim.kind}
          <Status tone={toneOf(claim.status)}>{c.statuses[claim.status] ?? claim.status}</Status>
        </span>
      </Cell>
      <Cell>
        <Identity id={claim.reference} />
      </Cell>
      <Cell isFigure>
        <Money amount={claim.total} />
      </Cell>
      <Cell isFigure>{claim.is_paid_out && <Money amount={claim.taken} />}</Cell>
      <Cell isFigure>{claim.is_paid_out && <Money amount={claim.shortfall} />}</Cell>
      <Cell>{claim.respond_by !== null && <Time at={claim.respond_by} />}</Cell>
      <Cell>
        <Time at={claim.created_at} />
      </Cell>
    </Row>
  )
}

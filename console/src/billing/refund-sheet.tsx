import type { Refund } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Dialog } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Identity } from '../design/identity.tsx'
import { Money } from '../design/money.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Time } from '../design/time.tsx'
import { useRefund } from './data.ts'
import { words as refundWords } from './refund-words.ts'
import { Expected, Reason, RefundStatus } from './refunds-page.tsx'
import { named, words } from './words.ts'

export function RefundSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const r = useWords(refundWords)
  const { data, error, refetch } = useRefund(id)
  return (
    <Dialog isOpen={id !== undefined} isSheet onClose={onClose} title={r.one}>
      {data ? <Details of={data} /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
    </Dialog>
  )
}

function PlanLink() {
  const r = useWords(refundWords)
  return (
    <PageLink page="billing/plan" className="text-accent underline-offset-2 hover:underline">
      {r.lookAt}
    </PageLink>
  )
}

function Details({ of: refund }: { of: Refund }) {
  const w = useWords(words)
  const r = useWords(refundWords)
  const may = useMay()
  const at = (name: string, time: number | null) => (time === null ? null : { name, value: <Time at={time} isExact /> })
  const link = (page: string, open: string) => (
    <PageLink page={page} search={{ open }} className="text-accent underline-offset-2 hover:underline">
      {r.lookAt}
    </PageLink>
  )
  const isOpen = ['requested', 'approved', 'processing'].includes(refund.status)
  return (
    <>
      <p className="mb-4 text-display font-semibold">
        <Money amount={refund.total} />
      </p>
      <Facts
        facts={[
          { name: w.status, value: <RefundStatus status={refund.status} /> },
          isOpen ? { name: r.expected, value: <Expected of={refund} /> } : null,
          refund.failure_reason === null ? null : { name: r.failed, value: named(r.failures, refund.failure_reason) },
          { name: r.where, value: named(r.destinations, refund.destination) },
          { name: w.amount, value: <Money amount={refund.amount} /> },
          { name: w.tax, value: <Money amount={refund.tax} /> },
          { name: r.reason, value: <Reason of={refund} /> },
          refund.note === null ? null : { name: r.note, value: refund.note },
          refund.decision_note === null ? null : { name: r.decision, value: refund.decision_note },
          refund.reference === null ? null : { name: r.reference, value: <Identity id={refund.reference} /> },
          at(refund.automatic ? r.started : r.asked, refund.created_at),
          at(r.approvedAt, refund.approved_at),
          at(r.paidAt, refund.completed_at),
          refund.transaction_id === null
            ? { name: r.subscription, value: <PlanLink /> }
            : { name: r.transaction, value: link('billing/transactions', refund.transaction_id) },
          refund.credit_note_id === null || !may('invoices.download')
            ? null
            : { name: r.creditNote, value: link('billing/invoices', refund.credit_note_id) },
          { name: w.id, value: <Identity id={refund.id} /> },
        ]}
      />
    </>
  )
}

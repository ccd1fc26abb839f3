import type { Transaction } from '@samvad/sdk'
import type { ReactNode } from 'react'
import { useLanguage, useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { purposeOf } from '../app/purpose.ts'
import { useMay } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Identity } from '../design/identity.tsx'
import { Money } from '../design/money.tsx'
import { grouped } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { useTransaction } from './data.ts'
import { words as transactionWords } from './transaction-words.ts'
import { named, words } from './words.ts'

const TONES = { pending: 'warn', completed: 'good', failed: 'bad' } as const

export function TransactionSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useWords(transactionWords)
  const { language } = useLanguage()
  const may = useMay()
  const { data, error, refetch } = useTransaction(id)
  const purpose = data ? purposeOf(data, language) : ''
  const canBeAsked =
    data?.status === 'completed' && ['deduction', 'recharge'].includes(data.kind) && may('billing.manage')
  return (
    <Dialog
      isOpen={id !== undefined}
      isSheet
      onClose={onClose}
      title={data ? named(t.kind, data.kind) : ''}
      {...(purpose !== '' && purpose !== named(t.kind, data?.kind ?? '') && { description: purpose })}
      actions={
        canBeAsked && (
          <PageLink page="billing/refunds" search={{ ask: data.id }} className={buttonLook()}>
            {t.askRefund}
          </PageLink>
        )
      }
    >
      {data ? <Details of={data} /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
    </Dialog>
  )
}

function Details({ of: row }: { of: Transaction }) {
  const w = useWords(words)
  const t = useWords(transactionWords)
  const may = useMay()
  const link = (page: string, search: Record<string, unknown>, text: ReactNode) => (
    <PageLink page={page} search={search} className="text-accent underline-offset-2 hover:underline">
      {text}
    </PageLink>
  )
  return (
    <>
      <p className="mb-4 text-display font-semibold">
        <Money amount={row.amount} isSigned={row.status === 'completed'} />
      </p>
      <Facts
        facts={[
          {
            name: w.status,
            value: (
              <Status tone={TONES[row.status as keyof typeof TONES] ?? 'neutral'}>
                {named(t.statuses, row.status)}
              </Status>
            ),
          },
          row.failure_reason === null ? null : { name: t.failed, value: named(w.failures, row.failure_reason) },
          row.balance_after === null ? null : { name: w.balanceAfter, value: <Money amount={row.balance_after} /> },
          row.payment_method === null ? null : { name: w.paidBy, value: named(w.methods, row.payment_method) },
          row.channel === null ? null : { name: w.channel, value: <Channel channel={row.channel} isNamed /> },
          row.message_count === null ? null : { name: t.messages, value: grouped(row.message_count) },
          row.campaign_id === null
            ? null
            : {
                name: t.campaign,
                value: may('campaigns.view') ? (
                  link(`campaigns/${row.campaign_id}`, {}, t.look)
                ) : (
                  <Identity id={row.campaign_id} />
                ),
              },
          { name: t.created, value: <Time at={row.created_at} isExact /> },
          row.completed_at === null ? null : { name: t.completed, value: <Time at={row.completed_at} isExact /> },
          row.recharge_id === null || !may('wallet.recharge')
            ? null
            : { name: t.rechargeOf, value: link(`billing/recharge/${row.recharge_id}`, {}, t.look) },
          row.invoice_id === null || !may('invoices.download')
            ? null
            : { name: t.invoiceOf, value: link('billing/invoices', { open: row.invoice_id }, t.look) },
          row.reverses_id === null
            ? null
            : { name: t.reverses, value: link('billing/transactions', { open: row.reverses_id }, t.look) },
          { name: w.id, value: <Identity id={row.id} /> },
        ]}
      />
    </>
  )
}

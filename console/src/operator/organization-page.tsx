import type { OperatedOrganization } from '@samvad/sdk'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { NotHere } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { isNotFound } from '../app/queries.ts'
import { Button } from '../design/button.tsx'
import { CopyButton } from '../design/copy.tsx'
import { Money } from '../design/money.tsx'
import { grouped } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Notice } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { useOperated } from './data.ts'
import { EnterpriseSection } from './enterprise-section.tsx'
import { FormsSection } from './forms-section.tsx'
import { NetworksSection } from './networks-section.tsx'
import { OperatorPage } from './operator-page.tsx'
import { MonthMessages, OrganizationMarks } from './organization-table.tsx'
import { words } from './organization-words.ts'
import { PricesSection } from './prices-section.tsx'
import { operatedRoute } from './routes.tsx'
import { SuspendDialog, useResume } from './suspend-dialog.tsx'

export function OrganizationPage() {
  const { operated } = operatedRoute.useParams()
  const { data, error, refetch } = useOperated(operated)
  return (
    <OperatorPage
      title={<Title name={data?.name ?? ''} />}
      actions={data && <Acts key={data.id} organization={data} />}
    >
      {data ? (
        <Content organization={data} />
      ) : isNotFound(error) ? (
        <NotHere />
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
    </OperatorPage>
  )
}

function Title({ name }: { name: string }) {
  const w = useWords(words)
  return (
    <span className="flex items-center gap-2">
      <PageLink
        page="operator/organizations"
        aria-label={w.back}
        className="touch-small flex items-center justify-center text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </PageLink>
      <span className="wrap-anywhere" dir="auto">
        {name}
      </span>
    </span>
  )
}

function Acts({ organization }: { organization: OperatedOrganization }) {
  const w = useWords(words)
  const resume = useResume(organization)
  const [isOpen, setOpen] = useState<'suspend' | 'credit' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {organization.suspended_at === null ? (
        <Button onPress={() => setOpen('suspend')}>{w.suspend}</Button>
      ) : (
        <Button onPress={resume}>{w.resume}</Button>
      )}
      <Button look="primary" onPress={() => setOpen('credit')}>
        {w.credit}
      </Button>
      {isOpen === 'suspend' && <SuspendDialog organization={organization} onClose={close} />}
      {isOpen === 'credit' && <CreditDialog organization={organization} onClose={close} />}
    </>
  )
}

function Content({ organization }: { organization: OperatedOrganization }) {
  const w = useWords(words)
  const { id, suspended_at, suspension_reason } = organization
  return (
    <>
      {suspended_at !== null && (
        <div className="mb-5 overflow-hidden rounded-box">
          <Notice tone="bad">
            {w.suspendedSince} <Time at={suspended_at} isExact />
            {suspension_reason && <span className="block wrap-anywhere">{suspension_reason}</span>}
          </Notice>
        </div>
      )}
      <dl className="mb-8 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Figure name={w.balance}>
          <Money amount={organization.balance} className="text-lead font-semibold" />
        </Figure>
        <Figure name={w.members}>
          <span className="figures text-lead font-semibold">{grouped(organization.member_count)}</span>
        </Figure>
        <Figure name={w.messagesOfMonth}>
          <MonthMessages messages={organization.messages} />
        </Figure>
        <Figure name={w.created}>
          <Time at={organization.created_at} isExact />
        </Figure>
      </dl>
      <div className="-mt-4 mb-8 flex flex-wrap items-center gap-2">
        <code className="min-w-0 truncate text-small text-soft">{id}</code>
        <CopyButton text={id} label={w.copyId} />
        <OrganizationMarks organization={organization} />
      </div>
      <PricesSection id={id} />
      <EnterpriseSection id={id} />
      <FormsSection id={id} />
      <NetworksSection id={id} />
    </>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-small text-soft">{name}</dt>
    <dd className="mt-0.5 min-h-6">{children}</dd>
  </div>
)

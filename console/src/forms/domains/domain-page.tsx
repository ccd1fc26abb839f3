import type { FormDomain } from '@samvad/sdk'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAskAnew, useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useWords } from '../../app/language.tsx'
import { Needs } from '../../app/needs.tsx'
import { Allowed, NotHere } from '../../app/not-here.tsx'
import { PageLink, useGo } from '../../app/page-link.tsx'
import { isNotFound } from '../../app/queries.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/dialog.tsx'
import { Page, Section } from '../../design/page.tsx'
import { Failed, Skeleton } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { tell } from '../../design/toast.tsx'
import { FormsTabs } from '../forms-tabs.tsx'
import { formDomainRoute } from '../routes.tsx'
import { DnsRecords } from './dns-records.tsx'
import { domainsKey, useFormDomain } from './domain-data.ts'
import { shownState } from './domain-state.ts'
import { domainWords } from './domain-words.ts'
import { DomainStatus } from './domains-page.tsx'
import { HomeForm } from './home-form.tsx'
import { Proxy } from './proxy.tsx'

export function FormDomainPage() {
  const w = useWords(domainWords)
  const { domainId } = formDomainRoute.useParams()
  const { data, error, refetch } = useFormDomain(domainId)
  return (
    <Page
      title={
        <span className="flex items-center gap-2">
          <PageLink page="forms/domains" aria-label={w.back} className="touch-small flex items-center text-soft">
            <ArrowLeft aria-hidden className="size-5" />
          </PageLink>
          <bdi className="min-w-0 wrap-anywhere">{data?.display_name ?? w.domains}</bdi>
        </span>
      }
      tabs={<FormsTabs />}
    >
      <Allowed anyOf={['forms.view']}>
        {data && !isNotFound(error) ? (
          <Domain domain={data} />
        ) : isNotFound(error) ? (
          <NotHere />
        ) : error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton />
        )}
      </Allowed>
    </Page>
  )
}

function Domain({ domain }: { domain: FormDomain }) {
  const w = useWords(domainWords)
  const go = useGo()
  const act = useAct()
  const attempt = useAttempt()
  const askAnew = useAskAnew()
  const mayManage = useMay()('domains.manage')
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, checked_at } = domain
  const check = async () => {
    const { record } = await attempt(() => api.domains.verify(id))
    tell(w.checking[record.state] ?? record.state, { isBad: record.state !== 'found' })
    await askAnew(domainsKey)
  }
  const remove = async () => {
    if (!(await act(() => api.domains.delete(id), domainsKey))) return
    tell(w.removed)
    go('forms/domains', { replace: true })
  }
  return (
    <>
      <div className="mb-6 flex flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <DomainStatus of={domain} />
          <span className="text-soft">
            {w.checked}: {checked_at === null ? w.never : <Time at={checked_at} />}
          </span>
        </p>
        <p className="max-w-prose" aria-live="polite">
          <Says of={domain} />
        </p>
        <Needs permission="domains.manage" what={w.managing} />
      </div>
      <Section
        title={w.records}
        description={w.recordsDetail}
        actions={
          mayManage && (
            <Button look="primary" onPress={check}>
              {w.check}
            </Button>
          )
        }
      >
        <DnsRecords of={domain} />
      </Section>
      <Proxy name={name} />
      <HomeForm key={domain.form_id} of={domain} mayManage={mayManage} />
      {mayManage && <Button onPress={() => setRemoving(true)}>{w.remove}</Button>}
      <Confirm
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={w.removeTitle(domain.display_name)}
        action={w.remove}
        isDanger
        onConfirm={remove}
      >
        {w.removeDetail}
      </Confirm>
    </>
  )
}

function Says({ of: domain }: { of: FormDomain }) {
  const w = useWords(domainWords)
  const state = shownState(domain)
  if (state !== 'failing') return w.says[state]
  return domain.proof_missing_until === null ? (
    w.failingSoon
  ) : (
    <>
      {w.failing} <Time at={domain.proof_missing_until} isExact />
    </>
  )
}

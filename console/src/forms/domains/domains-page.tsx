import type { FormDomain } from '@samvad/sdk'
import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAskAnew } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useForm } from '../../app/form.ts'
import { useWords } from '../../app/language.tsx'
import { Listed } from '../../app/list.tsx'
import { Needs } from '../../app/needs.tsx'
import { Allowed } from '../../app/not-here.tsx'
import { PageLink, useGo } from '../../app/page-link.tsx'
import { usePremium } from '../../app/premium.ts'
import { useMay } from '../../app/session.ts'
import { Button, buttonLook } from '../../design/button.tsx'
import { Field, Input } from '../../design/field.tsx'
import { FormDialog } from '../../design/form.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import { Notice, Status } from '../../design/status.tsx'
import { Cell, Head, Row, Table } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { FormsTabs } from '../forms-tabs.tsx'
import { domainsKey, useFormDomains } from './domain-data.ts'
import { nameIn, shownState, TONES } from './domain-state.ts'
import { domainWords } from './domain-words.ts'

/** The organization's form domains. */
export function DomainsPage() {
  const w = useWords(domainWords)
  const mayManage = useMay()('domains.manage')
  const [isAdding, setAdding] = useState(false)
  const list = useFormDomains()
  const hasPremium = usePremium()
  const isEmpty = list.rows?.length === 0
  const add = mayManage && hasPremium !== false && (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setAdding(true)}>
      {w.add}
    </Button>
  )
  return (
    <Page title={w.domains} actions={!isEmpty && add} tabs={<FormsTabs />}>
      <Allowed anyOf={['forms.view']}>
        <div className="mb-4 flex flex-col gap-2">
          <p className="max-w-prose text-soft">{w.domainsDetail}</p>
          <Needs permission="domains.manage" what={w.managing} />
        </div>
        {hasPremium === false && !isEmpty && <NeedsPremium />}
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<Globe />} title={w.none} action={hasPremium === false ? <PlanLink /> : add}>
                {hasPremium === false ? w.needsPremium : w.noneDetail}
              </Empty>
            }
          >
            {(rows) => <DomainTable rows={rows} />}
          </Listed>
        </Panel>
        {isAdding && <AddDomain onClose={() => setAdding(false)} />}
      </Allowed>
    </Page>
  )
}

function PlanLink() {
  const w = useWords(domainWords)
  return (
    <PageLink page="billing/plan" className={buttonLook()}>
      {w.seePlan}
    </PageLink>
  )
}

export function NeedsPremium() {
  const w = useWords(domainWords)
  return (
    <div className="mb-4 overflow-hidden rounded-box">
      <Notice tone="warn" action={<PlanLink />}>
        {w.needsPremium}
      </Notice>
    </div>
  )
}

export function DomainStatus({ of: domain }: { of: FormDomain }) {
  const w = useWords(domainWords)
  const state = shownState(domain)
  return <Status tone={TONES[state]}>{w.states[state]}</Status>
}

function DomainTable({ rows }: { rows: readonly FormDomain[] }) {
  const w = useWords(domainWords)
  return (
    <Table
      label={w.domains}
      head={
        <>
          <Head>{w.name}</Head>
          <Head>{w.status}</Head>
          <Head isFigure>{w.checked}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell className="min-w-40">
            <PageLink
              page={`forms/domains/${row.id}`}
              className="touch inline-flex items-center font-medium wrap-anywhere hover:underline"
            >
              <bdi>{row.display_name}</bdi>
            </PageLink>
          </Cell>
          <Cell>
            <DomainStatus of={row} />
          </Cell>
          <Cell isFigure>{row.checked_at === null ? w.never : <Time at={row.checked_at} />}</Cell>
        </Row>
      ))}
    </Table>
  )
}

function AddDomain({ onClose }: { onClose: () => void }) {
  const w = useWords(domainWords)
  const go = useGo()
  const askAnew = useAskAnew()
  const form = useForm({ name: '' }, async ({ name }) => {
    const { id } = await api.domains.create({ name: nameIn(name) })
    await askAnew(domainsKey)
    onClose()
    go(`forms/domains/${id}`)
  })
  return (
    <FormDialog form={form} title={w.add} description={w.addDetail} action={w.add} onClose={onClose}>
      <Field label={w.name} error={form.wrong('name')}>
        <Input
          {...form.text('name')}
          required
          maxLength={253}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={w.example}
          autoFocus
        />
      </Field>
    </FormDialog>
  )
}

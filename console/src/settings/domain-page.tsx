import type { SenderDomain } from '@samvad/sdk'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './channels-words.ts'
import { useDomain } from './data.ts'
import { DomainRecords } from './domain-records.tsx'
import { domainRoute } from './routes.tsx'
import { SettingsPage } from './settings-page.tsx'
import { words as settingsWords } from './words.ts'

export function DomainPage() {
  const { channels } = useWords(settingsWords)
  const { domain: id } = domainRoute.useParams()
  const { data, error, refetch } = useDomain(id)
  return (
    <SettingsPage
      title={
        <span className="flex items-center gap-2">
          <PageLink page="settings/channels" aria-label={channels} className="touch-small flex items-center text-soft">
            <ArrowLeft aria-hidden className="size-5" />
          </PageLink>
          <span className="min-w-0 wrap-anywhere">{data?.name}</span>
        </span>
      }
    >
      <Allowed anyOf={['channels.view']}>
        {data ? <Domain domain={data} /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
      </Allowed>
    </SettingsPage>
  )
}

function Domain({ domain }: { domain: SenderDomain }) {
  const w = useWords(words)
  const go = useGo()
  const act = useAct()
  const mayManage = useMay()('channels.manage')
  const [open, setOpen] = useState<'rotate' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { id, name, status, signs_with, checked_at, records } = domain
  const verify = async () => {
    if (await act(() => api.senderDomains.verify(id), ['sender_domains'])) tell(w.verifiedNow)
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Status tone={status === 'verified' ? 'good' : 'warn'}>{status === 'verified' ? w.verified : w.pending}</Status>
        {signs_with !== null && <Status tone="good">{w.signs}</Status>}
        <span className="text-soft">
          {w.checked}: {checked_at === null ? w.never : <Time at={checked_at} />}
        </span>
      </div>
      <Section
        title={w.records}
        description={w.recordsDetail}
        actions={
          mayManage && (
            <>
              <Button onPress={() => setOpen('rotate')}>{w.rotate}</Button>
              <Button look="primary" onPress={verify}>
                {w.verify}
              </Button>
            </>
          )
        }
      >
        <DomainRecords records={records} />
      </Section>
      {mayManage && (
        <>
          <Section title={w.use}>
            <UseForm domain={domain} />
          </Section>
          <Button onPress={() => setOpen('remove')}>{w.removeDomain}</Button>
        </>
      )}
      <Confirm
        isOpen={open === 'rotate'}
        onClose={close}
        title={w.rotateTitle}
        action={w.rotate}
        onConfirm={async () => {
          if (await act(() => api.senderDomains.rotateKey(id), ['sender_domains'])) tell(w.rotated)
        }}
      >
        {w.rotateDetail}
      </Confirm>
      <Confirm
        isOpen={open === 'remove'}
        onClose={close}
        title={w.removeDomainTitle(name)}
        action={w.removeDomain}
        isDanger
        onConfirm={async () => {
          if (!(await act(() => api.senderDomains.delete(id), ['sender_domains', 'list']))) return
          tell(w.domainRemoved)
          go('settings/channels', { replace: true })
        }}
      >
        {w.removeDomainDetail}
      </Confirm>
    </>
  )
}

function UseForm({ domain: { id, sender, receives } }: { domain: SenderDomain }) {
  const w = useWords(words)
  const { saveSettings, saved } = useWords(settingsWords)
  const askAnew = useAskAnew()
  const form = useForm({ sender: sender ?? '', receives: receives.join(', ') }, async (values) => {
    const names = values.receives
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    await api.senderDomains.update(id, { sender: values.sender.trim() || null, receives: names })
    await askAnew(['sender_domains'])
    tell(saved)
  })
  return (
    <FormPanel form={form} action={saveSettings}>
      <Field label={w.sender} hint={w.senderHint} error={form.wrong('sender')}>
        <Input {...form.text('sender')} maxLength={320} placeholder="Asha Textiles <hello@asha.example>" />
      </Field>
      <Field label={w.receives} hint={w.receivesHint} error={form.wrong('receives')}>
        <Input {...form.text('receives')} placeholder="support, sales" />
      </Field>
    </FormPanel>
  )
}

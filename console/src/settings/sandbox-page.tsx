import type { SandboxSettings } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FlaskConicalOff } from 'lucide-react'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { channelOf } from '../app/channels.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { buttonLook } from '../design/button.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { Section } from '../design/page.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { tell } from '../design/toast.tsx'
import { sandboxQuery } from './data.ts'
import { words } from './sandbox-words.ts'
import { SettingsPage } from './settings-page.tsx'
import { words as settingsWords } from './words.ts'

export function SandboxPage() {
  const w = useWords(words)
  return (
    <SettingsPage
      actions={
        <a href="/sandbox" target="_blank" rel="noreferrer" className={buttonLook()} title={w.openDetail}>
          <ExternalLink aria-hidden className="size-4" />
          {w.open}
        </a>
      }
    >
      <Allowed anyOf={['sandbox.use']}>
        <Channels />
      </Allowed>
    </SettingsPage>
  )
}

function Channels() {
  const w = useWords(words)
  const { data, error, refetch } = useQuery(sandboxQuery)
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  if (data.length === 0)
    return (
      <Empty icon={<FlaskConicalOff />} title={w.off}>
        {w.offDetail}
      </Empty>
    )
  return (
    <>
      <p className="mb-5 text-soft">{w.intro}</p>
      {data.map((settings) => (
        <Section key={settings.channel} title={<Channel channel={settings.channel} isNamed />}>
          <Behaviour key={`${settings.receipts} ${settings.fail_next}`} settings={settings} />
        </Section>
      ))}
    </>
  )
}

function Behaviour({ settings: { channel, receipts, fail_next } }: { settings: SandboxSettings }) {
  const w = useWords(words)
  const { saveSettings, saved } = useWords(settingsWords)
  const askAnew = useAskAnew()
  const kind = fail_next === null ? 'taken' : ['rejected', 'timeout'].includes(fail_next) ? fail_next : 'code'
  const initial = { receipts: String(receipts), next: kind, code: kind === 'code' ? (fail_next ?? '') : '' }
  const form = useForm(initial, async ({ next, code, ...values }) => {
    const failure = next === 'taken' ? null : next === 'code' ? code.trim() : next
    await api.sandbox.settings.set({ channel, ...values, fail_next: failure })
    await askAnew(['sandbox'])
    tell(saved)
  })
  return (
    <FormPanel form={form} action={saveSettings}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={w.receipts}
          hint={channelOf(channel)?.isMail ? w.mailReports : undefined}
          error={form.wrong('receipts')}
        >
          <Select {...form.text('receipts')}>
            <option value="automatic">{w.automatic}</option>
            <option value="manual">{w.manual}</option>
          </Select>
        </Field>
        <Field label={w.failNext} error={form.values.next === 'code' ? null : form.wrong('fail_next')}>
          <Select {...form.text('next')}>
            <option value="taken">{w.taken}</option>
            <option value="rejected">{w.rejected}</option>
            <option value="timeout">{w.timeout}</option>
            <option value="code">{w.withCode}</option>
          </Select>
        </Field>
        {form.values.next === 'code' && (
          <Field label={w.code} error={form.wrong('fail_next')} className="sm:col-start-2">
            <Input
              {...form.text('code')}
              required
              placeholder={channelOf(channel)?.failureExample ?? ''}
              spellCheck={false}
            />
          </Field>
        )}
      </div>
    </FormPanel>
  )
}

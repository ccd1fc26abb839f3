import type { NewSmsAccount, SmsAccount } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Checkbox, Field, Input, Select, TextArea } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './shared-words.ts'

/** What most accounts are made of; whatever else was set over the API is given again as it stands. */
export function SmsForm({ account, onClose }: { account: SmsAccount; onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const isSet = account.protocol !== null
  const stored = (account.settings ?? {}) as Record<string, unknown>
  const textOf = (name: string) => {
    const value = stored[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const dlt = stored.dlt as { entity_id?: string } | null | undefined
  const form = useForm(
    {
      protocol: String(account.protocol ?? 'smpp'),
      from: account.from ?? '',
      password: '',
      host: textOf('host'),
      port: textOf('port') || '2775',
      tls: stored.tls === true,
      systemId: textOf('system_id'),
      url: textOf('url'),
      body: textOf('body'),
      entityId: dlt?.entity_id ?? '',
    },
    async ({ protocol, from, password, host, port, tls, systemId, url, body, entityId }) => {
      // Of another protocol nothing that was set goes on.
      const kept = protocol === account.protocol ? stored : {}
      const own =
        protocol === 'smpp'
          ? { host: host.trim(), port: Number(port), tls, system_id: systemId.trim() }
          : { url: url.trim(), ...(body.trim() !== '' && { body }) }
      const given: NewSmsAccount = {
        ...kept,
        ...own,
        protocol,
        from: from.trim(),
        ...(password !== '' && { password }),
        ...(entityId.trim() !== '' && { dlt: { ...dlt, entity_id: entityId.trim() } }),
      }
      await api.sharedChannels.sms.set(given)
      await askAnew(['shared_channels', 'sms'])
      onClose()
      tell(w.saved)
    },
  )
  const isSmpp = form.values.protocol === 'smpp'
  return (
    <FormDialog
      form={form}
      title={w.sms}
      description={isSet ? w.replaced : w.firstTime}
      action={isSet ? w.change : w.setUp}
      onClose={onClose}
    >
      <Field label={w.fields.protocol}>
        <Select {...form.text('protocol')}>
          {Object.entries(w.protocols).map(([protocol, name]) => (
            <option key={protocol} value={protocol}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={w.fields.from} error={form.wrong('from')}>
        <Input {...form.text('from')} required autoComplete="off" />
      </Field>
      {isSmpp ? (
        <>
          <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
            <Field label={w.fields.host} error={form.wrong('host')}>
              <Input {...form.text('host')} required autoComplete="off" />
            </Field>
            <Field label={w.fields.port} error={form.wrong('port')}>
              <Input {...form.text('port')} type="number" min={1} max={65535} required />
            </Field>
          </div>
          <Checkbox label={w.fields.tls} {...form.check('tls')} />
          <Field label={w.fields.system_id} error={form.wrong('system_id')}>
            <Input {...form.text('systemId')} required autoComplete="off" />
          </Field>
        </>
      ) : (
        <>
          <Field label={w.fields.url} error={form.wrong('url')}>
            <Input {...form.text('url')} required autoComplete="off" />
          </Field>
          <Field label={w.fields.body} hint={w.bodyHint} error={form.wrong('body')}>
            <TextArea {...form.text('body')} className="font-mono text-small" spellCheck={false} />
          </Field>
        </>
      )}
      <Field label={w.fields.password} hint={w.secret} error={form.wrong('password')}>
        <Input {...form.text('password')} type="password" autoComplete="new-password" />
      </Field>
      <Field label={w.fields.entity_id} error={form.wrong('dlt.entity_id')}>
        <Input {...form.text('entityId')} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

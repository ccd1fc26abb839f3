import type { GatewayAccount } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Checkbox, Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { type GatewayKey, gateways } from './gateway-kinds.ts'
import { words } from './gateway-words.ts'

interface GatewayDialogProps {
  name: GatewayKey
  account: GatewayAccount | undefined
  onClose: () => void
}

export function GatewayDialog({ name, account, onClose }: GatewayDialogProps) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const kind = gateways[name]
  const shown = w.names[name] ?? name
  const form = useForm(
    {
      id: account?.account_id ?? '',
      secrets: {} as Record<string, string>,
      baseUrl: account?.base_url ?? '',
      isEnabled: account?.is_enabled ?? true,
      isDefault: account?.is_default ?? false,
    },
    async ({ id, secrets, baseUrl, isEnabled, isDefault }) => {
      const given = Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret !== ''))
      await kind.set(id.trim(), given, {
        ...(baseUrl.trim() !== '' && { base_url: baseUrl.trim() }),
        is_enabled: isEnabled,
        is_default: isDefault,
      })
      await askAnew(['gateways'])
      onClose()
      tell(w.saved(shown))
    },
  )
  return (
    <FormDialog
      form={form}
      title={w.title(shown)}
      description={account ? w.changeDetail : w.firstDetail}
      action={w.save}
      onClose={onClose}
    >
      <Field label={w.fields[kind.id]} error={form.wrong(kind.id)}>
        <Input {...form.text('id')} required autoComplete="off" spellCheck={false} />
      </Field>
      {kind.secrets.map((secret) => (
        <Field
          key={secret}
          label={w.fields[secret]}
          hint={account ? w.secretKept((account.secrets[secret] ?? '').slice(-4)) : w.secretNew}
          error={form.wrong(secret)}
        >
          <Input
            type="password"
            autoComplete="new-password"
            required={!account}
            value={form.values.secrets[secret] ?? ''}
            onChange={({ target }) => form.set({ secrets: { ...form.values.secrets, [secret]: target.value } })}
          />
        </Field>
      ))}
      <Field label={w.baseUrl} hint={w.baseUrlHint} error={form.wrong('base_url')}>
        <Input {...form.text('baseUrl')} type="url" autoComplete="off" />
      </Field>
      <Checkbox label={w.isEnabled} hint={w.isEnabledHint} {...form.check('isEnabled')} />
      <Checkbox label={w.isDefault} {...form.check('isDefault')} />
    </FormDialog>
  )
}

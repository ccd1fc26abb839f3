import type { AppAccount } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { SharedAccount } from './shared-account.tsx'
import { words } from './shared-words.ts'

const KEY = ['shared_channels', 'app']

export function SharedApp() {
  const w = useWords(words)
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => api.sharedChannels.app.retrieve() })
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />
  return (
    <SharedAccount
      channel="app"
      isSet={data.phone_number_id !== null}
      there={[
        [w.callbackUrl, data.callback_url],
        [w.verifyToken, data.verify_token],
      ]}
      onTest={() => api.sharedChannels.app.test()}
      onRemove={() => api.sharedChannels.app.remove()}
    >
      {(onClose) => <AppForm account={data} onClose={onClose} />}
    </SharedAccount>
  )
}

function AppForm({ account, onClose }: { account: AppAccount; onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const isSet = account.phone_number_id !== null
  const form = useForm(
    {
      number: account.phone_number_id ?? '',
      business: account.business_account_id ?? '',
      token: '',
      secret: '',
      rate: account.messages_per_second === null ? '' : String(account.messages_per_second),
    },
    async ({ number, business, token, secret, rate }) => {
      await api.sharedChannels.app.set({
        phone_number_id: number.trim(),
        business_account_id: business.trim(),
        ...(token !== '' && { access_token: token }),
        ...(secret !== '' && { app_secret: secret }),
        ...(account.api_version !== null && { api_version: account.api_version }),
        messages_per_second: rate === '' ? null : Number(rate),
      })
      await askAnew(KEY)
      onClose()
      tell(w.saved)
    },
  )
  const secret = { type: 'password', autoComplete: 'new-password', required: !isSet }
  return (
    <FormDialog
      form={form}
      title={w.app}
      description={isSet ? w.replaced : w.firstTime}
      action={isSet ? w.change : w.setUp}
      onClose={onClose}
    >
      <Field label={w.fields.phone_number_id} error={form.wrong('phone_number_id')}>
        <Input {...form.text('number')} required autoComplete="off" inputMode="numeric" />
      </Field>
      <Field label={w.fields.business_account_id} error={form.wrong('business_account_id')}>
        <Input {...form.text('business')} required autoComplete="off" inputMode="numeric" />
      </Field>
      <Field label={w.fields.access_token} hint={w.secret} error={form.wrong('access_token')}>
        <Input {...form.text('token')} {...secret} />
      </Field>
      <Field label={w.fields.app_secret} hint={w.secret} error={form.wrong('app_secret')}>
        <Input {...form.text('secret')} {...secret} />
      </Field>
      <Field label={w.fields.messages_per_second} hint={w.perSecondHint} error={form.wrong('messages_per_second')}>
        <Input {...form.text('rate')} type="number" min={1} />
      </Field>
    </FormDialog>
  )
}

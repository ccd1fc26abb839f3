import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../app/act.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { ownRequest } from '../app/own-request.ts'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './words.ts'

interface OwnAddress {
  email: string
  pending: { email: string; expires_at: number } | null
}

const PATH = '/console/session/address'
const queryKey = ['own-address']

/** The address for signing in, and the way to change it. */
export function Address() {
  const w = useWords(words)
  const act = useAct()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => ownRequest<OwnAddress>('GET', PATH) })
  const form = useForm({ email: '' }, async ({ email }, set) => {
    await ownRequest('POST', PATH, { email: email.trim() })
    set({ email: '' })
    tell(w.addressAsked)
    await client.invalidateQueries({ queryKey })
  })
  if (data === undefined) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />
  const { email, pending } = data
  const takeBack = async () => {
    if (await act(() => ownRequest('DELETE', PATH), queryKey)) tell(w.addressTakenBack)
  }
  return (
    <div className="flex flex-col gap-4">
      <p>
        {w.addressNow} <bdi className="font-medium wrap-anywhere">{email}</bdi>
      </p>
      {pending && (
        <div className="max-w-xl rounded-box border border-line px-4 py-3">
          <p>
            {w.addressWaits} <bdi className="font-medium wrap-anywhere">{pending.email}</bdi>
          </p>
          <p className="mt-1 text-small">
            {w.addressUntil} <Time at={pending.expires_at} isExact />
          </p>
          <Button className="mt-2" onPress={takeBack}>
            {w.addressTakeBack}
          </Button>
        </div>
      )}
      <FormPanel form={form} action={w.addressChange}>
        <Field label={w.addressNew} hint={w.addressHint} error={form.wrong('email')}>
          <Input {...form.text('email')} type="email" required maxLength={254} autoComplete="email" />
        </Field>
      </FormPanel>
    </div>
  )
}

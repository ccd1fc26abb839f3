import type { NotificationNumber as Number } from '@samvad/sdk'
import { useState } from 'react'
import { useAct, useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { numberOf } from '../app/typed-contact.ts'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { tell } from '../design/toast.tsx'
import { useNumber } from './data.ts'
import { words } from './notifications-words.ts'
import { words as settingsWords } from './words.ts'

const KEY = ['notification_number']

/** The verified phone number for notices by SMS. */
export function NotificationNumber() {
  const { data, error, refetch } = useNumber()
  const [isOther, setOther] = useState(false)
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={1} />
  if (data.phone_number === null || isOther)
    return <NumberForm onDone={() => setOther(false)} onCancel={isOther ? () => setOther(false) : null} />
  return <Given number={data} onOther={() => setOther(true)} />
}

function NumberForm({ onDone, onCancel }: { onDone: () => void; onCancel: (() => void) | null }) {
  const w = useWords(words)
  const { cancel } = useWords(settingsWords)
  const { language } = useLanguage()
  const askAnew = useAskAnew()
  const form = useForm({ phone_number: '' }, async ({ phone_number }) => {
    await api.notificationNumber.set({ phone_number: numberOf(phone_number), language })
    await askAnew(KEY)
    onDone()
  })
  return (
    <FormPanel form={form} action={w.sendCode} more={onCancel && <Button onPress={onCancel}>{cancel}</Button>}>
      <Field label={w.phone} hint={w.phoneHint} error={form.wrong('phone_number')} className="max-w-xs">
        <Input {...form.text('phone_number')} type="tel" required autoComplete="tel" placeholder="+91" />
      </Field>
    </FormPanel>
  )
}

function Given({ number, onOther }: { number: Number; onOther: () => void }) {
  const w = useWords(words)
  const act = useAct()
  const remove = async () => {
    if (await act(() => api.notificationNumber.delete(), KEY)) tell(w.numberRemoved)
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <span className="figures font-medium">{number.phone_number}</span>
        {number.verified_at !== null && <Status tone="good">{w.verified}</Status>}
        <Button look="quiet" onPress={onOther}>
          {w.otherNumber}
        </Button>
        <Button look="quiet" onPress={remove}>
          {w.removeNumber}
        </Button>
      </p>
      {number.verified_at === null && <CodeForm number={number} />}
    </div>
  )
}

function CodeForm({ number: { phone_number, code } }: { number: Number }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const act = useAct()
  const askAnew = useAskAnew()
  const form = useForm({ code: '' }, async (values) => {
    try {
      await api.notificationNumber.verify({ code: values.code.trim() })
      tell(w.numberVerified)
    } finally {
      await askAnew(KEY)
    }
  })
  const again = () => act(() => api.notificationNumber.set({ phone_number: phone_number ?? '', language }), KEY)
  return (
    <FormPanel
      form={form}
      action={w.verify}
      more={
        <Button look="quiet" onPress={again}>
          {w.again}
        </Button>
      }
    >
      <p className="text-soft">
        {code === null || code.status === 'waiting' ? w.codeSent(phone_number ?? '') : w.codeStates[code.status]}
      </p>
      <Field
        label={w.code}
        hint={code === null ? undefined : w.triesLeft(code.tries_left)}
        error={form.wrong('code')}
        className="max-w-40"
      >
        <Input
          {...form.text('code')}
          required
          inputMode="numeric"
          pattern="\s*[0-9०-९]{6}\s*"
          autoComplete="one-time-code"
          className="figures"
        />
      </Field>
    </FormPanel>
  )
}

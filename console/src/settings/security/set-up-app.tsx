import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldError } from '../../app/errors.tsx'
import { typed } from '../../app/forms.ts'
import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { Code } from '../../design/copy.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field, Input } from '../../design/field.tsx'
import { Wrong } from '../../design/form.tsx'
import { QrCode } from '../../design/qr-code.tsx'
import { Failed, Skeleton } from '../../design/states.tsx'
import * as calls from './calls.ts'
import { words } from './words.ts'

interface SetUpAppProps {
  onClose: () => void
  onDone: (codes: string[] | null) => void
}

/** Shows the secret for an authenticator app, and verifies a code of it. */
export function SetUpApp({ onClose, onDone }: SetUpAppProps) {
  const w = useWords(words)
  const [error, setError] = useState<unknown>(null)
  const begun = useQuery({
    queryKey: ['totp'],
    queryFn: calls.beginTotp,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = typed(new FormData(event.currentTarget), 'code').replace(/\s/g, '')
    void calls.confirmTotp(code).then(({ recovery_codes }) => onDone(recovery_codes), setError)
  }
  return (
    <Dialog isOpen onClose={onClose} title={w.app} description={w.scan}>
      {begun.data ? (
        <form className="flex flex-col gap-4" onSubmit={confirm}>
          <QrCode text={begun.data.otpauth_url} label={w.qr} />
          <div>
            <p className="mb-1 font-medium">{w.secret}</p>
            <Code text={begun.data.secret} />
          </div>
          <Field label={w.code} error={fieldError(error, 'code')}>
            <Input name="code" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
          </Field>
          {fieldError(error, 'code') === null && <Wrong error={error} />}
          <Button look="primary" type="submit" className="self-end">
            {w.confirm}
          </Button>
        </form>
      ) : begun.error ? (
        <Failed error={begun.error} onRetry={begun.refetch} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Dialog>
  )
}

import { type FormEvent, useState } from 'react'
import { consoleRequest } from '../app/console-request.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useWaiting } from '../app/proving.ts'
import { type Session, sessionHeaders, setSession, useSession } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { words } from './words.ts'

/** Opens over any page when a call needs the person once more; what they were doing goes on behind it. */
export function ProveAgain() {
  const w = useWords(words)
  const { user, organization } = useSession()
  const waiting = useWaiting()
  const said = useErrorWords()
  const [error, setError] = useState<unknown>(null)
  if (!waiting) return null
  const isOut = waiting.why === 'signed_out'

  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    try {
      if (isOut) {
        const body = { email: user.email, password, organization_id: organization.id }
        setSession(await consoleRequest<Session>('POST', '/console/session', body))
      } else {
        await consoleRequest('POST', '/console/session/authentication', { password }, sessionHeaders())
      }
      setError(null)
      waiting.settle(true)
    } catch (failure) {
      setError(failure)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={() => waiting.settle(false)}
      title={isOut ? w.again : w.prove}
      description={isOut ? w.againDetail : w.proveDetail}
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => void prove(event)}>
        <p className="font-medium">{user.email}</p>
        <Field label={w.password} error={error === null ? null : said(error).title}>
          <Input name="password" type="password" autoComplete="current-password" required autoFocus />
        </Field>
        <Button look="primary" type="submit" className="self-end">
          {w.goOn}
        </Button>
      </form>
    </Dialog>
  )
}

import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { consoleRequest } from '../app/console-request.ts'
import { fieldError } from '../app/errors.tsx'
import { typed } from '../app/forms.ts'
import { useWords } from '../app/language.tsx'
import { arePasskeysThere, type PasskeyOptions, provePasskey } from '../app/passkeys.ts'
import { useWaiting } from '../app/proving.ts'
import { type Session, sessionHeaders, setSession, useSession } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import type { FactorNeeded } from './calls.ts'
import { FactorStep } from './factor-step.tsx'
import { Fault } from './fault.tsx'
import { PasswordStep } from './password-step.tsx'
import { words } from './words.ts'

/** Opens over any page when a call needs a new authentication; the interrupted work continues afterwards. */
export function ProveAgain() {
  const w = useWords(words)
  const waiting = useWaiting()
  if (!waiting) return null
  const isOut = waiting.why === 'signed_out'
  const done = (session: Session) => {
    setSession(session)
    waiting.settle(true)
  }
  return (
    <Dialog
      isOpen
      onClose={() => waiting.settle(false)}
      title={isOut ? w.again : w.prove}
      description={isOut ? w.againDetail : w.proveDetail}
    >
      {isOut ? <SignInInPlace onDone={done} /> : <ProveFresh onDone={done} />}
    </Dialog>
  )
}

interface DoneProps {
  onDone: (session: Session) => void
}

/** Signs in as the same user, in the page's organization. */
function SignInInPlace({ onDone }: DoneProps) {
  const { user, organization } = useSession()
  const [needed, setNeeded] = useState<FactorNeeded | null>(null)
  if (needed) return <FactorStep needed={needed} onSignedIn={onDone} onBack={() => setNeeded(null)} />
  return (
    <PasswordStep email={user.email} organizationId={organization.id} onSignedIn={onDone} onFactorNeeded={setNeeded} />
  )
}

const AUTHENTICATION = '/console/session/authentication'
const authenticate = (proof: object) => consoleRequest<Session>('POST', AUTHENTICATION, proof, sessionHeaders())

/** The session continues; only the user is verified. */
function ProveFresh({ onDone }: DoneProps) {
  const w = useWords(words)
  const { user } = useSession()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const fault = fieldError(error, 'password')

  const prove = async (proof: () => Promise<Session>) => {
    setBusy(true)
    setError(null)
    await proof()
      .then(onDone, setError)
      .finally(() => setBusy(false))
  }
  const byPasskey = async () => {
    const asked = await consoleRequest<PasskeyOptions>('POST', `${AUTHENTICATION}/options`, undefined, sessionHeaders())
    return authenticate({ challenge: asked.challenge, passkey: await provePasskey(asked.options) })
  }
  const byPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = typed(new FormData(event.currentTarget), 'password')
    void prove(() => authenticate({ password }))
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={byPassword}>
      <p className="font-medium">{user.email}</p>
      <Field label={w.password} error={fault}>
        <Input name="password" type="password" autoComplete="current-password" required autoFocus />
      </Field>
      <Fault error={fault === null ? error : null} />
      <div className="flex flex-wrap justify-end gap-2">
        {arePasskeysThere() && (
          <Button icon={<KeyRound aria-hidden className="size-4" />} onPress={() => prove(byPasskey)}>
            {w.usePasskey}
          </Button>
        )}
        <Button look="primary" type="submit" isBusy={isBusy}>
          {w.goOn}
        </Button>
      </div>
    </form>
  )
}

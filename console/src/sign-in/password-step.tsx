import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { typed } from '../app/forms.ts'
import { useWords } from '../app/language.tsx'
import { arePasskeysThere } from '../app/passkeys.ts'
import type { Session } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { type FactorNeeded, isSession, signInByPasskey, signInByPassword } from './calls.ts'
import { Fault } from './fault.tsx'
import { words } from './words.ts'

interface PasswordStepProps {
  /** The required account; entered if unset. */
  email?: string
  organizationId?: string
  onSignedIn: (session: Session) => unknown
  onFactorNeeded: (needed: FactorNeeded) => void
  children?: ReactNode
}

export function PasswordStep({ email, organizationId, onSignedIn, onFactorNeeded, children }: PasswordStepProps) {
  const w = useWords(words)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const attempt = async (proof: () => Promise<Session | FactorNeeded>) => {
    setBusy(true)
    setError(null)
    try {
      const answer = await proof()
      if (isSession(answer)) await onSignedIn(answer)
      else onFactorNeeded(answer)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const byPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const proof = {
      email: email ?? typed(form, 'email'),
      password: typed(form, 'password'),
      ...(organizationId !== undefined && { organization_id: organizationId }),
    }
    void attempt(() => signInByPassword(proof))
  }

  return (
    <div className="flex flex-col gap-4">
      <form className="flex flex-col gap-4" onSubmit={byPassword}>
        {email === undefined ? (
          <Field label={w.email}>
            <Input name="email" type="email" autoComplete="username webauthn" required autoFocus />
          </Field>
        ) : (
          <p className="font-medium">{email}</p>
        )}
        <Field label={w.password}>
          <Input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus={email !== undefined}
          />
        </Field>
        <Fault error={error} />
        <Button look="primary" type="submit" isBusy={isBusy}>
          {w.signIn}
        </Button>
      </form>
      {children}
      {arePasskeysThere() && (
        <>
          <p className="flex items-center gap-3 text-small text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            {w.or}
          </p>
          <Button
            icon={<KeyRound aria-hidden className="size-4" />}
            onPress={() => attempt(() => signInByPasskey(organizationId))}
          >
            {w.withPasskey}
          </Button>
        </>
      )}
    </div>
  )
}

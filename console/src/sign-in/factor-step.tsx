import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { typed } from '../app/forms.ts'
import { useWords } from '../app/language.tsx'
import { provePasskey } from '../app/passkeys.ts'
import type { Session } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { type FactorNeeded, type FactorProof, signInByFactor } from './calls.ts'
import { Fault } from './fault.tsx'
import { words } from './words.ts'

interface FactorStepProps {
  needed: FactorNeeded
  onSignedIn: (session: Session) => unknown
  onBack: () => void
}

/** The second factor: an app's code, a passkey, or a recovery code. */
export function FactorStep({ needed, onSignedIn, onBack }: FactorStepProps) {
  const w = useWords(words)
  const [isRecovery, setRecovery] = useState(!needed.factors.includes('totp'))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const prove = async (proof: () => Promise<FactorProof>) => {
    setBusy(true)
    setError(null)
    try {
      await onSignedIn(await signInByFactor(needed, await proof()))
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const byCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = typed(new FormData(event.currentTarget), 'code').trim()
    const proof: FactorProof = isRecovery ? { recovery_code: code } : { code: code.replace(/\s/g, '') }
    void prove(async () => proof)
  }

  return (
    <div className="flex flex-col gap-4">
      {needed.passkey !== null && (
        <Button
          icon={<KeyRound aria-hidden className="size-4" />}
          onPress={() => prove(async () => ({ passkey: await provePasskey(needed.passkey) }))}
        >
          {w.usePasskey}
        </Button>
      )}
      <form className="flex flex-col gap-4" onSubmit={byCode}>
        <Field label={isRecovery ? w.recoveryCode : w.code} hint={isRecovery ? w.recoveryHint : w.codeHint}>
          <Input
            key={String(isRecovery)}
            name="code"
            required
            autoFocus
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
          />
        </Field>
        <Fault error={error} />
        <Button look="primary" type="submit" isBusy={isBusy}>
          {w.goOn}
        </Button>
      </form>
      <p className="flex flex-wrap justify-between gap-2">
        {needed.factors.includes('totp') && (
          <Button look="quiet" onPress={() => setRecovery(!isRecovery)}>
            {isRecovery ? w.useCode : w.useRecovery}
          </Button>
        )}
        <Button look="quiet" onPress={onBack}>
          {w.back}
        </Button>
      </p>
    </div>
  )
}

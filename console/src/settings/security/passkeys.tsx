import { type FormEvent, useState } from 'react'
import { fieldError, useErrorWords } from '../../app/errors.tsx'
import { typed } from '../../app/forms.ts'
import { useWords } from '../../app/language.tsx'
import { PasskeyCancelled } from '../../app/passkeys.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, Dialog } from '../../design/dialog.tsx'
import { Field, Input } from '../../design/field.tsx'
import { Status } from '../../design/status.tsx'
import { Time } from '../../design/time.tsx'
import { tell } from '../../design/toast.tsx'
import * as calls from './calls.ts'
import { words } from './words.ts'

interface PasskeysProps {
  passkeys: calls.Passkey[]
  arePossible: boolean
  onChange: () => unknown
  onCodes: (codes: string[] | null) => void
}

export function Passkeys({ passkeys, arePossible, onChange, onCodes }: PasskeysProps) {
  const w = useWords(words)
  const said = useErrorWords()
  /** `new`, or the passkey being renamed. */
  const [naming, setNaming] = useState<calls.Passkey | 'new' | null>(null)
  const [removing, setRemoving] = useState<calls.Passkey | null>(null)
  const [error, setError] = useState<unknown>(null)
  // Passkeys work only for the installation's host name; on the same machine that is `localhost`, not an IP address.
  const elsewhere = location.hostname === '127.0.0.1' ? location.origin.replace('127.0.0.1', 'localhost') : null

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = typed(new FormData(event.currentTarget), 'name').trim()
    const done =
      naming === 'new'
        ? calls.addPasskey(name).then(({ recovery_codes }) => onCodes(recovery_codes))
        : calls.renamePasskey((naming as calls.Passkey).id, name)
    void done.then(
      () => {
        setNaming(null)
        return onChange()
      },
      (failure: unknown) => setError(failure),
    )
  }

  return (
    <div>
      <h3 className="font-medium">{w.passkeys}</h3>
      {passkeys.length === 0 && <p className="text-soft">{w.noPasskeys}</p>}
      <ul className="my-2 divide-y divide-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center gap-2 py-2">
            <span className="min-w-0 grow break-words">
              {passkey.name} {passkey.is_synced && <Status>{w.synced}</Status>}
              <span className="block text-small text-soft">
                {passkey.last_used_at === null ? (
                  w.neverUsed
                ) : (
                  <>
                    {w.lastUsed} <Time at={passkey.last_used_at} />
                  </>
                )}
              </span>
            </span>
            <Button look="quiet" onPress={() => setNaming(passkey)}>
              {w.rename}
            </Button>
            <Button look="quiet" onPress={() => setRemoving(passkey)}>
              {w.remove}
            </Button>
          </li>
        ))}
      </ul>
      {arePossible && elsewhere === null ? (
        <Button onPress={() => setNaming('new')}>{w.addPasskey}</Button>
      ) : (
        <p className="text-small text-soft">{w.passkeysElsewhere(elsewhere ?? location.origin)}</p>
      )}
      <Dialog
        isOpen={naming !== null}
        onClose={() => setNaming(null)}
        title={naming === 'new' ? w.addPasskey : w.rename}
      >
        <form className="flex flex-col gap-4" onSubmit={save}>
          <Field
            label={w.passkeyName}
            hint={w.passkeyNameHint}
            error={error instanceof PasskeyCancelled ? w.passkeyCancelled : fieldError(error, 'name')}
          >
            <Input name="name" required autoFocus defaultValue={naming === 'new' ? '' : naming?.name} />
          </Field>
          {error !== null && !(error instanceof PasskeyCancelled) && fieldError(error, 'name') === null && (
            <p role="alert" className="text-bad">
              {said(error).title}
            </p>
          )}
          <Button look="primary" type="submit" className="self-end">
            {naming === 'new' ? w.addPasskey : w.save}
          </Button>
        </form>
      </Dialog>
      <Confirm
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={w.removePasskey(removing?.name ?? '')}
        action={w.remove}
        isDanger
        onConfirm={() =>
          calls
            .removePasskey(removing?.id as string)
            .then(onChange, (failure: unknown) => tell(said(failure).title, { isBad: true }))
        }
      >
        {w.removePasskeyDetail}
      </Confirm>
    </div>
  )
}

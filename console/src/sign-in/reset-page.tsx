import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldError } from '../app/errors.tsx'
import { typed } from '../app/forms.ts'
import { useWords } from '../app/language.tsx'
import { Button, buttonLook } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { askForReset, completeReset } from './calls.ts'
import { Fault } from './fault.tsx'
import { Frame } from './frame.tsx'
import { words } from './words.ts'

/** With a mail's token in the URL fragment: a new password; otherwise a request for such a mail. */
export function ResetPage() {
  const { hash: token } = useLocation()
  return token === '' ? <AskForLink /> : <ChoosePassword key={token} token={token} />
}

function useSubmit(send: (form: FormData) => Promise<unknown>) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    void send(new FormData(event.currentTarget))
      .then(() => setDone(true), setError)
      .finally(() => setBusy(false))
  }
  return { error, isBusy, isDone, submit }
}

function ToSignIn() {
  const w = useWords(words)
  return (
    <Link to="/sign-in" className={buttonLook()}>
      {w.toSignIn}
    </Link>
  )
}

function AskForLink() {
  const w = useWords(words)
  const { error, isBusy, isDone, submit } = useSubmit((form) => askForReset(typed(form, 'email')))
  if (isDone)
    return (
      <Frame title={w.linkSent} description={w.linkSentDetail}>
        <ToSignIn />
      </Frame>
    )
  return (
    <Frame title={w.resetTitle} description={w.resetDetail}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field label={w.email}>
          <Input name="email" type="email" autoComplete="username" required autoFocus />
        </Field>
        <Fault error={error} />
        <Button look="primary" type="submit" isBusy={isBusy}>
          {w.sendLink}
        </Button>
      </form>
      <ToSignIn />
    </Frame>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const w = useWords(words)
  const { error, isBusy, isDone, submit } = useSubmit((form) => completeReset(token, typed(form, 'password')))
  if (isDone)
    return (
      <Frame title={w.saved} description={w.savedDetail}>
        <ToSignIn />
      </Frame>
    )
  const fault = fieldError(error, 'password')
  return (
    <Frame title={w.newPasswordTitle} description={w.newPasswordDetail}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field label={w.newPassword} error={fault}>
          <Input name="password" type="password" autoComplete="new-password" required autoFocus />
        </Field>
        <Fault error={fault === null ? error : null} />
        <Button look="primary" type="submit" isBusy={isBusy}>
          {w.save}
        </Button>
      </form>
      {error !== null && fault === null && (
        <Link to="/reset" hash="" className={buttonLook()}>
          {w.newLink}
        </Link>
      )}
    </Frame>
  )
}

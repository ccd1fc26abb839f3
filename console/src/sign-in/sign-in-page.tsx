import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { consoleRequest } from '../app/console-request.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { queryClient } from '../app/queries.ts'
import { type Session, setSession } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { signInRoute } from './routes.tsx'
import { words } from './words.ts'

export function SignInPage() {
  const w = useWords(words)
  const { to } = signInRoute.useSearch()
  const navigate = useNavigate()
  const said = useErrorWords()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      const body = { email: form.get('email'), password: form.get('password') }
      const session = await consoleRequest<Session>('POST', '/console/session', body)
      queryClient.clear()
      setSession(session)
      await navigate({ to: to ?? '/', replace: true })
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className="mx-auto flex min-h-full max-w-sm flex-col justify-center gap-6 px-4 py-10">
      <h1 className="text-display font-semibold">{w.title}</h1>
      <form className="flex flex-col gap-4" onSubmit={(event) => void signIn(event)}>
        <Field label={w.email}>
          <Input name="email" type="email" autoComplete="username" required autoFocus />
        </Field>
        <Field label={w.password}>
          <Input name="password" type="password" autoComplete="current-password" required />
        </Field>
        {error !== null && (
          <p role="alert" className="text-bad">
            {said(error).title}. {said(error).detail}
          </p>
        )}
        <Button look="primary" type="submit" isBusy={isBusy}>
          {w.signIn}
        </Button>
      </form>
    </main>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { queryClient } from '../app/queries.ts'
import { type Session, setSession } from '../app/session.ts'
import type { FactorNeeded } from './calls.ts'
import { FactorStep } from './factor-step.tsx'
import { Frame } from './frame.tsx'
import { PasswordStep } from './password-step.tsx'
import { signInRoute } from './routes.tsx'
import { words } from './words.ts'

export function SignInPage() {
  const w = useWords(words)
  const { to } = signInRoute.useSearch()
  const navigate = useNavigate()
  const [needed, setNeeded] = useState<FactorNeeded | null>(null)

  const enter = async (session: Session) => {
    queryClient.clear()
    setSession(session)
    await navigate({ to: to ?? '/', replace: true })
  }

  if (needed)
    return (
      <Frame title={w.secondStep}>
        <FactorStep needed={needed} onSignedIn={enter} onBack={() => setNeeded(null)} />
      </Frame>
    )
  return (
    <Frame title={w.title}>
      <PasswordStep onSignedIn={enter} onFactorNeeded={setNeeded}>
        <Link to="/reset" className="touch self-start text-small text-soft underline underline-offset-4">
          {w.forgotten}
        </Link>
      </PasswordStep>
    </Frame>
  )
}

import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { buttonLook } from '../design/button.tsx'
import { Empty } from '../design/states.tsx'
import { useWords } from './language.tsx'
import { useMay } from './session.ts'
import { words } from './words.ts'

/** An unknown address, next to the navigation. */
export function NotHere() {
  const w = useWords(words)
  return (
    <Empty
      isPage
      icon={<Compass />}
      title={w.notHere}
      action={
        <Link to="/" className={buttonLook()}>
          {w.toInbox}
        </Link>
      }
    >
      {w.notHereDetail}
    </Empty>
  )
}

/** The same, without the frame. */
export const NotHereAlone = () => (
  <main>
    <NotHere />
  </main>
)

const NotAllowed = lazy(async () => ({ default: (await import('./not-allowed.tsx')).NotAllowed }))

/** Shows its content to users with one of these permissions; others see which one they lack. */
export function Allowed({ anyOf, children }: { anyOf: readonly string[]; children: ReactNode }) {
  const may = useMay()
  if (anyOf.some(may)) return children
  return (
    <Suspense fallback={null}>
      <NotAllowed lacking={anyOf[0] ?? ''} />
    </Suspense>
  )
}

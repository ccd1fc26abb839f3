import { Link } from '@tanstack/react-router'
import { Compass, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonLook } from '../design/button.tsx'
import { Empty } from '../design/states.tsx'
import { useWords } from './language.tsx'
import { words as permissionWords } from './permission-words.ts'
import { useMay } from './session.ts'
import { words } from './words.ts'

/** An address that leads nowhere, beside the rail. */
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

/** The same, without anything around it. */
export const NotHereAlone = () => (
  <main>
    <NotHere />
  </main>
)

/** Shows its content to who has one of these permissions, to others which one they lack. */
export function Allowed({ anyOf, children }: { anyOf: readonly string[]; children: ReactNode }) {
  const w = useWords(words)
  const may = useMay()
  const names = useWords(permissionWords).names
  if (anyOf.some(may)) return children
  const lacking = anyOf[0] ?? ''
  return (
    <Empty icon={<Lock />} title={w.notAllowed}>
      {w.notAllowedDetail(lacking, names[lacking]?.[0] ?? lacking)}
    </Empty>
  )
}

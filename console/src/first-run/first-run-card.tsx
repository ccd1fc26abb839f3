import { useLocation } from '@tanstack/react-router'
import { Rocket, X } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { railPages } from '../app/pages.ts'
import { useSession } from '../app/session.ts'
import { buttonLook, IconButton } from '../design/button.tsx'
import { dismiss, useOpenSteps } from './first-steps.ts'
import { words } from './words.ts'

/** Shown on the first page of each noun while steps are open. */
export function FirstRunCard() {
  const { organization } = useSession()
  const { pathname } = useLocation()
  const page = pathname.split(`${organization.id}/`)[1]
  if (!railPages.some((one) => one.page === page && one.page !== 'operator')) return null
  return <Card organizationId={organization.id} />
}

function Card({ organizationId }: { organizationId: string }) {
  const w = useWords(words)
  const open = useOpenSteps()
  if (!open) return null
  return (
    <aside
      aria-label={w.title}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-selected px-4 py-1.5"
    >
      <Rocket aria-hidden className="size-4 shrink-0 text-accent" />
      <span className="min-w-0 grow">{w.card(open.done, open.all)}</span>
      <PageLink page="welcome" className={buttonLook()}>
        {w.goOn}
      </PageLink>
      <IconButton label={w.dismiss} onClick={() => dismiss(organizationId)}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </aside>
  )
}

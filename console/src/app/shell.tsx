// The frame of every page of an organization.

import { Dialog as Base } from '@base-ui/react/dialog'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../design/button.tsx'
import { useFinalFocus } from '../design/focus.ts'
import { FirstRunCard } from '../first-run/first-run-card.tsx'
import { ProveAgain } from '../sign-in/prove-again.tsx'
import { renewPush } from './browser-push.ts'
import { CommandMenu } from './command-menu.tsx'
import { useWords } from './language.tsx'
import { goLive, useIsConnected } from './live.ts'
import { Moved } from './moved.tsx'
import { Notices } from './notices.tsx'
import { openOutbox } from './outbox.ts'
import { useGo } from './page-link.tsx'
import { railPages } from './pages.ts'
import { Rail } from './rail.tsx'
import { lookForUpdate } from './service-worker.ts'
import { useMay, useSession } from './session.ts'
import { useShortcuts } from './shortcuts.ts'
import { ShortcutsPage, showShortcuts } from './shortcuts-page.tsx'
import { words } from './words.ts'

export function Shell() {
  const w = useWords(words)
  const go = useGo()
  const may = useMay()
  const session = useSession()
  const { user, organization } = session
  const [isCommanding, setCommanding] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)

  useEffect(() => {
    const ending = new AbortController()
    void goLive(`${user.id}.${organization.id}`, ending.signal)
    return () => ending.abort()
  }, [user.id, organization.id])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- whose it is, not each look at the session
  useEffect(() => openOutbox(session), [user.id, organization.id])

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another sign-in, or another organization
  useEffect(() => void renewPush(session).catch(() => undefined), [session.id, organization.id])
  const isConnected = useIsConnected()
  useEffect(() => {
    if (isConnected) void lookForUpdate()
  }, [isConnected])

  useShortcuts([
    { keys: 'mod+k', label: w.command, run: () => setCommanding(true), isGlobal: true },
    { keys: '?', label: w.shortcuts, run: showShortcuts },
    ...railPages
      .filter(({ anyOf }) => anyOf.some(may))
      .map(({ page, keys }) => ({ keys, label: w[page], run: () => go(page) })),
  ])

  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:absolute focus:z-60 focus:m-2 focus:rounded-box focus:bg-raised focus:p-2"
      >
        {w.skip}
      </a>
      <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 md:hidden">
        <IconButton label={w.openMenu} onClick={() => setMenuOpen(true)}>
          <MenuIcon aria-hidden className="size-5" />
        </IconButton>
        <span className="min-w-0 grow truncate font-semibold">{organization.name}</span>
        <IconButton label={w.command} onClick={() => setCommanding(true)}>
          <Search aria-hidden className="size-5" />
        </IconButton>
      </header>
      <div className="hidden md:block">
        <Rail />
      </div>
      <RailSheet isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <main id="page" tabIndex={-1} className="flex min-h-0 min-w-0 grow flex-col outline-none">
        <Notices />
        <FirstRunCard />
        <Outlet />
      </main>
      <CommandMenu isOpen={isCommanding} onClose={() => setCommanding(false)} />
      <ShortcutsPage />
      <ProveAgain />
      <Moved />
    </div>
  )
}

/** The rail on a phone. */
function RailSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(words)
  const { pathname } = useLocation()
  const finalFocus = useFinalFocus(isOpen)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another page is there
  useEffect(onClose, [pathname])
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)] md:hidden" />
        <Base.Popup
          aria-label={w.navigation}
          finalFocus={finalFocus}
          className="fixed inset-y-0 start-0 z-70 bg-canvas shadow-float md:hidden"
        >
          <Rail onGo={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

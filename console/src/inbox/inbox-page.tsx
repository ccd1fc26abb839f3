// The inbox: the list next to the open conversation. On a phone one of the two.

import { Outlet, useMatch } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { classes } from '../design/classes.ts'
import { Authors, useNamesOfPeople } from './authors.ts'
import { BeginContext } from './begin.ts'
import { ListPane } from './list-pane.tsx'
import { useInboxLive } from './live.ts'
import { NewConversation } from './new-conversation.tsx'
import { inboxRoute } from './routes.tsx'
import { words } from './words.ts'

export function InboxPage() {
  return (
    <Allowed anyOf={['conversations.view']}>
      <Inbox />
    </Allowed>
  )
}

function Inbox() {
  const w = useWords(words)
  const may = useMay()
  const filter = inboxRoute.useSearch()
  const open = useMatch({ strict: false, select: ({ params }) => (params as { conversation?: string }).conversation })
  const [isBeginning, setBeginning] = useState(false)
  const mayBegin = may('conversations.manage')
  useInboxLive(open)
  useShortcuts(mayBegin ? [{ keys: 'c', label: w.begin, run: () => setBeginning(true) }] : [])
  return (
    <Authors value={useNamesOfPeople()}>
      <BeginContext value={() => setBeginning(true)}>
        <div className="flex min-h-0 grow">
          <div
            className={classes(
              'min-h-0 w-full min-w-0 shrink-0 flex-col border-e border-line bg-surface md:flex md:w-72 lg:w-80',
              open ? 'hidden' : 'flex',
            )}
          >
            <ListPane filter={filter} openId={open} {...(mayBegin && { onBegin: () => setBeginning(true) })} />
          </div>
          <div className={classes('min-h-0 min-w-0 grow', open ? 'flex' : 'hidden md:flex')}>
            <Outlet />
          </div>
        </div>
        <NewConversation isOpen={isBeginning} onClose={() => setBeginning(false)} />
      </BeginContext>
    </Authors>
  )
}

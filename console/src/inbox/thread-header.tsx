import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  BellOff,
  Info,
  MoreVertical,
  Pin,
  Trash2,
  UserRoundPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { useStore } from '../app/store.ts'
import { IconButton } from '../design/button.tsx'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import { Channel, Status } from '../design/status.tsx'
import { useConversationActions } from './actions.ts'
import { Assign } from './assign.tsx'
import type { Row } from './cache.ts'
import { chosenCount } from './chosen.ts'
import { DeleteConversation } from './delete-conversation.tsx'
import { useName } from './name.ts'
import { inboxRoute } from './routes.tsx'
import { threadWords } from './thread-words.ts'
import { words } from './words.ts'

/** The contact or group of the conversation, and its actions. */
export function ThreadHeader({ row, onAside }: { row: Row; onAside: () => void }) {
  const w = useWords(threadWords)
  const common = useWords(words)
  const may = useMay()
  const name = useName()(row)
  const filter = inboxRoute.useSearch()
  const actions = useConversationActions()
  const [asked, setAsked] = useState<'assign' | 'delete' | null>(null)
  const mayChange = actions.may(row)
  const mayAssign = may('conversations.assign')
  const isArchived = row.archived_at !== null
  const isAnyChosen = useStore(chosenCount) > 0
  useShortcuts(mayAssign && !isAnyChosen ? [{ keys: 'a', label: common.assign, run: () => setAsked('assign') }] : [])
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line px-2 sm:px-4">
      <PageLink
        page="inbox"
        search={{ ...filter }}
        aria-label={w.toList}
        className="touch-small -ms-1 inline-flex size-8 items-center justify-center rounded-box text-soft hover:bg-hover md:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </PageLink>
      <div className="min-w-0 grow">
        <h1 className="truncate text-lead font-semibold">
          <bdi>{name}</bdi>
        </h1>
      </div>
      <span className="hidden items-center gap-2 sm:flex">
        {row.inbox?.channels?.map((channel) => (
          <Channel key={channel} channel={channel} />
        ))}
        {row.inbox?.group && <Status>{common.members(row.inbox.group.size)}</Status>}
      </span>
      {isArchived && <Status>{common.shows.archived}</Status>}
      {mayChange && (
        <IconButton
          label={isArchived ? common.restore : common.archive}
          shortcut="E"
          className="max-sm:hidden"
          onClick={() => actions.archive(row)}
        >
          {isArchived ? <ArchiveRestore aria-hidden className="size-4" /> : <Archive aria-hidden className="size-4" />}
        </IconButton>
      )}
      <IconButton label={w.about} className="min-[1360px]:hidden" onClick={onAside}>
        <Info aria-hidden className="size-4" />
      </IconButton>
      {(mayChange || mayAssign) && (
        <Menu
          trigger={
            <IconButton label={w.more}>
              <MoreVertical aria-hidden className="size-4" />
            </IconButton>
          }
        >
          {mayChange && (
            <>
              <MenuItem
                icon={<Archive aria-hidden className="size-4" />}
                shortcut="E"
                onSelect={() => actions.archive(row)}
              >
                {isArchived ? common.restore : common.archive}
              </MenuItem>
              <MenuItem icon={<Pin aria-hidden className="size-4" />} shortcut="P" onSelect={() => actions.pin(row)}>
                {row.is_pinned ? common.unpin : common.pin}
              </MenuItem>
              <MenuItem
                icon={<BellOff aria-hidden className="size-4" />}
                shortcut="M"
                onSelect={() => actions.mute(row)}
              >
                {row.is_muted ? common.unmute : common.mute}
              </MenuItem>
            </>
          )}
          {mayAssign && (
            <MenuItem
              icon={<UserRoundPlus aria-hidden className="size-4" />}
              shortcut="A"
              onSelect={() => setAsked('assign')}
            >
              {common.assign}
            </MenuItem>
          )}
          {mayChange && (
            <>
              <MenuLine />
              <MenuItem isDanger icon={<Trash2 aria-hidden className="size-4" />} onSelect={() => setAsked('delete')}>
                {common.remove}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      <Assign row={row} isOpen={asked === 'assign'} onClose={() => setAsked(null)} />
      <DeleteConversation row={row} isOpen={asked === 'delete'} onClose={() => setAsked(null)} />
    </header>
  )
}

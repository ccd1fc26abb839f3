import type { LastMessage } from '@samvad/sdk'
import { BellOff, Paperclip, Pin } from 'lucide-react'
import { memo, useId } from 'react'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useSession } from '../app/session.ts'
import { Avatar } from '../design/avatar.tsx'
import { SelectBox } from '../design/bulk-bar.tsx'
import { classes } from '../design/classes.ts'
import { grouped } from '../design/rupees.ts'
import { Channel } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { useAuthorOf } from './authors.ts'
import type { Row } from './cache.ts'
import { useCallText } from './call-line.tsx'
import { changedWords } from './changed-words.ts'
import type { InboxFilter } from './filter.ts'
import { listWords } from './list-words.ts'
import { useName } from './name.ts'
import { words } from './words.ts'

const UNREAD_MAX = 100

interface ListRowProps {
  row: Row
  filter: InboxFilter
  isOpen: boolean
  /** Its position in the list. */
  place: number
  choice: Choice
  isChosen: boolean
  /** The conversation has an unsent draft. */
  hasDraft: boolean
  onChoose: (id: string, withShift: boolean) => void
  onFocus: (id: string, place: number) => void
}

/** How a row is selected: not at all, by a checkbox on hover, by a permanent one, or by the whole row. */
type Choice = 'none' | 'at hand' | 'shown' | 'by row'

/** Counterpart, last message and time, and pending work. Memoized. */
export const ListRow = memo(function ListRow({
  row,
  filter,
  isOpen,
  place,
  choice,
  isChosen,
  hasDraft,
  onChoose,
  onFocus,
}: ListRowProps) {
  const w = useWords(listWords)
  const common = useWords(words)
  const changed = useWords(changedWords)
  const callText = useCallText()
  const preview = (one: LastMessage): string => {
    if (one.withdrawn_at !== null) return changed.withdrawn
    return one.call === null ? said(one) || common.noWords : callText(one.call)
  }
  const { user } = useSession()
  const authorOf = useAuthorOf()
  const id = useId()
  const name = useName()(row)
  const last = row.inbox?.last_message ?? null
  const unread = row.inbox?.unread_count ?? 0
  const isFailed = last?.status === 'failed' || last?.status === 'undelivered'
  const link = (
    <PageLink
      page={`inbox/${row.id}`}
      search={{ ...filter }}
      data-conversation={row.id}
      onFocus={() => onFocus(row.id, place)}
      onClick={(event) => {
        if (choice === 'none' || !(choice === 'by row' || event.shiftKey)) return
        event.preventDefault()
        onChoose(row.id, event.shiftKey)
      }}
      aria-current={isOpen ? 'page' : undefined}
      className={classes(
        'flex h-full items-center gap-2.5 border-b border-line px-3 -outline-offset-2 hover:bg-hover',
        (isOpen || isChosen) && 'bg-selected!',
      )}
    >
      <Avatar name={name} />
      <span className="flex min-w-0 grow flex-col">
        <span className="flex items-baseline gap-2">
          <span className={classes('min-w-0 grow truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>
            <bdi>{name}</bdi>
          </span>
          <span className={classes('shrink-0 text-small', unread > 0 ? 'text-accent' : 'text-soft')}>
            <Time at={row.last_active_at ?? row.created_at} />
          </span>
        </span>
        <span className="flex items-center gap-1.5 text-small text-soft">
          {hasDraft && <span className="shrink-0 font-medium text-accent">{w.draft}</span>}
          {last && <Channel channel={last.channel} />}
          {isFailed && (
            <span className="text-bad" title={common.statuses.failed}>
              <span aria-hidden>!</span>
              <span className="sr-only">{common.statuses.failed}</span>
            </span>
          )}
          {last?.has_attachments && <Paperclip aria-hidden className="size-3 shrink-0" />}
          <span className={classes('min-w-0 grow truncate', unread > 0 && 'text-ink')}>
            {last?.direction === 'outbound' && <span className="text-soft">{w.by(authorOf(last.sender).name)} </span>}
            <bdi>{last ? preview(last) : common.nothingSaid}</bdi>
          </span>
          {row.user_id !== user.id && row.inbox && (
            <span className="max-w-20 shrink-0 truncate rounded-full bg-hover px-1.5">
              {row.inbox.user.display_name}
            </span>
          )}
          {row.is_muted && <BellOff aria-label={common.shows.muted} className="size-3.5 shrink-0" />}
          {row.is_pinned && <Pin aria-label={common.shows.pinned} className="size-3.5 shrink-0" />}
          {unread > 0 && (
            <span
              className={classes(
                'figures inline-flex h-4.5 min-w-4.5 shrink-0 items-center justify-center rounded-full px-1 font-medium',
                row.is_muted ? 'bg-hover text-soft' : 'bg-accent text-on-accent',
              )}
            >
              <span aria-hidden>{unread >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : grouped(unread)}</span>
              <span className="sr-only">{w.unreadMessages(unread)}</span>
            </span>
          )}
        </span>
      </span>
    </PageLink>
  )
  if (choice === 'none') return link
  return (
    <>
      {/* Covers the avatar, which is not needed while selecting. */}
      <label
        htmlFor={id}
        className={classes(
          'absolute start-3 top-1/2 flex size-8 -translate-y-1/2 items-center justify-center rounded-full bg-raised',
          choice === 'at hand' &&
            'opacity-0 focus-within:opacity-100 pointer-fine:group-hover/row:opacity-100 pointer-coarse:pointer-events-none',
        )}
      >
        <SelectBox
          id={id}
          label={w.select(name)}
          isOn={isChosen}
          onToggle={(withShift) => onChoose(row.id, withShift)}
          onFocus={() => onFocus(row.id, place)}
        />
      </label>
      {link}
    </>
  )
})

const said = ({ subject, preview }: { subject: string | null; preview: string }): string =>
  [subject, preview].filter(Boolean).join(' — ')

import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { useChannelNames } from '../app/channel-names.ts'
import { channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { IconButton } from '../design/button.tsx'
import { classes } from '../design/classes.ts'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import { grouped } from '../design/rupees.ts'
import { type InboxFilter, shows } from './filter.ts'
import { listWords } from './list-words.ts'
import { countsQuery } from './unread-count.ts'
import { words } from './words.ts'

const CHIP =
  'touch-small inline-flex h-7 items-center gap-1 rounded-full px-2 text-small whitespace-nowrap hover:bg-hover'
const ON = 'bg-selected! font-medium'

/** Filters by owner and state. */
export function FilterBar({ filter }: { filter: InboxFilter }) {
  const w = useWords(listWords)
  const channelName = useChannelNames()
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const counts = useQuery(countsQuery).data
  const { view, show, channel, with: counterpart } = filter
  const counted = view === 'all' ? counts?.everybody : counts?.mine
  const set = (fields: { [Name in keyof InboxFilter]: InboxFilter[Name] | undefined }) => {
    const search = Object.fromEntries(
      Object.entries({ ...filter, ...fields }).filter(([, value]) => value !== undefined),
    )
    return search
  }
  const narrow = (fields: Parameters<typeof set>[0]) => go('inbox', { search: set(fields) })
  const isNarrowed = channel !== undefined || counterpart !== undefined || show === 'muted' || show === 'archived'
  const shown = (count: number | undefined) =>
    count === undefined || count === 0 ? null : (
      <span className="figures text-soft">
        {counts && count >= counts.counted_to ? `${grouped(count)}+` : grouped(count)}
      </span>
    )
  return (
    <nav aria-label={w.filters} className="-mx-1 flex items-center">
      <div className="flex min-w-0 grow items-center gap-0.5 overflow-x-auto">
        {may('conversations.view_all') && (
          <PageLink page="inbox" search={set({ view: view === 'all' ? undefined : 'all' })} className={CHIP}>
            {view === 'all' ? w.everybodys : w.mine}
            <span aria-hidden className="text-soft">
              ⇄
            </span>
          </PageLink>
        )}
        <PageLink page="inbox" search={set({ show: undefined })} className={classes(CHIP, show === undefined && ON)}>
          {w.open}
        </PageLink>
        {shows.slice(0, 2).map((one) => (
          <PageLink
            key={one}
            page="inbox"
            search={set({ show: show === one ? undefined : one })}
            aria-current={show === one ? 'true' : undefined}
            className={classes(CHIP, show === one && ON)}
          >
            {common.shows[one]}
            {shown(counted?.[one])}
          </PageLink>
        ))}
      </div>
      <Menu
        trigger={
          <IconButton label={w.moreFilters} className={isNarrowed ? 'text-accent' : undefined}>
            <ListFilter aria-hidden className="size-4" />
          </IconButton>
        }
      >
        {shows.slice(2).map((one) => (
          <Choice key={one} isOn={show === one} onSelect={() => narrow({ show: show === one ? undefined : one })}>
            {common.shows[one]}
          </Choice>
        ))}
        <MenuLine />
        {channelNames.map((one) => (
          <Choice
            key={one}
            isOn={channel === one}
            onSelect={() => narrow({ channel: channel === one ? undefined : one })}
          >
            {w.wroteOn[one] ?? channelName(one)}
          </Choice>
        ))}
        <MenuLine />
        {(['contact', 'group'] as const).map((one) => (
          <Choice
            key={one}
            isOn={counterpart === one}
            onSelect={() => narrow({ with: counterpart === one ? undefined : one })}
          >
            {w.withWhom[one]}
          </Choice>
        ))}
      </Menu>
    </nav>
  )
}

const Choice = ({ isOn, onSelect, children }: { isOn: boolean; onSelect: () => void; children: string }) => (
  <MenuItem onSelect={onSelect} icon={<span className="w-3">{isOn ? '✓' : ''}</span>}>
    {children}
  </MenuItem>
)

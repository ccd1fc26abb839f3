import {
  Archive,
  ArchiveRestore,
  BellOff,
  Mail,
  MailOpen,
  MoreVertical,
  Pin,
  Trash2,
  UserRoundPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import type { Selection } from '../app/selection.ts'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { BulkBar, NotDoneDialog, SelectBox } from '../design/bulk-bar.tsx'
import { IconButton } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import { grouped } from '../design/rupees.ts'
import { isArchived, isMuted, isPinned, isToBe, isUnread, NobodyWrote, useBulkActs } from './bulk-acts.ts'
import { bulkWords } from './bulk-words.ts'
import type { Row } from './cache.ts'
import { Colleagues } from './colleagues.tsx'
import type { InboxFilter } from './filter.ts'
import { useName } from './name.ts'
import { words } from './words.ts'

interface ConversationsBarProps {
  rows: readonly Row[]
  selection: Selection
  filter: InboxFilter
  openId: string | undefined
  onClear: () => void
  /** After an action that may remove rows: the position of the first one. */
  onDone: (place: number) => void
}

const SIGN = 'size-4'

/** Actions on the selected conversations; shortcuts apply to these while any are selected. */
export function ConversationsBar({ rows, selection, filter, openId, onClear, onDone }: ConversationsBarProps) {
  const w = useWords(bulkWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const nameOf = useName()
  const acts = useBulkActs(openId)
  const [asked, setAsked] = useState<'assign' | 'delete' | null>(null)
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  const mayChange = may('conversations.manage')
  const mayAssign = may('conversations.assign')
  const mayRead = may('messages.view')
  const isAny = chosen.length > 0
  const act = (work: (rows: readonly Row[]) => Promise<unknown>) => async () => {
    const meant = chosen
    const place = rows.findIndex(({ id }) => selection.ids.has(id))
    selection.clear()
    await work(meant)
    onDone(place)
  }
  const toArchive = isToBe(chosen, isArchived)
  const hasUnread = chosen.some(isUnread)
  const archive = act(acts.archive)
  const pin = act(acts.pin)
  const mute = act(acts.mute)
  const mark = act(hasUnread ? acts.markRead : acts.markUnread)
  const shortcut = (keys: string, label: string, run: () => unknown) => ({ keys, label, run: () => void run() })
  useShortcuts([
    ...(isAny ? [shortcut('Escape', w.unselect, onClear)] : []),
    ...(isAny && mayChange
      ? [
          shortcut('e', common.keys.archive, archive),
          shortcut('p', common.keys.pin, pin),
          shortcut('m', common.keys.mute, mute),
          shortcut('Delete', common.remove, () => setAsked('delete')),
        ]
      : []),
    ...(isAny && mayRead ? [shortcut('u', common.keys.mark, mark)] : []),
    ...(isAny && mayAssign ? [shortcut('a', common.assign, () => setAsked('assign'))] : []),
  ])
  const { underWay } = acts
  return (
    <>
      <BulkBar
        count={chosen.length}
        said={underWay && w.underWay(grouped(underWay.done), grouped(underWay.of))}
        onClear={onClear}
        className="m-1.5 gap-x-0! ps-2.5! pe-0.5!"
        all={
          <SelectBox label={w.selectAll} isOn={isAny && chosen.length === rows.length} onToggle={selection.toggleAll} />
        }
      >
        {mayChange && (
          <>
            <IconButton label={toArchive ? common.archive : common.restore} shortcut="E" onClick={() => void archive()}>
              {toArchive ? <Archive aria-hidden className={SIGN} /> : <ArchiveRestore aria-hidden className={SIGN} />}
            </IconButton>
            <IconButton
              label={isToBe(chosen, isPinned) ? common.pin : common.unpin}
              shortcut="P"
              onClick={() => void pin()}
            >
              <Pin aria-hidden className={SIGN} />
            </IconButton>
          </>
        )}
        {mayAssign && (
          <IconButton label={common.assign} shortcut="A" onClick={() => setAsked('assign')}>
            <UserRoundPlus aria-hidden className={SIGN} />
          </IconButton>
        )}
        <Menu
          trigger={
            <IconButton label={w.moreActs}>
              <MoreVertical aria-hidden className={SIGN} />
            </IconButton>
          }
        >
          {mayRead && (
            <>
              <MenuItem icon={<MailOpen aria-hidden className={SIGN} />} onSelect={() => void act(acts.markRead)()}>
                {w.markRead}
              </MenuItem>
              <MenuItem icon={<Mail aria-hidden className={SIGN} />} onSelect={() => void act(acts.markUnread)()}>
                {common.markUnread}
              </MenuItem>
            </>
          )}
          {mayChange && (
            <>
              <MenuItem icon={<BellOff aria-hidden className={SIGN} />} shortcut="M" onSelect={() => void mute()}>
                {isToBe(chosen, isMuted) ? common.mute : common.unmute}
              </MenuItem>
              <MenuLine />
              <MenuItem isDanger icon={<Trash2 aria-hidden className={SIGN} />} onSelect={() => setAsked('delete')}>
                {common.remove}
              </MenuItem>
            </>
          )}
        </Menu>
      </BulkBar>
      <Colleagues
        isOpen={asked === 'assign'}
        onClose={() => setAsked(null)}
        onChoose={(userId, name) => {
          setAsked(null)
          void act((meant) => acts.assign(meant, userId, name))()
        }}
      />
      <Confirm
        isOpen={asked === 'delete'}
        onClose={() => setAsked(null)}
        title={w.removeManyTitle(chosen.length)}
        action={common.remove}
        isDanger
        onConfirm={act(async (meant) => {
          setAsked(null)
          const gone = await acts.remove(meant)
          if (openId !== undefined && gone.has(openId)) go('inbox', { search: { ...filter } })
        })}
      >
        <p>{common.removeDetail}</p>
        <p className="mt-2">{common.removeMoney}</p>
      </Confirm>
      <NotDoneDialog
        failed={acts.failed.map(({ one, error }) => ({
          key: one.id,
          name: nameOf(one),
          error,
          said: error instanceof NobodyWrote ? w.nobodyWrote : null,
        }))}
        onClose={() => {
          acts.forget()
          onDone(0)
        }}
      />
    </>
  )
}

import type { Message } from '@samvad/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Copy, FileCode, ListChecks, MailOpen, MoreHorizontal, Pin, Reply, Trash2, Undo2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { api } from '../app/api.ts'
import { channelOf } from '../app/channels.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useMay, useSession } from '../app/session.ts'
import { shownKeys } from '../app/shortcuts.ts'
import { IconButton } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import { tell } from '../design/toast.tsx'
import { useConversationActions } from './actions.ts'
import { placeMessage } from './cache.ts'
import { useConversation } from './data.ts'
import { interactiveWords } from './interactive-words.ts'
import { messageWords } from './message-words.ts'
import { Original } from './original.tsx'
import { canBeQuoted, quote } from './quoting.ts'
import { useReact } from './reactions.tsx'
import { Recipients } from './recipients.tsx'
import { words } from './words.ts'
import { writeAgain } from './write-again.ts'

const EMOJIS = ['👍', '❤️', '😂', '😮', '🙏', '✅']

/** Actions on one message. The menu is created when opened, because a thread has thousands of messages. */
export function MessageMenu({ message }: { message: Message }) {
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  if (isWanted) return <OpenedMenu message={message} />
  return (
    <MenuButton
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={want}
      onKeyDown={({ key }) => /^Arrow(Up|Down)$/.test(key) && want()}
    />
  )
}

function MenuButton(props: Omit<ComponentProps<'button'>, 'children'>) {
  const w = useWords(messageWords)
  return (
    <IconButton
      label={w.messageMenu}
      className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
      {...props}
    >
      <MoreHorizontal aria-hidden className="size-4" />
    </IconButton>
  )
}

function OpenedMenu({ message }: { message: Message }) {
  const w = useWords(messageWords)
  const common = useWords(words)
  const i = useWords(interactiveWords)
  const may = useMay()
  const client = useQueryClient()
  const said = useErrorWords()
  const { user } = useSession()
  const react = useReact(message)
  const actions = useConversationActions()
  const [asked, setAsked] = useState<'delete' | 'original' | 'recipients' | null>(null)
  const row = useConversation(message.conversation_id).data
  const isOwn = row?.user_id === user.id
  const isOut = message.direction === 'outbound'
  const isWaiting = isOut && message.status === 'queued'
  const isPinned = row?.pinned_message_id === message.id

  const refuse = (error: unknown) => {
    const { title, detail } = said(error)
    tell(title, { detail, isBad: true })
  }
  const remove = async (isTakenBack: boolean) => {
    try {
      // A request about a queued message must not delete one that was sent in the meantime.
      await api.messages.delete(message.id, isWaiting ? { only: 'queued' } : {})
      placeMessage(client, message.conversation_id, message.id, null)
      if (isTakenBack) writeAgain(message.conversation_id, message)
      tell(isTakenBack ? w.takenBack : w.messageRemoved)
    } catch (error) {
      refuse(error)
    }
  }
  const markUnread = () => void api.messages.markUnread(message.id).then(() => tell(w.markedUnread), refuse)
  const icon = 'size-4'
  return (
    <>
      <Menu isOpenAtFirst trigger={<MenuButton />}>
        {isOwn && may('messages.send') && (
          <div className="flex px-1" role="presentation">
            {EMOJIS.map((emoji) => (
              <MenuItem key={emoji} onSelect={() => react(emoji)}>
                {emoji}
              </MenuItem>
            ))}
          </div>
        )}
        {isOwn && may('messages.send') && canBeQuoted(message) && (
          <MenuItem
            icon={<Reply aria-hidden className={icon} />}
            shortcut={shownKeys('shift+r')}
            // After the menu has closed, which holds the focus until then.
            onSelect={() => setTimeout(() => quote(message))}
          >
            {i.quote}
          </MenuItem>
        )}
        {message.text !== null && (
          <MenuItem
            icon={<Copy aria-hidden className={icon} />}
            onSelect={() => void navigator.clipboard.writeText(message.text ?? '')}
          >
            {w.copyText}
          </MenuItem>
        )}
        {row && actions.may(row) && (
          <MenuItem
            icon={<Pin aria-hidden className={icon} />}
            onSelect={() => actions.pinMessage(row, isPinned ? null : message.id)}
          >
            {isPinned ? w.unpinMessage : w.pinMessage}
          </MenuItem>
        )}
        {isOwn && !isOut && message.read_at !== null && (
          <MenuItem icon={<MailOpen aria-hidden className={icon} />} onSelect={markUnread}>
            {common.markUnread}
          </MenuItem>
        )}
        {!isOut && channelOf(message.channel)?.isMail && (
          <MenuItem icon={<FileCode aria-hidden className={icon} />} onSelect={() => setAsked('original')}>
            {w.showOriginal}
          </MenuItem>
        )}
        {isOut && (
          <MenuItem icon={<ListChecks aria-hidden className={icon} />} onSelect={() => setAsked('recipients')}>
            {w.recipients}
          </MenuItem>
        )}
        {isOwn && may('messages.manage') && (
          <>
            <MenuLine />
            {isWaiting && (
              <MenuItem icon={<Undo2 aria-hidden className={icon} />} onSelect={() => void remove(true)}>
                {w.takeBack}
              </MenuItem>
            )}
            <MenuItem isDanger icon={<Trash2 aria-hidden className={icon} />} onSelect={() => setAsked('delete')}>
              {w.removeMessage}
            </MenuItem>
          </>
        )}
      </Menu>
      <Confirm
        isOpen={asked === 'delete'}
        onClose={() => setAsked(null)}
        title={w.removeMessageTitle}
        action={w.removeMessage}
        isDanger
        onConfirm={() => remove(false)}
      >
        {isWaiting ? w.removeWaitingDetail : w.removeMessageDetail}
      </Confirm>
      {asked === 'original' && <Original message={message} onClose={() => setAsked(null)} />}
      {asked === 'recipients' && <Recipients message={message} onClose={() => setAsked(null)} />}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Pin, X } from 'lucide-react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useRefresh } from '../app/queries.ts'
import { IconButton } from '../design/button.tsx'
import { useConversationActions } from './actions.ts'
import type { Row } from './cache.ts'
import { messageWords } from './message-words.ts'
import { words } from './words.ts'

/** The pinned message above the conversation; a click scrolls to it. */
export function PinnedMessage({ row }: { row: Row }) {
  const w = useWords(messageWords)
  const common = useWords(words)
  const actions = useConversationActions()
  const id = row.pinned_message_id as string
  useRefresh(['message.updated'], [['message', id]])
  const { data } = useQuery({
    queryKey: ['message', id],
    queryFn: () => api.messages.retrieve(id).then((one) => ({ ...one })),
  })
  if (!data) return null
  const show = () => document.getElementById(id)?.scrollIntoView({ block: 'center' })
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line bg-canvas ps-4 pe-2">
      <Pin aria-hidden className="size-3.5 shrink-0 text-soft" />
      <button type="button" className="touch min-w-0 grow truncate py-1.5 text-start text-small" onClick={show}>
        <span className="sr-only">{w.pinnedMessage} </span>
        <bdi>{data.subject ?? data.text ?? common.noWords}</bdi>
      </button>
      {actions.may(row) && (
        <IconButton label={w.unpinMessage} onClick={() => actions.pinMessage(row, null)}>
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  )
}

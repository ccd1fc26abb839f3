import { useQueryClient } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { useSession } from '../app/session.ts'
import { Confirm } from '../design/dialog.tsx'
import { tell } from '../design/toast.tsx'
import { placeConversation, type Row } from './cache.ts'
import { useName } from './name.ts'
import { inboxRoute } from './routes.tsx'
import { threadWords } from './thread-words.ts'
import { words } from './words.ts'

export function DeleteConversation({ row, isOpen, onClose }: { row: Row; isOpen: boolean; onClose: () => void }) {
  const w = useWords(threadWords)
  const common = useWords(words)
  const said = useErrorWords()
  const go = useGo()
  const client = useQueryClient()
  const { user } = useSession()
  const filter = inboxRoute.useSearch()
  const name = useName()(row)
  const remove = async () => {
    try {
      await api.conversations.delete(row.id)
      go('inbox', { search: { ...filter } })
      placeConversation(client, row.id, null, { userId: user.id })
      tell(w.removed)
    } catch (error) {
      const { title, detail } = said(error)
      tell(title, { detail, isBad: true })
    }
  }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={w.removeTitle(name)}
      action={common.remove}
      isDanger
      onConfirm={remove}
    >
      <p>{common.removeDetail}</p>
      <p className="mt-2">{common.removeMoney}</p>
    </Confirm>
  )
}

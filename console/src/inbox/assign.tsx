import { useQueryClient } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { useMay, useSession } from '../app/session.ts'
import { tell } from '../design/toast.tsx'
import { placeConversation, type Row } from './cache.ts'
import { Colleagues } from './colleagues.tsx'
import { threadWords } from './thread-words.ts'

/** Hands the conversation over to a colleague. */
export function Assign({ row, isOpen, onClose }: { row: Row; isOpen: boolean; onClose: () => void }) {
  const w = useWords(threadWords)
  const said = useErrorWords()
  const go = useGo()
  const may = useMay()
  const client = useQueryClient()
  const { user } = useSession()
  const assign = async (userId: string, name: string) => {
    onClose()
    try {
      const changed = await api.conversations.assign(row.id, { user_id: userId })
      const isSeen = userId === user.id || may('conversations.view_all')
      placeConversation(client, row.id, null, { userId: user.id })
      void client.invalidateQueries({ queryKey: ['conversation'] })
      void client.invalidateQueries({ queryKey: ['conversations'] })
      tell(w.assigned(name))
      // After a merge it has another id.
      if (!isSeen) go('inbox')
      else if (changed.id !== row.id) go(`inbox/${changed.id}`, { replace: true })
    } catch (failure) {
      const { title, detail } = said(failure)
      tell(title, { detail, isBad: true })
    }
  }
  return (
    <Colleagues
      isOpen={isOpen}
      without={row.user_id}
      onClose={onClose}
      onChoose={(id, name) => void assign(id, name)}
    />
  )
}

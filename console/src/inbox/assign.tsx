import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { useMay, useSession } from '../app/session.ts'
import { Avatar } from '../design/avatar.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { placeConversation, type Row } from './cache.ts'
import { useColleagues } from './data.ts'
import { words } from './words.ts'

/** Hands the conversation over to a colleague. */
export function Assign({ row, isOpen, onClose }: { row: Row; isOpen: boolean; onClose: () => void }) {
  const w = useWords(words)
  const said = useErrorWords()
  const go = useGo()
  const may = useMay()
  const client = useQueryClient()
  const { user } = useSession()
  const [sought, setSought] = useState('')
  const { data, error, refetch } = useColleagues(isOpen)
  const colleagues = data?.filter(
    ({ id, display_name, email }) =>
      id !== row.user_id && `${display_name} ${email ?? ''}`.toLocaleLowerCase().includes(sought.toLocaleLowerCase()),
  )
  const assign = async (userId: string, name: string) => {
    onClose()
    try {
      const changed = await api.conversations.assign(row.id, { user_id: userId })
      const isSeen = userId === user.id || may('conversations.view_all')
      placeConversation(client, row.id, null, { userId: user.id })
      void client.invalidateQueries({ queryKey: ['conversation'] })
      void client.invalidateQueries({ queryKey: ['conversations'] })
      tell(w.assigned(name))
      // Where the two became one, it has another id.
      if (!isSeen) go('inbox')
      else if (changed.id !== row.id) go(`inbox/${changed.id}`, { replace: true })
    } catch (failure) {
      const { title, detail } = said(failure)
      tell(title, { detail, isBad: true })
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={w.assign} description={w.assignDetail}>
      {error ? (
        <Failed error={error} onRetry={refetch} />
      ) : !colleagues ? (
        <Skeleton rows={3} />
      ) : (
        <>
          <Field label={w.colleague} isLabelHidden>
            <Input placeholder={w.colleague} value={sought} onChange={({ target }) => setSought(target.value)} />
          </Field>
          {colleagues.length === 0 ? (
            <Empty title={w.nobodyElse} />
          ) : (
            <ul className="mt-2 max-h-80 overflow-y-auto">
              {colleagues.map(({ id, display_name, email }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="touch flex w-full items-center gap-2.5 rounded-box px-2 py-1.5 text-start hover:bg-hover"
                    onClick={() => void assign(id, display_name)}
                  >
                    <Avatar name={display_name} />
                    <span className="min-w-0">
                      <bdi className="block truncate font-medium">{display_name}</bdi>
                      <span className="block truncate text-small text-soft">{email ?? w.program}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  )
}

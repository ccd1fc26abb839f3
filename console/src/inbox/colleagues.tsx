import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Avatar } from '../design/avatar.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { FoundList, FoundOption, useFound } from '../design/found.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { useColleagues } from './data.ts'
import { threadWords } from './thread-words.ts'
import { words } from './words.ts'

interface ColleaguesProps {
  isOpen: boolean
  /** The user who cannot be chosen. */
  without?: string
  onClose: () => void
  onChoose: (id: string, name: string) => void
}

/** Chooses the colleague who takes over. */
export function Colleagues({ isOpen, without, onClose, onChoose }: ColleaguesProps) {
  const w = useWords(threadWords)
  const common = useWords(words)
  const [sought, setSought] = useState('')
  const { data, error, refetch } = useColleagues(isOpen)
  const colleagues = data?.filter(
    ({ id, display_name, email }) =>
      id !== without && `${display_name} ${email ?? ''}`.toLocaleLowerCase().includes(sought.toLocaleLowerCase()),
  )
  const { box, found } = useFound()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={common.assign} description={w.assignDetail}>
      {error ? (
        <Failed error={error} onRetry={refetch} />
      ) : !colleagues ? (
        <Skeleton rows={3} />
      ) : (
        <>
          <Field label={w.colleague} isLabelHidden>
            <Input
              {...box}
              placeholder={w.colleague}
              value={sought}
              onChange={({ target }) => setSought(target.value)}
            />
          </Field>
          {colleagues.length === 0 ? (
            <Empty title={w.nobodyElse} />
          ) : (
            <FoundList found={found} label={w.colleague} className="mt-2 max-h-80 overflow-y-auto">
              {colleagues.map(({ id, display_name, email }) => (
                <FoundOption
                  key={id}
                  value={id}
                  className="flex items-center gap-2.5 rounded-box px-2 py-1.5"
                  onChoose={() => onChoose(id, display_name)}
                >
                  <Avatar name={display_name} />
                  <span className="min-w-0">
                    <bdi className="block truncate font-medium">{display_name}</bdi>
                    <span className="block truncate text-small text-soft">{email ?? w.program}</span>
                  </span>
                </FoundOption>
              ))}
            </FoundList>
          )}
        </>
      )}
    </Dialog>
  )
}

// A conversation: header, messages, composer, and details of its contact.

import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { isNotFound } from '../app/queries.ts'
import { useMay, useSession } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { Notice } from '../design/status.tsx'
import { Aside } from './aside.tsx'
import { Composer } from './composer.tsx'
import { useConversation } from './data.ts'
import { PinnedMessage } from './pinned-message.tsx'
import { threadRoute } from './routes.tsx'
import { Thread } from './thread.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { threadWords } from './thread-words.ts'
import { words } from './words.ts'

export function ThreadPage() {
  const { conversation } = threadRoute.useParams()
  return <OpenThread key={conversation} id={conversation} />
}

function OpenThread({ id }: { id: string }) {
  const w = useWords(threadWords)
  const common = useWords(words)
  const may = useMay()
  const { user } = useSession()
  const { data: row, error, refetch } = useConversation(id)
  const [isAsideOpen, setAsideOpen] = useState(false)
  if (!row && isNotFound(error)) {
    return (
      <div className="grow">
        <Empty
          title={w.gone}
          action={
            <PageLink page="inbox" className={buttonLook()}>
              {w.toList}
            </PageLink>
          }
        >
          {w.goneDetail}
        </Empty>
      </div>
    )
  }
  if (!row) return <div className="grow">{error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}</div>
  const isOwn = row.user_id === user.id
  return (
    <>
      <section aria-label={common.conversation} className="flex min-h-0 min-w-0 grow flex-col bg-surface">
        <ThreadHeader row={row} onAside={() => setAsideOpen(true)} />
        {row.pinned_message_id && <PinnedMessage row={row} />}
        <Thread row={row} />
        {!isOwn && row.inbox && <Notice>{w.ofAnother(row.inbox.user.display_name)}</Notice>}
        {isOwn && may('messages.send') && <Composer row={row} />}
      </section>
      <aside
        aria-label={w.about}
        className="hidden w-72 shrink-0 overflow-y-auto border-s border-line min-[1360px]:block"
      >
        <Aside row={row} />
      </aside>
      <Dialog isOpen={isAsideOpen} onClose={() => setAsideOpen(false)} title={w.about} isSheet>
        <div className="-mx-5 -my-4">
          <Aside row={row} />
        </div>
      </Dialog>
    </>
  )
}

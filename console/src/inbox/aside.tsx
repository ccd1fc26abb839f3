// Details of a conversation's contact: addresses, consent, cost, assignee.

import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Avatar } from '../design/avatar.tsx'
import { IconButton } from '../design/button.tsx'
import { Money } from '../design/money.tsx'
import { Time } from '../design/time.tsx'
import { AsideContact } from './aside-contact.tsx'
import { AsideGroup } from './aside-group.tsx'
import { asideWords } from './aside-words.ts'
import { Assign } from './assign.tsx'
import type { Row } from './cache.ts'
import { costOf } from './cost.ts'
import { useMessages } from './data.ts'
import { Fact, Facts } from './facts.tsx'
import { useName } from './name.ts'
import { words } from './words.ts'

export function Aside({ row }: { row: Row }) {
  const w = useWords(asideWords)
  const common = useWords(words)
  const may = useMay()
  const name = useName()(row)
  const { rows, hasMore } = useMessages(row.id)
  const [isAssigning, setAssigning] = useState(false)
  const cost = costOf(rows ?? [])
  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-3 px-4 py-4">
        <Avatar name={name} />
        <div className="min-w-0">
          <p className="font-semibold break-words">
            <bdi>{name}</bdi>
          </p>
          {row.contact_id && may('contacts.view') && (
            <PageLink page={`contacts/${row.contact_id}`} className="text-small text-accent hover:underline">
              {w.openContact}
            </PageLink>
          )}
        </div>
      </div>
      {row.contact_id && <AsideContact contactId={row.contact_id} />}
      {row.group_id && <AsideGroup groupId={row.group_id} />}
      <Facts title={common.conversation}>
        <Fact name={w.answeredBy}>
          <span className="flex items-center justify-end gap-1">
            <bdi className="truncate">{row.inbox?.user.display_name}</bdi>
            {may('conversations.assign') && (
              <IconButton label={common.assign} shortcut="A" className="-my-1.5" onClick={() => setAssigning(true)}>
                <UserRoundPlus aria-hidden className="size-4" />
              </IconButton>
            )}
          </span>
        </Fact>
        <Fact name={w.begun}>
          <Time at={row.created_at} />
        </Fact>
        {cost.count > 0 && (
          <Fact name={hasMore ? w.costOfLast(cost.count) : w.costOfAll(cost.count)}>
            <Money amount={cost.total} />
          </Fact>
        )}
      </Facts>
      <Assign row={row} isOpen={isAssigning} onClose={() => setAssigning(false)} />
    </div>
  )
}

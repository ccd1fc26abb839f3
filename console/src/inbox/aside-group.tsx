import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed, useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { Empty } from '../design/states.tsx'
import { asideWords } from './aside-words.ts'
import { useGroup } from './data.ts'
import { Part } from './facts.tsx'
import { words } from './words.ts'

export function AsideGroup({ groupId }: { groupId: string }) {
  const w = useWords(asideWords)
  const common = useWords(words)
  const isEnabled = useMay()('groups.view')
  const { data: group } = useGroup(groupId)
  useRefresh(['group.*', 'contact.*'], [['group-members', groupId]])
  const list = useList(['group-members', groupId], (page) => api.groups.contacts.list(groupId, page), { isEnabled })
  if (!isEnabled || !group) return null
  return (
    <>
      {group.description && <p className="px-4 pb-3 break-words text-soft">{group.description}</p>}
      <Part title={common.members(group.contacts.length)}>
        <div className="max-h-80 overflow-y-auto">
          <Listed list={list} empty={<Empty title={w.noMembers} />}>
            {(rows) => (
              <ul className="flex flex-col gap-1">
                {rows.map((one) => (
                  <li key={one.id} className="truncate">
                    <bdi>{one.display_name || one.email || one.phone_number || common.aContact}</bdi>
                  </li>
                ))}
              </ul>
            )}
          </Listed>
        </div>
      </Part>
    </>
  )
}

// The group as the API takes and shows it: decisions §4.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, publicId, type Static, seconds, Type, URL_MAX } from '#kit/wire.ts'
import type { GroupRow } from './queries.ts'

export const GROUP_MEMBERS_MAX = 1000
const NAME_MAX = 200
const DESCRIPTION_MAX = 2000

export const Group = Type.Object(
  {
    id: Out.id('group'),
    name: Type.String(),
    description: Out.nullable(Type.String()),
    avatar_url: Out.nullable(Type.String()),
    contacts: Type.Array(Out.id('contact'), { description: 'The members.' }),
    conversation_id: Out.nullable(Out.id('conv')),
    archived_at: Out.nullable(Out.time()),
    created_at: Out.time(),
  },
  { $id: 'Group' },
)

const members = () => Type.Array(In.id('contact'), { maxItems: GROUP_MEMBERS_MAX, description: 'The members.' })

export const GroupQuery = In.object({ ...pageQuery('group'), archived: Type.Optional(In.flag()) })
export const MemberQuery = In.object(pageQuery('contact'))

const fields = {
  description: Type.Optional(In.nullable(In.text(DESCRIPTION_MAX))),
  avatar_url: Type.Optional(In.nullable(In.text(URL_MAX))),
  contacts: Type.Optional(members()),
  archived_at: Type.Optional(In.nullable(In.time())),
}

export const NewGroup = In.object({ name: In.text(NAME_MAX), ...fields })
export const GroupChange = In.object({ name: Type.Optional(In.text(NAME_MAX)), ...fields })
export const NewMembers = In.object({
  contacts: Type.Array(In.id('contact'), { minItems: 1, maxItems: GROUP_MEMBERS_MAX }),
})

export type GroupQuery = Static<typeof GroupQuery>
export type NewGroup = Static<typeof NewGroup>
export type GroupChange = Static<typeof GroupChange>

export function showGroup(row: GroupRow): Static<typeof Group> {
  return {
    id: publicId('group', row.id),
    name: row.name,
    description: row.description,
    avatar_url: row.avatar_url,
    contacts: row.contacts.map((id) => publicId('contact', id)),
    conversation_id: publicId('conv', row.conversation_id),
    archived_at: seconds(row.archived_at),
    created_at: seconds(row.created_at),
  }
}

// API schemas of groups: spec 6.7.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, type Static, Type, URL_MAX } from '#kit/wire.ts'

export const GROUP_MEMBERS_MAX = 1000
const NAME_MAX = 200
const DESCRIPTION_MAX = 2000

export const Group = Type.Object(
  {
    id: Out.id('group'),
    name: Type.String(),
    description: Out.nullable(Type.String()),
    avatar_url: Out.nullable(Type.String()),
    contacts: Type.Array(Out.id('contact'), { description: 'IDs of the contacts that are members.' }),
    conversation_id: Out.nullable(Out.id('conv')),
    archived_at: Out.nullable(Out.time()),
    created_at: Out.time(),
  },
  { $id: 'Group' },
)

const members = () =>
  Type.Array(In.id('contact'), { maxItems: GROUP_MEMBERS_MAX, description: 'IDs of the contacts that are members.' })

export const GroupQuery = In.object({ ...pageQuery('group'), archived: Type.Optional(In.flag()) })
export const MemberQuery = In.object(pageQuery('contact'))

const fields = {
  description: Type.Optional(In.nullable(In.note(DESCRIPTION_MAX))),
  avatar_url: Type.Optional(In.nullable(In.line(URL_MAX))),
  contacts: Type.Optional(members()),
  archived_at: Type.Optional(In.nullable(In.time())),
}

export const NewGroup = In.object({ name: In.line(NAME_MAX), ...fields })
export const GroupChange = In.object({ name: Type.Optional(In.line(NAME_MAX)), ...fields })
export const NewMembers = In.object({
  contacts: Type.Array(In.id('contact'), { minItems: 1, maxItems: GROUP_MEMBERS_MAX }),
})

export type GroupQuery = Static<typeof GroupQuery>
export type NewGroup = Static<typeof NewGroup>
export type GroupChange = Static<typeof GroupChange>

// API schemas of contact lists: spec 6.10.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, type Static, Type } from '#kit/wire.ts'

/** Members per request; the size of a list is not limited. */
export const MEMBERS_AT_ONCE_MAX = 1000
const NAME_MAX = 200
const DESCRIPTION_MAX = 2000

export const List = Type.Object(
  {
    id: Out.id('list'),
    name: Type.String(),
    description: Out.nullable(Type.String()),
    contact_count: Type.Integer({ description: 'Number of contacts in the list.' }),
    created_at: Out.time(),
  },
  { $id: 'ContactList' },
)

export const ListQuery = In.object({
  ...pageQuery('list'),
  contact_id: Type.Optional(In.id('contact')),
})
export const ListMemberQuery = In.object(pageQuery('contact'))

const description = Type.Optional(In.nullable(In.note(DESCRIPTION_MAX)))
export const NewList = In.object({ name: In.line(NAME_MAX), description }, 'NewList')
export const ListChange = In.object({ name: Type.Optional(In.line(NAME_MAX)), description }, 'ListChange')
export const ListMembers = In.object(
  { contact_ids: Type.Array(In.id('contact'), { minItems: 1, maxItems: MEMBERS_AT_ONCE_MAX }) },
  'ListMembers',
)

export type ListQuery = Static<typeof ListQuery>
export type NewList = Static<typeof NewList>
export type ListChange = Static<typeof ListChange>

// Counts the contacts that a filter selects. Lists are joined instead of looked up: PostgreSQL hashes their members in
// parallel, whereas a lookup inside `or` keeps the whole count in one process.

import { nothing, type Statement, sql, unnamed } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Filter, listReferences } from './filter.ts'
import { type IsOnList, matchesFilterBy } from './filter-queries.ts'

export function countContacts(organizationId: Uuid, filter: Filter, at: Date): Statement {
  const whole = isAboutListsAlone(filter) ? requiredList(filter) : null
  const lists = [...new Set(listReferences(filter).map(({ listId }) => listId))].filter((one) => one !== whole)
  const isOnList: IsOnList = (listId) => (listId === whole ? TRUE : isMember(lists.indexOf(listId)))
  const condition = matchesFilterBy(isOnList, organizationId, filter, at)
  if (whole === null)
    return sql`
      select count(*)::float8 as count from contacts t ${joinsOf(organizationId, lists, sql`t.id`)}
       where t.org_id = ${organizationId} and ${condition}`
  // Each member is a contact, so the contacts themselves need not be read.
  return sql`
    select count(*)::float8 as count from list_members t ${joinsOf(organizationId, lists, sql`t.contact_id`)}
     where t.org_id = ${organizationId} and t.list_id = ${whole} and ${condition}`
}

const TRUE = unnamed(sql`true`)

function isAboutListsAlone(filter: Filter): boolean {
  if ('all' in filter) return filter.all.every(isAboutListsAlone)
  if ('any' in filter) return filter.any.every(isAboutListsAlone)
  return 'not' in filter ? isAboutListsAlone(filter.not) : 'list_id' in filter
}

/** A list that contains all selected contacts. */
function requiredList(filter: Filter): Uuid | null {
  if ('list_id' in filter) return filter.list_id
  if (!('all' in filter)) return null
  return filter.all.map(requiredList).find((one) => one !== null) ?? null
}

const nameOf = (index: number): Statement => unnamed({ text: `l${index}`, values: [], name: '' })

const isMember = (index: number): Statement => sql`${nameOf(index)}.contact_id is not null`

/** At most one row of each list per contact. */
const joinsOf = (organizationId: Uuid, lists: readonly Uuid[], contactId: Statement): Statement =>
  lists.reduce((all, listId, index) => {
    const list = nameOf(index)
    return sql`
      ${all} left join list_members ${list} on ${list}.org_id = ${organizationId} and ${list}.list_id = ${listId}
                                           and ${list}.contact_id = ${contactId}`
  }, nothing)

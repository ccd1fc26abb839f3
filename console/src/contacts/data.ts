// Queries of the contact pages and their cache keys.

import type { Contact, ContactList, FoundContact, Group, Import } from '@samvad/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { isSought } from '../app/sought.ts'
import { lookAgain } from '../app/under-way.ts'
import { type ContactFilter, queryOf } from './filter.ts'
import type { ImportStatus, SuppressionFilter } from './known.ts'
import type { Known } from './named.tsx'

const WHOLE = 100
const CONTACT_EVENTS = ['contact.*', 'group.*', 'list.*', 'import.*']

/** The field that matched the search. */
export interface Found {
  matches?: FoundContact['matches']
}

export function useContacts(filter: ContactFilter) {
  useRefresh(CONTACT_EVENTS, [['contacts']])
  const { find, ...narrowed } = filter
  const q = isSought(find) ? find : null
  return useList<Known & Found>(['contacts', q === null ? narrowed : filter], (page) =>
    q === null
      ? api.contacts.list({ ...queryOf(narrowed), ...page })
      : api.search.contacts.search({ ...queryOf(narrowed), q, ...page }),
  )
}

export function useContact(id: string) {
  useRefresh(['contact.*'], [['contact', id]])
  return useQuery({ queryKey: ['contact', id], queryFn: (): Promise<Contact> => api.contacts.retrieve(id) })
}

export function useConsents(id: string) {
  useRefresh(['contact.*'], [['consents', id]])
  return useList(['consents', id], (page) => api.contacts.consents.list(id, page))
}

/** The newest hundred lists, to choose from. */
export function useLists() {
  useRefresh(['list.*'], [['lists']])
  return useList(['lists'], (page) => api.lists.list(page), { pageRows: WHOLE })
}

/** A contact's lists. */
export function useListsOf(contactId: string) {
  useRefresh(['list.*', 'contact.*'], [['places', contactId]])
  return useList(['places', contactId], (page) => api.lists.list({ contact_id: contactId, ...page }), {
    pageRows: WHOLE,
  })
}

export function useContactList(id: string) {
  useRefresh(['list.*', 'import.*'], [['list', id]])
  return useQuery({ queryKey: ['list', id], queryFn: (): Promise<ContactList> => api.lists.retrieve(id) })
}

export function useListMembers(id: string) {
  useRefresh(CONTACT_EVENTS, [['list-members', id]])
  return useList(['list-members', id], (page) => api.lists.members.list(id, page))
}

/** Not refetched at every change of a contact: evaluating a filter reads all contacts. */
export function useSegmentContacts(id: string) {
  useRefresh(['segment.updated'], [['segment-contacts', id]])
  return useList(['segment-contacts', id], (page) => api.segments.contacts.list(id, page))
}

export function useGroups({ archived }: { archived?: boolean } = {}) {
  const isEnabled = useMay()('groups.view')
  useRefresh(['group.*'], [['groups']])
  return useList(['groups', archived ?? false], (page) => api.groups.list({ archived: archived ?? false, ...page }), {
    pageRows: WHOLE,
    isEnabled,
  })
}

export function useGroup(id: string) {
  useRefresh(['group.*'], [['group', id]])
  return useQuery({ queryKey: ['group', id], queryFn: (): Promise<Group> => api.groups.retrieve(id) })
}

export function useGroupMembers(id: string) {
  useRefresh(['group.*', 'contact.*'], [['group-members', id]])
  return useList(['group-members', id], (page) => api.groups.contacts.list(id, page))
}

export function useImports(filter: { status?: ImportStatus }) {
  useRefresh(['import.*'], [['imports']])
  return useList(['imports', filter], (page) => api.imports.list({ ...filter, ...page }), { isWatched: true })
}

export function useImport(id: string) {
  useRefresh(['import.*'], [['import', id]])
  return useQuery({
    queryKey: ['import', id],
    queryFn: (): Promise<Import> => api.imports.retrieve(id),
    refetchInterval: ({ state }) => lookAgain(state.data && [state.data]),
  })
}

export function useSuppressions(filter: SuppressionFilter) {
  useRefresh(['contact.*', 'message.*'], [['suppressions']])
  return useList(['suppressions', filter], (page) => api.suppressions.list({ ...filter, ...page }))
}

export function useContactExports() {
  useRefresh(['export.*'], [['contact-exports']])
  return useList(['contact-exports'], (page) => api.billing.exports.list({ kind: 'contacts', ...page }), {
    isWatched: true,
  })
}

/** Colleagues' names by id, for users who may see them. */
export function useNames(): { users: { id: string; name: string }[]; nameOf: (id: string) => string | null } {
  const isEnabled = useMay()('users.view')
  const { rows = [] } = useList(['users', 'names'], (page) => api.users.list(page), { isEnabled, pageRows: WHOLE })
  const users = rows.map(({ id, display_name }) => ({ id, name: display_name }))
  return { users, nameOf: (id) => users.find((user) => user.id === id)?.name ?? null }
}

/** Refetches changed data: all queries whose key starts with one of the words. */
export function useChanged(): (...keys: string[]) => Promise<void> {
  const client = useQueryClient()
  return async (...keys) => {
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
  }
}

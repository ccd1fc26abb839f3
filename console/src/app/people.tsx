// The organization's members and roles, for names and for selection.

import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Select } from '../design/field.tsx'
import { allOf } from './act.ts'
import { api } from './api.ts'
import { useWords } from './language.tsx'
import { words } from './people-words.ts'
import { useRefresh } from './queries.ts'
import { useMay, useSession } from './session.ts'

export interface RoleChoice {
  /** For the API: the name of a built-in role, or the id of a custom one. */
  id: string
  name: string
  permissions: readonly string[]
  isBuiltIn: boolean
}

/** Built-in roles first. */
export function useRoles(): { roles: RoleChoice[] | undefined; permissions: readonly string[]; error: unknown } {
  const w = useWords(words)
  const maySee = useMay()('users.view')
  useRefresh(['role.*'], [['roles']])
  const { data, error } = useQuery({
    queryKey: ['roles', 'all'],
    async queryFn() {
      const [known, own] = await Promise.all([api.permissions.list(), maySee ? allOf(api.roles.list()) : []])
      return { known, own }
    },
  })
  const builtIn = data?.known.built_in_roles.map(({ name, permissions }) => ({
    id: name,
    name: w.builtIn[name as keyof typeof w.builtIn] ?? name,
    permissions,
    isBuiltIn: true,
  }))
  const own = data?.own.map(({ id, name, permissions }) => ({ id, name, permissions, isBuiltIn: false }))
  return {
    roles: builtIn && own && [...builtIn, ...own],
    permissions: data?.known.permissions ?? [],
    error,
  }
}

/** `nameOfRole('role_…')`. */
export function useRoleName(): (id: string) => string {
  const { roles } = useRoles()
  const w = useWords(words)
  return (id) => roles?.find((role) => role.id === id)?.name ?? w.builtIn[id as keyof typeof w.builtIn] ?? id
}

/** Roles whose permissions the user holds: nobody can give what they lack. */
export function RoleSelect(props: ComponentProps<'select'>) {
  const may = useMay()
  const { roles } = useRoles()
  return (
    <Select {...props}>
      {roles
        ?.filter(({ id, permissions }) => permissions.every(may) || id === props.value)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </Select>
  )
}

/** All members, people and service users; empty without permission to see them. */
export function usePeople() {
  const enabled = useMay()('users.view')
  useRefresh(['user.*', 'service_user.*'], [['users']])
  const { data } = useQuery({ queryKey: ['users', 'all'], queryFn: () => allOf(api.users.list()), enabled })
  return data ?? NOBODY
}

const NOBODY: never[] = []

/** The name for a user id; the id itself for a former member. */
export function usePersonName(): (id: string) => string {
  const people = usePeople()
  const { user } = useSession()
  return (id) => (id === user.id ? user.display_name : (people.find((one) => one.id === id)?.display_name ?? id))
}

/** Members who can take over, or none. */
export function PersonSelect({
  without,
  nobody,
  ...rest
}: ComponentProps<'select'> & { without?: string; nobody: string }) {
  const people = usePeople()
  return (
    <Select {...rest}>
      <option value="">{nobody}</option>
      {people
        .filter(({ id }) => id !== without)
        .map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
    </Select>
  )
}

// The signed-in user by session cookie: shared by the whole page, loaded once and after every change.

import { consoleRequest } from './console-request.ts'
import { askAgain } from './proving.ts'
import { createStore, useStore } from './store.ts'

/** As returned by `GET /console/session`; none when nobody is signed in. */
export interface Session {
  id: string
  user: { id: string; email: string; display_name: string; is_operator: boolean }
  organization: { id: string; name: string }
  role: string
  permissions: string[]
  organizations: { id: string; name: string }[]
  csrf_token: string
  created_at: number
  expires_at: number
  /** Until then no new authentication is required. */
  fresh_until: number
}

/** Undefined until it is loaded. */
const store = createStore<Session | null | undefined>(undefined)

/**
 * Null when nobody is signed in. Reloaded with `isFresh`; when the session turns out to have ended, the user signs in
 * again in place.
 */
export async function loadSession(isFresh = false): Promise<Session | null> {
  const current = store.get()
  if (current !== undefined && !isFresh) return current
  const asked = await consoleRequest<Session | undefined>('GET', '/console/session')
  if (!asked && current) await askAgain('signed_out')
  else store.set(asked ?? null)
  return store.get() ?? null
}

/** Headers of every call; throws when nobody is signed in. */
export function sessionHeaders(): Record<string, string> {
  const current = store.get()
  if (!current) throw new Error('nobody is signed in')
  return { 'x-csrf-token': current.csrf_token, 'samvad-organization': current.organization.id }
}

export const setSession = store.set

export async function signOut(): Promise<void> {
  await consoleRequest('DELETE', '/console/session')
  store.set(null)
}

export const useOptionalSession = (): Session | null => useStore(store) ?? null

/** For pages that require a user. */
export function useSession(): Session {
  const session = useOptionalSession()
  if (!session) throw new Error('nobody is signed in')
  return session
}

/** `may('wallet.recharge')`: actions without permission are not shown. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useSession()
  return (permission) => permissions.includes(permission)
}

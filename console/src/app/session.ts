// Who is signed in, as the cookie says: the same in all of this page, asked for once and after whatever changes it.

import { consoleRequest } from './console-request.ts'
import { askAgain } from './proving.ts'
import { createStore, useStore } from './store.ts'

/** As `GET /console/session` shows it; nothing where nobody is signed in. */
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
  /** Until when nobody is asked again who they are. */
  fresh_until: number
}

/** Undefined while nobody has asked. */
const store = createStore<Session | null | undefined>(undefined)

/**
 * Null where nobody is signed in. Asked anew with `isFresh`; where that finds the session over, whoever is on the page
 * signs in again in place.
 */
export async function loadSession(isFresh = false): Promise<Session | null> {
  const current = store.get()
  if (current !== undefined && !isFresh) return current
  const asked = await consoleRequest<Session | undefined>('GET', '/console/session')
  if (!asked && current) await askAgain('signed_out')
  else store.set(asked ?? null)
  return store.get() ?? null
}

/** What every call carries; throws where nobody is signed in. */
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

/** Below the pages that need somebody. */
export function useSession(): Session {
  const session = useOptionalSession()
  if (!session) throw new Error('nobody is signed in')
  return session
}

/** `may('wallet.recharge')`: what one may not do is not shown. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useSession()
  return (permission) => permissions.includes(permission)
}

// Switching organizations and signing out: cached data of the previous one is cleared.

import { consoleRequest } from './console-request.ts'
import { queryClient } from './queries.ts'
import { type Session, sessionHeaders, setSession, signOut } from './session.ts'

/** Data to clear when the user signs out: drafts and unsent messages. */
const forgetters = new Set<() => Promise<void>>()
export const onLeaving = (forget: () => Promise<void>): void => void forgetters.add(forget)

export async function switchOrganization(organizationId: string): Promise<void> {
  const body = { organization_id: organizationId }
  setSession(await consoleRequest<Session>('POST', '/console/session/organization', body, sessionHeaders()))
  queryClient.clear()
}

export async function leave(): Promise<void> {
  await Promise.all([...forgetters].map((forget) => forget()))
  await signOut()
  queryClient.clear()
}

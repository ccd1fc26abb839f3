// First steps: which are done, who is guided through them, and who dismissed them.

import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useRefresh } from '../app/queries.ts'
import { type Session, useMay, useSession } from '../app/session.ts'
import { createStore, useStore } from '../app/store.ts'

/** Permissions needed to write a first message. */
export const NEEDED = ['organization.view', 'contacts.manage', 'conversations.manage', 'messages.send'] as const

const keptAs = (organizationId: string): string => `samvad.first-run.${organizationId}`

// Rerenders the steps after one was dismissed in storage.
const dismissals = createStore(0)

export function dismiss(organizationId: string): void {
  localStorage.setItem(keptAs(organizationId), 'dismissed')
  dismissals.set(dismissals.get() + 1)
}

const isDismissed = (organizationId: string): boolean => localStorage.getItem(keptAs(organizationId)) !== null

/** Events after which another step may be done. */
export const STEP_EVENTS = ['message.*', 'contact.*', 'conversation.*', 'recharge.*', 'invitation.*'] as const

export const firstStepsQuery = { queryKey: ['first_steps'], queryFn: () => api.firstSteps.retrieve() }

/** True when a user should start at the welcome page: nothing was ever sent, and the user has the permissions. */
export async function isToBeLed({ permissions, organization }: Session): Promise<boolean> {
  if (isDismissed(organization.id) || !NEEDED.every((one) => permissions.includes(one))) return false
  // Without the data nobody is redirected.
  const steps = await firstStepsQuery.queryFn().catch(() => null)
  return steps?.steps.some(({ name, is_done }) => name === 'sent_message' && !is_done) ?? false
}

/** Null when they are not shown: unknown, all done, dismissed, or not permitted. */
export function useOpenSteps(): { done: number; all: number } | null {
  const may = useMay()
  const { organization } = useSession()
  useStore(dismissals)
  const enabled = NEEDED.every(may) && !isDismissed(organization.id)
  useRefresh(STEP_EVENTS, [['first_steps']])
  const { data } = useQuery({ ...firstStepsQuery, enabled })
  if (!enabled || !data || data.is_done) return null
  return { done: data.steps.filter(({ is_done }) => is_done).length, all: data.steps.length }
}

// Which of the first steps are taken, who is led to them, and who wants to be led no more.

import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useRefresh } from '../app/queries.ts'
import { type Session, useMay, useSession } from '../app/session.ts'
import { createStore, useStore } from '../app/store.ts'

/** What it takes to write a first message, from nothing. */
export const NEEDED = ['organization.view', 'contacts.manage', 'conversations.manage', 'messages.send'] as const

const keptAs = (organizationId: string): string => `samvad.first-run.${organizationId}`

// So that what is shown follows what is kept.
const dismissals = createStore(0)

export function dismiss(organizationId: string): void {
  localStorage.setItem(keptAs(organizationId), 'dismissed')
  dismissals.set(dismissals.get() + 1)
}

const isDismissed = (organizationId: string): boolean => localStorage.getItem(keptAs(organizationId)) !== null

/** After which another step may be taken. */
export const STEP_EVENTS = ['message.*', 'contact.*', 'conversation.*', 'recharge.*', 'invitation.*'] as const

export const firstStepsQuery = { queryKey: ['first_steps'], queryFn: () => api.firstSteps.retrieve() }

/** Whether somebody who comes in is led to the welcome: nothing was ever sent, and they may. */
export async function isToBeLed({ permissions, organization }: Session): Promise<boolean> {
  if (isDismissed(organization.id) || !NEEDED.every((one) => permissions.includes(one))) return false
  // Who cannot be told is led nowhere.
  const steps = await firstStepsQuery.queryFn().catch(() => null)
  return steps?.steps.some(({ name, is_done }) => name === 'sent_message' && !is_done) ?? false
}

/** Null where they are nobody's business here: not known, all taken, dismissed, or not to be taken. */
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

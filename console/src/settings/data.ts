// Queries of the settings pages and their cache keys.

import { queryOptions, useQuery } from '@tanstack/react-query'
import { allOf } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import { isNotFound, useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import type { AuditFilter } from './routes.tsx'

/** None while the sandbox is off. */
export const sandboxQuery = queryOptions({
  queryKey: ['sandbox', 'settings'],
  staleTime: 60_000,
  queryFn: () =>
    allOf(api.sandbox.settings.list()).catch((error: unknown) => {
      if (isNotFound(error)) return []
      throw error
    }),
})

export function useOrganization() {
  useRefresh(['organization.*'], [['organization']])
  return useQuery({ queryKey: ['organization'], queryFn: () => api.organization.retrieve() })
}

export function useMembers() {
  useRefresh(['user.*'], [['users']])
  return useList(['users', 'persons'], (page) => api.users.list({ kind: 'person', ...page }))
}

export function useInvitations() {
  useRefresh(['invitation.*'], [['invitations']])
  const isEnabled = useMay()('users.manage')
  return useList(['invitations'], (page) => api.invitations.list(page), { isEnabled })
}

export function useChannels() {
  useRefresh(['channel_account.*'], [['channels']])
  return useQuery({ queryKey: ['channels', 'all'], queryFn: () => allOf(api.channels.list()) })
}

export const useDomains = () => useList(['sender_domains', 'list'], (page) => api.senderDomains.list(page))

export const useDomain = (id: string) =>
  useQuery({ queryKey: ['sender_domains', id], queryFn: () => api.senderDomains.retrieve(id) })

export const usePreferences = () =>
  useQuery({ queryKey: ['notification_preferences'], queryFn: () => api.notificationPreferences.retrieve() })

export const useNumber = () =>
  useQuery({ queryKey: ['notification_number'], queryFn: () => api.notificationNumber.retrieve() })

/** Refetched on these events, most of which have an audit entry. */
export function useAuditLog(filter: AuditFilter) {
  useRefresh(
    ['token.*', 'role.*', 'user.*', 'service_user.*', 'invitation.*', 'organization.*', 'webhook_endpoint.*'],
    [['audit_log']],
  )
  return useList(['audit_log', filter], (page) => api.auditLog.list({ ...filter, ...page }), {
    isEnabled: useMay()('audit.view'),
  })
}

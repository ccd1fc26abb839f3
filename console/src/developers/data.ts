// Queries of the developer pages and their cache keys.

import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import { useEvents } from '../app/live.ts'
import { queryClient, useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import type { DeliveryFilter, EventFilter, TokenFilter } from './routes.tsx'

export function useTokens(filter: TokenFilter) {
  useRefresh(['token.*'], [['tokens']])
  const isEnabled = useMay()('tokens.manage')
  return useList(['tokens', filter], (page) => api.tokens.list({ ...filter, ...page }), { isEnabled })
}

export function useServiceUsers() {
  useRefresh(['service_user.*'], [['users']])
  const isEnabled = useMay()('users.view')
  return useList(['users', 'service'], (page) => api.serviceUsers.list(page), { isEnabled })
}

export function useEndpoints() {
  useRefresh(['webhook_endpoint.*'], [['webhook_endpoints']])
  const isEnabled = useMay()('webhooks.manage')
  return useList(['webhook_endpoints', 'list'], (page) => api.webhookEndpoints.list(page), { isEnabled })
}

export function useEndpoint(id: string) {
  useRefresh(['webhook_endpoint.*'], [['webhook_endpoints']])
  return useQuery({ queryKey: ['webhook_endpoints', id], queryFn: () => api.webhookEndpoints.retrieve(id) })
}

/** Deliveries have no events: an event received just now is delivered to the endpoint shortly afterwards. */
const LATER_MS = [300, 1500, 5000, 15_000]
let later: ReturnType<typeof setTimeout>[] = []

/** Refetches the log a few times after an action that causes deliveries. */
export function lookLater(endpointId: string): void {
  for (const timer of later) clearTimeout(timer)
  const look = () => void queryClient.invalidateQueries({ queryKey: ['webhook_deliveries', endpointId] })
  later = LATER_MS.map((ms) => setTimeout(look, ms))
}

export function useDeliveries(id: string, { status, event_id }: DeliveryFilter) {
  useEvents(['*'], () => lookLater(id))
  const filter = { ...(status && { status }), ...(event_id && { event_id }) }
  return useList(['webhook_deliveries', id, filter], (page) =>
    api.webhookEndpoints.deliveries.list(id, { ...filter, ...page }),
  )
}

export const useDelivery = (endpointId: string, id: string) =>
  useQuery({
    queryKey: ['webhook_deliveries', endpointId, id],
    queryFn: () => api.webhookEndpoints.deliveries.retrieve(endpointId, id),
  })

export function useEventList({ event: _, type, ...filter }: EventFilter) {
  const asked = type === undefined ? filter : { ...filter, type: [type] }
  useRefresh(['*'], [['events']])
  return useList(['events', asked], (page) => api.events.list({ ...asked, ...page }))
}

export const useEvent = (id: string) => useQuery({ queryKey: ['event', id], queryFn: () => api.events.retrieve(id) })

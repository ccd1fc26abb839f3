// Queries of the form domain pages and their cache keys.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useList } from '../../app/list.tsx'
import { useRefresh } from '../../app/queries.ts'

export const domainsKey = ['form-domains'] as const
const DOMAIN_EVENTS = ['domain.*', 'subscription.*']

export function useFormDomains(isEnabled = true) {
  useRefresh(DOMAIN_EVENTS, [domainsKey])
  return useList([...domainsKey, 'list'], (page) => api.domains.list(page), { isEnabled })
}

export function useFormDomain(id: string) {
  useRefresh(DOMAIN_EVENTS, [domainsKey])
  return useQuery({ queryKey: [...domainsKey, id], queryFn: () => api.domains.retrieve(id) })
}

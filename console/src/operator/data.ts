// Queries of the operator's pages and their cache keys. Other organizations' changes have no events here: data is
// refetched when a page is opened and after actions on it.

import type { ListOrganizationsQuery, OrganizationId } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import type { OrganizationSearch } from './routes.tsx'

const asked: Record<NonNullable<OrganizationSearch['filter']>, ListOrganizationsQuery> = {
  priority: { priority: true },
  suspended: { suspended: true },
  low_balance: { low_balance: true },
  enterprise: { enterprise_status: 'open' },
}

export const useOrganizations = ({ q, filter }: OrganizationSearch) =>
  useList(['organizations', { q, filter }], (page) =>
    api.organizations.list({ ...page, ...(q && { q }), ...(filter && asked[filter]) }),
  )

export const useOperated = (id: OrganizationId) =>
  useQuery({ queryKey: ['operated', id], queryFn: () => api.organizations.retrieve(id) })

export const usePricesOf = (id: OrganizationId) =>
  useQuery({ queryKey: ['operated', id, 'prices'], queryFn: () => api.organizations.prices.retrieve(id) })

export const useEnterprise = (id: OrganizationId) =>
  useQuery({ queryKey: ['operated', id, 'enterprise'], queryFn: () => api.organizations.enterprise.retrieve(id) })

export const useNetworks = (id: OrganizationId) =>
  useQuery({ queryKey: ['operated', id, 'networks'], queryFn: () => api.organizations.webhookNetworks.retrieve(id) })

export const formsOf = (id: OrganizationId) => ['operated', id, 'forms']

export const useFormsOf = (id: OrganizationId) => useList(formsOf(id), (page) => api.organizations.forms.list(id, page))

export const usePriceLists = (isEnabled = true) =>
  useList(['price_lists'], (page) => api.priceLists.list(page), { isEnabled })

// The current organization: whether the operator has suspended it.

import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useRefresh } from './queries.ts'
import { useMay } from './session.ts'

export function useIsSuspended(): boolean {
  const enabled = useMay()('organization.view')
  useRefresh(['organization.*'], [['organization']])
  const { data } = useQuery({ queryKey: ['organization'], queryFn: () => api.organization.retrieve(), enabled })
  return data?.suspended_at != null
}

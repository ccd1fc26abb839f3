// The templates that can be sent on a channel, for template pickers.

import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useRefresh } from './queries.ts'
import { useMay } from './session.ts'

export function useSendable(channel: string, isEnabled: boolean) {
  const enabled = useMay()('templates.view') && isEnabled
  useRefresh(['template.*'], [['templates']])
  const queryFn = () => api.templates.list({ channel, limit: 100 }).then(({ data }) => data)
  const { data, error, refetch } = useQuery({ queryKey: ['templates', 'sendable', channel], queryFn, enabled })
  return { templates: data?.filter((one) => one.approved_version !== null && one.status !== 'paused'), error, refetch }
}

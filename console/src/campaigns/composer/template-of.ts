import type { Template } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useRefresh } from '../../app/queries.ts'
import { useMay } from '../../app/session.ts'

/** A campaign's template, if it has one. */
export function useTemplateOf(id: string | null) {
  const enabled = useMay()('templates.view') && id !== null
  useRefresh(['template.*'], [['template', id]])
  return useQuery({
    queryKey: ['template', id],
    queryFn: (): Promise<Template> => api.templates.retrieve(id as string),
    enabled,
  })
}

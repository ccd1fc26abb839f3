// Queries of the template pages and their cache keys.

import type { Template } from '@samvad/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import type { TemplateFilter } from './known.ts'

/** The API has no filter by category: it is applied to the loaded rows. */
export function useTemplates({ category: _, ...filter }: TemplateFilter) {
  useRefresh(['template.*'], [['templates']])
  return useList(['templates', filter], (page) => api.templates.list({ ...filter, ...page }))
}

export function useTemplate(id: string) {
  useRefresh(['template.*'], [['template', id]])
  return useQuery({ queryKey: ['template', id], queryFn: (): Promise<Template> => api.templates.retrieve(id) })
}

export function useTemplatesChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['templates', 'template'].map((key) => client.invalidateQueries({ queryKey: [key], refetchType: 'active' })),
    )
  }
}

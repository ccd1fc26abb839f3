// Queries of the form pages and their cache keys.

import type { Form, FormChange, ListedForm, Submission } from '@samvad/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { type Autosave, useAutosave } from '../app/autosave.ts'
import { useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import type { FormFilter, SubmissionFilter } from './known.ts'
import type { Definition, Field, Settings } from './shape.ts'
import { bodyOf, differing, type Written, writtenOf } from './written.ts'

export const FORM_EVENTS = [
  'form.created',
  'form.updated',
  'form.published',
  'form.unpublished',
  'form.suspended',
  'form.resumed',
  'form.deleted',
]

/** A form with its definition as the builder reads it. */
export type ShownForm = Omit<Form, 'fields' | 'settings'> & { fields: readonly Field[]; settings: Settings }

export const formKey = (id: string) => ['form', id] as const

const shown = (form: Form): ShownForm => form as unknown as ShownForm

export function useForms(filter: FormFilter) {
  useRefresh(FORM_EVENTS, [['forms']])
  return useList<ListedForm>(['forms', filter], (page) => api.forms.list({ ...filter, ...page }))
}

export function useFormOf(id: string) {
  useRefresh(FORM_EVENTS, [formKey(id)])
  return useQuery({ queryKey: formKey(id), queryFn: async () => shown(await api.forms.retrieve(id)) })
}

export interface FormDraft extends Autosave<Written> {
  form: ShownForm
}

/** A form's draft, saved automatically. */
export function useFormDefinition(form: ShownForm): FormDraft {
  const draft = useAutosave<ShownForm, Written>({
    name: `form.${form.id}`,
    saved: form,
    queryKey: formKey(form.id),
    writtenOf,
    bodyOf,
    differing,
    save: async (body) => shown(await api.forms.update(form.id, body as FormChange)),
  })
  return { ...draft, form }
}

export const SUBMISSION_EVENTS = ['form.submitted']

export function useSubmissions(formId: string, filter: SubmissionFilter) {
  useRefresh(SUBMISSION_EVENTS, [['submissions', formId], formKey(formId)])
  return useList<Submission>(['submissions', formId, filter], (page) =>
    api.forms.submissions.list(formId, { ...filter, ...page }),
  )
}

export const submissionKey = (id: string) => ['submission', id] as const

/** A submission is processed shortly after its arrival, which has no event: polled until it is done. */
const PROCESSED_EVERY_MS = 2000

export function useSubmission(id: string | undefined) {
  return useQuery({
    queryKey: submissionKey(id ?? ''),
    enabled: id !== undefined,
    queryFn: (): Promise<Submission> => api.submissions.retrieve(id ?? ''),
    refetchInterval: ({ state }) => state.data?.state === 'stored' && PROCESSED_EVERY_MS,
  })
}

/** The definition that a submission answered. */
export function useVersion(formId: string, version: number | undefined) {
  return useQuery({
    queryKey: ['form-version', formId, version],
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { fields, settings } = await api.forms.versions.retrieve(formId, String(version))
      return { fields, settings } as unknown as Definition
    },
  })
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Everything that matches the filters, as a file from the server. */
export const submissionsFile = (formId: string, filter: SubmissionFilter, kind: 'csv' | 'xlsx') =>
  api.forms.submissions.listCsv(formId, { ...filter, ...(kind === 'xlsx' && { headers: { accept: XLSX } }) })

/** All counts of the period, as a file from the server. */
export const analyticsFile = (formId: string, asked: { from: string; to: string; version?: number }) =>
  api.forms.analytics.retrieveCsv(formId, asked)

export function useAnalytics(formId: string, asked: { from: string; to: string; version?: number }) {
  useRefresh(SUBMISSION_EVENTS, [['form-analytics', formId]])
  return useQuery({
    queryKey: ['form-analytics', formId, asked],
    placeholderData: keepPreviousData,
    queryFn: () => api.forms.analytics.retrieve(formId, asked),
  })
}

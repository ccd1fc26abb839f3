// What the pages of forms ask the server, and under which keys it is kept.

import type { Form, FormChange, ListedForm } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { type Autosave, useAutosave } from '../app/autosave.ts'
import { useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import type { FormFilter } from './known.ts'
import type { Field, Settings } from './shape.ts'
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

/** The draft of a form, saved as it is written. */
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

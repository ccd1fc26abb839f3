// The events of forms.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { FormRow } from './queries.ts'
import { FormEvent } from './schema.ts'
import { showEvent } from './show.ts'

export const formEvents = declareEvents(
  { object: 'form', readers: { permission: 'forms.view' } },
  {
    'form.created': { description: 'A form was created, as a draft.', payload: FormEvent },
    'form.updated': {
      description: 'The name, address, fields, settings or retention of a form were changed.',
      payload: FormEvent,
    },
    'form.published': {
      description: 'A form was published. `version` is the one that its page shows.',
      payload: FormEvent,
    },
    'form.unpublished': { description: 'A form was unpublished: its page takes no submissions.', payload: FormEvent },
    'form.suspended': {
      description: 'An operator suspended a form: its page is closed. `suspension_reason` says why.',
      payload: FormEvent,
    },
    'form.resumed': { description: 'An operator lifted the suspension of a form.', payload: FormEvent },
    'form.deleted': {
      description: 'A form was deleted, with its submissions.',
      payload: Type.Object({ id: Out.id('form') }),
    },
  },
)

export type FormEventType = Exclude<keyof typeof formEvents.declarations, 'form.deleted'>

export const formChanged = (type: FormEventType, row: FormRow) => formEvents.event(type, row.id, showEvent(row))
export const formDeleted = (id: Uuid) => formEvents.event('form.deleted', id, { id: publicId('form', id) })

// Events of templates.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { TemplateRow } from './queries.ts'
import { Template } from './schema.ts'
import { showTemplate } from './show.ts'

export const templateEvents = declareEvents(
  { object: 'tmpl', readers: { permission: 'templates.view' } },
  {
    'template.created': { description: 'A template was created.', payload: Template },
    'template.updated': { description: 'A template was changed or got a new version.', payload: Template },
    'template.submitted': { description: 'A template was submitted for approval.', payload: Template },
    'template.approved': {
      description: 'A version of a template was approved and is now used for sending.',
      payload: Template,
    },
    'template.rejected': { description: 'A version of a template was rejected.', payload: Template },
    'template.paused': { description: 'A template was paused and can no longer be sent.', payload: Template },
    'template.resumed': { description: 'A paused template was resumed.', payload: Template },
    'template.deleted': { description: 'A template was deleted.', payload: Type.Object({ id: Out.id('tmpl') }) },
  },
)

type Told = Exclude<keyof typeof templateEvents.declarations, 'template.deleted'>

export const templateTold = (type: Told, row: TemplateRow) => templateEvents.event(type, row.id, showTemplate(row))
export const templateDeleted = (id: Uuid) => templateEvents.event('template.deleted', id, { id: publicId('tmpl', id) })

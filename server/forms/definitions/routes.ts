// The routes of forms: spec 22.1 to 22.19.

import { created, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as forms from './actions.ts'
import * as examples from './examples.ts'
import { operatorFormRoutes } from './operator-routes.ts'
import {
  Form,
  FormChange,
  FormCopy,
  FormQuery,
  FormVersion,
  FormVersionQuery,
  ListedForm,
  ListedFormVersion,
  NewForm,
} from './schema.ts'
import { showForm, showVersion } from './show.ts'

const tag = 'Forms'
const ids = { id: { prefix: 'form', noun: 'form' } } as const

/** `publicUrl` is final only once the installation listens, so it is read for each response. */
export const formRoutes = ({ settings }: Pick<App, 'settings'>): Route[] => [
  read({
    operationId: 'listForms',
    method: 'GET',
    path: '/v1/forms',
    permission: 'forms.view',
    tag,
    summary: 'List forms',
    description: 'Newest created first, without their fields and settings.',
    query: FormQuery,
    responses: { 200: Out.list(ListedForm) },
    example: { response: { has_more: false, data: [examples.listed] } },
    handle: async (tx, actor, { query }) => ok(await forms.list(tx, actor, query, settings.publicUrl)),
  }),
  write({
    operationId: 'createForm',
    method: 'POST',
    path: '/v1/forms',
    permission: 'forms.manage',
    tag,
    summary: 'Create a form',
    description:
      'Creates a draft. Forms and their submissions are unlimited and free. A form may not ask for passwords, card details, PINs, one-time passwords or Aadhaar numbers.',
    body: NewForm,
    responses: { 201: Form },
    refuses: ['already_exists'],
    example: { request: examples.written, response: examples.form },
    async handle(tx, actor, { body }) {
      const shown = showForm(await forms.create(tx, actor, body), settings.publicUrl)
      return created(`/v1/forms/${shown.id}`, shown)
    },
  }),
  read({
    operationId: 'retrieveForm',
    method: 'GET',
    path: '/v1/forms/:id',
    ids,
    permission: 'forms.view',
    tag,
    summary: 'Retrieve a form',
    responses: { 200: Form },
    example: { response: examples.published },
    handle: async (tx, actor, { ids }) =>
      ok(showForm(await forms.find(tx, actor, ids.id as string), settings.publicUrl)),
  }),
  write({
    operationId: 'updateForm',
    method: 'PUT',
    path: '/v1/forms/:id',
    ids,
    permission: 'forms.manage',
    tag,
    summary: 'Update a form',
    description:
      'What is left out keeps its value; `fields` and `settings` are replaced as a whole. The page shows the change once the form is published again.',
    body: FormChange,
    responses: { 200: Form },
    refuses: ['already_exists', 'conflict'],
    example: { request: { name: 'Feedback', fields: examples.written.fields }, response: examples.form },
    handle: async (tx, actor, { ids, body }) =>
      ok(showForm(await forms.change(tx, actor, ids.id as string, body), settings.publicUrl)),
  }),
  write({
    operationId: 'deleteForm',
    method: 'DELETE',
    path: '/v1/forms/:id',
    ids,
    permission: 'forms.manage',
    tag,
    summary: 'Delete a form',
    description: 'Deletes its submissions and files too. Its address stays taken: no other organization can use it.',
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await forms.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
  write({
    operationId: 'duplicateForm',
    method: 'POST',
    path: '/v1/forms/:id/duplicate',
    ids,
    permission: 'forms.manage',
    tag,
    summary: 'Duplicate a form',
    description: 'Creates a draft with the same fields and settings, without submissions. `name` defaults to the same.',
    body: FormCopy,
    responses: { 201: Form },
    refuses: ['already_exists', 'conflict'],
    example: { request: { name: 'Feedback' }, response: examples.form },
    async handle(tx, actor, { ids, body }) {
      const shown = showForm(await forms.duplicate(tx, actor, ids.id as string, body), settings.publicUrl)
      return created(`/v1/forms/${shown.id}`, shown)
    },
  }),
  write({
    operationId: 'publishForm',
    method: 'POST',
    path: '/v1/forms/:id/publish',
    ids,
    permission: 'forms.manage',
    tag,
    summary: 'Publish a form',
    description:
      'The page shows the current fields and settings, as a new version if they changed. A submission keeps the version that it answers. Publishing an unchanged published form has no effect.',
    responses: { 200: Form },
    refuses: ['conflict'],
    example: { response: examples.published },
    handle: async (tx, actor, { ids }) =>
      ok(showForm(await forms.publish(tx, actor, ids.id as string), settings.publicUrl)),
  }),
  write({
    operationId: 'unpublishForm',
    method: 'POST',
    path: '/v1/forms/:id/unpublish',
    ids,
    permission: 'forms.manage',
    tag,
    summary: 'Unpublish a form',
    description: 'Its page takes no submissions. Those that it has stay. Unpublishing it again has no effect.',
    responses: { 200: Form },
    refuses: ['conflict'],
    example: { response: examples.unpublished },
    handle: async (tx, actor, { ids }) =>
      ok(showForm(await forms.unpublish(tx, actor, ids.id as string), settings.publicUrl)),
  }),
  read({
    operationId: 'listFormVersions',
    method: 'GET',
    path: '/v1/forms/:id/versions',
    ids,
    permission: 'forms.view',
    tag,
    summary: 'List the versions of a form',
    description: 'What was published, newest first, without fields and settings.',
    query: FormVersionQuery,
    responses: { 200: Out.list(ListedFormVersion) },
    example: { response: { has_more: false, data: [examples.listedVersion] } },
    handle: async (tx, actor, { ids, query }) => ok(await forms.versions(tx, actor, ids.id as string, query)),
  }),
  read({
    operationId: 'retrieveFormVersion',
    method: 'GET',
    path: '/v1/forms/:id/versions/:version',
    ids,
    permission: 'forms.view',
    tag,
    summary: 'Retrieve a version of a form',
    responses: { 200: FormVersion },
    example: { response: examples.version },
    handle: async (tx, actor, { ids, parameters }) =>
      ok(showVersion(await forms.version(tx, actor, ids.id as string, parameters.version ?? ''))),
  }),
  ...operatorFormRoutes(settings),
]

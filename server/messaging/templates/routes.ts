// The routes of templates: spec 15.1.

import { created, direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out } from '#kit/wire.ts'
import { createLinks, type Links } from '#messaging/attachments/links.ts'
import * as templates from './actions.ts'
import * as examples from './examples.ts'
import type { TemplateRow } from './queries.ts'
import {
  NewTemplate,
  Preview,
  PreviewRequest,
  QueuedTemplate,
  QueueQuery,
  Rejection,
  Template,
  TemplateChange,
  TemplateQuery,
} from './schema.ts'
import { showTemplate } from './show.ts'
import { submitTemplate } from './submission.ts'

const tag = 'Templates'
const ids = { id: { prefix: 'tmpl', noun: 'template' } } as const
const ofOrganization = { organization_id: { prefix: 'org', noun: 'organization' } } as const
const path = '/v1/templates'

export function templateRoutes(app: App): Route[] {
  const { of: linksOf } = createLinks(app)
  const show = ({ organizationId }: Scope, row: TemplateRow) => showTemplate(row, linksOf(organizationId))
  return [
    read({
      operationId: 'listTemplates',
      method: 'GET',
      path,
      permission: 'templates.view',
      tag,
      summary: 'List templates',
      description: 'Newest created first.',
      query: TemplateQuery,
      responses: { 200: Out.list(Template) },
      example: { response: { has_more: false, data: [examples.template] } },
      handle: async (tx, actor, { query }) => ok(await templates.list(tx, actor, query, linksOf(actor.organizationId))),
    }),
    write({
      operationId: 'createTemplate',
      method: 'POST',
      path,
      permission: 'templates.manage',
      tag,
      summary: 'Create a template',
      description:
        'Creates a draft. Variables are `{{name}}` or `{{1}}` in subject, text and html; values are escaped in html. Templates with the same name in several languages are one template: a message can request a language. On the channel `sms` the categories are `promotional`, `transactional` and `service`; `marketing`, `authentication` and `utility` are accepted as their equivalents.',
      body: NewTemplate,
      responses: { 201: Template },
      refuses: ['already_exists'],
      example: {
        request: {
          name: examples.draft.name,
          channel: examples.draft.channel,
          language: examples.draft.language,
          category: examples.draft.category,
          subject: examples.draft.subject,
          text: examples.draft.text,
        },
        response: examples.draft,
      },
      async handle(tx, actor, { body }) {
        const shown = show(actor, await templates.create(tx, actor, body))
        return created(`${path}/${shown.id}`, shown)
      },
    }),
    read({
      operationId: 'retrieveTemplate',
      method: 'GET',
      path: `${path}/:id`,
      ids,
      permission: 'templates.view',
      tag,
      summary: 'Retrieve a template',
      responses: { 200: Template },
      example: { response: examples.template },
      handle: async (tx, actor, { ids }) => ok(show(actor, await templates.find(tx, actor, ids.id as string))),
    }),
    write({
      operationId: 'updateTemplate',
      method: 'PUT',
      path: `${path}/:id`,
      ids,
      permission: 'templates.manage',
      tag,
      summary: 'Update a template',
      description:
        'Changes a draft or a rejected template. Changing an approved template creates a new draft version; the approved version stays in use until the new one is approved.',
      body: TemplateChange,
      responses: { 200: Template },
      refuses: ['conflict'],
      example: { request: { text: examples.draft.text }, response: examples.draft },
      handle: async (tx, actor, { ids, body }) =>
        ok(show(actor, await templates.change(tx, actor, ids.id as string, body))),
    }),
    write({
      operationId: 'deleteTemplate',
      method: 'DELETE',
      path: `${path}/:id`,
      ids,
      permission: 'templates.manage',
      tag,
      summary: 'Delete a template',
      description:
        'The template can no longer be sent. Messages keep their content, and messages that are waiting are still sent.',
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await templates.remove(tx, actor, ids.id as string)
        return noContent()
      },
    }),
    write({
      operationId: 'previewTemplate',
      method: 'POST',
      path: `${path}/:id/preview`,
      ids,
      permission: 'templates.view',
      tag,
      summary: 'Preview a template',
      description: 'Returns the latest version filled with these values. Nothing is sent or stored.',
      body: PreviewRequest,
      responses: { 200: Preview },
      example: {
        request: { variables: examples.variables },
        response: {
          subject: 'Your order 1042',
          text: 'Dear Ravi, order 1042 leaves today.',
          html: null,
          header: null,
          footer: null,
          buttons: [],
        },
      },
      handle: async (tx, actor, { ids, body }) =>
        ok(await templates.preview(tx, actor, ids.id as string, body.variables ?? {}, linksOf(actor.organizationId))),
    }),
    direct({
      operationId: 'submitTemplate',
      method: 'POST',
      path: `${path}/:id/submit`,
      ids,
      permission: 'templates.manage',
      tag,
      summary: 'Submit a template',
      description:
        "Requests approval of the latest version. The provider decides on templates of the messaging app, an operator of the installation on SMS templates; email templates need no approval unless a setting requires it. In the sandbox, a template is approved immediately unless its name begins with `reject_`; on the messaging app the request waits up to 10 seconds for the sandbox provider's decision.",
      responses: { 200: Template },
      refuses: ['conflict'],
      example: { response: examples.template },
      handle: (idempotency, actor, { ids }) =>
        submitTemplate(app, idempotency, actor, ids.id as Uuid, linksOf(actor.organizationId)),
    }),
    ...(['pause', 'resume'] as const).map((act) =>
      write({
        operationId: `${act}Template`,
        method: 'POST',
        path: `${path}/:id/${act}`,
        ids,
        permission: 'templates.manage',
        tag,
        summary: act === 'pause' ? 'Pause a template' : 'Resume a template',
        description:
          act === 'pause'
            ? 'New messages with the template are refused, everywhere within 5 seconds. Messages accepted before are still sent.'
            : 'Resumes a template that a user paused. A template that the provider paused cannot be resumed here.',
        responses: { 200: Template },
        refuses: ['conflict'],
        example: { response: act === 'pause' ? examples.paused : examples.template },
        handle: async (tx, actor, { ids }) => {
          const deciding = { act, by: 'user', reason: null, at: actor.at } as const
          return ok(show(actor, await templates.act(tx, actor, actor, ids.id as string, deciding)))
        },
      }),
    ),
    ...decisionRoutes(linksOf, path, ids, (actor) => actor),
    read({
      operationId: 'listSubmittedTemplates',
      method: 'GET',
      path: '/v1/submitted_templates',
      permission: 'templates.approve',
      tag,
      summary: 'List submitted templates of all organizations',
      description: "Returns the templates that wait for an operator's decision, newest first.",
      query: QueueQuery,
      responses: { 200: Out.list(QueuedTemplate) },
      example: { response: { has_more: false, data: [examples.queued] } },
      handle: async (tx, _actor, { query }) => ok(await templates.queue(tx, query, linksOf)),
    }),
    ...decisionRoutes(
      linksOf,
      '/v1/organizations/:organization_id/templates',
      { ...ofOrganization, ...ids },
      ({ at }, { organization_id }) => ({ organizationId: organization_id as Uuid, at }),
      'OfOrganization',
    ),
  ]
}

/** Approve and reject: in the operator's own organization, and in any. */
function decisionRoutes(
  linksOf: Links['of'],
  base: string,
  idsOfPath: Route['ids'],
  scopeOf: (actor: Scope, ids: Record<string, string>) => Scope,
  suffix = '',
): Route[] {
  const show = async (tx: Tx, row: TemplateRow) =>
    suffix === '' ? showTemplate(row, linksOf(row.org_id)) : templates.showDecided(tx, row, linksOf)
  const shown = suffix === '' ? Template : QueuedTemplate
  const { organization_id, organization_name, is_priority } = examples.queued
  const ofQueue = { organization_id, organization_name, is_priority }
  const exampleOf = (one: object) => ({
    ...one,
    ...(suffix === '' ? {} : ofQueue),
  })
  const common = {
    method: 'POST',
    ids: idsOfPath as NonNullable<Route['ids']>,
    permission: 'templates.approve',
    tag,
  } as const
  const where = suffix === '' ? '' : ' of an organization'
  return [
    write({
      ...common,
      operationId: `approveTemplate${suffix}`,
      path: `${base}/:id/approve`,
      summary: `Approve a template${where}`,
      description: 'For operators of the installation, where no provider decides. The version can be used from now on.',
      responses: { 200: shown },
      refuses: ['conflict'],
      example: { response: exampleOf(examples.template) },
      async handle(tx, actor, { ids }) {
        const deciding = { act: 'approve', by: 'operator', reason: null, at: actor.at } as const
        return ok(await show(tx, await templates.act(tx, scopeOf(actor, ids), actor, ids.id as string, deciding)))
      },
    }),
    write({
      ...common,
      operationId: `rejectTemplate${suffix}`,
      path: `${base}/:id/reject`,
      summary: `Reject a template${where}`,
      description:
        'For operators of the installation. An approved template can be rejected too; it can then no longer be sent.',
      body: Rejection,
      responses: { 200: shown },
      refuses: ['conflict'],
      example: { request: { reason: examples.rejected.reason }, response: exampleOf(examples.rejected) },
      async handle(tx, actor, { ids, body }) {
        const deciding = { act: 'reject', by: 'operator', reason: body.reason, at: actor.at } as const
        return ok(await show(tx, await templates.act(tx, scopeOf(actor, ids), actor, ids.id as string, deciding)))
      },
    }),
  ]
}

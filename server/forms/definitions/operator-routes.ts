// Operators find the form of a reported address and suspend it: spec 22.16.

import { ok, type Route, read, write } from '#edge/route.ts'
import type { Settings } from '#kit/settings.ts'
import { Out, publicId } from '#kit/wire.ts'
import { hasPremium } from '#money/subscriptions/premium.ts'
import * as organizations from '#people/organizations/actions.ts'
import * as forms from './actions.ts'
import * as examples from './examples.ts'
import { FormAddress, FormQuery, FormSuspension, ListedForm } from './schema.ts'
import { showListed } from './show.ts'

const common = { permission: 'installation.operate', tag: 'Organizations' } as const
const organization = { organization_id: { prefix: 'org', noun: 'organization' } } as const
const ids = { ...organization, form_id: { prefix: 'form', noun: 'form' } } as const

export const operatorFormRoutes = (settings: Pick<Settings, 'publicUrl'>): Route[] => [
  read({
    ...common,
    operationId: 'retrieveFormAddress',
    method: 'GET',
    path: '/v1/form_addresses/:slug',
    summary: 'Retrieve the form behind an address',
    description: 'Whose form a page below `/f/` belongs to, by the last part of its address.',
    responses: { 200: FormAddress },
    refuses: ['not_found'],
    example: { response: examples.address },
    async handle(tx, _actor, { parameters }) {
      const { organizationId, row } = await forms.behind(tx, parameters.slug ?? '')
      const { name } = await organizations.find(tx, organizationId)
      return ok({
        organization_id: publicId('org', organizationId),
        organization_name: name,
        is_priority: await hasPremium(tx, organizationId),
        form: showListed(row, settings.publicUrl),
      })
    },
  }),
  read({
    ...common,
    operationId: 'listOrganizationForms',
    method: 'GET',
    path: '/v1/organizations/:organization_id/forms',
    ids: organization,
    summary: 'List the forms of an organization',
    description: 'Newest created first, without their fields and settings.',
    query: FormQuery,
    responses: { 200: Out.list(ListedForm) },
    example: { response: { has_more: false, data: [examples.suspended] } },
    async handle(tx, _actor, { ids, query }) {
      const organizationId = ids.organization_id as string
      await organizations.find(tx, organizationId)
      return ok(await forms.list(tx, { organizationId }, query, settings.publicUrl))
    },
  }),
  write({
    ...common,
    operationId: 'suspendForm',
    method: 'POST',
    path: '/v1/organizations/:organization_id/forms/:form_id/suspend',
    ids,
    summary: 'Suspend a form',
    description:
      'Its page closes within 5 seconds, and it cannot be published or duplicated. Members of the organization see `reason`, and still read the form and its submissions. Suspending a suspended form has no effect.',
    body: FormSuspension,
    responses: { 200: ListedForm },
    example: { request: { reason: examples.suspended.suspension_reason }, response: examples.suspended },
    async handle(tx, actor, { ids, body }) {
      const scope = { organizationId: ids.organization_id as string, at: actor.at }
      return ok(
        showListed(await forms.suspend(tx, scope, actor, ids.form_id as string, body.reason), settings.publicUrl),
      )
    },
  }),
  write({
    ...common,
    operationId: 'resumeForm',
    method: 'POST',
    path: '/v1/organizations/:organization_id/forms/:form_id/resume',
    ids,
    summary: 'Resume a suspended form',
    description: 'Its page opens again if it is published. Resuming a form that is not suspended has no effect.',
    responses: { 200: ListedForm },
    example: { response: { ...examples.suspended, suspended_at: null, suspension_reason: null } },
    async handle(tx, actor, { ids }) {
      const scope = { organizationId: ids.organization_id as string, at: actor.at }
      return ok(showListed(await forms.resume(tx, scope, actor, ids.form_id as string), settings.publicUrl))
    },
  }),
]

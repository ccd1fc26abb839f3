// The routes of form domains: spec 23.40 to 23.53.

import { created, direct, noContent, ok, open, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { createDns } from '#kit/dns.ts'
import { isLoopbackAddress, isNamedProxy } from '#kit/trusted-proxies.ts'
import { Out } from '#kit/wire.ts'
import * as domains from './actions.ts'
import { verify } from './check.ts'
import * as examples from './examples.ts'
import { DomainQuery, FormDomain, FormDomainChange, NewFormDomain } from './schema.ts'
import { showDomain } from './show.ts'
import { createIsProven } from './sites.ts'

const tag = 'Forms'
const PATH = '/v1/domains'
export const ASK_PATH = '/internal/domains/ask'
/** Headers that proxies add to forwarded requests. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
const ids = { id: { prefix: 'dom', noun: 'form domain' } } as const

export function domainRoutes(app: App): Route[] {
  const { settings } = app
  const dns = createDns(settings)
  return [
    read({
      operationId: 'listDomains',
      method: 'GET',
      path: PATH,
      permission: 'forms.view',
      tag,
      summary: 'List form domains',
      description: 'Newest created first.',
      query: DomainQuery,
      responses: { 200: Out.list(FormDomain) },
      example: { response: { has_more: false, data: [examples.verified] } },
      handle: async (tx, actor, { query }) => ok(await domains.list(tx, actor, query)),
    }),
    write({
      operationId: 'createDomain',
      method: 'POST',
      path: PATH,
      permission: 'domains.manage',
      tag,
      summary: 'Add a form domain',
      description:
        'Needs the premium plan. Publish the returned TXT record, point the name at the proxy of this installation, and verify the domain. Forms use it once it is verified and chosen by their `domain_id`.',
      body: NewFormDomain,
      responses: { 201: FormDomain },
      refuses: ['already_exists', 'conflict', 'premium_required'],
      example: { request: { name: examples.pending.name }, response: examples.pending },
      async handle(tx, actor, { body }) {
        const row = await domains.add(tx, actor, body, domains.ownHosts(settings))
        const shown = showDomain(row)
        return created(`${PATH}/${shown.id}`, shown)
      },
    }),
    read({
      operationId: 'retrieveDomain',
      method: 'GET',
      path: `${PATH}/:id`,
      ids,
      permission: 'forms.view',
      tag,
      summary: 'Retrieve a form domain',
      responses: { 200: FormDomain },
      example: { response: examples.verified },
      handle: async (tx, actor, { ids }) => ok(showDomain(await domains.find(tx, actor, ids.id as string))),
    }),
    write({
      operationId: 'updateDomain',
      method: 'PUT',
      path: `${PATH}/:id`,
      ids,
      permission: 'domains.manage',
      tag,
      summary: 'Update a form domain',
      description: 'Chooses the form that opens at the address without a path. Fields that are omitted stay unchanged.',
      body: FormDomainChange,
      responses: { 200: FormDomain },
      example: { request: { form_id: examples.verified.form_id }, response: examples.verified },
      handle: async (tx, actor, { ids, body }) =>
        ok(showDomain(await domains.change(tx, actor, ids.id as string, body))),
    }),
    write({
      operationId: 'deleteDomain',
      method: 'DELETE',
      path: `${PATH}/:id`,
      ids,
      permission: 'domains.manage',
      tag,
      summary: 'Delete a form domain',
      description:
        'It serves nothing within 5 seconds, and its forms have their address under this installation again. Another organization can then verify the name.',
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await domains.remove(tx, actor, ids.id as string)
        return noContent()
      },
    }),
    direct({
      operationId: 'verifyDomain',
      method: 'POST',
      path: `${PATH}/:id/verify`,
      ids,
      permission: 'domains.manage',
      tag,
      summary: 'Verify a form domain',
      description:
        'Looks up its TXT record and returns the domain with the state of the record. It is checked again every 6 hours: if the record is missing for 72 hours, the domain is no longer verified. 409 if another organization has verified the name and its record is still there.',
      responses: { 200: FormDomain },
      refuses: ['conflict'],
      example: { response: examples.verified },
      handle: async (_, actor, { ids }) => ok(showDomain(await verify(app, dns, actor, actor, ids.id as string))),
    }),
    askRoute(app),
  ]
}

/** For a proxy that requests certificates on demand (Caddy's `ask`): spec 23.52. */
function askRoute(app: App): Route {
  let isProven: ReturnType<typeof createIsProven> | undefined
  return open({
    method: 'GET',
    path: ASK_PATH,
    tag,
    summary: 'Check that a certificate may be requested for a domain',
    description:
      'For the proxy alone: answers programs on this machine and the proxies of `SAMVAD_TRUST_PROXY`, never what a proxy forwards.',
    responses: { 200: null, 404: null },
    async handle({ address, headers, query }) {
      const { domain } = query as Record<string, unknown>
      const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
      const mayAsk = !isForwarded && (isLoopbackAddress(address) || isNamedProxy(app.settings.trustProxy, address))
      // Routes are declared without a database.
      isProven ??= createIsProven(app)
      const isYes = mayAsk && typeof domain === 'string' && (await isProven(domain))
      return { status: isYes ? 200 : 404 }
    },
  })
}

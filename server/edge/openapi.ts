// The contract: an OpenAPI 3.1 document generated from the domains' route declarations, without duplication. Why not
// with the framework's generator: docs/decisions/contract-and-pages.md.

import type { RefusalCode } from '#kit/refusals.ts'
import { In, type TSchema, Type } from '#kit/wire.ts'
import { stopsWhileSuspended } from '#people/access/rules.ts'
import { Components, itemOfList, type Json, refersToResource, typesOf } from './openapi-schemas.ts'
import {
  cursorDescriptions,
  headerReferences,
  headers,
  info,
  parameters,
  refusalReferences,
  refusalResponses,
  servers,
} from './openapi-shared.ts'
import { type Told, webhookOf } from './openapi-webhooks.ts'
import { open, type Route } from './route.ts'

export const CONTRACT_PATH = '/v1/openapi.json'
const JSON_TYPE = 'application/json'

export interface Contract {
  openapi: string
  info: Json
  servers: Json[]
  security: Json[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Json>>
  webhooks?: Record<string, Json>
  components: Record<string, Record<string, Json>>
}

/** The description of each tag, in the order of the document. */
export type TagDescriptions = Readonly<Record<string, string>>

/** Serves the contract of the given routes and of itself, generated on first use. */
export function contractRoute(routes: Route[], tags: TagDescriptions, told: readonly Told[] = []): Route {
  let text: string | undefined
  const route = open({
    operationId: 'retrieveContract',
    method: 'GET',
    path: CONTRACT_PATH,
    tag: 'Contract',
    summary: 'Retrieve the OpenAPI document',
    description: 'This API contract as an OpenAPI 3.1 document.',
    produces: JSON_TYPE,
    responses: { 200: Type.Object({}) },
    async handle() {
      text ??= contractText([...routes, route], tags, told)
      return { status: 200, raw: { contentType: 'application/json; charset=utf-8', content: text } }
    },
  })
  return route
}

/** As served, and as committed in api/openapi.json. */
export function contractText(routes: Route[], tags: TagDescriptions, told: readonly Told[] = []): string {
  return `${JSON.stringify(contractOf(routes, tags, told), null, 2)}\n`
}

type Published = Route & { operationId: string }

function contractOf(routes: Route[], tags: TagDescriptions, told: readonly Told[]): Contract {
  const components = new Components()
  // Unnamed routes (pages and load balancer probes) are not part of the contract.
  const published = routes.filter((route): route is Published => route.operationId !== undefined)
  const responses = refusalResponses(components)
  const paths: Contract['paths'] = {}
  const seen = new Map<string, string>()
  for (const route of published.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    const { operationId: id, tag } = route
    const place = `${route.method} ${route.path}`
    if (seen.has(id)) throw new Error(`${place} and ${seen.get(id)} are both called ${id}; rename the newer one`)
    if (!(tag in tags)) throw new Error(`${place} has the tag ${tag}, which nothing describes: see program/tags.ts`)
    seen.set(id, place)
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) }
  }
  const webhooks = Object.fromEntries(told.map((one) => [one.type, webhookOf(one, components)]))
  const used = new Set(published.map(({ tag }) => tag))
  return {
    openapi: '3.1.1',
    info,
    servers,
    security: [{ bearer: [] }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    ...(told.length > 0 ? { webhooks } : {}),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Access token.' } },
      parameters,
      headers,
      responses,
      schemas: Object.fromEntries(
        Object.entries(components.schemas).toSorted(([left], [right]) => (left < right ? -1 : 1)),
      ),
    },
  }
}

function operationOf(route: Published, components: Components): Json {
  const placed = [...pathParameters(route, components), ...queryParameters(route, components)]
  if (keepsKey(route)) placed.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return {
    tags: [route.tag],
    operationId: route.operationId,
    summary: route.summary,
    description: descriptionOf(route),
    ...(route.permission === null ? {} : { 'x-permission': route.permission }),
    ...(route.kind === 'public' ? { security: [] } : {}),
    ...(placed.length > 0 ? { parameters: placed } : {}),
    ...(route.body ? { requestBody: requestBody(route, route.body, components) } : {}),
    ...(route.kind === 'upload' ? { requestBody: uploadBody } : {}),
    responses: { ...successes(route, components), ...refusalReferences(refusalsOf(route)) },
  }
}

function descriptionOf(route: Route): string {
  const paths = (route.aliases ?? []).map((path) => `\`${path.replace(/:(\w+)/g, '{$1}')}\``)
  return [
    route.description,
    route.kind === 'public' ? 'No access token is required.' : permissionText(route),
    paths.length > 0 ? `Also available at ${paths.join(', ')}.` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
}

function permissionText({ permission, orPermissions = [], isOfPerson }: Route): string {
  if (isOfPerson) return 'Permission: a console session, or a token with every permission of its user.'
  if (permission === null) return 'Permission: none; any valid access token is accepted.'
  return `Permission: ${[permission, ...orPermissions].map((name) => `\`${name}\``).join(' or ')}.`
}

function keepsKey(route: Route): boolean {
  return route.method === 'POST' && route.kind !== 'public' && route.kind !== 'read'
}

function pathParameters(route: Route, components: Components): Json[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => {
    const identified = route.ids?.[name as string]
    return {
      name,
      in: 'path',
      required: true,
      ...(identified ? { description: `ID of the ${identified.noun}.` } : {}),
      schema: identified ? components.show(In.id(identified.prefix)) : { type: 'string' },
    }
  })
}

function queryParameters(route: Route, components: Components): Json[] {
  const { properties = {}, required = [] } = (route.query ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => {
    const { description = cursorDescriptions[name], ...shown } = components.show(schema)
    const types = typesOf(shown)
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description ? { description } : {}),
      ...(types.includes('array') ? { style: 'form', explode: true } : {}),
      ...(types.includes('object') ? { style: 'deepObject', explode: true } : {}),
      schema: shown,
    }
  })
}

/** The same schema in three media types, so it is always a component. */
function requestBody(
  { method, operationId, example: examples }: Published,
  body: TSchema,
  components: Components,
): Json {
  const { $id, required = [] } = body as { $id?: string; required?: string[] }
  const schema = components.named($id ?? `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`, body)
  const example = examples?.request
  const isDeep = Object.values(example ?? {}).some((value) => typeof value === 'object' && value !== null)
  return {
    // A create request has a body, even if any one of several fields suffices.
    required: required.length > 0 || (method === 'POST' && example !== undefined),
    content: {
      [JSON_TYPE]: { schema, ...(example ? { example } : {}) },
      // A list of objects, or a null, has no single text form.
      'application/x-www-form-urlencoded': { schema, ...(example && !isDeep ? { example } : {}) },
      'multipart/form-data': { schema },
    },
  }
}

const uploadBody: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { ...fileOf('application/octet-stream'), description: 'The file, with its file name.' },
        },
      },
    },
  },
}

function successes(route: Route, components: Components): Record<string, Json> {
  const entries = Object.entries(route.responses)
  const example = route.example?.response
  return Object.fromEntries(
    entries.map(([status, schema], index) => {
      const isLast = index === entries.length - 1
      const content: Record<string, Json> = {}
      const shown = schema && {
        schema: components.showWithPages(schema),
        ...(isLast && example !== undefined ? { example } : {}),
      }
      for (const type of mediaTypes(route)) {
        if (type !== JSON_TYPE) content[type] = { schema: fileOf(type) }
        else if (shown) content[type] = shown
      }
      const names = ['X-Request-Id']
      if (route.kind !== 'public') names.push('RateLimit-Policy', 'RateLimit')
      if (status === '201') names.push('Location')
      if (keepsKey(route)) names.push('Idempotency-Replayed')
      return [
        status,
        {
          description: successText(status, schema),
          headers: headerReferences(...names),
          ...(Object.keys(content).length > 0 ? { content } : {}),
        },
      ]
    }),
  )
}

/**
 * Raw bytes: `contentMediaType` expresses that in OpenAPI 3.1; `format` is for the many generators that only support
 * 3.0.
 */
function fileOf(type: string): Json {
  return { type: 'string', format: 'binary', contentMediaType: type }
}

/** The media types of a success, the default first. */
function mediaTypes({ produces = JSON_TYPE, alsoProduces = [] }: Route): string[] {
  return [produces, alsoProduces].flat().map((contentType) => (contentType.split(';')[0] as string).trim())
}

function successText(status: string, schema: TSchema | null): string {
  if (status === '201') return 'Created.'
  if (status === '202') return 'Accepted. Processing continues in the background.'
  if (schema === null) return 'Success, without a response body.'
  return itemOfList(schema) ? 'One page of the list.' : 'Success.'
}

/** The error codes that every operation can return. */
const ofEveryOperation: RefusalCode[] = [
  'malformed_request',
  'malformed_body',
  'request_timeout',
  'headers_too_large',
  'misdirected_request',
  // Also for a GET, when it has a body in an unsupported encoding or charset.
  'unsupported_media_type',
  'internal_error',
  'temporarily_unavailable',
]

function refusalsOf(route: Route): Set<RefusalCode> {
  const codes = new Set<RefusalCode>([...ofEveryOperation, ...(route.refuses ?? [])])
  const add = (...more: RefusalCode[]) => {
    for (const code of more) codes.add(code)
  }
  if (route.kind !== 'public') add('unauthenticated', 'address_denied', 'rate_limited', 'invalid_query')
  if (route.permission !== null || route.isOfPerson) add('permission_denied')
  if (route.freshAuthentication !== undefined) add('fresh_authentication_required')
  if (stopsWhileSuspended(route.permission, route.method)) add('organization_suspended')
  if (route.query) add('invalid_query')
  if (route.query && 'starting_after' in ((route.query as Json).properties as object)) add('unknown_cursor')
  if (route.ids || refersToResource(route.body) || refersToResource(withoutCursors(route.query))) add('not_found')
  if (route.method !== 'GET') add('body_too_large', 'invalid_content')
  if (keepsKey(route)) add('idempotency_in_flight', 'idempotency_key_reused', 'gone')
  return codes
}

function withoutCursors(query: TSchema | undefined): Json {
  const { properties = {} } = (query ?? {}) as { properties?: Json }
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in cursorDescriptions)))
}

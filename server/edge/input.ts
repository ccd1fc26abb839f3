// Strictly parsed input of a handler: ids, query and body. Their errors are refused here and nowhere earlier.

import type { FastifyRequest } from 'fastify'
import { validationError } from '#kit/messages/field-errors.ts'
import { absent, type FieldError, invalidFields, type RefusalCode, refusal } from '#kit/refusals.ts'
import { readId } from '#kit/wire.ts'
import { Form } from './form.ts'
import type { Input, Route } from './route.ts'
import { type Check, coerceText, compileCheck } from './validation.ts'

export type ReadInput = (request: FastifyRequest) => Input<never, never>

export function createReadInput(route: Route): ReadInput {
  const checkQuery = route.query ? compileCheck(route.query, 'parameter') : null
  const checkBody = route.body ? compileCheck(route.body) : null
  return (request) => ({
    ids: readIds(route, request),
    parameters: request.params as Record<string, string>,
    query: readQuery(route, request, checkQuery) as never,
    body: readBody(route, request, checkBody) as never,
    accept: request.headers.accept ?? '',
    isHead: request.method === 'HEAD',
    lastEventId: request.headers['last-event-id']?.toString(),
  })
}

function readIds(route: Route, request: FastifyRequest): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const [name, { prefix, noun }] of Object.entries(route.ids ?? {})) {
    const reading = readId(prefix, (request.params as Record<string, string>)[name] ?? '')
    if ('message' in reading) throw absent(noun)
    ids[name] = reading.value
  }
  return ids
}

function readQuery(route: Route, request: FastifyRequest, check: Check | null): unknown {
  const given = request.query as Form
  if (check && route.query) return checked(coerceText(route.query, given), check, 'invalid_query')
  if (route.kind === 'public') return given.tree
  refuseAny('invalid_query', given.faults)
  const stray = Object.keys(given.tree).slice(0, 1)
  refuseAny(
    'invalid_query',
    stray.map((name) => ({ field: name, ...validationError('no_parameters_expected') })),
  )
  return {}
}

function readBody(route: Route, request: FastifyRequest, check: Check | null): unknown {
  const { body } = request
  if (check && route.body) {
    if (body instanceof Form) return checked(coerceText(route.body, body), check, 'invalid_content')
    const value = body === undefined ? {} : mustBeObject(body)
    return checked({ value, faults: [] }, check, 'invalid_content')
  }
  if (route.kind === 'public') return body instanceof Form ? body.tree : body
  if (body === undefined) return undefined
  if (body instanceof Form) refuseAny('invalid_content', body.faults)
  const stray = Object.keys(body instanceof Form ? body.tree : mustBeObject(body)).slice(0, 1)
  refuseAny(
    'invalid_content',
    stray.map((name) => ({ field: name, ...validationError('no_body_expected') })),
  )
  return undefined
}

function mustBeObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  const found = body === null ? 'null' : Array.isArray(body) ? 'array' : typeof body
  throw refusal('invalid_content', 'body_not_an_object', { found })
}

function checked(
  { value, faults }: { value: Record<string, unknown>; faults: FieldError[] },
  check: Check,
  code: RefusalCode,
): unknown {
  refuseAny(code, faults)
  refuseAny(code, check(value))
  return value
}

function refuseAny(code: RefusalCode, faults: FieldError[]): void {
  if (faults.length === 0) return
  throw invalidFields(code, faults)
}

// Parses the contract for the generator: the operations and schemas of api/openapi.json.

import { readFileSync } from 'node:fs'

export const CONTRACT_FILE = new URL('../../api/openapi.json', import.meta.url)

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean
  format?: string
  default?: unknown
  'x-extensible-enum'?: string[]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema?: Schema }>

interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

export interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, { post: DocumentedOperation }>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  description: string
  pathParameters: Parameter[]
  query: Parameter[]
  takesKey: boolean
  body: { schema: Schema; isRequired: boolean; isUpload: boolean } | null
  /** The JSON schema of the success response; null when it has no body. */
  answer: Schema | null
  /** Other media types of the success response: `application/pdf`. */
  otherMediaTypes: string[]
}

const JSON_TYPE = 'application/json'
const UPLOAD_TYPE = 'multipart/form-data'

export const readContract = (): Document => JSON.parse(readFileSync(CONTRACT_FILE, 'utf8')) as Document

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => read(document, method.toUpperCase(), path, operation)),
  )
}

function read(document: Document, method: string, path: string, documented: DocumentedOperation): Operation {
  const { operationId: id, summary, description = '' } = documented
  const parameters = (documented.parameters ?? []).map((one) =>
    '$ref' in one ? (document.components.parameters[nameOf(one)] as Parameter) : one,
  )
  const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  const operation: Operation = {
    id,
    method: method as Operation['method'],
    path,
    summary,
    description,
    pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
    query: parameters.filter((parameter) => parameter.in === 'query'),
    takesKey: headers.includes('Idempotency-Key'),
    body: bodyOf(documented),
    ...answersOf(documented),
  }
  const unknown = headers.filter((name) => name !== 'Idempotency-Key')
  if (unknown.length > 0) throw new Error(`${id} takes the header ${unknown.join(', ')}, which no method can say`)
  if (!['GET', 'POST', 'PUT', 'DELETE'].includes(method)) throw new Error(`${id} has the method ${method}`)
  if (operation.body && operation.query.length > 0)
    throw new Error(`${id} has a body and a query: decide where callers say the query, in sdk/generate/operations.ts`)
  return operation
}

function bodyOf({ operationId, requestBody }: DocumentedOperation): Operation['body'] {
  if (!requestBody) return null
  const type = JSON_TYPE in requestBody.content ? JSON_TYPE : UPLOAD_TYPE
  const { schema } = requestBody.content[type] ?? {}
  if (!schema) throw new Error(`${operationId} takes neither JSON nor an upload`)
  return { schema, isRequired: requestBody.required ?? false, isUpload: type === UPLOAD_TYPE }
}

function answersOf({ operationId, responses }: DocumentedOperation): Pick<Operation, 'answer' | 'otherMediaTypes'> {
  const contents = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? [content] : [],
  )
  const answers = contents.flatMap((content) => content[JSON_TYPE]?.schema ?? [])
  const [answer = null] = answers
  if (answers.some((other) => JSON.stringify(other) !== JSON.stringify(answer)))
    throw new Error(`${operationId} answers differently by its status`)
  const types = new Set(contents.flatMap((content) => Object.keys(content)))
  types.delete(JSON_TYPE)
  return { answer, otherMediaTypes: [...types] }
}

export const nameOf = ({ $ref = '' }: { $ref?: string }): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** The names of all schemas referenced at any depth. */
export function refersTo(schema: Schema): string[] {
  if (schema.$ref) return [nameOf(schema)]
  const { additionalProperties: rest } = schema
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(typeof rest === 'object' ? [rest] : []),
  ]
  return parts.flatMap(refersTo)
}

/** True when two schemas are equal apart from their descriptions. */
export function isSame(left: Schema, right: Schema): boolean {
  return shapeOf(left) === shapeOf(right)
}

export function shapeOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value) => {
    if ((key === 'description' && typeof value === 'string') || key === 'examples') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}

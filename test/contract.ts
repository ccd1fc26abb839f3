// Validates responses against the published contract, api/openapi.json.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Contract } from '#edge/openapi.ts'
import type { Answer } from './harness.ts'

export interface Shape {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  pattern?: string
  examples?: unknown[]
  minItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Shape
}

interface Content {
  schema?: Shape
  example?: unknown
}

interface Response {
  headers?: Record<string, unknown>
  content?: Record<string, Content>
}

export interface Operation {
  method: string
  path: string
  operationId: string
  isPublic: boolean
  parameters: Parameter[]
  body: Shape | null
  bodyExample: unknown
  responses: Record<string, Response>
}

export interface Judge {
  operations: Operation[]
  operation(operationId: string): Operation
  resolve<T>(place: T & { $ref?: string }): T
  /** How the answer violates the contract, or null. */
  faultOf(operation: Operation, answer: Answer): string | null
}

export function readContract(document: Contract): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(formats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv)
  ajv.addSchema(document as object, 'contract')
  const checks = new Map<string, ValidateFunction>()

  function resolve<T>(place: T & { $ref?: string }): T {
    if (place.$ref === undefined) return place
    const steps = place.$ref.split('/').slice(1)
    const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
    if (found === undefined) throw new Error(`${place.$ref} leads nowhere`)
    return found as T
  }

  const parameterOf = (given: Parameter): Parameter => {
    const parameter = resolve(given)
    return { ...parameter, schema: resolve(parameter.schema) }
  }

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Operation => {
      const given = one as {
        operationId: string
        security?: unknown[]
        parameters?: Parameter[]
        requestBody?: { content: Record<string, Content> }
        responses: Record<string, Response>
      }
      const json = given.requestBody?.content['application/json']
      return {
        method: method.toUpperCase(),
        path,
        operationId: given.operationId,
        isPublic: given.security?.length === 0,
        parameters: (given.parameters ?? []).map(parameterOf),
        body: json?.schema ? resolve(json.schema) : null,
        bodyExample: json?.example,
        responses: Object.fromEntries(Object.entries(given.responses).map(([status, one]) => [status, resolve(one)])),
      }
    }),
  )

  function checkOf(schema: Shape): ValidateFunction {
    const key = JSON.stringify(schema)
    let check = checks.get(key)
    if (!check) {
      // References inside resolve against the whole document.
      check = ajv.compile(JSON.parse(key.replaceAll('"#/', '"contract#/')))
      checks.set(key, check)
    }
    return check
  }

  return {
    operations,
    resolve,
    operation(operationId) {
      const found = operations.find((one) => one.operationId === operationId)
      if (!found) throw new Error(`there is no operation ${operationId}`)
      return found
    },
    faultOf(operation, answer) {
      const response = operation.responses[answer.status]
      if (!response) return `status ${answer.status} is not documented`
      const type = (answer.headers.get('content-type') ?? '').split(';')[0] as string
      if (!response.content) return answer.text === '' ? null : 'a body where none is documented'
      const content = response.content[type]
      if (!content) return `media type "${type}" is not documented`
      if (!type.endsWith('json') || !content.schema) return null
      const check = checkOf(content.schema)
      return check(answer.body) ? null : ajv.errorsText(check.errors)
    },
  }
}

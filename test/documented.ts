// Checks every answer that a test receives against the published contract: its status and problem code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

interface Documented {
  path: RegExp
  /** By status: the contract's description, which lists the codes of its problems. */
  responses: Record<string, { description: string }>
}

interface Given {
  status: number
  body: { code?: string } | undefined
  text: string
}

const NEVER_AN_OPERATION = null
/** By method and number of path segments: tests use many ids, and each path is searched for. */
let operations: Map<string, Documented[]> | undefined
const found = new Map<string, Documented | typeof NEVER_AN_OPERATION>()

/** Fails the test if its request got an answer that is not in api/openapi.json. */
export function assertDocumented(method: string, path: string, { status, body, text }: Given): void {
  const operation = operationOf(method, path.split(/[?#]/)[0] as string)
  if (!operation) return
  const response = operation.responses[status]
  assert.ok(response, `${method} ${path}: status ${status} is not documented: ${text}`)
  const code = status >= 400 ? body?.code : undefined
  if (code === undefined) return
  assert.ok(
    response.description.includes(`\`${code}\``),
    `${method} ${path}: ${status} ${code} is not documented: ${text}`,
  )
}

function operationOf(method: string, path: string): Documented | null {
  const key = `${method} ${path}`
  const before = found.get(key)
  if (before !== undefined) return before
  operations ??= readOperations()
  const alike = operations.get(kindOf(method, path)) ?? []
  const operation = alike.find((one) => one.path.test(path)) ?? NEVER_AN_OPERATION
  found.set(key, operation)
  return operation
}

const kindOf = (method: string, path: string) => `${method} ${path.split('/').length}`

function readOperations(): Map<string, Documented[]> {
  const contract = JSON.parse(readFileSync(new URL('../api/openapi.json', import.meta.url), 'utf8'))
  const variables = (path: string) => path.split('{').length
  // A literal path segment takes precedence over an id.
  const all = Object.entries<Record<string, Documented>>(contract.paths)
    .sort(([one], [other]) => variables(one) - variables(other))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        kind: kindOf(method.toUpperCase(), path),
        path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
        responses,
      })),
    )
  return Map.groupBy(all, ({ kind }) => kind)
}

// Checks stored events against their declared schemas: after the tests of every file, so that production does not pay
// for it.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Tx } from '#kit/database/database.ts'
import { sql } from '#kit/database/sql.ts'
import type { TSchema } from '#kit/wire.ts'
import { events } from '#program/events.ts'

/** Enough for every test file but the ones with the largest volumes, whose events are alike. */
const EVENTS_READ_MAX = 20_000

interface WrittenEvent {
  type: string
  payload: Record<string, unknown>
}

/** Throws if events in the database are undeclared or violate the schema of their type. */
export async function mustBeDeclared(reads: Tx): Promise<void> {
  const written = await reads.rows<WrittenEvent>(
    sql`
      select type, payload from events where payload <> '{"deleted": true}'
       order by id desc limit ${EVENTS_READ_MAX}`,
  )
  const faults = new Set(written.flatMap(faultsOf))
  if (faults.size > 0) throw new Error([...faults].join('\n'))
}

const checks = new Map<string, ValidateFunction>()
const ajv = new Ajv2020({ allErrors: true, strict: false })

/** Tests write events of the types `test.*` to check their rows. */
export function faultsOf({ type, payload }: WrittenEvent): string[] {
  if (type.startsWith('test.')) return []
  const declaration = Object.entries(events).find(([name]) => name === type)?.[1]
  if (!declaration) return [`The event ${type} is not declared.`]
  const check = checks.get(type) ?? ajv.compile(closed(declaration.payload) as TSchema)
  checks.set(type, check)
  if (check(payload)) return []
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `The event ${type} is not as declared: ${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/**
 * Resources in the API may gain fields; an event's fields are all declared, so its schema is closed. Without names,
 * because several events share one resource.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const fields = Object.entries(schema).filter(([name]) => name !== '$id')
  const copy = Object.fromEntries(fields.map(([name, value]) => [name, closed(value)]))
  const isOpen = 'properties' in copy && !('additionalProperties' in copy)
  return isOpen ? { ...copy, additionalProperties: false } : copy
}

// Events in the contract: the bodies sent to webhook endpoints.

import { type Prefix, typeIdPattern } from '#kit/ids.ts'
import { Out, type TSchema, Type } from '#kit/wire.ts'
import type { Components, Json } from './openapi-schemas.ts'

/** An event type as webhooks deliver it. */
export interface Told {
  type: string
  description: string
  object: Prefix
  payload: TSchema
  readers: {
    permission: string | { field: string; of: Readonly<Record<string, string>> }
    without?: { permission: string }
  }
}

/** The body sent to an endpoint, also used by the event list and the stream. */
export function webhookOf({ type, description, object, payload, readers }: Told, components: Components): Json {
  const data = { anyOf: [components.show(payload), components.named('DeletedEventData', GONE)] }
  const properties = {
    id: { type: 'string', pattern: typeIdPattern('evt') },
    type: { type: 'string', const: type },
    object_id: { type: 'string', pattern: typeIdPattern(object) },
    position: components.show(Type.Integer()),
    data,
    created_at: components.show(Out.time()),
  }
  return {
    post: {
      operationId: `told_${type.replaceAll('.', '_')}`,
      tags: ['Events'],
      summary: type,
      description: `${description}\n\nPermission: ${permissionText(readers)}.`,
      ...(typeof readers.permission === 'string' && { 'x-permission': readers.permission }),
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
      },
      responses: {
        '2XX': { description: 'The event was received. After any other response, the request is retried.' },
      },
    },
  }
}

function permissionText({ permission, without }: Told['readers']): string {
  const less = without ? `. Without \`${without.permission}\`, what identifies the contact is null` : ''
  if (typeof permission === 'string') return `\`${permission}\`${less}`
  const { field, of } = permission
  return Object.entries(of)
    .map(([value, needs]) => `\`${needs}\` where \`${field}\` is \`${value}\``)
    .join(', ')
}

const GONE = Type.Object(
  { deleted: Type.Literal(true) },
  { description: 'Replaces the data of an event whose object was deleted.' },
)

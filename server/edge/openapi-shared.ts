// Parts shared by many operations of the contract: the introduction, headers, parameters and error responses.

import { titles } from '#kit/messages/titles.ts'
import { type RefusalCode, statuses } from '#kit/refusals.ts'
import { IDEMPOTENCY_KEPT_MS, IDEMPOTENCY_KEY_MAX } from './idempotency.ts'
import type { Components, Json } from './openapi-schemas.ts'
import { exampleProblem } from './pages/explanations.ts'
import { PAGE_DEFAULT, PAGE_MAX } from './paging.ts'
import { Problem } from './problem.ts'

/** The contract's version, not the program's: additions increase its minor part. */
const CONTRACT_VERSION = '1.0.0'
const HOUR_MS = 3600 * 1000

/** The same for every installation, so that the document is identical everywhere: the differing part is a variable. */
export const servers: Json[] = [
  {
    url: '{base_url}',
    description: 'A Samvad installation.',
    variables: {
      base_url: {
        default: 'http://localhost:8080',
        description: 'Base URL of the installation: its PUBLIC_URL setting, without a trailing slash.',
      },
    },
  },
]

/** The base of `type` in the examples of errors. */
const DOCS_URL = 'https://samvad.example/docs'

export const info: Json = {
  title: 'Samvad API',
  version: CONTRACT_VERSION,
  summary: 'Messaging by email, app (WhatsApp) and SMS, paid from a prepaid wallet in rupees.',
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  description: `
**Authentication.** Send \`Authorization: Bearer ACCESS_TOKEN\`. An access token belongs to one user of one organization and has
some or all of that user's permissions. Each operation names the permission that it requires.

**Request bodies** are JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`. Form values are converted to the type
of the field: \`true\`, \`false\`, \`1\` and \`0\` to a boolean, digits to a number, an empty value to null, \`contacts[]=a\` or a repeated
field to an array, \`attributes[city]=Pune\` to an object. JSON values are not converted. Unknown fields and parameters are rejected
by name.

**Values.** An ID is the prefix of its resource type, an underscore and 26 characters. Times are integers in Unix seconds; requests
also accept ISO 8601. Amounts of money are decimal strings in rupees, such as \`"1000.00"\`, never numbers. A resource always contains
all of its fields; a field without a value is null.

**Lists** return \`has_more\` and \`data\`, newest first, ${PAGE_DEFAULT} items per page unless you set \`limit\` (at most ${PAGE_MAX}). \`starting_after\`
with the ID of an item returns the page after it, \`ending_before\` the page before it. A filter that you omit is not applied. A boolean
filter returns only the matching items with \`true\`, and only the others with \`false\`.

**Errors** are problem details (RFC 9457, \`application/problem+json\`). \`code\` is stable and meant for programs; \`type\` links to the
page that explains it.

**Idempotency.** A POST with an \`Idempotency-Key\` takes effect once. Repeating the same request with the same key within
${IDEMPOTENCY_KEPT_MS / HOUR_MS} hours returns the response of the first request.

**Sandbox.** While the sandbox is on, for any channel or for payments, every response has the header \`Samvad-Sandbox: true\`. While
recharges add test money, every response also has \`Samvad-Test-Money: true\`. \`GET /v1/channels\` shows which channels deliver to real
recipients.

**Fence.** An installation that detects that it was copied, moved or restored sends nothing until its operator lifts the fence. Until
then every response has the header \`Samvad-Fenced: true\`, everything can be read, and messages are accepted and queued.

**Text** is Unicode without U+0000 and without unpaired surrogates. Names, addresses, subjects and reasons are single lines: they
cannot contain control characters, line breaks, the bidirectional controls U+202A to U+202E and U+2066 to U+2069, or noncharacters.
Notes, descriptions and values of attributes can contain line breaks and tabs. Text without a visible character counts as blank and
is rejected.

**Versioning.** New versions only add fields, operations, error codes and enum values, so ignore fields and handle values that you
do not know. A removal is announced with \`Deprecation\` and \`Sunset\` headers at least 12 months in advance.
`.trim(),
}

export const headers: Record<string, Json> = {
  'X-Request-Id': {
    description: "ID of the request in the service's log: the X-Request-Id of the request, or a generated one.",
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description:
      'Rate limit of the access token: at most QUOTA requests in SECONDS seconds, as `"token";q=QUOTA;w=SECONDS`.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Requests left in the current window and seconds until it resets, as `"token";r=LEFT;t=SECONDS`.',
    schema: { type: 'string' },
  },
  Location: { description: 'Path of the created resource.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: 'Present if this is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
  },
  'WWW-Authenticate': { description: 'Bearer challenge (RFC 6750).', schema: { type: 'string' } },
}

export const headerReferences = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const parameters: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Makes the request safe to retry for ${IDEMPOTENCY_KEPT_MS / HOUR_MS} hours. Use a new random value, such as a UUID, for every new request.`,
    schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
    example: '5f0c9d1e-7b1a-4b3e-9a55-0d6c2f1f8e21',
  },
}

/** Descriptions of the cursor parameters of every list. */
export const cursorDescriptions: Record<string, string> = {
  starting_after:
    'Returns the page after the item with this ID, usually the last item of the previous page. Cannot be combined with `ending_before`.',
  ending_before:
    'Returns the page before the item with this ID, usually the first item of the next page. Cannot be combined with `starting_after`.',
}

const ANSWERS: Record<number, { name: string; description: string; headers?: (keyof typeof headers)[] }> = {
  400: { name: 'BadRequest', description: 'The request is malformed, or a query parameter is invalid.' },
  401: { name: 'Unauthorized', description: 'The access token is missing or invalid.', headers: ['WWW-Authenticate'] },
  402: {
    name: 'PaymentRequired',
    description: 'The wallet balance does not cover the price. Nothing was stored or charged.',
  },
  403: { name: 'Forbidden', description: 'The caller is not allowed to do this.' },
  404: { name: 'NotFound', description: 'Not found, or it belongs to another organization.' },
  408: { name: 'RequestTimeout', description: 'The request took too long to arrive. The connection is closed.' },
  409: { name: 'Conflict', description: 'The current state of the resource does not allow this.' },
  410: {
    name: 'Gone',
    description: 'The resource that the first request with this Idempotency-Key returned was deleted.',
  },
  413: { name: 'ContentTooLarge', description: 'The request body is larger than this operation allows.' },
  415: { name: 'UnsupportedMediaType', description: 'The content type or encoding is not supported.' },
  421: {
    name: 'MisdirectedRequest',
    description: 'The Host header names a host that this installation does not serve.',
  },
  422: { name: 'UnprocessableContent', description: 'The content of the request body is invalid.' },
  429: { name: 'TooManyRequests', description: 'Too many requests. Wait before retrying.', headers: ['Retry-After'] },
  431: { name: 'HeadersTooLarge', description: 'The URL or the headers are too long. The connection is closed.' },
  500: {
    name: 'InternalError',
    description: 'Internal error. The log of the service has the details under the request ID.',
  },
  503: { name: 'ServiceUnavailable', description: 'Temporarily unavailable. Retry later.', headers: ['Retry-After'] },
}

/** The error responses, one per status. Each operation lists the codes that it can return. */
export function refusalResponses(components: Components): Record<string, Json> {
  const schema = components.show(Problem)
  return Object.fromEntries(
    Object.entries(ANSWERS).map(([status, { name, description, headers: own = [] }]) => {
      const examples = codesOf(Number(status)).map((code) => [
        code,
        { summary: titles.en[code], value: exampleProblem(code, DOCS_URL) },
      ])
      const content = { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } }
      return [name, { description, headers: headerReferences('X-Request-Id', ...own), content }]
    }),
  )
}

export function refusalReferences(codes: ReadonlySet<RefusalCode>): Record<string, Json> {
  const found: Record<string, Json> = {}
  for (const [status, { name, description }] of Object.entries(ANSWERS)) {
    const own = codesOf(Number(status)).filter((code) => codes.has(code))
    if (own.length === 0) continue
    const list = own.map((code) => `\`${code}\``).join(', ')
    found[status] = { $ref: `#/components/responses/${name}`, description: `${description} ${list}.` }
  }
  return found
}

function codesOf(status: number): RefusalCode[] {
  return (Object.keys(statuses) as RefusalCode[]).filter((code) => statuses[code] === status)
}

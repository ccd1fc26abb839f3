// What many operations of the contract share: the words at its beginning, headers, parameters, and the answers of a
// refusal.

import { titles } from '#kit/messages/titles.ts'
import { type RefusalCode, statuses } from '#kit/refusals.ts'
import { IDEMPOTENCY_KEPT_MS, IDEMPOTENCY_KEY_MAX } from './idempotency.ts'
import type { Components, Json } from './openapi-schemas.ts'
import { exampleProblem } from './pages/explanations.ts'
import { PAGE_DEFAULT, PAGE_MAX } from './paging.ts'
import { Problem } from './problem.ts'

/** Of the contract, not of the program: its minor part rises when something is added. */
const CONTRACT_VERSION = '1.0.0'
const HOUR_MS = 3600 * 1000

/** The same for every installation, so that the document is the same bytes everywhere: what differs is a variable. */
export const servers: Json[] = [
  {
    url: '{base_url}',
    description: 'An installation.',
    variables: {
      base_url: {
        default: 'http://localhost:8080',
        description: 'Where it is: the PUBLIC_URL of its settings, without a slash at the end.',
      },
    },
  },
]

/** Where an example of a refusal points: an installation of nobody. */
const DOCS_URL = 'https://samvad.example/docs'

export const info: Json = {
  title: 'Samvad API',
  version: CONTRACT_VERSION,
  summary: 'Conversations over email, paid from a prepaid wallet in rupees.',
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  description: `
**Access.** Send \`Authorization: Bearer ACCESS_TOKEN\`. A token belongs to one user in one organization and holds a subset of
that user's permissions; each operation names the permission that it needs.

**Bodies** are JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`. Forms are coerced (\`true\`, \`false\`, \`1\`,
\`0\`, digits; an empty value is null; \`contacts[]=a\` or a repeated field is an array; \`attributes[city]=Pune\` an object); JSON is
not. Unknown fields and parameters are refused by name.

**Values.** An id is a prefix that names the resource and 26 letters. Times are integer Unix seconds; input may also be ISO 8601.
Money is a decimal string in rupees, never a number. Every field of a resource is always there; unset is null.

**Lists** answer \`has_more\` and \`data\`, newest created first, ${PAGE_DEFAULT} rows a page unless \`limit\` says otherwise (at most ${PAGE_MAX}).
\`starting_after\` an id gives the next page, \`ending_before\` the previous one. A filter that is absent filters nothing; a boolean
one is \`true\` for only those, \`false\` for only the others.

**Refusals** are problems (RFC 9457, \`application/problem+json\`) with a stable \`code\`; \`type\` is the page that explains it.

**Repeating safely.** A POST with an \`Idempotency-Key\` takes effect once: the same request again within ${IDEMPOTENCY_KEPT_MS / HOUR_MS} hours is answered
with the first answer.

**Sandbox.** While any sandbox is on, of a channel or of payments, every answer carries \`Samvad-Sandbox: true\`. While what is paid is test money,
it carries \`Samvad-Test-Money: true\` too. Which channels leave the machine, \`GET /v1/channels\` says.

**Fence.** An installation that finds itself copied, moved or restored carries \`Samvad-Fenced: true\` in every answer: everything can be read and
tried, sends are taken and wait, and nothing leaves it until its operator lifts the fence.

**Text** is Unicode without U+0000 and without halves of surrogate pairs. A name, an address, a subject or a reason is one line:
without control characters, line breaks, U+202A to U+202E and U+2066 to U+2069, which turn the direction of writing, and what is no
character. A note, a description or the value of an attribute may have line breaks and tabs. What shows nothing is blank and refused.

**Versions.** Changes only add: fields, operations, codes of refusals, and words to a list of words; read one that you do not know as
such. A retirement is announced by \`Deprecation\` and \`Sunset\` headers at least 12 months ahead.
`.trim(),
}

export const headers: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Names the request in the log: the one that was sent with it, or a new one.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'How many requests a token may make in how many seconds: `"token";q=QUOTA;w=SECONDS`.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'How many are left, and for how many seconds: `"token";r=LEFT;t=SECONDS`.',
    schema: { type: 'string' },
  },
  Location: { description: 'The path of what was created.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: 'There when this is the kept answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
  },
  'WWW-Authenticate': { description: 'RFC 6750.', schema: { type: 'string' } },
}

export const headerReferences = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const parameters: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Makes the request safe to repeat for ${IDEMPOTENCY_KEPT_MS / HOUR_MS} hours: a new random value, such as a UUID, for every new request.`,
    schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
    example: '5f0c9d1e-7b1a-4b3e-9a55-0d6c2f1f8e21',
  },
}

/** What the cursors of every list mean. */
export const cursorDescriptions: Record<string, string> = {
  starting_after: 'The id of the last row of a page: gives the page after it. Not together with `ending_before`.',
  ending_before: 'The id of the first row of a page: gives the page before it. Not together with `starting_after`.',
}

const ANSWERS: Record<number, { name: string; description: string; headers?: (keyof typeof headers)[] }> = {
  400: { name: 'BadRequest', description: 'The request could not be read, or its query cannot be answered.' },
  401: { name: 'Unauthorized', description: 'No access token, or not a valid one.', headers: ['WWW-Authenticate'] },
  402: { name: 'PaymentRequired', description: 'The balance does not cover the price. Nothing was written.' },
  403: { name: 'Forbidden', description: 'The token may not do this.' },
  404: { name: 'NotFound', description: "Absent, or another organization's: the two look the same." },
  408: { name: 'RequestTimeout', description: 'The request did not arrive in time; the connection is closed.' },
  409: { name: 'Conflict', description: 'The present state does not allow it.' },
  410: { name: 'Gone', description: 'What the first request with this key answered with has been deleted.' },
  413: { name: 'ContentTooLarge', description: 'The body is larger than this route takes.' },
  415: { name: 'UnsupportedMediaType', description: 'A content type or encoding that is not taken.' },
  421: { name: 'MisdirectedRequest', description: 'The host of the request is not one of this installation.' },
  422: { name: 'UnprocessableContent', description: 'The body was read, but its content is not valid.' },
  429: { name: 'TooManyRequests', description: 'Too many requests; wait.', headers: ['Retry-After'] },
  431: { name: 'HeadersTooLarge', description: 'The address or the headers are too long; the connection is closed.' },
  500: { name: 'InternalError', description: 'A defect of the service; it is in its log under the request id.' },
  503: { name: 'ServiceUnavailable', description: 'Not possible right now; try again.', headers: ['Retry-After'] },
}

/** The answers of the refusals, one a status: which of its codes an operation may give is said there. */
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

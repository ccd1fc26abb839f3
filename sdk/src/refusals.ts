// Converts an error response to an error.

import { errorOf, type FieldError, type SamvadError } from './errors.ts'
import type { Problem } from './generated/shared.ts'

/** How much of a foreign response is shown: enough to recognize its origin. */
const SHOWN_LENGTH = 200

export async function refusalOf(response: Response, asked: string): Promise<SamvadError> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    return redirected(response, asked)
  const text = await response.text()
  const problem = problemIn(text)
  if (!problem) return unreadable(response, asked, text)
  return errorOf({
    status: response.status,
    code: problem.code,
    title: problem.title ?? problem.code,
    detail: problem.detail ?? problem.code,
    reason: problem.reason ?? null,
    params: problem.params ?? {},
    errors: fieldsOf(problem.errors),
    requestId: problem.request_id ?? response.headers.get('x-request-id'),
    retryAfter: retryAfterOf(response),
    response,
  })
}

export function unreadable(response: Response, asked: string, text: string, cause?: unknown): SamvadError {
  const type = response.headers.get('content-type') ?? 'nothing'
  const shown = text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_LENGTH)
  return errorOf({
    status: response.status,
    code: 'unreadable_answer',
    title: 'An answer that is not of Samvad',
    detail: `${asked} was answered ${response.status} with ${type} instead of JSON, perhaps by a proxy: ${shown}`,
    requestId: response.headers.get('x-request-id'),
    retryAfter: retryAfterOf(response),
    response,
    cause,
  })
}

/** Following a redirect would repeat the request elsewhere, or turn a POST into a GET. */
function redirected(response: Response, asked: string): SamvadError {
  const to = response.headers.get('location') ?? 'another address'
  return errorOf({
    status: response.status === 0 ? 302 : response.status,
    code: 'redirected',
    title: 'Redirected',
    detail: `${asked} was redirected to ${to}: give the address that answers itself as baseUrl.`,
    response,
  })
}

type Told = Partial<Problem> & Pick<Problem, 'code'>

function problemIn(text: string): Told | null {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null && 'code' in said && typeof said.code === 'string'
      ? (said as Told)
      : null
  } catch {
    return null
  }
}

const fieldsOf = (errors: FieldError[] | undefined): FieldError[] => (Array.isArray(errors) ? errors : [])

/** In seconds; RFC 9110 §10.2.3 allows a date too. */
function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  if (/^\d+$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

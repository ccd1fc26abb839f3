// Every way in which the service says no: one closed list, each with its status and a page under /docs/errors.
// What is not in this list is a defect of ours: it is logged and answered as internal_error.

export const refusals = {
  malformed_request: { status: 400, title: 'The request could not be read' },
  malformed_body: { status: 400, title: 'The body could not be read' },
  invalid_query: { status: 400, title: 'The query cannot be answered' },
  unknown_cursor: { status: 400, title: 'The cursor is not a row of this list' },
  unauthenticated: { status: 401, title: 'A valid access token is needed' },
  sign_in_failed: { status: 401, title: 'What was given to sign in is not right' },
  insufficient_balance: { status: 402, title: 'The balance does not cover the price' },
  permission_denied: { status: 403, title: 'The token lacks a permission' },
  fresh_authentication_required: { status: 403, title: 'Who is signed in must prove themselves anew' },
  organization_suspended: { status: 403, title: 'The organization is suspended' },
  address_denied: { status: 403, title: 'The token may not be used from this address' },
  not_found: { status: 404, title: 'There is nothing here under this id' },
  method_not_allowed: { status: 405, title: 'This path does not take this method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'The state of the resource does not allow it' },
  already_exists: { status: 409, title: 'It exists already' },
  message_already_sent: { status: 409, title: 'The message has left and cannot be changed' },
  idempotency_in_flight: { status: 409, title: 'The first request with this Idempotency-Key is still running' },
  gone: { status: 410, title: 'It has been deleted' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'This content type is not taken' },
  misdirected_request: { status: 421, title: 'This installation does not answer under this host' },
  invalid_content: { status: 422, title: 'The content is not valid' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key belongs to another request' },
  recipient_unreachable: { status: 422, title: 'The contact has no address on this channel' },
  recipient_unsubscribed: { status: 422, title: 'The contact has unsubscribed from this channel' },
  recipient_suppressed: { status: 422, title: 'The address is on the suppression list' },
  too_many_recipients: { status: 422, title: 'The request reaches too many recipients' },
  channel_unavailable: { status: 422, title: 'The channel is not set up' },
  gateway_unavailable: { status: 422, title: 'No payment gateway is set up' },
  template_unavailable: { status: 422, title: 'The template is not approved, or is paused' },
  dlt_template_missing: { status: 422, title: 'The SMS to +91 is of no approved DLT template' },
  quiet_hours: { status: 422, title: 'A promotional SMS may not leave at this hour' },
  session_window_closed: { status: 422, title: "The 24 hours after the contact's message are over" },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The address or the headers are too long' },
  internal_error: { status: 500, title: 'Something failed on our side' },
  temporarily_unavailable: { status: 503, title: 'Not possible right now; try again' },
} as const

export type RefusalCode = keyof typeof refusals

export interface FieldError {
  field: string
  message: string
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: FieldError[]

  constructor(code: RefusalCode, detail: string, errors: FieldError[] = []) {
    super(detail)
    this.code = code
    this.errors = errors
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** 429: too often, with the seconds after which it is worth trying again. */
export class SlowDown extends Refusal {
  readonly retryAfterSeconds: number

  constructor(detail: string, retryAfterSeconds: number) {
    super('rate_limited', detail)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 403 where who is signed in must prove themselves anew, because it was too long ago. */
export function notFresh(): Refusal {
  return new Refusal(
    'fresh_authentication_required',
    'Prove that it is you, with your password, a code or a passkey, and repeat this.',
  )
}

/** 422 for one field of the body, with what to do about it. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid_content', `${field}: ${message}`, [{ field, message }])
}

/** 404 for a resource that does not exist or that this organization or user may not see: the two look the same. */
export function absent(noun: string): Refusal {
  return new Refusal('not_found', `No such ${noun} in this ${whose(noun)}.`)
}

/** As `absent`, for an id that the body refers to. */
export function absentIn(field: string, noun: string): Refusal {
  return new Refusal('not_found', absent(noun).message, [
    { field, message: `is not ${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun} of this ${whose(noun)}` },
  ])
}

const ofInstallation = ['organization', 'price list', 'gateway', 'gateway account', 'waiting item']

const whose = (noun: string): string => (ofInstallation.includes(noun) ? 'installation' : 'organization')

/**
 * An RFC 9457 problem. `docsUrl` is where the pages of the codes are served; an item of a batch has no request of its
 * own.
 */
export function problem(refusal: Refusal, docsUrl: string, requestId?: string) {
  const { status, title } = refusals[refusal.code]
  return {
    type: `${docsUrl}/errors/${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    code: refusal.code,
    ...(refusal.errors.length > 0 ? { errors: refusal.errors } : {}),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  }
}

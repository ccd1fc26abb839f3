// Every way in which the service refuses a request: a closed list of codes, each with its status, its title
// (messages/titles.ts) and a page under /docs/errors. Any other error is a bug: it is logged and returned as
// internal_error.

import {
  type FieldErrorCode,
  type fieldErrorTexts,
  type ValidationError,
  validationError,
} from './messages/field-errors.ts'
import { type Reason, type ReasonCode, reasonOf, type reasonTexts } from './messages/reasons.ts'
import type { Resource } from './messages/resources.ts'
import type { Params, ParamsOf } from './messages/texts.ts'
import { titles } from './messages/titles.ts'

export const statuses = {
  malformed_request: 400,
  malformed_body: 400,
  invalid_query: 400,
  unknown_cursor: 400,
  unauthenticated: 401,
  sign_in_failed: 401,
  insufficient_balance: 402,
  premium_required: 402,
  permission_denied: 403,
  fresh_authentication_required: 403,
  organization_suspended: 403,
  address_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  already_exists: 409,
  message_already_sent: 409,
  idempotency_in_flight: 409,
  gone: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  misdirected_request: 421,
  invalid_content: 422,
  idempotency_key_reused: 422,
  recipient_unreachable: 422,
  recipient_unsubscribed: 422,
  recipient_suppressed: 422,
  too_many_recipients: 422,
  channel_unavailable: 422,
  gateway_unavailable: 422,
  template_unavailable: 422,
  dlt_template_missing: 422,
  quiet_hours: 422,
  session_window_closed: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  temporarily_unavailable: 503,
} as const

export type RefusalCode = keyof typeof statuses

/** The field, such as `contact_id` or `messages[3].text`, and the error in its value. */
export interface FieldError {
  readonly field: string
  readonly code: FieldErrorCode
  readonly params: Params
  /** In English. */
  readonly message: string
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly reason: ReasonCode | null
  readonly params: Params
  readonly errors: readonly FieldError[]

  /** Without a reason, `detail` repeats the field errors. */
  constructor(code: RefusalCode, reason: Reason | null, errors: readonly FieldError[] = []) {
    super(reason?.message ?? errors.map(({ field, message }) => `${field}: ${message}`).join(' '))
    this.code = code
    this.reason = reason?.code ?? null
    this.params = reason?.params ?? {}
    this.errors = errors
  }

  get status(): number {
    return statuses[this.code]
  }
}

/** A refusal for a reason of the catalogue (messages/reasons.ts). */
export function refusal<Code extends ReasonCode>(
  code: RefusalCode,
  reason: Code,
  ...params: ParamsOf<(typeof reasonTexts)['en'][Code]>
): Refusal {
  return new Refusal(code, reasonOf(reason, ...params))
}

/** 429, with the seconds after which a retry is allowed. */
export class SlowDown extends Refusal {
  readonly retryAfterSeconds: number

  constructor(reason: Reason, retryAfterSeconds: number) {
    super('rate_limited', reason)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 403 where the person must confirm their identity again, because the last time is too long ago. */
export const notFresh = (): Refusal => refusal('fresh_authentication_required', 'confirm_identity')

/** 422 for one field of the body. */
export function invalid<Code extends FieldErrorCode>(
  field: string,
  code: Code,
  ...params: ParamsOf<(typeof fieldErrorTexts)['en'][Code]>
): Refusal
export function invalid(field: string, error: ValidationError): Refusal
export function invalid(field: string, error: ValidationError | FieldErrorCode, ...params: unknown[]): Refusal {
  const found = typeof error === 'string' ? validationError<FieldErrorCode>(error, ...(params as [never])) : error
  return invalidFields('invalid_content', [{ field, ...found }])
}

/** For several fields at once: `detail` repeats what is wrong with each. */
export function invalidFields(code: RefusalCode, errors: readonly FieldError[]): Refusal {
  return new Refusal(code, null, errors)
}

/** 404 for a resource that does not exist or that the caller must not see: the two are indistinguishable. */
export const absent = (resource: Resource): Refusal =>
  isOfInstallation(resource)
    ? refusal('not_found', 'not_in_installation', { resource })
    : refusal('not_found', 'not_in_organization', { resource })

/** Like `absent`, for an id in a field of the body. */
export function absentIn(field: string, resource: Resource): Refusal {
  const error = isOfInstallation(resource)
    ? validationError('unknown_in_installation', { resource })
    : validationError('unknown_reference', { resource })
  return invalidFields('not_found', [{ field, ...error }])
}

const isOfInstallation = (resource: Resource): boolean =>
  ['organization', 'price list', 'plan list', 'gateway', 'gateway account', 'waiting item'].includes(resource)

/** An RFC 9457 problem. `docsUrl`: the base URL of the error pages; an item of a batch has no request id. */
export function problem(refusal: Refusal, docsUrl: string, requestId?: string) {
  const { code, status, message, reason, params, errors } = refusal
  return {
    type: `${docsUrl}/errors/${code}`,
    title: titles.en[code],
    status,
    detail: message,
    code,
    ...(reason === null ? {} : { reason }),
    ...(isEmpty(params) ? {} : { params }),
    ...(errors.length > 0 ? { errors: errors.map(shownError) } : {}),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  }
}

const shownError = ({ field, code, params, message }: FieldError) => ({
  field,
  code,
  message,
  ...(isEmpty(params) ? {} : { params }),
})

const isEmpty = (params: Params): boolean => Object.keys(params).length === 0

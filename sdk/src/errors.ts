// Error types to catch. Each contains everything that the service returned.

import type { ErrorCode } from './generated/shared.ts'

/** A field with a wrong value, such as `contact_id` or `messages[3].text`. */
export interface FieldError {
  field: string
  /** Stable error code, for programs; missing in installations before 0.5. */
  code?: string
  /** What is wrong, in English. */
  message: string
  /** The values in the message: counts, names, decimal strings in rupees. */
  params?: Record<string, unknown>
}

/** Errors without a response of the service: none, none in time, an unreadable one, or a redirect. */
export type ClientErrorCode = 'unreachable' | 'timed_out' | 'unreadable_answer' | 'redirected'

export interface Failure {
  status: number | null
  code: ErrorCode | ClientErrorCode
  title: string
  detail: string
  reason?: string | null
  params?: Record<string, unknown>
  errors?: FieldError[]
  requestId?: string | null
  retryAfter?: number | null
  response?: Response | null
  cause?: unknown
}

/** A failed call. */
export class SamvadError extends Error {
  override name = 'SamvadError'
  /** The HTTP status; null without a response. */
  readonly status: number | null
  /** Stable error code, for programs. Current codes are typed; more may be added. */
  readonly code: ErrorCode | ClientErrorCode
  /** The error's title. */
  readonly title: string
  /** Describes what is wrong with this request and how to fix it, in English. */
  readonly detail: string
  /** A more specific reason than the code; null when the service gave none. */
  readonly reason: string | null
  /** The values in the detail: counts, names, decimal strings in rupees. */
  readonly params: Readonly<Record<string, unknown>>
  /** The fields with wrong values. */
  readonly errors: readonly FieldError[]
  /** Identifies the request in the service's log. */
  readonly requestId: string | null
  /** Seconds to wait before a retry, when the service returned it. */
  readonly retryAfter: number | null
  /** With its headers; its body has been read. */
  readonly response: Response | null
  /** Number of attempts, the first included. */
  tries = 1
  /** The key of the request: the same call with the same key takes effect once. */
  idempotencyKey: string | null = null

  constructor({
    status,
    code,
    title,
    detail,
    reason,
    params,
    errors,
    requestId,
    retryAfter,
    response,
    cause,
  }: Failure) {
    super(detail, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.title = title
    this.detail = detail
    this.reason = reason ?? null
    this.params = params ?? {}
    this.errors = errors ?? []
    this.requestId = requestId ?? null
    this.retryAfter = retryAfter ?? null
    // Not enumerable, so that it is not printed with the error.
    this.response = response ?? null
    Object.defineProperty(this, 'response', { enumerable: false })
  }
}

/** 401: no token, or not a valid one. */
export class UnauthenticatedError extends SamvadError {
  override name = 'UnauthenticatedError'
}

/** 402: the balance is insufficient. Nothing was written. */
export class InsufficientBalanceError extends SamvadError {
  override name = 'InsufficientBalanceError'
}

/** 403: the token may not do this, or its organization is suspended. */
export class PermissionDeniedError extends SamvadError {
  override name = 'PermissionDeniedError'
}

/** 404: absent, or another organization's. */
export class NotFoundError extends SamvadError {
  override name = 'NotFoundError'
}

/** 409: the current state does not allow it. */
export class ConflictError extends SamvadError {
  override name = 'ConflictError'
}

/** 422: the request was parsed but is invalid; `errors` names the fields. */
export class ValidationError extends SamvadError {
  override name = 'ValidationError'
}

/** 429: too many requests; `retryAfter` is the time to wait. */
export class RateLimitedError extends SamvadError {
  override name = 'RateLimitedError'
}

/**
 * No response: the service is unreachable, the connection broke, or it took too long. The request may still have taken
 * effect.
 */
export class UnreachableError extends SamvadError {
  override name = 'UnreachableError'
}

const byStatus: Readonly<Record<number, typeof SamvadError>> = {
  401: UnauthenticatedError,
  402: InsufficientBalanceError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitedError,
}

export function errorOf(failure: Failure): SamvadError {
  const { status } = failure
  const Kind = status === null ? UnreachableError : (byStatus[status] ?? SamvadError)
  return new Kind(failure)
}

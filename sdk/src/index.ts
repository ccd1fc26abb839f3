// The package's exports: the client, its errors, webhooks, and every type of the contract.

export { Answer, type Received } from './answer.ts'
export { type RequestOptions, Samvad } from './client.ts'
export {
  type ClientErrorCode,
  ConflictError,
  type FieldError,
  InsufficientBalanceError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitedError,
  SamvadError,
  UnauthenticatedError,
  UnreachableError,
  ValidationError,
} from './errors.ts'
export type { EventPattern, EventsOf, SamvadEvent, UnknownEvent, UnknownEventType } from './event.ts'
export type * from './generated/index.ts'
export { List, type Page, type PageQuery } from './list.ts'
export type { CallOptions, SamvadOptions } from './options.ts'
export { EventStream, type StreamItem, type StreamOptions, type StreamReset } from './stream.ts'
export { verifyWebhook, type WebhookCall, type WebhookFault, WebhookVerificationError } from './webhooks.ts'

// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { ChannelNoticeKind, CnotId } from './channel-notices.ts'
import type { FormDomainId, FormDomainRecord, FormDomainStatus } from './domains.ts'
import type { FormStatus, SubmissionId, SubmissionState } from './forms.ts'
import type { RoleId } from './roles.ts'
import type { SubmissionConfirmation, SubmissionConsent, SubmissionContactLink, SubmissionFile } from './submissions.ts'

export type AttachmentId = string

export type AutoRechargeLimit =
  | 'hourly_limit'
  | 'daily_limit'
  | 'monthly_limit'
  | 'gateway_unavailable'
  | 'recharge_refused'
  | (string & {})

export type CampaignId = string

export type Channel = 'email' | 'app' | 'sms' | (string & {})

export type ContactId = string

export type ConversationId = string

/** Replaces the data of an event whose object was deleted. */
export interface DeletedEventData {
  deleted: true
}

export type DeliveryStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'undelivered'
  | 'cancelled'
  | (string & {})

/** Error code, stable and meant for programs. The page /docs/errors explains each code. More codes may be added. */
export type ErrorCode =
  | 'malformed_request'
  | 'malformed_body'
  | 'invalid_query'
  | 'unknown_cursor'
  | 'unauthenticated'
  | 'sign_in_failed'
  | 'insufficient_balance'
  | 'premium_required'
  | 'permission_denied'
  | 'fresh_authentication_required'
  | 'organization_suspended'
  | 'address_denied'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'already_exists'
  | 'message_already_sent'
  | 'idempotency_in_flight'
  | 'gone'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'misdirected_request'
  | 'invalid_content'
  | 'idempotency_key_reused'
  | 'recipient_unreachable'
  | 'recipient_unsubscribed'
  | 'recipient_suppressed'
  | 'too_many_recipients'
  | 'channel_unavailable'
  | 'gateway_unavailable'
  | 'template_unavailable'
  | 'dlt_template_missing'
  | 'quiet_hours'
  | 'session_window_closed'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal_error'
  | 'temporarily_unavailable'
  | (string & {})

export interface ExpiredSubmissions {
  form_id: FormId
  /** Every submission before it is deleted, at the latest with the last event of this time. */
  before: number
  /** How many were deleted now. */
  count: number
}

export interface FormDomainEvent {
  id: FormDomainId
  /** As it stands in the DNS: ASCII, in small letters. */
  name: string
  /** The same name in its own script. */
  display_name: string
  /**
   * `pending`: not verified. `proof_missing`: verified, but its record is missing; it stays verified until
   * `proof_missing_until`.
   */
  status: FormDomainStatus
  url: string
  form_id: FormId | null
  record: FormDomainRecord
  /** Time in Unix seconds. */
  verified_at: number | null
  /** Time in Unix seconds. */
  checked_at: number | null
  /** Time in Unix seconds. */
  proof_missing_since: number | null
  /** When the domain is no longer verified unless its record is back. */
  proof_missing_until: number | null
  /** Time in Unix seconds. */
  created_at: number
}

export interface FormEvent {
  id: FormId
  name: string
  slug: string
  domain_id: FormDomainId | null
  /** For how many days submissions are kept. Null: until somebody deletes them. */
  submissions_kept_days: number | null
  /** A draft was never published. */
  status: FormStatus
  /** The version that was published last. Null before the first. */
  version: number | null
  /** Whether the fields, settings or name differ from the version that was published last. */
  has_unpublished_changes: boolean
  /** When an operator suspended it: the page is closed. Null if it is not. */
  suspended_at: number | null
  suspension_reason: string | null
  /** All submissions that are stored. */
  submission_count: number
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number
  /** Time in Unix seconds. */
  published_at: number | null
}

export type FormId = string

export type FormReportReason = 'secrets' | 'fraud' | 'illegal' | 'spam' | 'other' | (string & {})

export type GraceOutcome = 'paid' | 'funded' | 'mandate_renewed' | 'disabled' | 'switched_off' | (string & {})

export type GroupId = string

export type InvoiceId = string

export type ListId = string

export type MandateEndReason = 'replaced' | 'subscription_ended' | (string & {})

export type MessageDirection = 'outbound' | 'inbound' | (string & {})

export type MessageId = string

export type OrganizationId = string

export type PaymentLinkReason =
  | 'no_mandate'
  | 'mandate_maximum'
  | 'debit_maximum'
  | 'mandates_unavailable'
  | (string & {})

export type PaymentMethod = 'credit_card' | 'debit_card' | 'net_banking' | 'upi' | 'wallet' | (string & {})

export type PaymentPurpose = 'recharge' | 'subscription' | (string & {})

/**
 * End of the period (exclusive), in Unix seconds or ISO 8601. A date without a time includes that whole day in India
 * (Asia/Kolkata).
 */
export type PeriodEnd = number | string

export type Permission =
  | 'balance.view'
  | 'wallet.recharge'
  | 'invoices.download'
  | 'usage.view'
  | 'billing.manage'
  | 'organization.view'
  | 'organization.manage'
  | 'users.view'
  | 'users.manage'
  | 'roles.manage'
  | 'tokens.manage'
  | 'channels.view'
  | 'channels.manage'
  | 'templates.view'
  | 'templates.manage'
  | 'contacts.view'
  | 'contacts.manage'
  | 'groups.view'
  | 'groups.manage'
  | 'campaigns.view'
  | 'campaigns.manage'
  | 'campaigns.send'
  | 'forms.view'
  | 'forms.manage'
  | 'submissions.view'
  | 'domains.manage'
  | 'conversations.view'
  | 'conversations.manage'
  | 'conversations.view_all'
  | 'conversations.assign'
  | 'messages.view'
  | 'messages.send'
  | 'messages.manage'
  | 'sandbox.use'
  | 'webhooks.manage'
  | 'audit.view'
  | 'templates.approve'
  | 'installation.operate'
  | (string & {})

export type PriceKind = 'email' | 'app_session' | 'app_template' | 'sms' | (string & {})

/** An error as problem details (RFC 9457). */
export interface Problem {
  /** URL of the page that explains the error code and how to fix the error. */
  type: string
  /** Title of the error, the same for every error with this `code`. */
  title: string
  status: number
  /** What is wrong with this request and how to fix it, in English. */
  detail: string
  code: ErrorCode
  /** The cause of the error in more detail than `code`; stable. More reasons may be added. */
  reason?: string | undefined
  /** Values used in the text: numbers, names, amounts as decimal strings in rupees, and lists of names. */
  params?: Record<string, unknown> | undefined
  /** The invalid fields. Present only if the error is about fields. */
  errors?: {
    /** Path of the field or parameter, such as `contact_id` or `messages[3].text`. */
    field: string
    /** What is wrong with the field, as a stable code. More codes may be added. */
    code?: string | undefined
    /** What is wrong with the value, in English. */
    message: string
    /** Values used in the text: numbers, names, amounts as decimal strings in rupees, and lists of names. */
    params?: Record<string, unknown> | undefined
  }[] | undefined
  /** ID of the request, as in the X-Request-Id header and in the log. Absent in the items of a batch. */
  request_id?: string | undefined
}

export type RechargeId = string

export interface RoleContent {
  id: RoleId
  name: string
  permissions: Permission[]
  /** Time in Unix seconds. */
  created_at: number
}

export type SpayId = string

export interface SubmittedForm {
  id: SubmissionId
  form_id: FormId
  /** The version of the form that was filled in. */
  form_version: number
  /**
   * `stored`: not processed yet. `processing`: a further step is due. `done`: processed. `spam`: kept aside. `failed`:
   * needs attention, see `error`.
   */
  state: SubmissionState
  language: string
  /** Where the visitor came from: a UTM source or the host of the referring site. Empty if unknown. */
  source: string
  /**
   * Answers by the key of the field: strings, numbers, booleans or arrays of strings; of a file field an array of
   * files, with the IDs of `files`. Fields without an answer are missing.
   */
  answers: Record<string, unknown>
  files: SubmissionFile[]
  /** The consents that were given. */
  consents: SubmissionConsent[]
  contact_id: ContactId | null
  /**
   * `created`: the submission created the contact. `claimed`: it names an address of the contact without proof, and
   * changed nothing of it. `confirmed`: the email address was confirmed.
   */
  contact_link: SubmissionContactLink | null
  /** State of the double opt-in. Null if the form has none. */
  confirmation: SubmissionConfirmation | null
  /** Time in Unix seconds. */
  confirmed_at: number | null
  conversation_id: ConversationId | null
  message_id: MessageId | null
  /**
   * `pending`, `sent`, or why no automatic reply was sent: `no_consent`, `not_confirmed`, `no_address`,
   * `already_replied`, `daily_budget`, `under_attack`, `too_late`, or the code of the refusal. Null if the form has
   * none.
   */
  auto_reply: string | null
  auto_reply_message_id: MessageId | null
  /** Code of the error of the last attempt to process the submission. Null if it succeeded. */
  error: string | null
  /** Time in Unix seconds. */
  submitted_at: number
  /** Time in Unix seconds. */
  processed_at: number | null
  form_name: string
  /** True if members are notified of it: of one submission in five minutes, if the form asks for it. */
  notify: boolean
}

export type SubscriptionEndReason = 'cancelled' | 'not_paid' | 'first_payment_missing' | 'sandbox_ended' | (string & {})

export interface TemplateButton {
  type: TemplateButtonType
  /** Label. Not of `copy_code`. */
  text?: string | undefined
  /** Of `url`. */
  url?: string | undefined
  /** Of `phone_number`. */
  phone_number?: string | undefined
  /** Of `copy_code`. */
  code?: string | undefined
}

export type TemplateButtonType = 'quick_reply' | 'url' | 'phone_number' | 'copy_code' | (string & {})

export type TemplateHeaderType = 'text' | 'image' | 'video' | 'document' | 'location' | (string & {})

export type TemplateId = string

/** Unix seconds or ISO 8601. A date without a time means the start of that day in India (Asia/Kolkata). */
export type Time = number | string

export interface ToldChannelNotice {
  id: CnotId
  channel: Channel
  /**
   * Subject of the notice. `preference`: the marketing preference of a person who is not a contact. `not_of_account`: a
   * webhook for another number or business account. `unread`: a part of a webhook that could not be read. `unknown`: a
   * webhook of unknown type.
   */
  kind: ChannelNoticeKind
  /** Whether you have to act at the provider. */
  needs_action: boolean
  /** What the provider reported, in its own words, on one line. */
  detail: string
  /** How many times the provider has reported it. */
  count: number
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  last_at: number
}

export type TransactionId = string

export type UserId = string

// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { TemplateHeader } from './campaigns.ts'
import type { RejectTemplateOfOrganizationRequest, TemplateCategory } from './organizations.ts'
import type {
  AttachmentId,
  Channel,
  TemplateButton,
  TemplateButtonType,
  TemplateHeaderType,
  TemplateId,
} from './shared.ts'

export interface CreateTemplateRequest {
  name: string
  channel: Channel
  /** Language code, such as `en`, `hi` or `en_US`. */
  language: string
  category: TemplateCategory
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  registered_id?: string | null | undefined
  /**
   * On the channel `app`: `text` with at most one variable, an `image`, `video` or `document`, or a `location`. On the
   * channel `sms`: the DLT header (sender) that the template is registered for, as text. Null for none.
   */
  header?: NewTemplateHeader | string | null | undefined
  /** App only: a line of at most 60 characters below the text, without variables. Null for none. */
  footer?: string | null | undefined
  /**
   * App only: at most 10 buttons. `quick_reply` sends its text as an answer and stands apart from the others; `url` (at
   * most 2) opens a page, whose address may end in a variable; `phone_number` (at most 1) calls; `copy_code` (at most
   * 1) copies a code, which may be a variable.
   */
  buttons?: NewTemplateButton[] | null | undefined
}

export interface NewTemplateButton {
  type: TemplateButtonType
  /** At most 25 characters. Not of `copy_code`, whose label WhatsApp writes. */
  text?: string | null | undefined
  /** Of `url`: https, at most 2,000 characters, with at most one variable, at its end. */
  url?: string | null | undefined
  /** Of `phone_number`: with its country code. */
  phone_number?: string | null | undefined
  /** Of `copy_code`: at most 15 characters, or one variable. */
  code?: string | null | undefined
}

export interface NewTemplateHeader {
  type: TemplateHeaderType
  text?: string | null | undefined
  /**
   * A file that was uploaded within the last 24 hours. The template keeps it: Meta reviews it, and it is sent unless a
   * message has an attachment.
   */
  attachment_id?: AttachmentId | null | undefined
  /**
   * Of `location`: decimal degrees from -90 to 90, or one variable and nothing else. `{{latitude}}` where it is not
   * given.
   */
  latitude?: string | null | undefined
  /**
   * Of `location`: decimal degrees from -180 to 180, or one variable and nothing else. `{{longitude}}` where it is not
   * given.
   */
  longitude?: string | null | undefined
  /**
   * Of `location`: what the place is called, at most 1,000 characters, with variables. `{{location_name}}` where it is
   * not given.
   */
  name?: string | null | undefined
  /**
   * Of `location`: its address, at most 1,000 characters, with variables. `{{location_address}}` where it is not given.
   */
  address?: string | null | undefined
}

export interface PreviewTemplateRequest {
  /** Variable name → value. */
  variables?: Record<string, string> | null | undefined
}

export interface Template {
  id: TemplateId
  name: string
  channel: Channel
  language: string
  category: TemplateCategory
  /** Status of the latest version. */
  status: TemplateStatus
  /** The latest version, which this object shows. */
  version: number
  /** The version used for sending. Null if there is no approved version. */
  approved_version: number | null
  subject: string | null
  text: string | null
  html: string | null
  /** Names of the variables. */
  variables: string[]
  /** SMS only: the DLT template ID under which the text is registered. */
  registered_id: string | null
  /**
   * On the channel `app`: `text` with at most one variable, an `image`, `video` or `document`, or a `location`. On the
   * channel `sms`: the DLT header (sender) that the template is registered for, as text. Null for none.
   */
  header: TemplateHeader | string | null
  /** App only: a line of at most 60 characters below the text, without variables. Null for none. */
  footer: string | null
  /**
   * App only: at most 10 buttons. `quick_reply` sends its text as an answer and stands apart from the others; `url` (at
   * most 2) opens a page, whose address may end in a variable; `phone_number` (at most 1) calls; `copy_code` (at most
   * 1) copies a code, which may be a variable.
   */
  buttons: TemplateButton[]
  /** Why the template was rejected or paused. Null if neither. */
  reason: string | null
  /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
  reason_details: {
    /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number | null
}

export interface TemplatePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Template[]
}

export interface TemplatePreview {
  subject: string | null
  text: string | null
  html: string | null
  header: TemplateHeader | null
  /** App only: a line of at most 60 characters below the text, without variables. Null for none. */
  footer: string | null
  /**
   * App only: at most 10 buttons. `quick_reply` sends its text as an answer and stands apart from the others; `url` (at
   * most 2) opens a page, whose address may end in a variable; `phone_number` (at most 1) calls; `copy_code` (at most
   * 1) copies a code, which may be a variable.
   */
  buttons: TemplateButton[]
}

export type TemplateStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'paused' | (string & {})

export interface UpdateTemplateRequest {
  category?: TemplateCategory | undefined
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  registered_id?: string | null | undefined
  /**
   * On the channel `app`: `text` with at most one variable, an `image`, `video` or `document`, or a `location`. On the
   * channel `sms`: the DLT header (sender) that the template is registered for, as text. Null for none.
   */
  header?: NewTemplateHeader | string | null | undefined
  /** App only: a line of at most 60 characters below the text, without variables. Null for none. */
  footer?: string | null | undefined
  /**
   * App only: at most 10 buttons. `quick_reply` sends its text as an answer and stands apart from the others; `url` (at
   * most 2) opens a page, whose address may end in a variable; `phone_number` (at most 1) calls; `copy_code` (at most
   * 1) copies a code, which may be a variable.
   */
  buttons?: NewTemplateButton[] | null | undefined
}

export interface ListTemplatesQuery extends PageQuery {
  channel?: Channel | undefined
  status?: TemplateStatus | undefined
  name?: string | undefined
}

/** `samvad.templates` */
export class TemplatesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List templates.
   *
   * Newest created first.
   *
   * Permission: `templates.view`.
   *
   * `GET /v1/templates`
   */
  list(options?: ListTemplatesQuery & CallOptions): List<Template> {
    return this.#transport.list('/v1/templates', options)
  }

  /**
   * Create a template.
   *
   * Creates a draft. Variables are `{{name}}` or `{{1}}` in subject, text and html; values are escaped in html.
   * Templates with the same name in several languages are one template: a message can request a language. On the
   * channel `sms` the categories are `promotional`, `transactional` and `service`; `marketing`, `authentication` and
   * `utility` are accepted as their equivalents.
   *
   * Permission: `templates.manage`.
   *
   * `POST /v1/templates`
   */
  create(body: CreateTemplateRequest, options?: CallOptions): Answer<Template> {
    return this.#transport.post('/v1/templates', body, options)
  }

  /**
   * Retrieve a template.
   *
   * Permission: `templates.view`.
   *
   * `GET /v1/templates/{id}`
   */
  retrieve(id: TemplateId, options?: CallOptions): Answer<Template> {
    return this.#transport.get(at`/v1/templates/${id}`, options)
  }

  /**
   * Update a template.
   *
   * Changes a draft or a rejected template. Changing an approved template creates a new draft version; the approved
   * version stays in use until the new one is approved.
   *
   * Permission: `templates.manage`.
   *
   * `PUT /v1/templates/{id}`
   */
  update(id: TemplateId, body: UpdateTemplateRequest, options?: CallOptions): Answer<Template> {
    return this.#transport.put(at`/v1/templates/${id}`, body, options)
  }

  /**
   * Delete a template.
   *
   * The template can no longer be sent. Messages keep their content, and messages that are waiting are still sent.
   *
   * Permission: `templates.manage`.
   *
   * `DELETE /v1/templates/{id}`
   */
  delete(id: TemplateId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/templates/${id}`, options)
  }

  /**
   * Approve a template.
   *
   * For operators of the installation, where no provider decides. The version can be used from now on.
   *
   * Permission: `templates.approve`.
   *
   * `POST /v1/templates/{id}/approve`
   */
  approve(id: TemplateId, options?: CallOptions): Answer<Template> {
    return this.#transport.post(at`/v1/templates/${id}/approve`, undefined, options)
  }

  /**
   * Pause a template.
   *
   * New messages with the template are refused, everywhere within 5 seconds. Messages accepted before are still sent.
   *
   * Permission: `templates.manage`.
   *
   * `POST /v1/templates/{id}/pause`
   */
  pause(id: TemplateId, options?: CallOptions): Answer<Template> {
    return this.#transport.post(at`/v1/templates/${id}/pause`, undefined, options)
  }

  /**
   * Preview a template.
   *
   * Returns the latest version filled with these values. Nothing is sent or stored.
   *
   * Permission: `templates.view`.
   *
   * `POST /v1/templates/{id}/preview`
   */
  preview(id: TemplateId, body: PreviewTemplateRequest, options?: CallOptions): Answer<TemplatePreview> {
    return this.#transport.post(at`/v1/templates/${id}/preview`, body, options)
  }

  /**
   * Reject a template.
   *
   * For operators of the installation. An approved template can be rejected too; it can then no longer be sent.
   *
   * Permission: `templates.approve`.
   *
   * `POST /v1/templates/{id}/reject`
   */
  reject(id: TemplateId, body: RejectTemplateOfOrganizationRequest, options?: CallOptions): Answer<Template> {
    return this.#transport.post(at`/v1/templates/${id}/reject`, body, options)
  }

  /**
   * Resume a template.
   *
   * Resumes a template that a user paused. A template that the provider paused cannot be resumed here.
   *
   * Permission: `templates.manage`.
   *
   * `POST /v1/templates/{id}/resume`
   */
  resume(id: TemplateId, options?: CallOptions): Answer<Template> {
    return this.#transport.post(at`/v1/templates/${id}/resume`, undefined, options)
  }

  /**
   * Submit a template.
   *
   * Requests approval of the latest version. The provider decides on templates of the messaging app, an operator of the
   * installation on SMS templates; email templates need no approval unless a setting requires it. In the sandbox, a
   * template is approved immediately unless its name begins with `reject_`; on the messaging app the request waits up
   * to 10 seconds for the sandbox provider's decision.
   *
   * Permission: `templates.manage`.
   *
   * `POST /v1/templates/{id}/submit`
   */
  submit(id: TemplateId, options?: CallOptions): Answer<Template> {
    return this.#transport.post(at`/v1/templates/${id}/submit`, undefined, options)
  }
}

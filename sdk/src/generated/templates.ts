// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { RejectTemplateOfOrganizationRequest, TemplateCategory } from './organizations.ts'
import type { Channel, TemplateId } from './shared.ts'

export interface CreateTemplateRequest {
  name: string
  channel: Channel
  /** As in `en`, `hi` or `en_US`. */
  language: string
  category: TemplateCategory
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  registered_id?: string | null | undefined
  header?: string | null | undefined
}

export interface PreviewTemplateRequest {
  /** The values of the variables of the template, by name. */
  variables?: Record<string, string> | null | undefined
}

export interface Template {
  id: TemplateId
  name: string
  channel: Channel
  language: string
  category: TemplateCategory
  /** Of the latest version. */
  status: TemplateStatus
  /** The latest one, which is shown. */
  version: number
  /** The one that messages are made from; null when none can be. */
  approved_version: number | null
  subject: string | null
  text: string | null
  html: string | null
  /** The names of its variables. */
  variables: string[]
  /** Of an SMS: the id under which its text is registered (DLT). */
  registered_id: string | null
  /** Of an SMS: the sender that it is registered for. */
  header: string | null
  /** Why it was rejected or paused. */
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
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  updated_at: number | null
}

export interface TemplatePage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Template[]
}

export interface TemplatePreview {
  subject: string | null
  text: string | null
  html: string | null
}

export type TemplateStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'paused' | (string & {})

export interface UpdateTemplateRequest {
  category?: TemplateCategory | undefined
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  registered_id?: string | null | undefined
  header?: string | null | undefined
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
   * A draft, with variables as `{{name}}` or `{{1}}` in subject, text and html. The same name in several languages is
   * one template to its readers: a message may say which it wants. Values are escaped in html. On the channel sms the
   * categories are `promotional`, `transactional` and `service`; `marketing`, `authentication` and `utility` mean
   * these.
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
   * A draft, or one that was rejected, is changed. Of one that was approved a new version is made, a draft; the
   * approved one stays in use until the new one is approved.
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
   * Nothing is sent with it any more. Messages keep what they say, and those that wait still leave.
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
   * By an operator of the installation, where no provider decides. It is in use from now on.
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
   * Nothing more is accepted with it, within 5 seconds everywhere. What was accepted before still leaves.
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
   * The latest version with these values in it. Sends nothing, stores nothing.
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
   * By an operator of the installation; one that was approved as well, and then nothing more is accepted with it.
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
   * What was paused by somebody here is in use again; what its provider paused is not.
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
   * Asks for approval of the latest version. On the messaging app its provider decides, of SMS an operator of the
   * installation; an email template needs no approval, unless a setting asks for it. In the sandbox it is approved at
   * once, unless its name begins with `reject_`; on the messaging app by its provider there, which is waited for, 10
   * seconds at most.
   *
   * Permission: `templates.manage`.
   *
   * `POST /v1/templates/{id}/submit`
   */
  submit(id: TemplateId, options?: CallOptions): Answer<Template> {
    return this.#transport.post(at`/v1/templates/${id}/submit`, undefined, options)
  }
}

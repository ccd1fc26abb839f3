// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { QueueSort, QueuedTemplate } from './organizations.ts'

export interface QueuedTemplatePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: QueuedTemplate[]
}

export interface ListSubmittedTemplatesQuery extends PageQuery {
  priority?: boolean | undefined
  /** `priority`: organizations with priority support first, then newest first. Default: `newest`. */
  sort?: QueueSort | undefined
}

/** `samvad.submittedTemplates` */
export class SubmittedTemplatesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List submitted templates of all organizations.
   *
   * Returns the templates that wait for an operator's decision, newest first.
   *
   * Permission: `templates.approve`.
   *
   * `GET /v1/submitted_templates`
   */
  list(options?: ListSubmittedTemplatesQuery & CallOptions): List<QueuedTemplate> {
    return this.#transport.list('/v1/submitted_templates', options)
  }
}

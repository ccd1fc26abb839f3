// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AttachmentId, MessageId } from './shared.ts'

export interface Attachment {
  id: AttachmentId
  /** File name without a path. */
  filename: string
  /** Media type, detected from the content. */
  content_type: string
  /** Size in bytes. */
  size: number
  /** The message that the file belongs to. Null until a message uses it. */
  message_id: MessageId | null
  /**
   * Link that serves the file to anyone who has it. Valid for at least 24 hours; retrieve the attachment for a new
   * link.
   */
  url: string
}

/** `samvad.attachments.file` */
export class AttachmentsFileApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Download the file of an attachment as `application/octet-stream`.
   *
   * Returns the same content as the attachment's `url`, but authenticated with a token. Requires access to its message.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/attachments/{id}/file`
   */
  retrieveFile(id: AttachmentId, options?: CallOptions): Answer<Response> {
    return this.#transport.raw('application/octet-stream', at`/v1/attachments/${id}/file`, options)
  }
}

export interface UploadAttachmentForm {
  /** The file, with its file name. */
  file: Blob
}

/** `samvad.attachments` */
export class AttachmentsApi {
  readonly #transport: Transport
  readonly file: AttachmentsFileApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.file = new AttachmentsFileApi(transport)
  }

  /**
   * Upload a file.
   *
   * Send the file as `multipart/form-data` in the field `file`. The content type is detected from the content. Pass the
   * ID in `attachments` of a message within 24 hours. An attachment can be used in one message only.
   *
   * Permission: `messages.send`.
   *
   * `POST /v1/attachments`
   */
  upload(body: UploadAttachmentForm, options?: CallOptions): Answer<Attachment> {
    return this.#transport.upload('/v1/attachments', body, options)
  }

  /**
   * Retrieve an attachment.
   *
   * Returns the attachment with a fresh `url`.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/attachments/{id}`
   */
  retrieve(id: AttachmentId, options?: CallOptions): Answer<Attachment> {
    return this.#transport.get(at`/v1/attachments/${id}`, options)
  }
}

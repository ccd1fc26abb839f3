// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { MessageId } from './shared.ts'

export interface Attachment {
  id: AttachmentId
  /** A name without a path. */
  filename: string
  /** By what is in the file. */
  content_type: string
  /** Bytes. */
  size: number
  /** The message that it went with; null until one names it. */
  message_id: MessageId | null
  /** A link that serves the file to whoever has it, for a day at least; ask again for a new one. */
  url: string
}

export type AttachmentId = string

/** `samvad.attachments.file` */
export class AttachmentsFileApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Read the file of an attachment as `application/octet-stream`.
   *
   * As the link of the attachment serves it, for who may see its message.
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
   * As `multipart/form-data`, in the field `file`. A message then names it in `attachments`, within a day; it goes with
   * one message. Its type is told by what is in it.
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
   * With a new link to its file.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/attachments/{id}`
   */
  retrieve(id: AttachmentId, options?: CallOptions): Answer<Attachment> {
    return this.#transport.get(at`/v1/attachments/${id}`, options)
  }
}

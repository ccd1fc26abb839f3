// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { SubmissionId, SubmissionState } from './forms.ts'
import type { ContactId, ConversationId, FormId, MessageId } from './shared.ts'

export interface Submission {
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
}

export type SubmissionConfirmation = 'pending' | 'confirmed' | 'expired' | (string & {})

export interface SubmissionConsent {
  /** Key of the consent field. */
  field: string
  /** The sentence that was agreed to, as it was shown. */
  text: string
  channels: string[]
}

export type SubmissionContactLink = 'created' | 'claimed' | 'confirmed' | (string & {})

export interface SubmissionFile {
  id: SubmissionFileId
  /** Key of the field. */
  field: string
  filename: string
  content_type: string
  /** Size in bytes. */
  size: number
}

export type SubmissionFileId = string

/** `samvad.submissions.files` */
export class SubmissionsFilesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Download a file of a submission as `application/octet-stream`.
   *
   * Permission: `submissions.view`.
   *
   * `GET /v1/submissions/{id}/files/{file_id}`
   */
  retrieveFile(id: SubmissionId, fileId: SubmissionFileId, options?: CallOptions): Answer<Response> {
    return this.#transport.raw('application/octet-stream', at`/v1/submissions/${id}/files/${fileId}`, options)
  }
}

/** `samvad.submissions.notSpam` */
export class SubmissionsNotSpamApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Mark a submission as not spam.
   *
   * The submission is processed if it was not before.
   *
   * Permission: `forms.manage`.
   *
   * `POST /v1/submissions/{id}/not_spam`
   */
  mark(id: SubmissionId, options?: CallOptions): Answer<Submission> {
    return this.#transport.post(at`/v1/submissions/${id}/not_spam`, undefined, options)
  }
}

/** `samvad.submissions.spam` */
export class SubmissionsSpamApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Mark a submission as spam.
   *
   * Nothing more is done with it, and analytics no longer count it. What it already led to, such as a contact, is kept.
   *
   * Permission: `forms.manage`.
   *
   * `POST /v1/submissions/{id}/spam`
   */
  mark(id: SubmissionId, options?: CallOptions): Answer<Submission> {
    return this.#transport.post(at`/v1/submissions/${id}/spam`, undefined, options)
  }
}

/** `samvad.submissions` */
export class SubmissionsApi {
  readonly #transport: Transport
  readonly files: SubmissionsFilesApi
  readonly notSpam: SubmissionsNotSpamApi
  readonly spam: SubmissionsSpamApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.files = new SubmissionsFilesApi(transport)
    this.notSpam = new SubmissionsNotSpamApi(transport)
    this.spam = new SubmissionsSpamApi(transport)
  }

  /**
   * Retrieve a submission.
   *
   * Permission: `submissions.view`.
   *
   * `GET /v1/submissions/{id}`
   */
  retrieve(id: SubmissionId, options?: CallOptions): Answer<Submission> {
    return this.#transport.get(at`/v1/submissions/${id}`, options)
  }

  /**
   * Delete a submission.
   *
   * Permanently, with its files. The contact, consents and messages that it led to are kept.
   *
   * Permission: `forms.manage`.
   *
   * `DELETE /v1/submissions/{id}`
   */
  delete(id: SubmissionId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/submissions/${id}`, options)
  }

  /**
   * Retry a submission.
   *
   * Processes a submission in the state `failed` again. 409 for any other.
   *
   * Permission: `forms.manage`.
   *
   * `POST /v1/submissions/{id}/retry`
   */
  retry(id: SubmissionId, options?: CallOptions): Answer<Submission> {
    return this.#transport.post(at`/v1/submissions/${id}/retry`, undefined, options)
  }
}

// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface NewNotificationNumber {
  phone_number: string
  /**
   * That the code is sent in.
   *
   * Default: "en"
   */
  language?: NoticeLanguage | undefined
}

export type NoticeLanguage = 'en' | 'hi' | (string & {})

/** The one that is awaited; null once the number is verified. */
export interface NotificationCode {
  status: NotificationCodeStatus
  /** Unix seconds. */
  expires_at: number | null
  tries_left: number
}

export type NotificationCodeStatus = 'waiting' | 'leaving' | 'sent' | 'unknown' | 'refused' | 'used' | (string & {})

export interface NotificationNumber {
  /** E.164; null while you have given none. */
  phone_number: string | null
  /** When you proved it by a code; notices go to it only since then. */
  verified_at: number | null
  code: NotificationCode | null
  /** Unix seconds. */
  updated_at: number | null
}

export interface NumberVerification {
  /** The six digits of the SMS, also with spaces between them. */
  code: string
}

/** `samvad.notificationNumber` */
export class NotificationNumberApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the number that your notices go to.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `GET /v1/notification_number`
   */
  retrieve(options?: CallOptions): Answer<NotificationNumber> {
    return this.#transport.get('/v1/notification_number', options)
  }

  /**
   * Set the number that your notices go to.
   *
   * It is yours in every organization that you belong to. A code of six digits is sent to it by SMS, at the expense of
   * nobody but the installation; until `verify` has it, no notice goes there, nor to an earlier number. Given again
   * while it is not verified, another code is sent: 5 a day.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `PUT /v1/notification_number`
   */
  set(body: NewNotificationNumber, options?: CallOptions): Answer<NotificationNumber> {
    return this.#transport.put('/v1/notification_number', body, options)
  }

  /**
   * Delete the number that your notices go to.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `DELETE /v1/notification_number`
   */
  delete(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/notification_number', options)
  }

  /**
   * Prove the number by the code that was sent to it.
   *
   * A code holds for 10 minutes and 5 tries.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `POST /v1/notification_number/verify`
   */
  verify(body: NumberVerification, options?: CallOptions): Answer<NotificationNumber> {
    return this.#transport.post('/v1/notification_number/verify', body, options)
  }
}

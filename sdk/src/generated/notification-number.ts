// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface NewNotificationNumber {
  phone_number: string
  /**
   * Language of the SMS with the code.
   *
   * Default: "en"
   */
  language?: NoticeLanguage | undefined
}

export type NoticeLanguage = 'en' | 'hi' | (string & {})

/** The pending verification code. Null once the number is verified. */
export interface NotificationCode {
  status: NotificationCodeStatus
  /** Time in Unix seconds. */
  expires_at: number | null
  tries_left: number
}

export type NotificationCodeStatus = 'waiting' | 'leaving' | 'sent' | 'unknown' | 'refused' | 'used' | (string & {})

export interface NotificationNumber {
  /** Phone number in E.164 format; null if none is set. */
  phone_number: string | null
  /** When the number was verified, in Unix seconds. SMS notifications are sent only to a verified number. */
  verified_at: number | null
  code: NotificationCode | null
  /** Time in Unix seconds. */
  updated_at: number | null
}

export interface NumberVerification {
  /** Code of six digits from the SMS; spaces and hyphens are ignored. Devanagari digits are accepted. */
  code: string
}

/** `samvad.notificationNumber` */
export class NotificationNumberApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve your notification number.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `GET /v1/notification_number`
   */
  retrieve(options?: CallOptions): Answer<NotificationNumber> {
    return this.#transport.get('/v1/notification_number', options)
  }

  /**
   * Set your notification number.
   *
   * Sets the phone number for SMS notifications in all your organizations, and sends a code of six digits to it by SMS,
   * which is not charged to any wallet. No SMS notifications are sent, not even to a previous number, until you verify
   * the code. Setting an unverified number again sends another code, at most 5 per day.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `PUT /v1/notification_number`
   */
  set(body: NewNotificationNumber, options?: CallOptions): Answer<NotificationNumber> {
    return this.#transport.put('/v1/notification_number', body, options)
  }

  /**
   * Delete your notification number.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `DELETE /v1/notification_number`
   */
  delete(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/notification_number', options)
  }

  /**
   * Verify your notification number.
   *
   * Verifies the number with the code sent by SMS. A code is valid for 10 minutes and 5 attempts.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `POST /v1/notification_number/verify`
   */
  verify(body: NumberVerification, options?: CallOptions): Answer<NotificationNumber> {
    return this.#transport.post('/v1/notification_number/verify', body, options)
  }
}

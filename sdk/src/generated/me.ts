// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Organization } from './organization.ts'
import type { Permission } from './shared.ts'
import type { TokenId } from './tokens.ts'
import type { User } from './users.ts'

export type Language = 'en' | 'hi' | (string & {})

export interface Me {
  user: User
  organization: Organization
  role: string
  /** Current permissions of the token or session. */
  permissions: Permission[]
  /** Whether you are an operator of the installation. Only you can see this. */
  is_operator: boolean
  /** The calling access token. Null in a console session. */
  token_id: TokenId | null
  language: Language | null
  theme: Theme | null
  /** IANA time zone of the console. Null if never set. */
  time_zone: string | null
}

export type Theme = 'system' | 'light' | 'dark' | (string & {})

export interface UpdateMeRequest {
  display_name?: string | undefined
  password?: string | undefined
  current_password?: string | undefined
  language?: Language | null | undefined
  theme?: Theme | null | undefined
  time_zone?: string | null | undefined
}

/** `samvad.me` */
export class MeApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the current user.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/me`
   */
  retrieve(options?: CallOptions): Answer<Me> {
    return this.#transport.get('/v1/me', options)
  }

  /**
   * Update the current user.
   *
   * Changes your name, password or console preferences, in all your organizations. A new `password` requires
   * `current_password` and ends all your console sessions. `language`, `theme` and `time_zone` are null until you set
   * them.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `PUT /v1/me`
   */
  update(body: UpdateMeRequest, options?: CallOptions): Answer<Me> {
    return this.#transport.put('/v1/me', body, options)
  }
}

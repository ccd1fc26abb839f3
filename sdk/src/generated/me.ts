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
  /** What this token may do at the moment. */
  permissions: Permission[]
  /** Whether the user runs the installation. Told to nobody else. */
  is_operator: boolean
  token_id: TokenId | null
  language: Language | null
  theme: Theme | null
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
   * Whose token this is, and what it may do.
   *
   * Permission: any valid token.
   *
   * `GET /v1/me`
   */
  retrieve(options?: CallOptions): Answer<Me> {
    return this.#transport.get('/v1/me', options)
  }

  /**
   * Change your own name or password, and how you want the console.
   *
   * `password` needs `current_password`, and ends all your console sessions. `language`, `theme` and `time_zone` are
   * null where you said nothing. All of it holds in every organization that you belong to.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `PUT /v1/me`
   */
  update(body: UpdateMeRequest, options?: CallOptions): Answer<Me> {
    return this.#transport.put('/v1/me', body, options)
  }
}

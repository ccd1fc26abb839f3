// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Permission, Time, UserId } from './shared.ts'

export interface CreateTokenRequest {
  name: string
  user_id?: UserId | null | undefined
  permissions?: Permission[] | null | undefined
  expires_at?: Time | null | undefined
  allowed_addresses?: string[] | null | undefined
}

export interface CreatedToken {
  id: TokenId
  user_id: UserId
  name: string
  /** Last four characters of the token, to recognize it. */
  hint: string
  /**
   * Permissions the token was created with. Permissions that its user's role does not currently include have no effect.
   */
  permissions: Permission[]
  /** IP addresses and networks that requests with this token may come from. Null if any address is allowed. */
  allowed_addresses: string[] | null
  /** When the token expires, in Unix seconds. Null if it does not expire. */
  expires_at: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** The access token. Returned only once; the service stores only its hash. */
  access_token: string
}

export interface Token {
  id: TokenId
  user_id: UserId
  name: string
  /** Last four characters of the token, to recognize it. */
  hint: string
  /**
   * Permissions the token was created with. Permissions that its user's role does not currently include have no effect.
   */
  permissions: Permission[]
  /** IP addresses and networks that requests with this token may come from. Null if any address is allowed. */
  allowed_addresses: string[] | null
  /** When the token expires, in Unix seconds. Null if it does not expire. */
  expires_at: number | null
  /** Time in Unix seconds. */
  created_at: number
}

export type TokenId = string

export interface TokenPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Token[]
}

export interface ListTokensQuery extends PageQuery {
  user_id?: UserId | undefined
}

/** `samvad.tokens` */
export class TokensApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List access tokens.
   *
   * Your own tokens or, with the permission `users.manage`, those of all users of the organization.
   *
   * Permission: `tokens.manage`.
   *
   * `GET /v1/tokens`
   */
  list(options?: ListTokensQuery & CallOptions): List<Token> {
    return this.#transport.list('/v1/tokens', options)
  }

  /**
   * Create an access token.
   *
   * `access_token` is returned only in this response. `permissions` defaults to those of the calling token. The new
   * token cannot have more permissions, a later expiry or more allowed addresses than the calling token. `user_id`
   * creates the token for a service user; this requires `users.manage` and every permission of the service user. A
   * token cannot be created for another person.
   *
   * Permission: `tokens.manage`.
   *
   * `POST /v1/tokens`
   */
  create(body: CreateTokenRequest, options?: CallOptions): Answer<CreatedToken> {
    return this.#transport.post('/v1/tokens', body, options)
  }

  /**
   * Retrieve an access token.
   *
   * Permission: `tokens.manage`.
   *
   * `GET /v1/tokens/{id}`
   */
  retrieve(id: TokenId, options?: CallOptions): Answer<Token> {
    return this.#transport.get(at`/v1/tokens/${id}`, options)
  }

  /**
   * Revoke an access token.
   *
   * Revokes the token permanently, everywhere within 5 seconds. To revoke a token other than the calling one, the
   * caller needs every permission of that token. To revoke another user's token, it also needs `users.manage`.
   *
   * Permission: `tokens.manage`.
   *
   * `DELETE /v1/tokens/{id}`
   */
  delete(id: TokenId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/tokens/${id}`, options)
  }
}

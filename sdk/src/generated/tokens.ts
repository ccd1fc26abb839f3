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
  /** The last four characters of the token, to tell it apart. */
  hint: string
  /** What it was made with; it never has more than its user's role has at the moment. */
  permissions: Permission[]
  /** Null: from everywhere. */
  allowed_addresses: string[] | null
  /** Unix seconds. */
  expires_at: number | null
  /** Unix seconds. */
  created_at: number
  /** Shown now and never again; only its hash is kept. */
  access_token: string
}

export interface Token {
  id: TokenId
  user_id: UserId
  name: string
  /** The last four characters of the token, to tell it apart. */
  hint: string
  /** What it was made with; it never has more than its user's role has at the moment. */
  permissions: Permission[]
  /** Null: from everywhere. */
  allowed_addresses: string[] | null
  /** Unix seconds. */
  expires_at: number | null
  /** Unix seconds. */
  created_at: number
}

export type TokenId = string

export interface TokenPage {
  /** Whether more exist beyond this page. */
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
   * Your own; with the permission `users.manage` those of all members.
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
   * The answer shows `access_token`, once. Without `permissions` it gets those of the calling token. It never gets more
   * permissions, a later end or more addresses than the calling token has. `user_id` makes it for a service user whose
   * permissions the calling token holds too, and needs `users.manage`; never for another person.
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
   * For good; it holds everywhere within 5 seconds. Another token than the calling one takes every permission that it
   * has, and that of somebody else `users.manage` too.
   *
   * Permission: `tokens.manage`.
   *
   * `DELETE /v1/tokens/{id}`
   */
  delete(id: TokenId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/tokens/${id}`, options)
  }
}

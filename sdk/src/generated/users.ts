// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { UserId } from './shared.ts'

export interface UpdateUserRequest {
  /** Name of a built-in role, or ID of a custom role. */
  role?: string | undefined
  transfer_to?: UserId | null | undefined
}

export interface User {
  id: UserId
  kind: UserKind
  /** Email address; null for a service user. */
  email: string | null
  display_name: string
  /** Name of a built-in role, or ID of a custom role. */
  role: string
  /** Time in Unix seconds. */
  created_at: number
}

export type UserKind = 'person' | 'service' | (string & {})

export interface UserPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: User[]
}

export interface ListUsersQuery extends PageQuery {
  kind?: UserKind | undefined
}

export interface DeleteUserQuery {
  transfer_to?: UserId | undefined
}

/** `samvad.users` */
export class UsersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List users.
   *
   * People and service users of the organization, distinguished by `kind`. People join by invitation: `POST
   * /v1/invitations`.
   *
   * Permission: `users.view`.
   *
   * `GET /v1/users`
   */
  list(options?: ListUsersQuery & CallOptions): List<User> {
    return this.#transport.list('/v1/users', options)
  }

  /**
   * Retrieve a user.
   *
   * Permission: `users.view`.
   *
   * `GET /v1/users/{id}`
   */
  retrieve(id: UserId, options?: CallOptions): Answer<User> {
    return this.#transport.get(at`/v1/users/${id}`, options)
  }

  /**
   * Update a user.
   *
   * Changes the role of the user, for all their tokens within 5 seconds. Returns 409 if this would remove the last
   * owner. Users change their own name and password with `PUT /v1/me`. Conversations that the user can no longer see
   * are assigned to `transfer_to`. Without it, they are assigned to the owner of each contact, or to the owner of the
   * organization if the contact has none.
   *
   * Permission: `users.manage`.
   *
   * `PUT /v1/users/{id}`
   */
  update(id: UserId, body: UpdateUserRequest, options?: CallOptions): Answer<User> {
    return this.#transport.put(at`/v1/users/${id}`, body, options)
  }

  /**
   * Remove a user.
   *
   * Removes the user from this organization; other organizations are not affected. Their tokens and sessions in this
   * organization end within 5 seconds. Returns 409 for the last owner. Their conversations are assigned to
   * `transfer_to`. Without it, they are assigned to the owner of each contact, or to the owner of the organization if
   * the contact has none. Their contacts are assigned to `transfer_to`, or to the owner of the organization.
   *
   * Permission: `users.manage`.
   *
   * `DELETE /v1/users/{id}`
   */
  delete(id: UserId, options?: DeleteUserQuery & CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/users/${id}`, options)
  }
}

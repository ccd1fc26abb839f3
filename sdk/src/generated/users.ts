// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { UserId } from './shared.ts'

export interface UpdateUserRequest {
  /** The name of a built-in role, or the id of a custom one. */
  role?: string | undefined
  transfer_to?: UserId | null | undefined
}

export interface User {
  id: UserId
  kind: UserKind
  /** Null of a service user. */
  email: string | null
  display_name: string
  /** The name of a built-in role, or the id of a custom one. */
  role: string
  /** Unix seconds. */
  created_at: number
}

export type UserKind = 'person' | 'service' | (string & {})

export interface UserPage {
  /** Whether more exist beyond this page. */
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
   * List the organization's users.
   *
   * People and service users; `kind` tells them apart and filters. A person joins by an invitation: `POST
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
   * Change a user's role.
   *
   * Holds for all their tokens within 5 seconds. Refused with 409 for the last owner. Name and password are their own:
   * `PUT /v1/me`. Conversations that they may no longer see go to `transfer_to`, else to each contact's owner, else to
   * the organization's.
   *
   * Permission: `users.manage`.
   *
   * `PUT /v1/users/{id}`
   */
  update(id: UserId, body: UpdateUserRequest, options?: CallOptions): Answer<User> {
    return this.#transport.put(at`/v1/users/${id}`, body, options)
  }

  /**
   * Remove a user from the organization.
   *
   * Their tokens and sessions of this organization end within 5 seconds; in other organizations nothing changes.
   * Refused with 409 for the last owner. Their conversations go to `transfer_to`, else to each contact's owner, else to
   * the organization's; their contacts to `transfer_to`, else to the organization's owner.
   *
   * Permission: `users.manage`.
   *
   * `DELETE /v1/users/{id}`
   */
  delete(id: UserId, options?: DeleteUserQuery & CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/users/${id}`, options)
  }
}

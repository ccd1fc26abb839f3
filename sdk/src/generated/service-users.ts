// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { UserId } from './shared.ts'

export interface CreateServiceUserRequest {
  name: string
  /** Name of a built-in role, or ID of a custom role. */
  role: string
}

export interface ServiceUser {
  id: UserId
  name: string
  /** Name of a built-in role, or ID of a custom role. */
  role: string
  /** Time in Unix seconds. */
  created_at: number
}

export interface ServiceUserPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: ServiceUser[]
}

export interface UpdateServiceUserRequest {
  name?: string | undefined
  /** Name of a built-in role, or ID of a custom role. */
  role?: string | undefined
  transfer_to?: UserId | null | undefined
}

export interface DeleteServiceUserQuery {
  transfer_to?: UserId | undefined
}

/** `samvad.serviceUsers` */
export class ServiceUsersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List service users.
   *
   * Permission: `users.view`.
   *
   * `GET /v1/service_users`
   */
  list(options?: PageQuery & CallOptions): List<ServiceUser> {
    return this.#transport.list('/v1/service_users', options)
  }

  /**
   * Create a service user.
   *
   * Creates a user for a program. It has no email address and no password; create its access token with `POST
   * /v1/tokens` and its `user_id`. The role cannot include a permission that you lack.
   *
   * Permission: `users.manage`.
   *
   * `POST /v1/service_users`
   */
  create(body: CreateServiceUserRequest, options?: CallOptions): Answer<ServiceUser> {
    return this.#transport.post('/v1/service_users', body, options)
  }

  /**
   * Retrieve a service user.
   *
   * Permission: `users.view`.
   *
   * `GET /v1/service_users/{id}`
   */
  retrieve(id: UserId, options?: CallOptions): Answer<ServiceUser> {
    return this.#transport.get(at`/v1/service_users/${id}`, options)
  }

  /**
   * Update a service user.
   *
   * A new role applies to all its tokens within 5 seconds. Conversations that it can no longer see are assigned to
   * `transfer_to`. Without it, they are assigned to the owner of each contact, or to the owner of the organization if
   * the contact has none.
   *
   * Permission: `users.manage`.
   *
   * `PUT /v1/service_users/{id}`
   */
  update(id: UserId, body: UpdateServiceUserRequest, options?: CallOptions): Answer<ServiceUser> {
    return this.#transport.put(at`/v1/service_users/${id}`, body, options)
  }

  /**
   * Remove a service user.
   *
   * Its tokens stop working within 5 seconds. Its conversations are assigned to `transfer_to`. Without it, they are
   * assigned to the owner of each contact, or to the owner of the organization if the contact has none.
   *
   * Permission: `users.manage`.
   *
   * `DELETE /v1/service_users/{id}`
   */
  delete(id: UserId, options?: DeleteServiceUserQuery & CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/service_users/${id}`, options)
  }
}

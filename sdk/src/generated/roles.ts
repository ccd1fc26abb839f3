// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Permission } from './shared.ts'

export interface CreateRoleRequest {
  name: string
  permissions: GrantablePermission[]
}

export type GrantablePermission =
  | 'balance.view'
  | 'wallet.recharge'
  | 'invoices.download'
  | 'usage.view'
  | 'billing.manage'
  | 'organization.view'
  | 'organization.manage'
  | 'users.view'
  | 'users.manage'
  | 'roles.manage'
  | 'tokens.manage'
  | 'channels.view'
  | 'channels.manage'
  | 'templates.view'
  | 'templates.manage'
  | 'contacts.view'
  | 'contacts.manage'
  | 'groups.view'
  | 'groups.manage'
  | 'campaigns.view'
  | 'campaigns.manage'
  | 'campaigns.send'
  | 'conversations.view'
  | 'conversations.manage'
  | 'conversations.view_all'
  | 'conversations.assign'
  | 'messages.view'
  | 'messages.send'
  | 'messages.manage'
  | 'sandbox.use'
  | 'webhooks.manage'
  | 'audit.view'
  | (string & {})

export interface Role {
  id: RoleId
  name: string
  permissions: Permission[]
  /** Unix seconds. */
  created_at: number
  /** Members and service users who have it. */
  member_count: number
}

export type RoleId = string

export interface RolePage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Role[]
}

export interface UpdateRoleRequest {
  name?: string | undefined
  permissions?: GrantablePermission[] | undefined
}

/** `samvad.roles` */
export class RolesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List custom roles.
   *
   * Those that the organization made; the built-in ones are at `/v1/permissions`.
   *
   * Permission: `users.view`.
   *
   * `GET /v1/roles`
   */
  list(options?: PageQuery & CallOptions): List<Role> {
    return this.#transport.list('/v1/roles', options)
  }

  /**
   * Create a role.
   *
   * Any permissions that the calling token has itself.
   *
   * Permission: `roles.manage`.
   *
   * `POST /v1/roles`
   */
  create(body: CreateRoleRequest, options?: CallOptions): Answer<Role> {
    return this.#transport.post('/v1/roles', body, options)
  }

  /**
   * Retrieve a role.
   *
   * Permission: `users.view`.
   *
   * `GET /v1/roles/{id}`
   */
  retrieve(id: RoleId, options?: CallOptions): Answer<Role> {
    return this.#transport.get(at`/v1/roles/${id}`, options)
  }

  /**
   * Update a role.
   *
   * Holds for all its members within 5 seconds. A role with permissions that you lack is not yours to change. Without
   * `conversations.view` its members' conversations go to each contact's owner, else to the organization's.
   *
   * Permission: `roles.manage`.
   *
   * `PUT /v1/roles/{id}`
   */
  update(id: RoleId, body: UpdateRoleRequest, options?: CallOptions): Answer<Role> {
    return this.#transport.put(at`/v1/roles/${id}`, body, options)
  }

  /**
   * Delete a role.
   *
   * Refused with 409 while a member has it, or is invited to it.
   *
   * Permission: `roles.manage`.
   *
   * `DELETE /v1/roles/{id}`
   */
  delete(id: RoleId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/roles/${id}`, options)
  }
}

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
  | 'forms.view'
  | 'forms.manage'
  | 'submissions.view'
  | 'domains.manage'
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
  /** Time in Unix seconds. */
  created_at: number
  /** Number of members and service users with this role. */
  member_count: number
}

export type RoleId = string

export interface RolePage {
  /** Whether there are more items beyond this page. */
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
   * Roles that the organization created. `GET /v1/permissions` returns the built-in roles.
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
   * The role can include only permissions that the caller has.
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
   * The change applies to all members with the role within 5 seconds. You cannot change a role that has permissions you
   * lack. If the role loses `conversations.view`, its members' conversations are assigned to the owner of each contact,
   * or to the owner of the organization if the contact has none.
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
   * Returns 409 while a member or an open invitation has the role.
   *
   * Permission: `roles.manage`.
   *
   * `DELETE /v1/roles/{id}`
   */
  delete(id: RoleId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/roles/${id}`, options)
  }
}

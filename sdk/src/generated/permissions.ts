// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Permission } from './shared.ts'

export type PermissionGroup = 'money' | 'organization' | 'messages' | 'developers' | 'installation' | (string & {})

export interface Permissions {
  /** Names of all permissions. */
  permissions: Permission[]
  /** The same permissions, with the title and description that people read. */
  described: {
    name: string
    group: PermissionGroup
    title: string
    description: string
    /** Whether the permission is only for operators of the installation. No role can include it. */
    for_operators: boolean
  }[]
  /** Built-in roles. Every organization has them, and they cannot be changed. */
  built_in_roles: {
    name: string
    title: string
    description: string
    permissions: Permission[]
    /** Number of members and service users with this role; null if the caller lacks `users.view`. */
    member_count: number | null
  }[]
}

/** `samvad.permissions` */
export class PermissionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List permissions and built-in roles.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/permissions`
   */
  list(options?: CallOptions): Answer<Permissions> {
    return this.#transport.get('/v1/permissions', options)
  }
}

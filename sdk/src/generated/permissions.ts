// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Permission } from './shared.ts'

export type PermissionGroup = 'money' | 'organization' | 'messages' | 'developers' | 'installation' | (string & {})

export interface Permissions {
  /** Every permission that there is. */
  permissions: Permission[]
  /** The same, with what people read of each. */
  described: {
    name: string
    group: PermissionGroup
    title: string
    description: string
    /** No role can hold it. */
    for_operators: boolean
  }[]
  /** The roles that every organization has and nobody changes. */
  built_in_roles: {
    name: string
    title: string
    description: string
    permissions: Permission[]
    /** Members and service users who have it; null without `users.view`. */
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
   * Permission: any valid token.
   *
   * `GET /v1/permissions`
   */
  list(options?: CallOptions): Answer<Permissions> {
    return this.#transport.get('/v1/permissions', options)
  }
}

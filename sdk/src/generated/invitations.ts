// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface Invitation {
  id: InviteId
  email: string
  /** Name of a built-in role, or ID of a custom role. */
  role: string
  status: InvitationStatus
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  expires_at: number
}

export interface InvitationPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Invitation[]
}

export type InvitationStatus = 'open' | 'accepted' | 'revoked' | 'expired' | (string & {})

export type InviteId = string

export interface InviteUserRequest {
  email: string
  /** Name of a built-in role, or ID of a custom role. */
  role: string
}

/** `samvad.invitations` */
export class InvitationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List invitations.
   *
   * Permission: `users.manage`.
   *
   * `GET /v1/invitations`
   */
  list(options?: PageQuery & CallOptions): List<Invitation> {
    return this.#transport.list('/v1/invitations', options)
  }

  /**
   * Create an invitation.
   *
   * Emails a one-time link to the address, valid for 7 days. The invited person chooses a name and a password, or
   * enters the password of their existing account; the response does not reveal whether the address has an account. The
   * role cannot include a permission that you lack, neither now nor when the invitation is accepted. An open invitation
   * for the same address is replaced, and its link stops working.
   *
   * Permission: `users.manage`.
   *
   * `POST /v1/invitations`
   */
  invite(body: InviteUserRequest, options?: CallOptions): Answer<Invitation> {
    return this.#transport.post('/v1/invitations', body, options)
  }

  /**
   * Retrieve an invitation.
   *
   * Permission: `users.manage`.
   *
   * `GET /v1/invitations/{id}`
   */
  retrieve(id: InviteId, options?: CallOptions): Answer<Invitation> {
    return this.#transport.get(at`/v1/invitations/${id}`, options)
  }

  /**
   * Revoke an invitation.
   *
   * The link stops working immediately. Returns 409 if the invitation is no longer open.
   *
   * Permission: `users.manage`.
   *
   * `DELETE /v1/invitations/{id}`
   */
  revoke(id: InviteId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/invitations/${id}`, options)
  }
}

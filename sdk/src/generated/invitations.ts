// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface Invitation {
  id: InviteId
  email: string
  /** The name of a built-in role, or the id of a custom one. */
  role: string
  status: InvitationStatus
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  expires_at: number
}

export interface InvitationPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Invitation[]
}

export type InvitationStatus = 'open' | 'accepted' | 'revoked' | 'expired' | (string & {})

export type InviteId = string

export interface InviteUserRequest {
  email: string
  /** The name of a built-in role, or the id of a custom one. */
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
   * Invite somebody to the organization.
   *
   * A link goes to the address, by the mail server of the installation; it is valid for 7 days, once. Who accepts sets
   * their own name and password, or proves the one that they have: the answer is the same whether or not the address is
   * known. The role must not hold a permission that you lack, neither now nor when the invitation is accepted. An open
   * invitation of the same address is replaced, and its link is dead.
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
   * Its link is dead at once. Refused with 409 when it is not open any more.
   *
   * Permission: `users.manage`.
   *
   * `DELETE /v1/invitations/{id}`
   */
  revoke(id: InviteId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/invitations/${id}`, options)
  }
}

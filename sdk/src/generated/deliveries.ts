// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, ContactId, MessageId, PriceKind, TransactionId } from './shared.ts'

export interface Delivery {
  id: DeliveryId
  message_id: MessageId | null
  contact_id: ContactId | null
  address: string | null
  channel: Channel
  kind: PriceKind
  status: DeliveryStatus
  /** Rupees, two to six decimals. */
  price: string
  tier: number
  /** How many of the month's numbers it takes: its segments where the price list counts by segment, else 1. */
  units: number
  transaction_id: TransactionId
  /** The transaction that gave it back, because it never left. */
  reversal_id: TransactionId | null
  provider_id: string | null
  error: DeliveryError | null
  attempts: number
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  sent_at: number | null
  /** Unix seconds. */
  delivered_at: number | null
  /** Unix seconds. */
  read_at: number | null
  /** Unix seconds. */
  ended_at: number | null
}

export interface DeliveryError {
  code: string
  /** Why, in English or in the words of the provider. */
  detail: string
  /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
  details: {
    /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
}

export type DeliveryId = string

export interface DeliveryPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Delivery[]
}

export type DeliveryResolution = 'sent' | 'not_sent' | 'again' | (string & {})

export type DeliveryStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'undelivered'
  | 'cancelled'
  | (string & {})

export interface ResolveDeliveryRequest {
  /**
   * `sent`: it left, and its charge stays. `not_sent`: it has failed, and its charge is given back. `again`: it is sent
   * once more, without another charge; who got the first one gets it twice.
   */
  as: DeliveryResolution
}

export interface ListDeliveriesQuery extends PageQuery {
  /** Those of which nobody knows whether they left. All others are listed by their message. */
  outcome: 'unknown' | (string & {})
}

/** `samvad.deliveries` */
export class DeliveriesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the deliveries whose outcome is unknown.
   *
   * Their provider took them in, or may have, and did not say what became of them. They stay `sending` and paid for,
   * with the error `outcome_unknown`, until a receipt or somebody settles them; none is sent again by itself. Those in
   * conversations that the user of the token sees.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/deliveries`
   */
  list(options: ListDeliveriesQuery & CallOptions): List<Delivery> {
    return this.#transport.list('/v1/deliveries', options)
  }

  /**
   * Say what became of a delivery whose outcome is unknown.
   *
   * For whoever found out, such as from the log of the mail server. Saying the same twice changes nothing; 409 when
   * what became of it is known, and another.
   *
   * Permission: `messages.manage`.
   *
   * `POST /v1/deliveries/{id}/resolve`
   */
  resolve(id: DeliveryId, body: ResolveDeliveryRequest, options?: CallOptions): Answer<Delivery> {
    return this.#transport.post(at`/v1/deliveries/${id}/resolve`, body, options)
  }
}

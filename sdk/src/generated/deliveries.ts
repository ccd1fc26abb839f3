// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { DeliveryError, DeliveryId } from './campaigns.ts'
import type { Channel, ContactId, DeliveryStatus, MessageId, PriceKind, TransactionId } from './shared.ts'

export interface Delivery {
  id: DeliveryId
  message_id: MessageId | null
  contact_id: ContactId | null
  /** Address or phone number of the recipient. Null once the message or contact is deleted. */
  address: string | null
  channel: Channel
  kind: PriceKind
  /**
   * `failed` and `cancelled`: never sent, the charge is reversed. `undelivered`: sent but not delivered, stays charged.
   */
  status: DeliveryStatus
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  price: string
  /** Tier of the price list in which it was charged, from 1. */
  tier: number
  /**
   * How many units it counts towards the tiers of the month: its segments if the price list charges by segment,
   * otherwise 1.
   */
  units: number
  transaction_id: TransactionId
  /** The transaction that reversed the charge. Null if it was not reversed. */
  reversal_id: TransactionId | null
  /** The provider's ID of the message. Null until the provider accepted it. */
  provider_id: string | null
  error: DeliveryError | null
  /** Number of attempts to send it. */
  attempts: number
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  sent_at: number | null
  /** Time in Unix seconds. */
  delivered_at: number | null
  /** Time in Unix seconds. */
  read_at: number | null
  /** Time in Unix seconds. */
  ended_at: number | null
}

export interface DeliveryPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Delivery[]
}

export type DeliveryResolution = 'sent' | 'not_sent' | 'again' | (string & {})

export interface ResolveDeliveryRequest {
  /**
   * `sent`: it was sent, and stays charged. `not_sent`: it failed, and its charge is reversed. `again`: it is sent
   * again without another charge; the recipient may get it twice.
   */
  as: DeliveryResolution
}

export interface ListDeliveriesQuery extends PageQuery {
  /**
   * `unknown` is the only value: deliveries with an unknown outcome. Others are listed per message (`GET
   * /v1/messages/{id}/deliveries`).
   */
  outcome: 'unknown' | (string & {})
}

/** `samvad.deliveries` */
export class DeliveriesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List deliveries with an unknown outcome.
   *
   * Returns the deliveries that the provider accepted, or may have accepted, without reporting a result. They keep the
   * status `sending` with the error `outcome_unknown`, and stay charged, until a delivery receipt arrives or a user
   * resolves them. They are never resent automatically. Only deliveries in conversations that you can view, and those
   * of campaigns with `campaigns.view`.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/deliveries`
   */
  list(options: ListDeliveriesQuery & CallOptions): List<Delivery> {
    return this.#transport.list('/v1/deliveries', options)
  }

  /**
   * Resolve a delivery with an unknown outcome.
   *
   * Records the outcome that you found out elsewhere, for example in the log of the mail server. Safe to repeat with
   * the same outcome; 409 if another outcome is already known, or if a campaign has ended and its delivery is to be
   * sent again.
   *
   * Permission: `messages.manage`.
   *
   * `POST /v1/deliveries/{id}/resolve`
   */
  resolve(id: DeliveryId, body: ResolveDeliveryRequest, options?: CallOptions): Answer<Delivery> {
    return this.#transport.post(at`/v1/deliveries/${id}/resolve`, body, options)
  }
}

// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export type NotificationLanguage = 'en' | 'hi' | (string & {})

export interface NotificationPreferences {
  language: NotificationLanguage
  time_zone: string
  quiet_hours: {
    /** On the clock of `time_zone`, HH:MM. */
    from: string
    /** When they are over; before `from` it is on the next day. */
    to: string
  } | null
  /** By what happens and by channel, whether you are told. */
  types: {
    'recharge.completed': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'payment.failed': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'recharge.payment_requested': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'invoice.generated': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'balance.low': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'balance.empty': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'credit.granted': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'usage.monthly_summary': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'enterprise_pricing.reached': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'mandate.given': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'mandate.updated': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'mandate.ended': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'auto_recharge.updated': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'auto_recharge.limited': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'auto_recharge.debit_requested': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'auto_recharge.retry_scheduled': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'auto_recharge.switched_off': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'grace.started': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'grace.ended': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'payment.disputed': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'payment.refunded_at_gateway': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'payment.taken_back': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'refund.requested': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'refund.approved': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'refund.processing': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'refund.completed': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'refund.rejected': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'refund.failed': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'invitation.accepted': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'webhook_endpoint.switched_off': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'channel_account.failing': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'channel_account.recovered': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'channel_account.warned': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'export.completed': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'export.failed': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the number that you have verified. */
      sms: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
    'message.received': {
      /** Whether the list of notifications has it. */
      in_app: boolean
      /** To your address, once it is proven. */
      email: boolean
      /** To the browsers that you have subscribed. */
      push: boolean
    }
  }
}

export interface NotificationPreferencesChange {
  language?: NotificationLanguage | undefined
  time_zone?: string | undefined
  quiet_hours?: {
    /** On the clock of `time_zone`, HH:MM. */
    from: string
    /** When they are over; before `from` it is on the next day. */
    to: string
  } | null | undefined
  types?: {
    'recharge.completed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'payment.failed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'recharge.payment_requested'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'invoice.generated'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'balance.low'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'balance.empty'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'credit.granted'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'usage.monthly_summary'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'enterprise_pricing.reached'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'mandate.given'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'mandate.updated'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'mandate.ended'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'auto_recharge.updated'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'auto_recharge.limited'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'auto_recharge.debit_requested'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'auto_recharge.retry_scheduled'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'auto_recharge.switched_off'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'grace.started'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'grace.ended'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'payment.disputed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'payment.refunded_at_gateway'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'payment.taken_back'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'refund.requested'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'refund.approved'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'refund.processing'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'refund.completed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'refund.rejected'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'refund.failed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'invitation.accepted'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'webhook_endpoint.switched_off'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'channel_account.failing'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'channel_account.recovered'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'channel_account.warned'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'export.completed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'export.failed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'message.received'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      push?: boolean | undefined
    } | undefined
  } | undefined
}

/** `samvad.notificationPreferences` */
export class NotificationPreferencesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve your notification preferences.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `GET /v1/notification_preferences`
   */
  retrieve(options?: CallOptions): Answer<NotificationPreferences> {
    return this.#transport.get('/v1/notification_preferences', options)
  }

  /**
   * Update your notification preferences.
   *
   * Of this organization; what is left out stays. In quiet hours nothing is sent by mail, SMS or push until they are
   * over.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `PUT /v1/notification_preferences`
   */
  update(body: NotificationPreferencesChange, options?: CallOptions): Answer<NotificationPreferences> {
    return this.#transport.put('/v1/notification_preferences', body, options)
  }
}

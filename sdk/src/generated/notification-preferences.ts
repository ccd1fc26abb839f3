// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export type NotificationLanguage = 'en' | 'hi' | (string & {})

export interface NotificationPreferences {
  language: NotificationLanguage
  time_zone: string
  quiet_hours: {
    /** Start of quiet hours, as HH:MM in `time_zone`. */
    from: string
    /** End of quiet hours, as HH:MM in `time_zone`. If it is before `from`, quiet hours end on the next day. */
    to: string
  } | null
  /** For each notification type, the ways in which you are notified. */
  types: {
    'recharge.completed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'payment.failed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'recharge.payment_requested': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'invoice.generated': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'balance.low': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'balance.empty': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'credit.granted': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'usage.monthly_summary': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'enterprise_pricing.reached': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'form.reported': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'domain.proof_missing': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'domain.unverified': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'mandate.given': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'mandate.updated': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'mandate.ended': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'auto_recharge.updated': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'auto_recharge.limited': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'auto_recharge.debit_requested': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'auto_recharge.retry_scheduled': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'auto_recharge.switched_off': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'grace.started': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'grace.ended': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.pending': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.activated': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.payment_due': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.renewed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.grace_started': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.grace_reminder': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.cancelled': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.resumed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'subscription.ended': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'payment.disputed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'payment.refunded_at_gateway': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'payment.taken_back': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'refund.requested': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'refund.approved': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'refund.started': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'refund.processing': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'refund.completed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'refund.rejected': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'refund.failed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'invitation.accepted': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'webhook_endpoint.switched_off': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'channel_account.failing': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'channel_account.recovered': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'channel_account.warned': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'campaign.paused': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'campaign.completed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'export.completed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'export.failed': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it by SMS to your verified number. */
      sms: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'form.submitted': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
    'message.received': {
      /** Show it in the list of notifications. */
      in_app: boolean
      /** Send it to your email address, once verified. */
      email: boolean
      /** Send it to your subscribed browsers. */
      push: boolean
    }
  }
}

export interface NotificationPreferencesChange {
  language?: NotificationLanguage | undefined
  time_zone?: string | undefined
  quiet_hours?: {
    /** Start of quiet hours, as HH:MM in `time_zone`. */
    from: string
    /** End of quiet hours, as HH:MM in `time_zone`. If it is before `from`, quiet hours end on the next day. */
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
    'form.reported'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'domain.proof_missing'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'domain.unverified'?: {
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
    'subscription.pending'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'subscription.activated'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'subscription.payment_due'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'subscription.renewed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'subscription.grace_started'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'subscription.grace_reminder'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'subscription.cancelled'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'subscription.resumed'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'subscription.ended'?: {
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
    'refund.started'?: {
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
    'campaign.paused'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
      sms?: boolean | undefined
      push?: boolean | undefined
    } | undefined
    'campaign.completed'?: {
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
    'form.submitted'?: {
      in_app?: boolean | undefined
      email?: boolean | undefined
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
   * Permission: a console session, or a token with every permission of its user.
   *
   * `GET /v1/notification_preferences`
   */
  retrieve(options?: CallOptions): Answer<NotificationPreferences> {
    return this.#transport.get('/v1/notification_preferences', options)
  }

  /**
   * Update your notification preferences.
   *
   * Changes your preferences in this organization; fields that you omit do not change. During quiet hours, email, SMS
   * and push notifications are held back and sent afterwards.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `PUT /v1/notification_preferences`
   */
  update(body: NotificationPreferencesChange, options?: CallOptions): Answer<NotificationPreferences> {
    return this.#transport.put('/v1/notification_preferences', body, options)
  }
}

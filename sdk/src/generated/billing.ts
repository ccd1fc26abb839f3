// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Transport } from '../transport.ts'
import { BillingAutoRechargeApi } from './billing-auto-recharge.ts'
import { BillingBalanceApi } from './billing-balance.ts'
import { BillingExportsApi } from './billing-exports.ts'
import { BillingInvoicesApi } from './billing-invoices.ts'
import { BillingPlansApi } from './billing-plans.ts'
import { BillingPricesApi } from './billing-prices.ts'
import { BillingProfileApi } from './billing-profile.ts'
import { BillingRechargesApi } from './billing-recharges.ts'
import { BillingRefundsApi } from './billing-refunds.ts'
import { BillingSubscriptionApi } from './billing-subscription.ts'
import { BillingSummariesApi } from './billing-summaries.ts'
import { BillingTiersApi } from './billing-tiers.ts'
import { BillingTransactionsApi } from './billing-transactions.ts'
import { BillingUsageApi } from './billing-usage.ts'

/** `samvad.billing` */
export class BillingApi {
  readonly autoRecharge: BillingAutoRechargeApi
  readonly balance: BillingBalanceApi
  readonly exports: BillingExportsApi
  readonly invoices: BillingInvoicesApi
  readonly plans: BillingPlansApi
  readonly prices: BillingPricesApi
  readonly profile: BillingProfileApi
  readonly recharges: BillingRechargesApi
  readonly refunds: BillingRefundsApi
  readonly subscription: BillingSubscriptionApi
  readonly summaries: BillingSummariesApi
  readonly tiers: BillingTiersApi
  readonly transactions: BillingTransactionsApi
  readonly usage: BillingUsageApi

  constructor(transport: Transport) {
    this.autoRecharge = new BillingAutoRechargeApi(transport)
    this.balance = new BillingBalanceApi(transport)
    this.exports = new BillingExportsApi(transport)
    this.invoices = new BillingInvoicesApi(transport)
    this.plans = new BillingPlansApi(transport)
    this.prices = new BillingPricesApi(transport)
    this.profile = new BillingProfileApi(transport)
    this.recharges = new BillingRechargesApi(transport)
    this.refunds = new BillingRefundsApi(transport)
    this.subscription = new BillingSubscriptionApi(transport)
    this.summaries = new BillingSummariesApi(transport)
    this.tiers = new BillingTiersApi(transport)
    this.transactions = new BillingTransactionsApi(transport)
    this.usage = new BillingUsageApi(transport)
  }
}

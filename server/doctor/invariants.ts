// Invariants that hold at every moment, whatever crashed, was retried or arrived twice: SQL statements that return
// violating rows. The tests run them after every file, `samvad doctor` in production.

import { attachmentInvariants } from './attachment-queries.ts'
import { auditInvariants } from './audit-queries.ts'
import { campaignInvariants } from './campaign-queries.ts'
import { deliveryInvariants } from './delivery-queries.ts'
import { formInvariants } from './form-queries.ts'
import { gatewayInvariants } from './gateway-queries.ts'
import { invoiceInvariants } from './invoice-queries.ts'
import { ledgerInvariants } from './ledger-queries.ts'
import type { RuleId } from './messages.ts'
import { monthInvariants } from './month-queries.ts'
import { searchInvariants } from './search-queries.ts'
import { subscriptionInvariants } from './subscription-queries.ts'
import { tellingInvariants } from './telling-queries.ts'
import { tenantInvariants } from './tenant-queries.ts'
import { usageInvariants } from './usage-queries.ts'
import { visibilityInvariants } from './visibility-queries.ts'
import { warningInvariants } from './warning-queries.ts'

export interface Invariant {
  /** `L4`: its sentence is in messages.ts. */
  id: RuleId
  /**
   * Selects the violating rows; set-based, for tables with millions of rows. A rule about many tables has one statement
   * per table, by name: planning a single statement takes longer than checking small tables.
   */
  sql: string | Readonly<Record<string, string>>
}

export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...monthInvariants,
  ...usageInvariants,
  ...invoiceInvariants,
  ...gatewayInvariants,
  ...subscriptionInvariants,
  ...tenantInvariants,
  ...auditInvariants,
  ...campaignInvariants,
  ...formInvariants,
  ...warningInvariants,
  ...visibilityInvariants,
  ...deliveryInvariants,
  ...searchInvariants,
  ...attachmentInvariants,
  ...tellingInvariants,
]

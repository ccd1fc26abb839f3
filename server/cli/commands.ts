// All commands of `bin/samvad`. A new one is a file and a line here.

import { auditList } from './audit.ts'
import { balanceCommand, transactionList } from './balance.ts'
import type { Command } from './command.ts'
import { creditGrant } from './credit.ts'
import { doctorCommand } from './doctor.ts'
import { gatewayList, gatewayRemove, gatewaySet } from './gateway.ts'
import { migrateCommand } from './migrate.ts'
import { organizationCreate, organizationList } from './organization.ts'
import { priceListList, priceListPublish } from './price-list.ts'
import { organizationResume, organizationSuspend } from './suspension.ts'
import { refundApprove, refundList, refundReject } from './refund.ts'
import { tokenCreate, tokenList, tokenRevoke } from './token.ts'
import { userCreate, userList, userRemove, userSetPassword } from './user.ts'

export const commands: readonly Command[] = [
  organizationCreate,
  organizationList,
  organizationSuspend,
  organizationResume,
  userCreate,
  userList,
  userRemove,
  userSetPassword,
  tokenCreate,
  tokenList,
  tokenRevoke,
  auditList,
  balanceCommand,
  transactionList,
  priceListPublish,
  priceListList,
  refundList,
  refundApprove,
  refundReject,
  creditGrant,
  gatewaySet,
  gatewayList,
  gatewayRemove,
  migrateCommand,
  doctorCommand,
]

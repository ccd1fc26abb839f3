// All commands of `bin/samvad`. A new command is a file and a line here.

import { archiveBase } from './archive.ts'
import { arrivalDiscard, arrivalList, arrivalRelease, arrivalRetry, arrivalShow } from './arrival.ts'
import { auditList } from './audit.ts'
import { backupCommand } from './backup.ts'
import { balanceCommand, transactionList } from './balance.ts'
import { campaignCancel, campaignList, campaignPause, campaignResume } from './campaign.ts'
import { claimList } from './claim.ts'
import type { Command } from './command.ts'
import { contactErase, contactExport } from './contact.ts'
import { creditGrant } from './credit.ts'
import { deliveryList, deliveryResolve } from './delivery.ts'
import { doctorCommand } from './doctor.ts'
import { domainCheck, domainList } from './domain.ts'
import { fenceLift, fenceRaise, fenceStatus } from './fence.ts'
import { gatewayList, gatewayRemove, gatewaySet } from './gateway.ts'
import { keyForget, keyList, keyRotate } from './key.ts'
import { migrateCommand } from './migrate.ts'
import { moveCommand } from './move.ts'
import { organizationCreate, organizationList } from './organization.ts'
import { planListList, planListPublish } from './plan-list.ts'
import { priceListList, priceListPublish } from './price-list.ts'
import { quarantineAssign, quarantineDiscard, quarantineList } from './quarantine.ts'
import { refundApprove, refundList, refundReject } from './refund.ts'
import { restoreCommand } from './restore.ts'
import { channelList, channelRemove, channelSet, channelTest } from './shared-channel.ts'
import { statusCommand } from './status.ts'
import { subscriptionCancel, subscriptionPaymentMethod, subscriptionShow } from './subscription.ts'
import { organizationResume, organizationSuspend } from './suspension.ts'
import { tokenCreate, tokenList, tokenRevoke } from './token.ts'
import { userCreate, userList, userRemove, userResetFactors, userSetPassword } from './user.ts'
import { organizationWebhookNetworks } from './webhook-networks.ts'

export const commands: readonly Command[] = [
  organizationCreate,
  organizationList,
  organizationSuspend,
  organizationResume,
  organizationWebhookNetworks,
  userCreate,
  userList,
  userRemove,
  userResetFactors,
  userSetPassword,
  tokenCreate,
  tokenList,
  tokenRevoke,
  auditList,
  balanceCommand,
  transactionList,
  priceListPublish,
  priceListList,
  planListPublish,
  planListList,
  subscriptionShow,
  subscriptionCancel,
  subscriptionPaymentMethod,
  refundList,
  refundApprove,
  refundReject,
  claimList,
  creditGrant,
  arrivalList,
  arrivalShow,
  arrivalRetry,
  arrivalRelease,
  arrivalDiscard,
  quarantineList,
  quarantineAssign,
  quarantineDiscard,
  campaignList,
  campaignPause,
  campaignResume,
  campaignCancel,
  deliveryList,
  deliveryResolve,
  domainList,
  domainCheck,
  contactExport,
  contactErase,
  gatewaySet,
  gatewayList,
  gatewayRemove,
  channelSet,
  channelList,
  channelTest,
  channelRemove,
  fenceStatus,
  fenceRaise,
  fenceLift,
  keyList,
  keyRotate,
  keyForget,
  migrateCommand,
  backupCommand,
  archiveBase,
  restoreCommand,
  moveCommand,
  doctorCommand,
  statusCommand,
]

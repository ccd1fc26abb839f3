// The settings of the sandbox, and of what is decided about messages without a person.

import { setting } from './setting.ts'
import { integer, oneOf } from './setting-readers.ts'

export interface SandboxSettings {
  sandbox: 'auto' | 'on' | 'off'
  sandboxDebitNoticeSeconds: number
  /** Whether a campaign pauses itself when its recipients complain or their addresses do not exist. */
  campaignStops: 'on' | 'off'
  /** Whether an operator approves email templates too. */
  emailTemplateApproval: 'automatic' | 'operator'
}

export const sandboxSettings = {
  sandbox: setting(
    'SAMVAD_SANDBOX',
    'auto',
    "`auto` = a sandbox for each channel and gateway that never had a real account; `on` = all of them, but the gateway's never once a real one was configured; `off` = none",
    oneOf(['auto', 'on', 'off']),
  ),
  sandboxDebitNoticeSeconds: setting(
    'SAMVAD_SANDBOX_DEBIT_NOTICE',
    '0',
    'seconds that the sandbox gateway waits between announcing an automatic debit and debiting; real gateways wait a day',
    integer(0, 30 * 86_400),
  ),
  campaignStops: setting(
    'SAMVAD_CAMPAIGN_STOPS',
    'on',
    '`on` = a campaign pauses itself at 0.3 % complaints or 8 % hard bounces; `off` = never',
    oneOf(['on', 'off']),
  ),
  emailTemplateApproval: setting(
    'SAMVAD_EMAIL_TEMPLATE_APPROVAL',
    'automatic',
    '`automatic` = an email template is approved when it is submitted; `operator` = an operator approves it, as they do SMS templates',
    oneOf(['automatic', 'operator']),
  ),
}

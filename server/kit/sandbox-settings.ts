// Settings of the sandbox and of automatic decisions about messages.

import { setting } from './setting.ts'
import { integer, oneOf } from './setting-readers.ts'

export interface SandboxSettings {
  sandbox: 'auto' | 'on' | 'off'
  sandboxDebitNoticeSeconds: number
  /** Pauses campaigns automatically on complaints or non-existing addresses. */
  campaignStops: 'on' | 'off'
  /** Number of deliveries queued in advance for a campaign without a rate. */
  campaignQueue: number
  /** Requires an operator's approval for email templates too. */
  emailTemplateApproval: 'automatic' | 'operator'
}

export const sandboxSettings = {
  sandbox: setting(
    'SAMVAD_SANDBOX',
    'auto',
    '`auto` = a sandbox for each channel and payment gateway that has never had a real account. `on` = a sandbox for all of them, but the gateway sandbox stays off once a real gateway has been configured. `off` = no sandbox.',
    oneOf(['auto', 'on', 'off']),
  ),
  sandboxDebitNoticeSeconds: setting(
    'SAMVAD_SANDBOX_DEBIT_NOTICE',
    '0',
    'Seconds that the sandbox gateway waits between announcing an automatic debit and debiting. Real gateways wait one day.',
    integer(0, 30 * 86_400),
  ),
  campaignStops: setting(
    'SAMVAD_CAMPAIGN_STOPS',
    'on',
    '`on` = a campaign pauses automatically at 0.3 % complaints or 8 % hard bounces. `off` = campaigns never pause for these reasons.',
    oneOf(['on', 'off']),
  ),
  campaignQueue: setting(
    'SAMVAD_CAMPAIGN_QUEUE',
    '20000',
    'Maximum deliveries that a campaign without a rate charges and queues ahead of sending. Raise it if a provider accepts more than this in a second.',
    integer(1000, 10_000_000),
  ),
  emailTemplateApproval: setting(
    'SAMVAD_EMAIL_TEMPLATE_APPROVAL',
    'automatic',
    '`automatic` = email templates are approved on submission. `operator` = an operator approves them, as with SMS templates.',
    oneOf(['automatic', 'operator']),
  ),
}

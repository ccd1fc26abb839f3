// Prepares a campaign's delivery, which has no message: renders the campaign's content for its recipient, and checks
// that no other recipient has its address.

import { detailsOf } from '#kit/messages/details.ts'
import type { CampaignDelivery, CampaignDispatch } from '#messaging/campaigns/dispatch.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { type Claimed, type Outcome, plain } from './rules.ts'

type Words = Pick<ClaimedRow, 'org_id' | 'subject' | 'text' | 'html' | 'template_id' | 'template_version' | 'variables'>

/**
 * Renders a campaign delivery like a stored message. `served`: another recipient of the campaign has the address.
 * `stopped`: the contact opted out of marketing. An error when the content cannot be read now.
 */
export async function wordsOf(
  campaigns: CampaignDispatch,
  claimed: ClaimedRow,
  address: string,
): Promise<Words | 'served' | 'stopped' | Error> {
  const delivery = campaignDeliveryOf(claimed)
  if (delivery === null) return claimed
  try {
    if (address !== claimed.address && !(await campaigns.takeAddress(delivery, address))) return 'served'
    const { content, templateId, templateVersion, isMarketing } = await campaigns.wordsOf(delivery)
    if (isMarketing && claimed.marketing_stopped_at !== null) return 'stopped'
    return { ...claimed, ...content, template_id: templateId, template_version: templateVersion }
  } catch (error) {
    return error as Error
  }
}

/** Null for a delivery with its own message. */
function campaignDeliveryOf({
  org_id,
  campaign_id,
  recipient_number,
  id,
  variables,
  has_message,
}: ClaimedRow): CampaignDelivery | null {
  if (campaign_id === null || recipient_number === null || has_message) return null
  return { org_id, campaign_id, recipient_number, id, variables: variables ?? {} }
}

/** The contact now has an address that another recipient of the campaign has: each address gets a campaign once. */
export function servedOutcome(claimed: Claimed): Outcome {
  const errorDetail = detailsOf('address_of_other_recipient')
  return { ...plain(claimed), status: 'cancelled', errorCode: 'duplicate_address', errorDetail }
}

/** The contact opted out of marketing after the charge. */
export function stoppedOutcome(claimed: Claimed & Pick<ClaimedRow, 'channel'>): Outcome {
  const errorDetail = detailsOf('unsubscribed_before_sending', { channel: claimed.channel })
  return { ...plain(claimed), status: 'cancelled', errorCode: 'recipient_unsubscribed', errorDetail }
}

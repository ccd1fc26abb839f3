// The saved fields that previews and estimates depend on: they are refetched when these change. Pure.

import type { Campaign } from '@samvad/sdk'
import { canonical } from '../../app/unsaved.ts'

export const contentOf = ({ channel, template_id, subject, text, html, variables }: Campaign): string =>
  canonical([channel, template_id, subject, text, html, variables])

export const audienceOf = ({ list_ids, segment_ids, exclude_list_ids }: Campaign): string =>
  canonical([list_ids, segment_ids, exclude_list_ids])

export const revisionOf = (campaign: Campaign): string =>
  canonical([
    contentOf(campaign),
    audienceOf(campaign),
    campaign.scheduled_at,
    campaign.max_per_minute,
    campaign.quiet_hours,
  ])

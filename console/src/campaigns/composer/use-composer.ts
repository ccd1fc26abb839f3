// A campaign draft in the composer, saved automatically.

import type { CampaignReport } from '@samvad/sdk'
import { api } from '../../app/api.ts'
import { type Autosave, useAutosave } from '../../app/autosave.ts'
import { campaignKey } from '../data.ts'
import { bodyOf, differing, unsaved, type Written, writtenOf } from './written.ts'

export interface Composer extends Omit<Autosave<Written>, 'refusedBody'> {
  campaign: CampaignReport
  /** The content's variables; null while unknown. */
  names: readonly string[] | null
}

export function useComposer(
  campaign: CampaignReport,
  namesOf: (written: Written) => readonly string[] | null,
): Composer {
  const { id } = campaign
  const draft = useAutosave<CampaignReport, Written>({
    name: `campaign.${id}`,
    saved: campaign,
    queryKey: campaignKey(id),
    writtenOf,
    bodyOf: (written, saved) => unsaved(bodyOf(written, namesOf(written)), saved),
    differing,
    save: (body) => api.campaigns.update(id, body),
  })
  return { ...draft, campaign, names: namesOf(draft.written) }
}

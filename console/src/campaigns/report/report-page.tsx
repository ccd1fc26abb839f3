import type { CampaignReport } from '@samvad/sdk'
import { Page } from '../../design/page.tsx'
import { CampaignStatus } from '../campaign-status.tsx'

/** A campaign that was started. */
export function ReportPage({ campaign }: { campaign: CampaignReport }) {
  return (
    <Page title={<bdi>{campaign.name}</bdi>}>
      <CampaignStatus campaign={campaign} />
    </Page>
  )
}

import { useWords } from '../app/language.tsx'
import { Allowed, NotHere } from '../app/not-here.tsx'
import { isNotFound } from '../app/queries.ts'
import { Page } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { ComposerPage } from './composer/composer-page.tsx'
import { useCampaign } from './data.ts'
import { ReportPage } from './report/report-page.tsx'
import { campaignRoute } from './routes.tsx'
import { words } from './words.ts'

/** Each campaign has one URL; its content depends on the campaign's status. */
export function CampaignPage() {
  const w = useWords(words)
  const { campaignId } = campaignRoute.useParams()
  const { data: campaign, error, refetch } = useCampaign(campaignId)
  if (campaign && !isNotFound(error))
    return campaign.status === 'draft' ? (
      <ComposerPage key={campaign.id} campaign={campaign} />
    ) : (
      <ReportPage campaign={campaign} />
    )
  return (
    <Page title={w.campaigns}>
      <Allowed anyOf={['campaigns.view']}>
        {isNotFound(error) ? <NotHere /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
      </Allowed>
    </Page>
  )
}

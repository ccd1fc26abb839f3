import type { WebhookEndpoint } from '@samvad/sdk'
import { ArrowLeft } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { usePersonName } from '../app/people.tsx'
import { Facts } from '../design/facts.tsx'
import { Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Notice } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { useEndpoint } from './data.ts'
import { DevelopersPage } from './developers-page.tsx'
import { webhookRoute } from './routes.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { EndpointStatus } from './webhook-status.tsx'
import { words } from './webhooks-words.ts'
import { words as developerWords } from './words.ts'

export function WebhookPage() {
  const { webhooks } = useWords(developerWords)
  const { endpoint: id } = webhookRoute.useParams()
  const { data, error, refetch } = useEndpoint(id)
  return (
    <DevelopersPage
      actions={data && <WebhookActions endpoint={data} />}
      title={
        <span className="flex min-w-0 items-center gap-2">
          <PageLink
            page="developers/webhooks"
            aria-label={webhooks}
            className="touch-small flex items-center text-soft"
          >
            <ArrowLeft aria-hidden className="size-5" />
          </PageLink>
          <span className="min-w-0 text-lead wrap-anywhere">{data?.url}</span>
        </span>
      }
    >
      <Allowed anyOf={['webhooks.manage']}>
        {data ? <Endpoint endpoint={data} /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
      </Allowed>
    </DevelopersPage>
  )
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const w = useWords(words)
  const nameOf = usePersonName()
  const { status, switched_off_because: because, failing_since, previous_secret_until, event_types } = endpoint
  return (
    <>
      {status === 'switched_off' && (
        <div className="mb-4">
          <Notice tone="bad">
            <p className="font-medium">{because === null ? w.states.switched_off : w.because[because]}</p>
            <p>{w.offDetail}</p>
          </Notice>
        </div>
      )}
      <div className="mb-8">
        <Facts
          facts={[
            { name: w.status, value: <EndpointStatus status={status} /> },
            endpoint.description === null ? null : { name: w.description, value: endpoint.description },
            {
              name: w.types,
              value: event_types.includes('*') ? w.all : <code className="text-small">{event_types.join(', ')}</code>,
            },
            failing_since === null ? null : { name: w.failingSince, value: <Time at={failing_since} isExact /> },
            { name: w.setBy, value: nameOf(endpoint.user_id) },
            previous_secret_until === null
              ? null
              : { name: w.secretUntil, value: <Time at={previous_secret_until} isExact /> },
          ]}
        />
      </div>
      <Section title={w.log}>
        <WebhookDeliveries endpointId={endpoint.id} />
      </Section>
    </>
  )
}

import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@samvad/sdk'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { useEndpoints } from './data.ts'
import { DevelopersPage } from './developers-page.tsx'
import { SecretShown, WebhookDialog } from './webhook-dialog.tsx'
import { EndpointStatus } from './webhook-status.tsx'
import { words } from './webhooks-words.ts'
import { words as developerWords } from './words.ts'

export function WebhooksPage() {
  const w = useWords(words)
  const go = useGo()
  const may = useMay()
  const list = useEndpoints()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<WebhookEndpointWithSecret | null>(null)
  const create = (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setMaking(true)}>
      {w.create}
    </Button>
  )
  return (
    <DevelopersPage actions={may('webhooks.manage') && (list.rows?.length ?? 0) > 0 && create}>
      <Allowed anyOf={['webhooks.manage']}>
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<Webhook />} title={w.none} action={create}>
                {w.noneDetail}
              </Empty>
            }
          >
            {(rows) => <Endpoints rows={rows} />}
          </Listed>
        </Panel>
        {isMaking && <WebhookDialog endpoint={null} onMade={setMade} onClose={() => setMaking(false)} />}
        {made && <SecretShown secret={made.secret} onClose={() => go(`developers/webhooks/${made.id}`)} />}
      </Allowed>
    </DevelopersPage>
  )
}

function Endpoints({ rows }: { rows: WebhookEndpoint[] }) {
  const w = useWords(words)
  const { webhooks } = useWords(developerWords)
  return (
    <Table
      label={webhooks}
      head={
        <>
          <Head>{w.url}</Head>
          <Head>{w.types}</Head>
          <Head>{w.status}</Head>
        </>
      }
    >
      {rows.map(({ id, url, description, event_types, status, failing_since }) => (
        <Row key={id}>
          <Cell className="max-w-48 min-w-48 sm:max-w-md">
            <PageLink page={`developers/webhooks/${id}`} className="block truncate font-medium" title={url}>
              {url}
            </PageLink>
            {description && <span className="block truncate text-small text-soft">{description}</span>}
          </Cell>
          <Cell className="whitespace-nowrap" title={event_types.join('\n')}>
            {event_types.includes('*') ? w.all : w.count(event_types.length)}
          </Cell>
          <Cell>
            <span className="flex gap-1.5">
              <EndpointStatus status={status} />
              {failing_since !== null && status === 'enabled' && <Status tone="bad">{w.failing}</Status>}
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

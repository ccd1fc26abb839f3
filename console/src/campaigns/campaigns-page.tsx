import type { ListedCampaign } from '@samvad/sdk'
import { Megaphone, Plus } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Money } from '../design/money.tsx'
import { Page, Panel } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { CampaignFilters } from './campaign-filters.tsx'
import { CampaignStatus } from './campaign-status.tsx'
import { useCampaigns } from './data.ts'
import { campaignsRoute } from './routes.tsx'
import { words } from './words.ts'

export function CampaignsPage() {
  const w = useWords(words)
  const may = useMay()
  const go = useGo()
  const filter = campaignsRoute.useSearch()
  const list = useCampaigns(filter)
  const mayManage = may('campaigns.manage')
  useShortcuts(mayManage ? [{ keys: 'c', label: w.create, run: () => go('campaigns/new') }] : [])
  const create = mayManage && (
    <PageLink page="campaigns/new" className={buttonLook('primary')}>
      <Plus aria-hidden className="size-4" />
      {w.create}
    </PageLink>
  )
  const isFiltered = filter.status !== undefined || filter.name !== undefined
  return (
    <Page title={w.campaigns} actions={create}>
      <Allowed anyOf={['campaigns.view']}>
        <CampaignFilters filter={filter} />
        <Panel>
          <Listed
            list={list}
            empty={
              isFiltered ? (
                <Empty
                  icon={<Megaphone />}
                  title={w.noMatch}
                  action={<Button onPress={() => go('campaigns')}>{w.clear}</Button>}
                >
                  {w.noMatchDetail}
                </Empty>
              ) : (
                <Empty icon={<Megaphone />} title={w.none} action={create}>
                  {w.noneDetail}
                </Empty>
              )
            }
          >
            {(rows) => <CampaignTable rows={rows} />}
          </Listed>
        </Panel>
      </Allowed>
    </Page>
  )
}

function CampaignTable({ rows }: { rows: readonly ListedCampaign[] }) {
  const w = useWords(words)
  return (
    <Table
      label={w.campaigns}
      head={
        <>
          <Head>{w.name}</Head>
          <Head>{w.status}</Head>
          <Head isFigure>{w.sent}</Head>
          <Head isFigure>{w.cost}</Head>
          <Head isFigure>{w.when}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell className="min-w-44">
            <span className="flex items-center gap-2">
              <Channel channel={row.channel} />
              <PageLink
                page={`campaigns/${row.id}`}
                className="touch inline-flex max-w-44 items-center font-medium hover:underline sm:max-w-96"
              >
                <bdi className="truncate">{row.name}</bdi>
              </PageLink>
            </span>
          </Cell>
          <Cell>
            <CampaignStatus campaign={row} />
          </Cell>
          <Cell isFigure>
            <Sent campaign={row} />
          </Cell>
          <Cell isFigure>{row.started_at === null ? <None /> : <Money amount={row.cost} />}</Cell>
          <Cell isFigure>
            <When campaign={row} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

const None = () => <span className="text-soft">–</span>

/** The number of sent messages, and the total until all are sent. */
function Sent({ campaign: { started_at, sent, recipients } }: { campaign: ListedCampaign }) {
  const w = useWords(words)
  if (started_at === null) return <None />
  return sent === recipients ? grouped(sent) : w.sentOf(grouped(sent), grouped(recipients))
}

/** The campaign's latest event, or its next one. */
function When({ campaign }: { campaign: ListedCampaign }) {
  const w = useWords(words)
  const { status, created_at, scheduled_at, started_at, ended_at } = campaign
  const [said, at] =
    ended_at !== null
      ? [w.times.ended, ended_at]
      : started_at !== null
        ? [w.times.started, started_at]
        : status === 'scheduled' && scheduled_at !== null
          ? [w.times.scheduled, scheduled_at]
          : [w.times.created, created_at]
  return (
    <>
      <span className="text-soft">{said}</span> <Time at={at} />
    </>
  )
}

// samvad campaign list, campaign pause, campaign resume, campaign cancel

import { envelope } from '#edge/paging.ts'
import type { App } from '#kit/app.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import * as control from '#messaging/campaigns/control.ts'
import type { CampaignRow } from '#messaging/campaigns/queries.ts'
import * as queries from '#messaging/campaigns/queries.ts'
import { type CampaignStatus, campaignStatuses } from '#messaging/campaigns/rules.ts'
import { showCampaign } from '#messaging/campaigns/show.ts'
import { command, UsageError } from './command.ts'
import { organizationNamed } from './named.ts'
import { everyPage } from './pages.ts'

type Shown = ReturnType<typeof showCampaign>

const organization = { type: 'string', value: 'ID', meaning: 'organization; optional if there is only one' } as const

export const campaignList = command({
  noun: 'campaign',
  verb: 'list',
  summary: 'list the campaigns of an organization, newest first',
  options: {
    organization,
    status: { type: 'string', value: 'WORD', meaning: `only these: ${campaignStatuses.join(', ')}` },
  },
  async run({ app, options }) {
    const { reads } = app.database
    const organizationId = await organizationNamed(reads, options.organization)
    const status = statusNamed(options.status)
    const data = await everyPage('camp', async (page) => {
      const query = { ...page, ...(status === undefined ? {} : { status }) }
      return envelope(query, await reads.rows<CampaignRow>(queries.list({ organizationId }, query)), showCampaign)
    })
    return { data, lines: data.length === 0 ? ['Nothing found.'] : data.map(line) }
  },
})

export const campaignPause = acting(
  'pause',
  'pause a campaign: nothing more is sent, and its credit stays reserved',
  control.pause,
)
export const campaignResume = acting('resume', 'resume a paused campaign, whatever it was paused for', control.resume)
export const campaignCancel = acting(
  'cancel',
  'cancel a campaign: its reserved credit is released, and what was not sent is refunded',
  control.cancel,
)

function acting(verb: string, summary: string, act: typeof control.pause) {
  return command({
    noun: 'campaign',
    verb,
    summary,
    words: 'campaign',
    options: {
      campaign: { type: 'string', multiple: true, value: 'ID', meaning: 'campaign ID; see samvad campaign list' },
      organization,
    },
    async run({ app, options }) {
      const [text, ...others] = options.campaign
      if (text === undefined || others.length > 0) throw new UsageError('pass one campaign ID')
      const shown = await acted(app, campaignNamed(text), options.organization, act)
      return { data: shown, lines: [line(shown)] }
    },
  })
}

async function acted(app: App, id: Uuid, named: string | undefined, act: typeof control.pause): Promise<Shown> {
  const organizationId = await organizationNamed(app.database.reads, named)
  const scope = { organizationId, at: app.clock() }
  return showCampaign(await app.database.transaction((tx) => act(tx, scope, 'command_line', id), organizationId))
}

function statusNamed(text: string | undefined): CampaignStatus | undefined {
  const status = campaignStatuses.find((one) => one === text)
  if (text !== undefined && status === undefined)
    throw new UsageError(`--status ${text}: must be one of ${campaignStatuses.join(', ')}`)
  return status
}

function campaignNamed(text: string): Uuid {
  const id = parseTypeId('camp', text)
  if (!id) throw new Error(`${text} is not the ID of a campaign. Run samvad campaign list to list them.`)
  return id
}

function line({ id, name, channel, status, pause_reasons, reserved }: Shown): string {
  return [id, channel, status, pause_reasons.join(',') || '-', `${reserved} INR`, name].join('  ')
}

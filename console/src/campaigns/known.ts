// Values of the campaign API, and the URL parameters of these pages. Pure.

export const campaignStatuses = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

export type ControlAct = 'pause' | 'resume' | 'cancel'

/** The actions available in a status. */
export function offeredIn(status: string): ControlAct[] {
  if (status === 'scheduled' || status === 'running') return ['pause', 'cancel']
  return status === 'paused' ? ['resume', 'cancel'] : []
}

export const pauseReasons = [
  'user',
  'insufficient_balance',
  'template',
  'account',
  'complaints',
  'bounces',
  'restored',
  'max_total',
  'failed',
] as const
export type PauseReason = (typeof pauseReasons)[number]

export interface CampaignFilter {
  status?: CampaignStatus
  name?: string
}

export function readCampaignFilter({ status, name }: Record<string, unknown>): CampaignFilter {
  const known = campaignStatuses.find((one) => one === status)
  const isText = (typeof name === 'string' || typeof name === 'number') && name !== ''
  return { ...(known && { status: known }), ...(isText && { name: String(name) }) }
}

/** The composer's steps, in order. */
export const steps = ['audience', 'message', 'delivery', 'review'] as const
export type Step = (typeof steps)[number]

export const readStep = (value: unknown): Step | undefined => steps.find((one) => one === value)

const idIn = (prefix: string, value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) ? value : undefined

/** Initial values of a new campaign from the linking page. */
export interface Beginning {
  step?: Step
  list?: string
  segment?: string
  template?: string
}

export function readBeginning({ step, list, segment, template }: Record<string, unknown>): Beginning {
  const found = {
    step: readStep(step),
    list: idIn('list', list),
    segment: idIn('seg', segment),
    template: idIn('tmpl', template),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

// What can be done with a campaign, by its status. Pure.

export type ControlAct = 'pause' | 'resume' | 'cancel'

export function offeredIn(status: string): ControlAct[] {
  if (status === 'scheduled' || status === 'running') return ['pause', 'cancel']
  return status === 'paused' ? ['resume', 'cancel'] : []
}

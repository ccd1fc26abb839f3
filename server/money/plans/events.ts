// Events of plan lists.

import { declareEvents } from '#events/declaration.ts'
import type { PlanListRow } from './queries.ts'
import { PublishedPlanList } from './schema.ts'
import { showPublished } from './show.ts'

export const planEvents = declareEvents(
  { object: 'planl', readers: { permission: 'organization.view' } },
  {
    'plan_list.published': {
      description: 'A custom plan list of the organization was published.',
      payload: PublishedPlanList,
    },
  },
)

export const planListPublished = (row: PlanListRow) =>
  planEvents.event('plan_list.published', row.id, showPublished(row))

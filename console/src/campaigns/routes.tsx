import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../app/organization-route.tsx'
import { type Beginning, type CampaignFilter, readBeginning, readCampaignFilter, readStep, type Step } from './known.ts'
import {
  type DeliveryFilter,
  deliveryFilter,
  type RecipientFilter,
  type ReportSearch,
  readReportSearch,
  recipientFilter,
} from './report/search.ts'

export const campaignsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'campaigns',
  validateSearch: (search): CampaignFilter => readCampaignFilter(search),
  component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
})

export const newCampaignRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'campaigns/new',
  validateSearch: (search): Beginning => readBeginning(search),
  component: lazyRouteComponent(() => import('./new-campaign-page.tsx'), 'NewCampaignPage'),
})

/** The composer of a draft, the summary of a scheduled campaign, or the report of a started one. */
export const campaignRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'campaigns/$campaignId',
  validateSearch: (search): { step?: Step } & ReportSearch => {
    const step = readStep(search.step)
    return { ...(step && { step }), ...readReportSearch(search) }
  },
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
})

export const campaignRecipientsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'campaigns/$campaignId/recipients',
  validateSearch: (search): RecipientFilter => recipientFilter(search),
  component: lazyRouteComponent(() => import('./report/recipients-page.tsx'), 'RecipientsPage'),
})

export const campaignDeliveriesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'campaigns/$campaignId/deliveries',
  validateSearch: (search): DeliveryFilter => deliveryFilter(search),
  component: lazyRouteComponent(() => import('./report/deliveries-page.tsx'), 'DeliveriesPage'),
})

export const campaignRoutes: AnyRoute[] = [
  campaignsRoute,
  newCampaignRoute,
  campaignRoute,
  campaignRecipientsRoute,
  campaignDeliveriesRoute,
]

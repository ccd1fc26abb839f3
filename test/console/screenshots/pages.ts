// Every page and the ways in which it is photographed: both themes, both languages, wide and on a phone, with much
// data, with the ugliest, empty, and for a user without access.

import type { Page } from 'playwright-core'
import type { Look, Picture } from './camera.ts'
import type { Story } from './story.ts'

const WIDE = 1280
const NARROW = 360

interface PageOf {
  name: string
  /** Path below the organization; `:contact` is a contact's id. */
  path: string
  /** A page of a single resource has no empty state. */
  isOfOne?: true
  /** Every member may see it. */
  isForAll?: true
  /** One of several tabs of a resource: without access the first one is shown. */
  isPart?: true
  act?: (page: Page) => Promise<unknown>
}

const pages: PageOf[] = [
  { name: 'inbox', path: 'inbox' },
  { name: 'inbox-thread', path: 'inbox/:conversation', isOfOne: true },
  { name: 'inbox-mail', path: 'inbox/:mail', isOfOne: true },
  { name: 'inbox-search', path: 'inbox?q=order' },
  { name: 'welcome', path: 'welcome', isForAll: true },
  { name: 'contacts', path: 'contacts' },
  { name: 'contact', path: 'contacts/:contact', isOfOne: true },
  { name: 'groups', path: 'contacts/groups' },
  { name: 'group', path: 'contacts/groups/:group', isOfOne: true },
  { name: 'lists', path: 'contacts/lists' },
  { name: 'list', path: 'contacts/lists/:list', isOfOne: true },
  { name: 'segments', path: 'contacts/segments' },
  { name: 'segment', path: 'contacts/segments/:segment', isOfOne: true },
  { name: 'segment-edit', path: 'contacts/segments/:segment/edit', isOfOne: true },
  { name: 'segment-new', path: 'contacts/segments/new' },
  { name: 'imports', path: 'contacts/imports' },
  { name: 'import-new', path: 'contacts/imports/new' },
  { name: 'import', path: 'contacts/imports/:import', isOfOne: true },
  { name: 'suppressions', path: 'contacts/suppressions' },
  { name: 'contact-exports', path: 'contacts/exports' },
  { name: 'templates', path: 'templates' },
  { name: 'template', path: 'templates/:template', isOfOne: true },
  { name: 'template-new', path: 'templates/new' },
  { name: 'template-edit', path: 'templates/:template/edit', isOfOne: true },
  { name: 'campaigns', path: 'campaigns' },
  { name: 'campaign', path: 'campaigns/:campaign', isOfOne: true },
  { name: 'campaign-paused', path: 'campaigns/:paused', isPart: true },
  { name: 'campaign-scheduled', path: 'campaigns/:scheduled', isPart: true },
  { name: 'campaign-new', path: 'campaigns/new', isPart: true },
  { name: 'campaign-audience', path: 'campaigns/:draft?step=audience', isPart: true },
  { name: 'campaign-message', path: 'campaigns/:draft?step=message', isPart: true },
  { name: 'campaign-delivery', path: 'campaigns/:draft?step=delivery', isPart: true },
  { name: 'campaign-review', path: 'campaigns/:draft?step=review', isPart: true },
  { name: 'campaign-recipients', path: 'campaigns/:campaign/recipients', isPart: true },
  { name: 'campaign-deliveries', path: 'campaigns/:campaign/deliveries', isPart: true },
  { name: 'forms', path: 'forms' },
  { name: 'form', path: 'forms/:form', isOfOne: true },
  { name: 'form-settings', path: 'forms/:form/settings', isPart: true },
  { name: 'form-share', path: 'forms/:form/share', isPart: true },
  { name: 'form-submissions', path: 'forms/:form/submissions', isPart: true },
  { name: 'form-analytics', path: 'forms/:form/analytics', isPart: true },
  { name: 'form-new', path: 'forms/new', isPart: true },
  { name: 'form-domains', path: 'forms/domains' },
  { name: 'form-domain', path: 'forms/domains/:formDomain', isPart: true },
  { name: 'usage', path: 'usage?from=2026-10-20&to=2026-11-18' },
  { name: 'usage-table', path: 'usage?from=2026-10-20&to=2026-11-18&view=table' },
  { name: 'usage-months', path: 'usage/months' },
  { name: 'usage-month', path: 'usage/months/2026-10' },
  { name: 'billing', path: 'billing' },
  { name: 'recharge', path: 'billing/recharge' },
  { name: 'recharge-one', path: 'billing/recharge/:recharge', isOfOne: true },
  { name: 'auto-recharge', path: 'billing/auto-recharge' },
  { name: 'transactions', path: 'billing/transactions' },
  { name: 'transaction', path: 'billing/transactions?open=:transaction', isOfOne: true },
  { name: 'invoices', path: 'billing/invoices' },
  { name: 'invoice', path: 'billing/invoices?open=:invoice', isOfOne: true },
  { name: 'refunds', path: 'billing/refunds' },
  { name: 'refund', path: 'billing/refunds?open=:refund', isOfOne: true },
  { name: 'plan', path: 'billing/plan' },
  { name: 'prices', path: 'billing/prices' },
  { name: 'billing-exports', path: 'billing/exports' },
  { name: 'billing-profile', path: 'billing/profile' },
  { name: 'tokens', path: 'developers/tokens' },
  { name: 'service-users', path: 'developers/service-users' },
  { name: 'webhooks', path: 'developers/webhooks' },
  { name: 'webhook', path: 'developers/webhooks/:webhook', isOfOne: true },
  { name: 'events', path: 'developers/events' },
  { name: 'event', path: 'developers/events?event=:event', isOfOne: true },
  { name: 'api', path: 'developers/api', isForAll: true },
  { name: 'organization', path: 'settings/organization' },
  { name: 'team', path: 'settings/team' },
  { name: 'roles', path: 'settings/roles' },
  { name: 'channels', path: 'settings/channels' },
  { name: 'channel-email', path: 'settings/channels/email' },
  { name: 'channel-app', path: 'settings/channels/app' },
  { name: 'channel-sms', path: 'settings/channels/sms' },
  { name: 'domain', path: 'settings/channels/domains/:domain', isOfOne: true },
  { name: 'notifications', path: 'settings/notifications', isForAll: true },
  { name: 'audit', path: 'settings/audit' },
  { name: 'sandbox-settings', path: 'settings/sandbox' },
  { name: 'profile', path: 'settings/profile', isForAll: true },
  { name: 'operator-organizations', path: 'operator/organizations' },
  { name: 'operator-organization', path: 'operator/organizations/:organization', isOfOne: true },
  { name: 'operator-approvals', path: 'operator/approvals' },
  { name: 'operator-prices', path: 'operator/prices' },
  { name: 'operator-gateways', path: 'operator/gateways' },
  { name: 'operator-channels', path: 'operator/channels' },
  { name: 'operator-waiting', path: 'operator/waiting' },
  { name: 'operator-health', path: 'operator/health' },
  { name: 'operator-audit', path: 'operator/audit' },
]

const look = (scheme: Look['scheme'], language: Look['language'], width: number): Look => ({ scheme, language, width })

export function picturesOf(story: Story): Picture[] {
  const { full, ugly, empty, guest, operator } = story
  const [owner, uglyOwner] = [full.emails[0] as string, ugly.emails[0] as string]
  const pictures: Picture[] = []
  for (const { name, path, isOfOne, isForAll, isPart, act } of pages) {
    const isOperator = name.startsWith('operator-')
    const address = (organization: string, ids: Record<string, string> = {}) =>
      `/console/${organization}/${path.replaceAll(/:(\w+)/g, (_, noun: string) => ids[noun] ?? 'none')}`
    const add = (state: string, by: string, at: string, seen: Look) =>
      pictures.push({ name: `${name}-${state}`, path: at, by, look: seen, ...(act && { act }) })
    if (isOperator) {
      const at = address(story.operations, story.ids.full)
      add('full', operator, at, look('light', 'en', WIDE))
      add('phone', operator, at, look('dark', 'hi', NARROW))
      add('forbidden', guest, address(full.organizationId, story.ids.full), look('dark', 'en', NARROW))
      continue
    }
    add('full', owner, address(full.organizationId, story.ids.full), look('light', 'en', WIDE))
    add('ugly', uglyOwner, address(ugly.organizationId, story.ids.ugly), look('dark', 'hi', NARROW))
    if (isPart) continue
    if (isOfOne) add('dark', uglyOwner, address(ugly.organizationId, story.ids.ugly), look('dark', 'hi', WIDE))
    else add('empty', empty.email, address(empty.organizationId), look('dark', 'hi', WIDE))
    if (isForAll || name === 'inbox-thread')
      add('phone', owner, address(full.organizationId, story.ids.full), look(isForAll ? 'light' : 'dark', 'hi', NARROW))
    if (!isForAll) add('forbidden', guest, address(full.organizationId, story.ids.full), look('light', 'hi', NARROW))
  }
  return [...pictures, ...beside(story)]
}

/** Pages without the organization's menu, and pages outside the console. */
function beside(story: Story): Picture[] {
  const { links } = story
  const paths: Record<string, string> = {
    'sign-in': '/console/sign-in',
    'reset-ask': '/console/reset',
    'reset-set': `/console/reset#${'A'.repeat(43)}`,
    invitation: links.invitation as string,
    'invitation-over': `/console/invitations/invitation_${'A'.repeat(43)}`,
    checkout: links.checkout as string,
    'checkout-paid': links.paid as string,
    ...(links.mandate && { mandate: links.mandate }),
    'form-page': `/f/${story.full.cast.form.slug}`,
    sandbox: '/sandbox',
    docs: '/docs',
    'docs-errors': '/docs/errors',
    about: '/about',
    'no-page': '/nowhere',
  }
  return Object.entries(paths).flatMap(([name, path]) => [
    { name: `${name}-wide`, path, by: null, look: look('light', 'en', WIDE) },
    { name: `${name}-phone`, path, by: null, look: look('dark', 'hi', NARROW) },
  ])
}

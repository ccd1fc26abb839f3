// The pages of the navigation, in order, with the permissions to see each.

import {
  ChartColumn,
  ClipboardList,
  Code,
  Contact,
  Inbox,
  LayoutTemplate,
  type LucideIcon,
  Megaphone,
  Settings,
  ShieldCheck,
  Wallet,
} from 'lucide-react'

export interface RailPage {
  page:
    | 'inbox'
    | 'contacts'
    | 'campaigns'
    | 'templates'
    | 'forms'
    | 'usage'
    | 'billing'
    | 'developers'
    | 'settings'
    | 'operator'
  Icon: LucideIcon
  /** Shown to users with at least one of these permissions. */
  anyOf: readonly string[]
  /** The shortcut that opens it from anywhere. */
  keys: string
}

export const railPages: readonly RailPage[] = [
  { page: 'inbox', Icon: Inbox, anyOf: ['conversations.view'], keys: 'g i' },
  { page: 'contacts', Icon: Contact, anyOf: ['contacts.view'], keys: 'g c' },
  { page: 'campaigns', Icon: Megaphone, anyOf: ['campaigns.view'], keys: 'g m' },
  { page: 'templates', Icon: LayoutTemplate, anyOf: ['templates.view'], keys: 'g t' },
  { page: 'forms', Icon: ClipboardList, anyOf: ['forms.view'], keys: 'g f' },
  { page: 'usage', Icon: ChartColumn, anyOf: ['usage.view'], keys: 'g u' },
  {
    page: 'billing',
    Icon: Wallet,
    anyOf: ['balance.view', 'wallet.recharge', 'invoices.download', 'billing.manage'],
    keys: 'g b',
  },
  { page: 'developers', Icon: Code, anyOf: ['tokens.manage', 'webhooks.manage'], keys: 'g d' },
  { page: 'settings', Icon: Settings, anyOf: ['organization.view'], keys: 'g s' },
  { page: 'operator', Icon: ShieldCheck, anyOf: ['installation.operate'], keys: 'g o' },
]

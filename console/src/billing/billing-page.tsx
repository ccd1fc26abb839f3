// The frame of every billing page: title, tabs, access.

import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useMay } from '../app/session.ts'
import { Page } from '../design/page.tsx'
import { type Tab, Tabs } from '../design/tabs.tsx'
import { words } from './words.ts'

interface BillingTab {
  page: string
  name: keyof typeof words.en.tabs
  anyOf: readonly string[]
  isExact?: boolean
}

/** Separate permissions: a user with only one sees the matching tabs. */
export const billingTabs: readonly BillingTab[] = [
  { page: 'billing', name: 'overview', anyOf: ['balance.view'], isExact: true },
  { page: 'billing/recharge', name: 'recharge', anyOf: ['wallet.recharge'] },
  { page: 'billing/auto-recharge', name: 'autoRecharge', anyOf: ['balance.view'] },
  { page: 'billing/plan', name: 'plan', anyOf: ['organization.view'] },
  { page: 'billing/transactions', name: 'transactions', anyOf: ['balance.view'] },
  { page: 'billing/invoices', name: 'invoices', anyOf: ['invoices.download'] },
  { page: 'billing/refunds', name: 'refunds', anyOf: ['balance.view', 'billing.manage'] },
  { page: 'billing/prices', name: 'prices', anyOf: ['organization.view'] },
  { page: 'billing/exports', name: 'exports', anyOf: ['invoices.download', 'usage.view', 'balance.view'] },
  { page: 'billing/profile', name: 'profile', anyOf: ['billing.manage'] },
]

interface BillingPageProps {
  /** The tab that the page belongs to. */
  tab: BillingTab['name']
  actions?: ReactNode
  children: ReactNode
}

export function BillingPage({ tab, actions, children }: BillingPageProps) {
  const w = useWords(words)
  const may = useMay()
  const own = billingTabs.find(({ name }) => name === tab)?.anyOf ?? []
  const tabs = billingTabs
    .filter(({ anyOf }) => anyOf.some(may))
    .map(({ page, name, isExact }): Tab => ({ page, label: w.tabs[name], isExact: isExact ?? false }))
  return (
    <Page title={w.title} actions={own.some(may) && actions} tabs={<Tabs label={w.title} tabs={tabs} />}>
      <Allowed anyOf={own}>{children}</Allowed>
    </Page>
  )
}

import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Page } from '../design/page.tsx'
import { Tabs } from '../design/tabs.tsx'
import { words } from './words.ts'

interface DevelopersPageProps {
  actions?: ReactNode
  /** The title of a page below a tab. */
  title?: ReactNode
  children: ReactNode
}

export function DevelopersPage({ actions, title, children }: DevelopersPageProps) {
  const w = useWords(words)
  const may = useMay()
  const tabs = [
    { page: 'developers/tokens', label: w.tokens, isShown: may('tokens.manage') },
    { page: 'developers/service-users', label: w.serviceUsers, isShown: may('users.view') },
    { page: 'developers/webhooks', label: w.webhooks, isShown: may('webhooks.manage') },
    { page: 'developers/events', label: w.events, isShown: true },
    { page: 'developers/api', label: w.api, isShown: true },
  ]
  return (
    <Page
      title={title ?? w.title}
      actions={actions}
      tabs={<Tabs label={w.title} tabs={tabs.filter(({ isShown }) => isShown)} />}
    >
      {children}
    </Page>
  )
}

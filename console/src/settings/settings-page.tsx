import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Page } from '../design/page.tsx'
import { Tabs } from '../design/tabs.tsx'
import { sandboxQuery } from './data.ts'
import { words } from './words.ts'

interface SettingsPageProps {
  actions?: ReactNode
  /** The title of a page below a tab. */
  title?: ReactNode
  children: ReactNode
}

/** The frame of a settings page, with tabs for the pages that the user may see. */
export function SettingsPage({ actions, title, children }: SettingsPageProps) {
  const w = useWords(words)
  const may = useMay()
  // The tab exists while a channel's sandbox is on.
  const { data: sandbox } = useQuery({ ...sandboxQuery, enabled: may('sandbox.use') })
  const tabs = [
    { page: 'settings/organization', label: w.organization, isShown: may('organization.view') },
    { page: 'settings/team', label: w.team, isShown: may('users.view') },
    { page: 'settings/roles', label: w.roles, isShown: may('users.view') },
    { page: 'settings/channels', label: w.channels, isShown: may('channels.view') },
    { page: 'settings/notifications', label: w.notifications, isShown: true },
    { page: 'settings/audit', label: w.audit, isShown: may('audit.view') },
    { page: 'settings/sandbox', label: w.sandbox, isShown: (sandbox?.length ?? 0) > 0 },
    { page: 'settings/profile', label: w.profile, isShown: true },
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

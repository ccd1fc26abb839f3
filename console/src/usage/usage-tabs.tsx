import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { Page } from '../design/page.tsx'
import { Tabs } from '../design/tabs.tsx'
import { words } from './words.ts'

export function UsageTabs({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const w = useWords(words)
  return (
    <Page
      title={w.title}
      actions={actions}
      tabs={
        <Tabs
          label={w.title}
          tabs={[
            { page: 'usage', label: w.tabs.usage, isExact: true },
            { page: 'usage/months', label: w.tabs.months },
          ]}
        />
      }
    >
      <Allowed anyOf={['usage.view']}>{children}</Allowed>
    </Page>
  )
}

import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { Page } from '../design/page.tsx'
import { Tabs } from '../design/tabs.tsx'
import { words } from './words.ts'

interface OperatorPageProps {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

const pages = ['organizations', 'approvals', 'prices', 'gateways', 'channels', 'waiting', 'health', 'audit'] as const

/** A page for operators; others see the permission they lack. */
export function OperatorPage({ title, actions, children }: OperatorPageProps) {
  const w = useWords(words)
  const tabs = pages.map((page) => ({ page: `operator/${page}`, label: w[page] }))
  return (
    <Allowed anyOf={['installation.operate']}>
      <Page title={title ?? w.title} actions={actions} tabs={<Tabs label={w.pages} tabs={tabs} />}>
        {children}
      </Page>
    </Allowed>
  )
}

import { OperatorPage } from './operator-page.tsx'
import { Quarantine } from './quarantine.tsx'
import { SharedApp } from './shared-app.tsx'
import { SharedSms } from './shared-sms.tsx'

/** The accounts for organizations that have none of their own, and what came in by them for nobody. */
export function SharedChannelsPage() {
  return (
    <OperatorPage>
      <SharedApp />
      <SharedSms />
      <Quarantine />
    </OperatorPage>
  )
}

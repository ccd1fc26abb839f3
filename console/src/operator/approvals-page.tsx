import { useMay } from '../app/session.ts'
import { OperatorPage } from './operator-page.tsx'
import { RefundQueue } from './refund-queue.tsx'
import { TemplateQueue } from './template-queue.tsx'

/** What waits for a word of the operator. */
export function ApprovalsPage() {
  const may = useMay()
  return (
    <OperatorPage>
      <RefundQueue />
      {may('templates.approve') && <TemplateQueue />}
    </OperatorPage>
  )
}

import { useMay } from '../app/session.ts'
import { OperatorPage } from './operator-page.tsx'
import { RefundQueue } from './refund-queue.tsx'
import { TemplateQueue } from './template-queue.tsx'

/** Requests that wait for the operator's decision. */
export function ApprovalsPage() {
  const may = useMay()
  return (
    <OperatorPage>
      <RefundQueue />
      {may('templates.approve') && <TemplateQueue />}
    </OperatorPage>
  )
}

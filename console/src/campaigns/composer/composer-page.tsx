import type { CampaignReport } from '@samvad/sdk'
import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { SaveMark } from '../../app/save-mark.tsx'
import { useMay } from '../../app/session.ts'
import { variablesIn } from '../../app/template-fill.ts'
import { IconButton } from '../../design/button.tsx'
import { Confirm } from '../../design/dialog.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Page } from '../../design/page.tsx'
import { CampaignStatus } from '../campaign-status.tsx'
import { campaignRoute } from '../routes.tsx'
import { AudienceStep } from './audience-step.tsx'
import { composerWords } from './composer-words.ts'
import { DeliveryStep } from './delivery-step.tsx'
import { MessageStep } from './message-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepNav } from './step-nav.tsx'
import { useTemplateOf } from './template-of.ts'
import { useComposer } from './use-composer.ts'

/** A draft's four steps: each has its own address, and all can be opened at any time. */
export function ComposerPage({ campaign }: { campaign: CampaignReport }) {
  const w = useWords(composerWords)
  const may = useMay()
  const mayManage = may('campaigns.manage')
  const { step: asked = 'audience' } = campaignRoute.useSearch()
  // Users who may not edit see the review, and may start the campaign.
  const step = mayManage ? asked : 'review'
  const [templateId, setTemplateId] = useState(campaign.template_id)
  const template = useTemplateOf(templateId)
  const composer = useComposer(campaign, ({ isOwn, template_id, subject, text, html }) => {
    if (isOwn) return variablesIn(subject, text, html)
    if (template_id === null) return []
    return template.data?.id === template_id ? template.data.variables : null
  })
  const { written } = composer
  // The previewed template is the saved one.
  if (written.template_id !== templateId) setTemplateId(written.template_id)
  const name = written.name.trim()
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi>{name === '' ? w.unnamed : name}</bdi>
          <CampaignStatus campaign={campaign} />
        </span>
      }
      actions={
        mayManage && (
          <>
            <SaveMark draft={composer} />
            <DraftMenu campaign={campaign} />
          </>
        )
      }
      tabs={mayManage ? <StepNav composer={composer} step={step} /> : undefined}
    >
      {step === 'audience' && <AudienceStep composer={composer} template={template.data} />}
      {step === 'message' && <MessageStep composer={composer} template={template} />}
      {step === 'delivery' && <DeliveryStep composer={composer} />}
      {step === 'review' && <ReviewStep composer={composer} template={template.data} />}
    </Page>
  )
}

function DraftMenu({ campaign: { id, name } }: { campaign: CampaignReport }) {
  const w = useWords(composerWords)
  const go = useGo()
  const attempt = useAttempt()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={w.more}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <MenuItem isDanger icon={<Trash2 aria-hidden className="size-4" />} onSelect={() => setDeleting(true)}>
          {w.delete}
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={w.deleteTitle(name)}
        action={w.delete}
        isDanger
        onConfirm={async () => {
          await attempt(() => api.campaigns.delete(id), w.deleted)
          go('campaigns', { replace: true })
        }}
      >
        {w.deleteDetail}
      </Confirm>
    </>
  )
}

import type { Template } from '@samvad/sdk'
import { channelOf } from '../../app/channels.ts'
import { useWords } from '../../app/language.tsx'
import { Choices } from '../../design/choices.tsx'
import { Section } from '../../design/page.tsx'
import { composerWords } from './composer-words.ts'
import { OwnContent } from './own-content.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { StepFoot } from './step-nav.tsx'
import { TemplateContent } from './template-content.tsx'
import { TwoColumns } from './two-columns.tsx'
import type { Composer } from './use-composer.ts'
import { VariableSources } from './variable-sources.tsx'

export interface TemplateState {
  data: Template | undefined
  error: unknown
  refetch: () => unknown
}

/** The content: a template, or own content for email, and the values of its variables. */
export function MessageStep({ composer, template }: { composer: Composer; template: TemplateState }) {
  const w = useWords(composerWords)
  const { campaign, written, change } = composer
  const isMail = channelOf(written.channel)?.isMail === true
  return (
    <>
      <TwoColumns aside={<PreviewPanel composer={composer} template={template.data} />}>
        <Section title={w.content}>
          <div className="flex flex-col gap-4">
            {isMail && (
              <Choices
                label={w.contentFrom}
                isLabelHidden
                value={written.isOwn ? 'own' : 'template'}
                options={[
                  { value: 'own', label: w.own },
                  { value: 'template', label: w.template },
                ]}
                onChange={(value) => change({ isOwn: value === 'own' })}
              />
            )}
            {written.isOwn ? (
              <OwnContent composer={composer} />
            ) : (
              <TemplateContent composer={composer} template={template} />
            )}
          </div>
        </Section>
        <VariableSources composer={composer} />
      </TwoColumns>
      <StepFoot campaignId={campaign.id} step="message" />
    </>
  )
}
